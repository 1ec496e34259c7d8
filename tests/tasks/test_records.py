"""Suites as flat records, there and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import InputError
from shopworld.tasks import suite_hash
from shopworld.tasks.canary import CANARY, CANARY_GUID
from shopworld.tasks.records import read_json_lines, write_json_lines


@pytest.fixture
def lines(suites: Any, tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    """The records of a suite as they were written to `tasks.jsonl`."""
    write_json_lines(suites.suite(), tmp_path / "tasks.jsonl")
    return lambda: [json.loads(line) for line in (tmp_path / "tasks.jsonl").read_text(encoding="utf-8").splitlines()]


def test_a_suite_comes_back_as_it_was(suites: Any, tmp_path: Path) -> None:
    suite = suites.suite()
    write_json_lines(suite, tmp_path / "deep" / "tasks.jsonl")
    back = read_json_lines(tmp_path / "deep" / "tasks.jsonl")
    assert back == suite
    assert suite_hash(back) == suite_hash(suite)
    assert read_json_lines(tmp_path / "deep" / "tasks.jsonl", name="other").name == "other"
    first = (tmp_path / "deep" / "tasks.jsonl").read_bytes()
    write_json_lines(suite, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == first


def test_each_record_says_all_of_its_task(lines: Any) -> None:
    records = lines()
    assert len(records) == 6
    for record in records:
        assert (record["suite"], record["mall"], record["canary"]) == ("small", "m", CANARY)
        assert record["prompt"] == f"{record['instructions']}\n\n{record['intent']}"
        assert record["split"] in ("train", "validation", "test")
        assert CANARY_GUID in json.dumps(record)
    assert len({tuple(record) for record in records}) == 1


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"intent": "Find nothing."}, "hash", "was changed after it was written"),
        ({"hash": "", "intent": "Find nothing."}, "prompt", "is not what instructions and intent say"),
        ({"suite": "other"}, "suite", "all records are of one suite"),
        ({"id": "task_00"}, "id", "already in line 1"),
        ({"checks": []}, "checks", "at least 1 item"),
        ({"wish": 1}, "wish", "Extra inputs"),
        ({"split": "dev"}, "split", "Input should be"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line_and_field(
    lines: Any, tmp_path: Path, change: dict[str, Any], field: str, message: str
) -> None:
    records = lines()
    records[2] |= change
    path = tmp_path / "wrong.jsonl"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        read_json_lines(path)
    assert (caught.value.line, caught.value.field) == (3, field)


def test_records_of_ones_own_need_no_hash(lines: Any, tmp_path: Path) -> None:
    records = lines()
    for record in records:
        record.pop("hash")
        record["intent"] += " Now."
        record["prompt"] += " Now."
    path = tmp_path / "own.jsonl"
    path.write_text("\n\n".join(map(json.dumps, records)), encoding="utf-8")
    assert read_json_lines(path).tasks[0].intent.endswith(" Now.")


@pytest.mark.parametrize(("text", "message"), [("", "no tasks"), ("{", "not JSON"), ("[1]", "is a JSON object")])
def test_what_is_no_data_set_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_json_lines(path)
    with pytest.raises(InputError, match="no such file"):
        read_json_lines(tmp_path / "none.jsonl")
