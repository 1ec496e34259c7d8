"""What people see of a run while it goes on."""

from __future__ import annotations

import io

from rich.console import Console

from shopworld.evaluation.records import Hashes, Result, Status, TrialKey
from shopworld.evaluation.running.progress import RunProgress
from shopworld.evaluation.running.terms import Assignment


def result(agent: str, trial: int, status: Status) -> Result:
    return Result(agent=agent, task="t", trial=trial, status=status, reward=0.0, hashes=Hashes(task="t", checks="c"))


def test_each_agent_has_a_line_that_counts_what_was_there_too() -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, color_system=None, width=120)
    done = [result("one", 0, Status.PASSED), result("two", 0, Status.GRADER_ERROR)]
    with RunProgress(console, ("one", "two"), 4, done) as progress:
        progress.finished(result("one", 1, Status.PASSED))
        progress.finished(result("one", 2, Status.FAILED))
        progress.finished(result("two", 1, Status.INFRA_ERROR))
        progress.retried(Assignment(TrialKey(agent="two", task="t", trial=2)), "[browser] gone\nand more")
    shown = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    one, two = (next(line for line in reversed(shown) if f" {name} " in line) for name in ("one", "two"))
    assert "3/4 2 passed 0:" in one
    assert "2/4 0 passed 2 errors 0:" in two
    assert any(line.endswith("again: two, t: [browser] gone") for line in shown)


def test_where_there_is_no_terminal_only_faults_are_told() -> None:
    told = io.StringIO()
    with RunProgress(Console(file=told, width=120), ("one",), 4, ()) as progress:
        progress.finished(result("one", 1, Status.PASSED))
        progress.retried(Assignment(TrialKey(agent="one", task="t", trial=2)), "")
    assert told.getvalue() == "again: one, t: \n"


def test_what_agents_say_is_text_and_no_order_to_the_terminal() -> None:
    screen = io.StringIO()
    hostile = "\x1b]0;owned\x07\x9b2J\r\x1b[1A[bold]{}\u202e"
    with RunProgress(Console(file=screen, width=300), ("one",), 4, ()) as progress:
        refused = (hostile.format("a\nrefused: another"),)
        progress.finished(result("one", 1, Status.FAILED).model_copy(update={"refused": refused}))
        progress.retried(Assignment(TrialKey(agent="one", task="t", trial=2)), hostile.format("why"))
    told = screen.getvalue().splitlines()
    assert told[0] == r"refused: one: \x1b]0;owned\x07\x9b2J \x1b[1A[bold]a refused: another\u202e"
    assert told[1] == r"again: one, t: \x1b]0;owned\x07\x9b2J"
