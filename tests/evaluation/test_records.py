"""Steps are packed when an attempt has ended, and read whether they are or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lxml.html
import pytest

from shopworld.errors import InputError
from shopworld.evaluation.records import Hashes, Result, Status, Step, ToolUse, pack_lines, packed_steps, read_steps
from shopworld.evaluation.report.episode import episode_page

NASTY = '{"title":"<script>alert(1)</script> & \\"quotes\\" </pre> &lt;"}'
STEPS = [Step(number=0), Step(number=1, action='{"name":"x"}', result=NASTY, events=2, seconds=0.25, extra={"a": 1})]


@pytest.fixture
def steps_file(tmp_path: Path) -> Path:
    path = tmp_path / "steps.jsonl"
    path.write_bytes(b"".join(step.to_json() + b"\n" for step in STEPS))
    return path


def test_what_is_empty_is_not_written(steps_file: Path) -> None:
    assert steps_file.read_bytes().splitlines()[0] == b'{"number":0}'
    assert read_steps(steps_file) == STEPS


def test_packed_steps_are_read_by_the_same_name(steps_file: Path) -> None:
    pack_lines(steps_file)
    assert [one.name for one in steps_file.parent.iterdir()] == ["steps.jsonl.gz"]
    assert read_steps(steps_file) == STEPS
    pack_lines(steps_file)
    assert read_steps(steps_file) == STEPS


def test_the_same_steps_give_the_same_packed_bytes(steps_file: Path) -> None:
    content = steps_file.read_bytes()
    pack_lines(steps_file)
    first = packed_steps(steps_file).read_bytes()
    steps_file.write_bytes(content)
    pack_lines(steps_file)
    assert packed_steps(steps_file).read_bytes() == first


def test_a_torn_last_line_is_left_out_of_plain_steps(steps_file: Path) -> None:
    steps_file.write_bytes(steps_file.read_bytes()[:-10])
    assert read_steps(steps_file) == STEPS[:1]


def test_a_broken_packed_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    assert read_steps(path) == []
    packed_steps(path).write_bytes(b"no archive")
    with pytest.raises(InputError, match=r"steps\.jsonl\.gz: cannot be unpacked"):
        read_steps(path)


def test_a_cut_packed_file_is_named(steps_file: Path) -> None:
    pack_lines(steps_file)
    packed = packed_steps(steps_file)
    packed.write_bytes(packed.read_bytes()[:-12])
    with pytest.raises(InputError, match=r"steps\.jsonl\.gz: cannot be unpacked"):
        read_steps(steps_file)


def test_results_stand_on_the_page_as_they_are_and_run_nothing(steps_file: Path) -> None:
    pack_lines(steps_file)
    result = Result(
        agent="a", task="t", trial=0, status=Status.FAILED, reward=0, tools=ToolUse(), hashes=Hashes(task="", checks="")
    )
    page: Any = lxml.html.fromstring(episode_page(steps_file.parent, result, "report.html"))
    assert page.xpath("//script[contains(., 'alert')]") == []
    (shown,) = page.xpath("//article//details/pre[contains(., 'alert')]")
    assert '"<script>alert(1)</script> & \\"quotes\\" </pre> &lt;"' in shown.text_content()
    assert "steps.jsonl.gz" in page.text_content()
