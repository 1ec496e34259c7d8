"""A suite described as Croissant (MLCommons' JSON-LD for data sets, version 1.0): file, fields, types, splits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from shopworld.tasks import NESTED, SPLITS, Suite, TaskRecord

CONFORMS_TO: Final = "http://mlcommons.org/croissant/1.0"
LICENCES: Final = "https://spdx.org/licenses/"
UNSTATED: Final = "NOASSERTION"
"""SPDX's word for a licence that nobody has stated."""
_NUMBERS = ("revision", "suite_seed")
_LISTS = ("defects",)
SCHEMA: Final = "task-record.schema.json"
"""Name of the JSON schema of a line, beside the description."""

CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""As the specification prescribes it."""


def croissant_of(
    suite: Suite, *, file: str, sha256: str, licence: str = "", address: str = "", published: str = ""
) -> dict[str, Any]:
    """The description.

    Args:
        suite: what is described.
        file: name of its JSON lines, beside the description.
        sha256: of that file.
        licence: SPDX identifier, or an address; empty where none is stated.
        address: where the data set is found on the web, if anywhere.
        published: date, as `2027-03-01`; empty where it is not.
    """
    described: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": suite.name,
        "description": f"{suite.description or 'Grounded shopping tasks for agents.'} {suite.canary}",
        "version": _version(suite.version),
        "keywords": ["shopping", "web agents", "benchmark", "Shopworld"],
        "inLanguage": "en",
        "isLiveDataset": False,
        "citeAs": f"Shopworld suite {suite.name}, version {suite.version}",
    }
    described["license"] = licence if "/" in licence else f"{LICENCES}{licence}.html" if licence else UNSTATED
    if published:
        described["datePublished"] = published
    if address:
        described["url"] = address
    described["distribution"] = [
        {
            "@type": "cr:FileObject",
            "@id": file,
            "name": file,
            "description": "One task a line.",
            "contentUrl": file,
            "encodingFormat": "application/jsonlines",
            "sha256": sha256,
        }
    ]
    described["recordSet"] = [_splits(), _tasks(file, suite)]
    return described


def _version(version: str) -> str:
    """As the specification wants it: three numbers."""
    parts = version.split(".")
    return ".".join([*parts, "0", "0"][:3]) if all(part.isdecimal() for part in parts) else f"0.0.0+{version}"


def _splits() -> dict[str, Any]:
    """The enumeration of splits, in the specification's own terms."""
    urls = {"train": "cr:TrainingSplit", "validation": "cr:ValidationSplit", "test": "cr:TestSplit"}
    return {
        "@type": "cr:RecordSet",
        "@id": "splits",
        "name": "splits",
        "dataType": "cr:Split",
        "key": {"@id": "splits/name"},
        "field": [
            {"@type": "cr:Field", "@id": "splits/name", "name": "name", "dataType": "sc:Text"},
            {"@type": "cr:Field", "@id": "splits/url", "name": "url", "dataType": "sc:URL"},
        ],
        "data": [{"splits/name": split, "splits/url": urls[split]} for split in SPLITS],
    }


def _tasks(file: str, suite: Suite) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": "tasks",
        "name": "tasks",
        "description": f"The tasks. What is nested stands in the same lines, and is described by {SCHEMA}: "
        f"{', '.join(name for name in NESTED if name not in _LISTS)}. Checks hold the answers.",
        "key": {"@id": "tasks/id"},
        "field": list(_fields(file, suite)),
    }


def _fields(file: str, suite: Suite) -> Iterator[dict[str, Any]]:
    """The plain columns: records that are nested have many shapes, and Croissant's tools read a column as one."""
    unsaid = {"suite_seed": suite.seed is None, "suite_commitment": not suite.commitment}
    for name, field in TaskRecord.model_fields.items():
        if (name in NESTED and name not in _LISTS) or unsaid.get(name):
            continue
        described: dict[str, Any] = {
            "@type": "cr:Field",
            "@id": f"tasks/{name}",
            "name": name,
            "description": _meaning(name, field.description),
            "dataType": "sc:Integer" if name in _NUMBERS else "sc:Text",
            "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
        }
        if name in _LISTS:
            described["repeated"] = True
        if name == "split":
            described["references"] = {"field": {"@id": "splits/name"}}
        yield described


_MEANINGS: Final = {
    "id": "Stable id of the task.",
    "revision": "Raised with every change of the task.",
    "template": "What the task was made from; the unit that standard errors cluster by, and that splits keep together.",
    "category": "Kind of task.",
    "set": "Group of categories.",
    "difficulty": "Level, where the task has one.",
    "source": "generated, or release for imported tasks.",
    "intent": "What is wanted.",
    "instructions": "What stands before the intent: shops, and how to submit.",
    "prompt": "What an agent is given.",
    "environment": "browser or tools.",
    "start": "Address of the first page.",
    "objective": "What is asked for among the offers that meet the constraints.",
    "group_by": "Attribute that tells groups of answers apart.",
    "defects": "What is known to be wrong with an imported task.",
    "note": "For people.",
    "split": "train, validation or test.",
    "hash": "Content hash of the task.",
    "canary": "Marks benchmark data.",
}


def _meaning(name: str, described: str | None) -> str:
    return described or _MEANINGS.get(name, name.replace("_", " ").capitalize() + ".")
