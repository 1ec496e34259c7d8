"""Who reads an event log knows the events of every room, whatever else was imported."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import shopworld

SOURCE = Path(str(shopworld.__file__)).parent
READERS = (
    "shopworld.evaluation.event_log",
    "shopworld.evaluation.running.grading_again",
    "shopworld.evaluation.judges.case",
    "shopworld.evaluation.report.episode",
    "shopworld.evaluation.error_tags.tagging",
    "shopworld.api.runs",
)
READ = """
import sys
from importlib import import_module
from pathlib import Path

reader = import_module(sys.argv[1])
for line in sorted(Path(sys.argv[2]).iterdir()):
    try:
        list(reader.read_events(line))
    except Exception as error:
        if "unknown event kind" in str(error):
            print(line.stem)
"""


def declared() -> set[str]:
    """The kinds of events that the source declares."""
    texts = (file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    return {kind for text in texts for kind in re.findall(r'^class \w+\(\w+, kind="(\w+)"\):', text, re.M)}


@pytest.mark.parametrize("reader", READERS)
def test_every_kind_of_event_is_known_to_who_reads_a_log(reader: str, tmp_path: Path) -> None:
    kinds = declared()
    assert {"asked", "tool_called", "page_viewed", "answer_submitted", "product_recommended"} <= kinds
    for kind in (*kinds, "unheard_of"):
        told = {"v": 1, "seq": 0, "at": "2027-05-03T09:00:00Z", "shop": None, "kind": kind, "data": {"odd": 1}}
        (tmp_path / f"{kind}.jsonl").write_text(json.dumps(told) + "\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ, reader, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == ["unheard_of"]
