"""Places of agents, and what the tests leave open of them."""

from __future__ import annotations

from shopworld.evaluation.measures.comparison import compare, corrected
from shopworld.evaluation.measures.ranking import ranking
from shopworld.evaluation.records import Hashes, Result, Status

TASKS = 40


def group(name: str, passed: range) -> tuple[str, list[Result]]:
    return name, [
        Result(
            agent=name,
            task=f"t{number}",
            trial=0,
            template=f"t{number}",
            status=Status.PASSED if number in passed else Status.FAILED,
            reward=float(number in passed),
            hashes=Hashes(task="", checks=""),
        )
        for number in range(TASKS)
    ]


def ranked(*groups: tuple[str, list[Result]]) -> dict[str, tuple[int, int, int]]:
    pairs = corrected(
        [compare(first, second) for at, (_, first) in enumerate(groups) for _, second in groups[at + 1 :]]
    )
    return {one.name: (one.place, one.best, one.worst) for one in ranking(groups, pairs)}


def test_agents_apart_have_places_of_their_own() -> None:
    found = ranked(group("none", range(0)), group("all", range(40)), group("half", range(20)))
    assert found == {"all": (1, 1, 1), "half": (2, 2, 2), "none": (3, 3, 3)}


def test_agents_alike_share_a_range() -> None:
    found = ranked(group("a", range(21)), group("b", range(20)), group("worst", range(0)))
    assert found == {"a": (1, 1, 2), "b": (2, 1, 2), "worst": (3, 3, 3)}


def test_equal_completion_is_one_place() -> None:
    found = ranked(group("a", range(20)), group("b", range(20)), group("c", range(20)))
    assert set(found.values()) == {(1, 1, 3)}


def test_many_pairs_widen_the_ranges() -> None:
    six = group("a", range(6)), group("b", range(0))
    assert ranked(*six) == {"a": (1, 1, 1), "b": (2, 2, 2)}  # p = 0.03 alone
    found = ranked(*six, group("c", range(0)), group("d", range(0)))
    assert found["a"] == (1, 1, 4)  # of six pairs, it is no finding


def test_nothing_is_ranked_without_trials_of_all() -> None:
    other = "other", [one.model_copy(update={"task": "else"}) for one in group("other", range(3))[1]]
    assert ranked(group("a", range(3)), other) == {}
    assert ranked(group("a", range(3))) == {}
