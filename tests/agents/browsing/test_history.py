"""The history is cut by rule, oldest first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.browsing.history import BLOCK, SHORT_THOUGHT, PastStep, cut_history


def past(count: int, *, thought: int = 400, memory: int = 50) -> list[PastStep]:
    return [PastStep(n, "t" * thought, f"click('{n}')", "m" * memory, "e" * 10) for n in range(1, count + 1)]


def test_what_fits_stays_whole() -> None:
    steps = past(5)
    assert cut_history(steps, 100_000).steps == tuple(steps)
    assert cut_history([], 10).steps == ()


def test_thoughts_are_shortened_first_then_only_notes_stay_then_steps_go() -> None:
    steps = past(40)
    short = cut_history(steps, 19_000)
    assert len(short.steps[0].thought) == SHORT_THOUGHT + 1
    assert short.steps[-1] == steps[-1]
    notes = cut_history(steps, 9_500)
    assert (notes.steps[0].thought, notes.steps[0].action, notes.steps[0].memory) == ("", "", "m" * 50)
    assert notes.left_out == 0
    gone = cut_history(steps, 6_000)
    assert gone.left_out in (BLOCK, 2 * BLOCK, 3 * BLOCK)
    assert gone.steps[-BLOCK:] == tuple(steps[-BLOCK:])


def test_without_notes_the_actions_stay() -> None:
    cut = cut_history(past(30, memory=0), 7_000)
    assert cut.steps[0].action == "click('1')"
    assert cut.steps[0].thought == ""


@given(st.integers(0, 60), st.integers(0, 500), st.integers(0, 200), st.integers(0, 40_000))
def test_the_last_steps_always_stay_and_numbers_go_on(count: int, thought: int, memory: int, limit: int) -> None:
    steps = past(count, thought=thought, memory=memory)
    cut = cut_history(steps, limit)
    assert [step.number for step in cut.steps] == list(range(cut.left_out + 1, count + 1))
    kept = min(count, BLOCK) if count % BLOCK == 0 else min(count, count % BLOCK)
    assert cut.steps[len(cut.steps) - kept :] == tuple(steps[count - kept :])
    if cut.left_out + BLOCK < count:
        assert sum(step.size for step in cut.steps) <= limit
