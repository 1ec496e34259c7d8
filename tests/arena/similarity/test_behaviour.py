"""Agents in a source and in its twin: rates, agreement, correlation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.arena.similarity.behaviour import Behaviour, behaviour_of, compare_behaviour
from shopworld.arena.similarity.report import write_behaviour_report
from shopworld.errors import ArenaError, InputError, RunError
from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Hashes, Result, Status


def result(agent: str, task: str, passed: bool, trial: int = 0, *, status: Status | None = None) -> Result:
    found = status or (Status.PASSED if passed else Status.FAILED)
    return Result(
        agent=agent,
        task=task,
        trial=trial,
        status=found,
        reward=float(passed),
        category="search" if int(task) % 2 else "cart",
        hashes=Hashes(task=task, checks=task),
    )


def run(passed: Mapping[str, Sequence[bool]]) -> list[Result]:
    """A run: for each agent, what came of each task."""
    return [result(agent, str(task), one) for agent, tasks in passed.items() for task, one in enumerate(tasks)]


WEAK, MIDDLE, STRONG = [True] * 2 + [False] * 8, [True] * 5 + [False] * 5, [True] * 8 + [False] * 2


def test_a_twin_in_which_all_is_the_same() -> None:
    results = run({"weak": WEAK, "middle": MIDDLE, "strong": STRONG})
    found = behaviour_of(results, results)
    assert found.tasks == 10
    assert [(one.agent, one.source.value, one.agreement) for one in found.agents] == [
        ("middle", 0.5, 1.0),
        ("strong", 0.8, 1.0),
        ("weak", 0.2, 1.0),
    ]
    assert found.by_agent.points == 3
    assert found.by_agent.pearson == found.by_agent.spearman == 1
    assert (found.by_agent.low, found.by_agent.high) == (1, 1)
    assert found.by_agent_and_category.points == 6
    assert [(one.agent, one.category, one.tasks, one.source) for one in found.categories][:2] == [
        ("middle", "cart", 5, 0.6),
        ("strong", "cart", 5, 0.8),
    ]
    assert not found.differences
    assert found.left_out == 0


def test_a_twin_that_turns_everything_round() -> None:
    source = run({"weak": WEAK, "middle": MIDDLE, "strong": STRONG})
    twin = run({"weak": STRONG, "middle": MIDDLE, "strong": WEAK})
    found = behaviour_of(source, twin)
    assert found.by_agent.pearson == pytest.approx(-1)
    assert found.agents[2].agreement == pytest.approx(0.4)
    assert {one.agent for one in found.differences} == {"weak", "strong"}
    assert len(found.differences) == 12
    assert (found.differences[0].source, found.differences[0].twin) == (1, 0)


def test_two_agents_or_agents_alike_have_no_correlation() -> None:
    two = run({"weak": WEAK, "strong": STRONG})
    assert behaviour_of(two, two).by_agent.pearson is None
    alike = run({"a": MIDDLE, "b": MIDDLE, "c": MIDDLE})
    assert behaviour_of(alike, alike).by_agent.pearson is None


def test_only_what_both_have_counts_and_faults_of_others_drop_out() -> None:
    source = [*run({"a": [True, False, True], "only": [True]}), result("a", "7", True)]
    twin = [
        *run({"a": [True, True]}),
        result("a", "2", False, status=Status.INFRA_ERROR),
        result("a", "2", True, trial=1),
    ]
    found = behaviour_of(source, twin)
    assert found.tasks == 3
    assert [one.agent for one in found.agents] == ["a"]
    assert found.agents[0].twin.value == 1
    assert found.agents[0].agreement == pytest.approx(2 / 3, abs=1e-6)


def test_runs_that_share_nothing_are_refused() -> None:
    with pytest.raises(RunError, match="share no agent: a and b"):
        behaviour_of(run({"a": [True]}), run({"b": [True]}))
    with pytest.raises(RunError, match="share no task"):
        behaviour_of([result("a", "1", True)], [result("a", "2", True)])


def test_run_folders_are_read(tmp_path: Path) -> None:
    results = run({"weak": WEAK, "middle": MIDDLE, "strong": STRONG})
    folders = [RunFolder(tmp_path / name) for name in ("source", "twin")]
    for folder in folders:
        folder.path.mkdir()
        for one in results:
            folder.append(one)
    assert compare_behaviour(folders[:1], folders[1:]) == behaviour_of(results, results)


def test_runs_of_several_agents_are_taken_together_and_a_trial_counts_once(tmp_path: Path) -> None:
    results = run({"weak": WEAK, "middle": MIDDLE, "strong": STRONG})
    folders = [RunFolder(tmp_path / name) for name in ("weak", "others", "twin")]
    for folder in folders:
        folder.path.mkdir()
    for one in results:
        folders[0 if one.agent == "weak" else 1].append(one)
        folders[2].append(one)
    assert compare_behaviour(folders[:2], folders[2:]) == behaviour_of(results, results)
    with pytest.raises(RunError, match="in another of these runs too"):
        compare_behaviour(folders, folders[2:])


def test_a_folder_that_is_no_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing"):
        compare_behaviour([RunFolder(tmp_path / "nothing")], [RunFolder(tmp_path)])


@settings(max_examples=15)
@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=6, max_size=6))
def test_bounds_and_the_same_twice(rows: list[list[bool]]) -> None:
    source = run(dict(zip("abc", rows[:3], strict=True)))
    twin = run(dict(zip("abc", rows[3:], strict=True)))
    found = behaviour_of(source, twin)
    assert found == behaviour_of(list(reversed(source)), list(reversed(twin)))
    for one in (found.by_agent, found.by_agent_and_category):
        if one.pearson is not None:
            assert -1 <= one.pearson <= 1
        if one.low is not None and one.high is not None:
            assert -1 <= one.low <= one.high <= 1


def test_a_report_tells_rates_points_and_tasks_that_differ(tmp_path: Path) -> None:
    source = run({"weak": WEAK, "<b>middle</b>": MIDDLE, "strong": STRONG})
    twin = run({"weak": MIDDLE, "<b>middle</b>": MIDDLE, "strong": STRONG})
    found = behaviour_of(source, twin)
    page = write_behaviour_report(found, ("runs/source", "runs/twin"), tmp_path / "out")
    text = page.read_text("utf-8")
    assert "<b>middle</b>" not in text
    assert text.count("<circle") == 3 * 2 + 3 * 2
    assert text.count('<td class="mono">') == len(found.differences) == 3
    assert Behaviour.model_validate_json((tmp_path / "out" / "comparison.json").read_bytes()) == found
    again = write_behaviour_report(found, ("runs/source", "runs/twin"), tmp_path / "again")
    assert again.read_bytes() == page.read_bytes()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(ArenaError, match="no comparison"):
        write_behaviour_report(found, ("a", "b"), tmp_path / "mine")
    assert (tmp_path / "mine" / "notes.txt").read_text() == "mine"
