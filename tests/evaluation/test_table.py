from __future__ import annotations

import io
import json

from rich.console import Console

from shopworld.evaluation.causes import cause_lines
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.running.progress import RunProgress
from shopworld.evaluation.sightings import Sighting
from shopworld.evaluation.table import result_summary, result_table, status_lines


def results() -> list[Result]:
    return [
        Result(
            agent=agent,
            task=f"task_{number}",
            trial=0,
            status=status,
            reward=float(status is Status.PASSED),
            set="basic" if number % 2 else "advanced",
            seconds=123.4,
            steps=50,
            hashes=Hashes(task="t", checks="c"),
        )
        for agent, status in (
            ("a_rather_long_module.name:AndItsAgentClass", Status.LIMIT),
            ("oracle", Status.PASSED),
        )
        for number in range(100)
    ]


def test_the_table_fits_eighty_columns_and_keeps_every_number() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(result_table(results(), ["a_rather_long_module.name:AndItsAgentClass", "oracle"]))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert sum("123.4" in line for line in lines) == 6
    assert any("oracle" in line and "100.0" in line for line in lines)


def test_the_agent_column_takes_what_the_others_leave() -> None:
    agents = ["a_rather_long_module.name:AndItsAgentClass", "oracle"]
    narrow, wide = (Console(width=width, file=io.StringIO()) for width in (80, 120))
    for console in (narrow, wide):
        console.print(result_table(results(), agents))
    shortened, whole = (one.file.getvalue().splitlines()[2].split()[0] for one in (narrow, wide))  # type: ignore[attr-defined]
    assert whole == agents[0]
    assert shortened.startswith("a_rather_long_mod")
    assert shortened.endswith("…")


def test_the_summary_is_json_without_nan() -> None:
    text = json.dumps(result_summary(results(), ["oracle", "absent"]), allow_nan=False)
    assert json.loads(text)["oracle"]["all"]["completion"] == 1.0
    assert json.loads(text)["absent"]["all"]["completion"] is None


def test_statuses_beside_passed_and_failed_are_told() -> None:
    agents = ["a_rather_long_module.name:AndItsAgentClass", "oracle"]
    assert status_lines(results(), agents) == [f"{agents[0]}: 100 limit"]


def test_an_error_cannot_pass_for_other_lines_or_command_the_terminal() -> None:
    failed = results()[0].model_copy(update={"error": "\x1b]0;owned\x07its last words\r\noracle: 100 passed"})
    assert status_lines([failed], [failed.agent])[1:] == [
        r"  task_0: \x1b]0;owned\x07its last words oracle: 100 passed"
    ]
    (line,) = cause_lines([failed], [failed.agent])
    assert line == rf"{failed.agent} failed by 1 × limit: \x1b]0;owned\x07its last words oracle"


def test_progress_is_silent_when_piped_and_counts_on_a_terminal() -> None:
    for terminal in (False, True):
        console = Console(file=io.StringIO(), force_terminal=terminal, width=100)
        with RunProgress(console, ["oracle"], 100, []) as progress:
            for result in results()[100:]:
                progress.finished(result)
        shown = console.file.getvalue()  # type: ignore[attr-defined]
        assert ("100 passed" in shown) == terminal
        assert bool(shown) == terminal


def test_who_passed_blindly_is_counted_in_a_column_of_its_own_and_for_machines() -> None:
    cheat, honest = (
        [one.model_copy(update={"sighting": sighting}) for one in results() if one.agent == "oracle"]
        for sighting in (Sighting.UNEXPLAINED, Sighting.SEEN)
    )
    for found, count in ((cheat, 100), (honest, 0), (results(), 0)):
        console = Console(width=80, file=io.StringIO())
        console.print(result_table(found, ["oracle"]))
        text = console.file.getvalue()  # type: ignore[attr-defined]
        assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
        assert ("blind" in text) == bool(count)
    told = [
        result_summary(found, ["oracle"])["oracle"]["all"]["without_evidence"] for found in (cheat, honest, results())
    ]
    assert told == [100, 0, None]
