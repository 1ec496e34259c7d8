"""A query while it grows: what it asks for by aspect, and which offers that leaves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
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
        strict: whether its bound is left out: above 4 stars, under $50.
        met: the offers of the query's kind that meet it, one bit each, where that is known already.
    """

    aspect: Aspect
    topic: str
    conditions: tuple[Condition, ...] = ()
    sort: Sort | None = None
    words: str = ""
    short: str = ""
    strict: bool = False
    met: int | None = field(default=None, compare=False)


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
        history: what each round did, as `aspect:topic`.
        things: what several are called: `yoga mats`; empty where that is not known.
        place: what the shop is called that it is asked in; empty where there are several.
    """

    id: str
    parent: str
    shelf: AskableOffers
    thing: str
    text: str
    given: tuple[EvolutionStep, ...] = ()
    steps: tuple[EvolutionStep, ...] = ()
    history: tuple[str, ...] = ()
    things: str = ""
    place: str = ""

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
        left = self.shelf.everything
        for step in self.requirements:
            if step is not without:
                left &= self.met_by(step)
        return left

    def met_by(self, step: EvolutionStep) -> int:
        """Offers that meet one requirement, as a set."""
        return self.shelf.meeting(step.conditions) if step.met is None else step.met

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

    def with_step(self, step: EvolutionStep) -> Query:
        """The query after one more round.

        Args:
            step: what the round asks for.
        """
        return replace(self, steps=(*self.steps, step), history=(*self.history, f"{step.aspect}:{step.topic}"))

    def needs_all(self) -> bool:
        """Whether each requirement matters: without it the answers are others."""
        now = self.answers()
        return all(self.answers(step) != now for step in self.requirements)
