"""A query while it grows: what it asks for by aspect, and which offers that leaves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from shopworld.catalog import Sort
from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.tasks import Condition

Aspect = Literal["attribute", "filter", "sort"]


@dataclass(frozen=True, slots=True)
class EvolutionStep:
    """One step of complexity evolution.

    Attributes:
        aspect: attribute, filter or sort.
        topic: kind of constraint, e.g. `colour`, `rating`, `price_asc`; a query has each at most once.
        conditions: what it asks of offers; empty for a sort.
        sort: of a sort step.
        words: what the sentence is about: a phrase behind a noun, or a value.
        short: the same as part of a sub-query.
    """

    aspect: Aspect
    topic: str
    conditions: tuple[Condition, ...] = ()
    sort: Sort | None = None
    words: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A query after some rounds.

    Attributes:
        id: of the query before any round: `s07`, or `d07` for one that diversity evolution made from it.
        parent: the seed that a diverse query was made from; empty for seeds.
        shelf: offers of the thing that it asks for.
        thing: what that is called: `a yoga mat`.
        text: how it is said.
        given: what it asked for before the first round.
        steps: what the rounds added.
        history: what each round did, as `aspect:topic`, several joined by `+`.
    """

    id: str
    parent: str
    shelf: AskableOffers
    thing: str
    text: str
    given: tuple[EvolutionStep, ...] = ()
    steps: tuple[EvolutionStep, ...] = ()
    history: tuple[str, ...] = ()

    @property
    def requirements(self) -> tuple[EvolutionStep, ...]:
        """All that it asks for beside the thing."""
        return (*self.given, *self.steps)

    @property
    def round(self) -> int:
        """Rounds of evolution so far."""
        return len(self.history)

    @property
    def sort(self) -> Sort | None:
        """The sort it asks for."""
        return next((one.sort for one in self.requirements if one.sort is not None), None)

    def conditions(self, aspect: Aspect) -> tuple[Condition, ...]:
        """What it asks of offers in one aspect; the thing itself belongs to the attributes."""
        own = tuple(one for step in self.requirements if step.aspect == aspect for one in step.conditions)
        return (self.shelf.thing, *own) if aspect == "attribute" else own

    def part(self, aspect: Aspect) -> str | None:
        """The sub-query of an aspect in words; None where it has none."""
        texts = [step.short for step in self.requirements if step.aspect == aspect]
        if aspect == "attribute":
            texts.insert(0, self.thing)
        return "; ".join(texts) or None

    def count(self, aspect: Aspect) -> int:
        """How many requirements of an aspect it has, beside the thing."""
        return sum(step.aspect == aspect for step in self.requirements)

    def fitting(self, without: EvolutionStep | None = None) -> int:
        """Offers that meet its attributes and filters, as a set; one requirement may be left out."""
        conditions = (one for step in self.requirements if step is not without for one in step.conditions)
        return self.shelf.meeting(conditions)

    def answers(self, without: EvolutionStep | None = None) -> int:
        """Offers that answer it, as a set; one requirement may be left out."""
        sort = None if without is not None and without.sort is not None else self.sort
        return self.shelf.first(self.fitting(without), sort)

    def starting(self, given: tuple[EvolutionStep, ...]) -> Query:
        """The query with what it asks for before any round."""
        return replace(self, given=given)

    def saying(self, text: str) -> Query:
        """The query in other words."""
        return replace(self, text=text)

    def with_steps(
        self, steps: tuple[EvolutionStep, ...], *, instead: EvolutionStep | None = None, again: bool = False
    ) -> Query:
        """The query after one more round.

        Args:
            steps: what the round asks for.
            instead: what they take the place of.
            again: whether they belong to the round before.
        """
        did = "+".join(f"{one.aspect}:{one.topic}" for one in steps)
        history = (*self.history[:-1], f"{self.history[-1]}+{did}") if again else (*self.history, did)
        given = tuple(one for one in self.given if one is not instead)
        kept = tuple(one for one in self.steps if one is not instead)
        return replace(self, given=given, steps=(*kept, *steps), history=history)

    def needs_all(self) -> bool:
        """Whether each requirement matters: without it the answers are others."""
        now = self.answers()
        return all(self.answers(step) != now for step in self.requirements)

    def idle(self) -> int:
        """How many requirements do not matter: without them the answers are the same."""
        now = self.answers()
        return sum(self.answers(step) == now for step in self.requirements)
