"""Drafts of one family as they are taken: about new subjects first, of a wanted level of difficulty where asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from shopworld.guru.comparison.difficulty import LEVELS, Gauge, Level, level_of
from shopworld.guru.comparison.draft import ComparisonDraft
from shopworld.guru.comparison.likeness import MOST_ALIKE, SaidTexts
from shopworld.tasks import DifficultyFactors

_PATIENCE = 200
"""Drafts without anything new after which old subjects are taken."""
_SEARCH = 150
"""Drafts that are looked at for one of a wanted level."""


def distinct(drafts: Iterator[ComparisonDraft], taken: set[str]) -> Iterator[ComparisonDraft]:
    """Drafts about subjects that no task has yet; those about others come when nothing new has come for long.

    No text comes twice. A supply that only repeats itself ends.

    Args:
        drafts: of one family.
        taken: subjects of the suite's tasks so far; whoever takes a draft adds its subjects.
    """
    texts: set[str] = set()
    given: set[str] = set()
    waiting: list[ComparisonDraft] = []
    repeats = 0
    for draft in drafts:
        if draft.text not in texts and taken.isdisjoint(draft.subjects) and given.isdisjoint(draft.subjects):
            repeats = 0
            texts.add(draft.text)
            given.update(draft.subjects)
            yield draft
            continue
        waiting.append(draft)
        repeats += 1
        if repeats == _PATIENCE:
            break
    repeats = 0
    for draft in chain(waiting, drafts):
        repeats += 1
        if draft.text not in texts:
            repeats = 0
            texts.add(draft.text)
            yield draft
        elif repeats > 2 * _PATIENCE:
            return


@dataclass(frozen=True, slots=True)
class MeasuredDraft:
    """A draft with what makes it hard."""

    draft: ComparisonDraft
    factors: DifficultyFactors
    level: Level


class Supply:
    """The drafts of a family, measured.

    Args:
        drafts: of the family.
        taken: subjects of the suite's tasks so far; those of the drafts that are taken are added.
        gauge: measures drafts.
        said: texts of the suite's tasks so far; what is taken is said unlike them.
    """

    def __init__(self, drafts: Iterator[ComparisonDraft], taken: set[str], gauge: Gauge, said: SaidTexts) -> None:
        self._drafts = self._unlike_others(distinct(drafts, taken))
        self._taken = taken
        self._gauge = gauge
        self._said = said
        self._kept: dict[Level, deque[MeasuredDraft]] = {level: deque() for level in LEVELS}

    def take(self, levels: Sequence[Level] = ()) -> MeasuredDraft | None:
        """The next draft; None where there is no more.

        Args:
            levels: wanted, the dearest requirement first; where a level is not found in reasonable time, the next one
                counts. Without any, drafts come as they are.
        """
        if not levels:
            draft = next(self._drafts, None)
            return self._took(self._measured(draft)) if draft is not None else None
        self._look_for(levels[0])
        for level in (*levels, *LEVELS):
            if self._kept[level]:
                return self._took(self._kept[level].popleft())
        return None

    def _look_for(self, level: Level) -> None:
        for _ in range(_SEARCH):
            if self._kept[level]:
                return
            draft = next(self._drafts, None)
            if draft is None:
                return
            found = self._measured(draft)
            self._kept[found.level].append(found)

    def _measured(self, draft: ComparisonDraft) -> MeasuredDraft:
        factors = self._gauge.factors(draft)
        return MeasuredDraft(draft, factors, level_of(factors))

    def _took(self, found: MeasuredDraft) -> MeasuredDraft:
        text, _ = self._said.pick(found.draft.ways or (found.draft.text,))
        self._said.add(text)
        self._taken.update(found.draft.subjects)
        return replace(found, draft=replace(found.draft, text=text, ways=()))

    def _unlike_others(self, drafts: Iterator[ComparisonDraft]) -> Iterator[ComparisonDraft]:
        """Drafts that can be said unlike the texts so far, then, where there is no other, those that cannot."""
        alike = []
        for draft in drafts:
            if self._said.pick(draft.ways or (draft.text,))[1] <= MOST_ALIKE:
                yield draft
            else:
                alike.append(draft)
        yield from alike
