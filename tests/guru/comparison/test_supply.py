"""Drafts as they are taken: new subjects first, levels where asked for."""

from __future__ import annotations

import itertools

from shopworld.guru.comparison.difficulty import Gauge
from shopworld.guru.comparison.draft import ComparisonDraft, RequiredAction
from shopworld.guru.comparison.likeness import Masker, SaidTexts
from shopworld.guru.comparison.supply import Supply, distinct
from shopworld.tasks import DifficultyFactors


def draft(text: str, *subjects: str) -> ComparisonDraft:
    """A draft that is nothing but its text and subjects."""
    return ComparisonDraft("t", text, (), RequiredAction.NAME, subjects)


class ByShops(Gauge):
    """Takes a draft's text for the number of its shops, and gives it as many near duplicates."""

    def __init__(self) -> None:
        pass

    def factors(self, draft: ComparisonDraft) -> DifficultyFactors:
        number = int(draft.text.split()[0])
        return DifficultyFactors(shops=number, near_duplicates=4 * (number - 1), pages_deep=1)


def supply(*texts: str) -> Supply:
    """A supply of drafts about different things."""
    return Supply(
        (draft(text, f"about {at}") for at, text in enumerate(texts)), set(), ByShops(), SaidTexts(Masker([]))
    )


def texts(of: Supply, *levels: str) -> list[str]:
    """What is taken, one draft for each list of levels."""
    found = [of.take([level] if level else []) for level in levels]  # type: ignore[list-item]
    return [one.draft.text if one else "" for one in found]


def test_drafts_about_taken_subjects_come_last() -> None:
    taken = {"a"}
    drafts = [draft("1", "a"), draft("2", "b"), draft("2", "c"), draft("3", "b"), draft("4", "d")]
    assert [one.text for one in distinct(iter(drafts), taken)] == ["2", "4", "1", "3"]


def test_a_supply_without_end_gives_repeated_subjects_in_the_end() -> None:
    endless = (draft(str(number), "a") for number in itertools.count())
    assert [one.text for one in itertools.islice(distinct(endless, set()), 3)] == ["0", "1", "2"]


def test_a_supply_that_only_repeats_itself_ends() -> None:
    endless = (draft(str(number % 3), "a") for number in itertools.count())
    assert sorted(one.text for one in distinct(endless, set())) == ["0", "1", "2"]


def test_subjects_are_taken_with_the_draft_and_not_before() -> None:
    taken: set[str] = set()
    one = Supply(iter([draft("1", "a"), draft("3", "b")]), taken, ByShops(), SaidTexts(Masker([])))
    found = one.take(["hard"])
    assert found is not None
    assert (found.draft.text, found.level, taken) == ("3", "hard", {"b"})


def test_levels_are_found_and_what_was_passed_over_is_kept() -> None:
    assert texts(supply("1", "2", "3", "1 too"), "hard", "easy", "", "") == ["3", "1", "1 too", ""]
    assert texts(supply("1", "2", "3", "1 too"), "hard", "easy", "easy", "easy") == ["3", "1", "1 too", "2"]


def test_without_levels_drafts_come_as_they_are() -> None:
    assert texts(supply("3", "1", "2"), "", "", "", "") == ["3", "1", "2", ""]


def test_where_a_level_is_missing_another_one_is_taken() -> None:
    assert texts(supply("1"), "hard", "hard") == ["1", ""]
