"""What a model is shown of an exploration: measured values, sentences, trees of pages, pictures. All without names."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image as Picture
from pydantic import TypeAdapter

from shopworld.arena.bundle.values import PREFIXES, text_of, value_types
from shopworld.arena.explore.findings import Findings
from shopworld.models import MessageImage

_OTHER_PARTS = tuple(prefix for prefix in PREFIXES if prefix)
_LONGEST_TREE, _LONGEST_EVIDENCE = 3_500, 45_000
_TALLEST_PICTURE = 1_800
_FIRST = ("home", "navigation-open", "floating", "collection", "collection-filters", "product", "cart-added", "search")
"""Evidence that tells most, by the name of its file; the rest comes after."""
_NO_WORDS = ("schema_version",)


def measured(findings: Findings) -> str:
    """What probes found, a value a line."""
    return "\n".join(
        f"- {one.name} = {text_of(one.value)} ({one.confidence:.0%} sure)"
        for one in sorted(findings, key=lambda one: one.name)
        if one.source == "probe"
    )


def sentences(findings: Findings) -> str:
    """What the explorer itself writes."""
    return "\n\n".join(f"## {heading}\n{' '.join(said)}" for heading, said in findings.prose.items())


def unknown_names(findings: Findings) -> list[str]:
    """Capabilities that nobody found out."""
    return [
        name
        for name in value_types()
        if name not in findings.values and not name.startswith(_OTHER_PARTS) and name not in _NO_WORDS
    ]


def unknown(findings: Findings) -> str:
    """The same with the form that each value must have."""
    lines = []
    for name in unknown_names(findings):
        schema = TypeAdapter(value_types()[name]).json_schema()
        reason = next(
            (why for part, why in findings.unknown.items() if name == part or name.startswith(f"{part}.")), ""
        )
        lines.append(f"- {name}: {_form(schema)}" + (f" (unknown: {reason})" if reason else ""))
    return "\n".join(lines)


def _form(schema: dict[str, object]) -> str:
    """How a value of that schema is written in a manual."""
    found = list(dict.fromkeys(_forms(schema, schema.get("$defs", {}))))
    return " or ".join(found) or "a few words"


def _forms(node: object, definitions: object) -> Iterator[str]:
    if not isinstance(node, dict) or not isinstance(definitions, dict):
        return
    if "$ref" in node:
        yield from _forms(definitions.get(str(node["$ref"]).rpartition("/")[2]), definitions)
    elif "enum" in node:
        yield "one of " + ", ".join(str(one) for one in node["enum"])
    elif "anyOf" in node:
        for one in node["anyOf"]:
            yield from _forms(one, definitions)
    elif node.get("type") == "array":
        inner = next(_forms(node.get("items"), definitions), "a few words")
        yield f"several, with commas between them, each {inner}"
    elif node.get("type") == "boolean":
        yield "yes or no"
    elif node.get("type") == "integer":
        yield "a whole number"
    elif node.get("type") == "object":
        yield "name (control)"


def evidence(folder: Path) -> str:
    """Trees of pages, the most telling first; of all but the home page what stands in the main part."""
    parts: list[str] = []
    left = _LONGEST_EVIDENCE
    for file in _in_order(folder, ".txt"):
        tree = file.read_text(encoding="utf-8")
        start = tree.find("\nmain ")
        if file.stem != "home" and start >= 0:
            tree = tree[start + 1 :]
        part = f"## {file.stem}\n{tree[:_LONGEST_TREE].rstrip()}"
        if len(part) > left:
            break
        parts.append(part)
        left -= len(part)
    return "\n\n".join(parts)


def pictures(folder: Path, most: int) -> tuple[str, tuple[MessageImage, ...]]:
    """Pictures of pages, what is at their top, with their names."""
    found: Sequence[Path] = _in_order(folder, ".jpg")[:most]
    return ", ".join(file.stem for file in found), tuple(MessageImage(_cut(file)) for file in found)


def _cut(file: Path) -> bytes:
    with Picture.open(file) as picture:
        if picture.height <= _TALLEST_PICTURE:
            return file.read_bytes()
        written = io.BytesIO()
        picture.crop((0, 0, picture.width, _TALLEST_PICTURE)).save(written, "JPEG", quality=70)
    return written.getvalue()


def _in_order(folder: Path, suffix: str) -> list[Path]:
    files = sorted((folder / "evidence").glob(f"*{suffix}"))
    rank = {name: at for at, name in enumerate(_FIRST)}
    return sorted(files, key=lambda file: (rank.get(file.stem, len(rank)), file.name))
