"""Steps are packed when an attempt has ended, and read whether they are or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lxml.html
import pytest

from shopworld.agents import Move
from shopworld.environments import Observation
from shopworld.errors import InputError
from shopworld.evaluation.records import Hashes, Result, Status, Step, ToolUse, pack_lines, packed_steps, read_steps
from shopworld.evaluation.report.episode import episode_page
from shopworld.evaluation.trajectory import Trajectory

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


def test_keys_that_an_agent_prints_are_not_kept_in_its_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-0123456789")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "short")
    with Trajectory(tmp_path) as trajectory:
        move = Move("noop()", "I found sk-proj-0123456789", {"env": "OPENAI_API_KEY=sk-proj-0123456789"})
        trajectory.add(1, move, Observation(accessibility_tree="a short tree: sk-proj-0123456789"), events=0, seconds=0)
    (step,) = read_steps(tmp_path / "steps.jsonl")
    assert "0123456789" not in (tmp_path / "steps.jsonl").read_text()
    assert (step.thought, step.tree) == ("I found [key]", "a short tree: [key]")
