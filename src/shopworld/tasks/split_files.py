"""Suites as data sets that hubs load: a file for each split, with the checks or without."""

from __future__ import annotations

from pathlib import Path

import orjson

from shopworld.files import write_whole
from shopworld.tasks.model import Suite
from shopworld.tasks.parquet import NESTED
from shopworld.tasks.records import records_of_suite
from shopworld.tasks.splits import SPLITS

PUBLIC = (
    "id",
    "revision",
    "template",
    "category",
    "set",
    "difficulty",
    "source",
    "prompt",
    "environment",
    "start",
    "limits",
    "suite",
    "suite_version",
    "mall",
    "mall_hash",
    "catalog",
    "catalog_hash",
    "split",
    "hash",
    "canary",
)
"""Fields of a record that tell nothing of what is right: what may be shown to anybody, agents too."""


def write_splits(suite: Suite, folder: Path, *, public: bool) -> tuple[Path, ...]:
    """Writes a suite as JSON lines, a file for each split that has tasks. Same suite, same bytes.

    Args:
        suite: the suite.
        folder: for `train.jsonl`, `validation.jsonl`, `test.jsonl`; made where it is not there.
        public: whether to leave out what holds answers, or hints at them. Otherwise all is there; what is nested has
            many shapes, which tables do not take, and is JSON as text.

    Returns:
        the files, in the order of the splits.
    """
    lines: dict[str, list[bytes]] = {split: [] for split in SPLITS}
    for one in records_of_suite(suite):
        values = one.model_dump(mode="json")
        if public:
            kept = {name: values[name] for name in PUBLIC}
        else:
            kept = {name: orjson.dumps(value).decode() if name in NESTED else value for name, value in values.items()}
        lines[one.split].append(orjson.dumps(kept) + b"\n")
    folder.mkdir(parents=True, exist_ok=True)
    files = {folder / f"{split}.jsonl": b"".join(found) for split, found in lines.items() if found}
    for file, content in files.items():
        write_whole(file, content)
    return tuple(files)
