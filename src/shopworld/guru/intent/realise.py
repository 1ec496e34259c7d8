"""Putting requirements that are fixed into words. Replaceable: anything that is a `Realiser` may do it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

from shopworld.guru.intent.expression import Expression
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.partition import Partition
from shopworld.guru.intent.realise_clarification import realise_clarification
from shopworld.guru.intent.realise_persona import realise_persona
from shopworld.guru.intent.realise_query import realise_query
from shopworld.guru.intent.sampling import Intent
from shopworld.guru.intent.things import ProductNoun
from shopworld.guru.intent.wording import wording


@dataclass(frozen=True, slots=True)
class Brief:
    """What is to be said, all of it fixed.

    Attributes:
        intent: the manner.
        thing: what is wanted.
        partition: requirements by source.
        beside: requirements of the query that only sentences of their own can say: budget, opinions.
    """

    intent: Intent
    thing: ProductNoun
    partition: Partition
    beside: tuple[RubricFeature, ...]

    @property
    def features(self) -> tuple[RubricFeature, ...]:
        """All requirements."""
        return (*self.partition.query, *self.beside, *self.partition.persona, *self.partition.clarification)


@dataclass(frozen=True, slots=True)
class SlotAnswer:
    """What the shopper says when asked about one requirement."""

    expression: Expression
    topics: tuple[str, ...]
    response: str


@dataclass(frozen=True, slots=True)
class SampleWording:
    """The words of a sample.

    Attributes:
        query: the whole query.
        said: the requirements of the query.
        profile: the whole profile but for the user's id.
        stated: the requirements of the profile.
        answers: to questions.
        otherwise: to questions about anything else.
    """

    query: str
    said: tuple[Expression, ...]
    profile: dict[str, Any]
    stated: tuple[Expression, ...]
    answers: tuple[SlotAnswer, ...]
    otherwise: str


class Realiser(Protocol):
    """Puts a brief into words. It may phrase, and never changes what is required."""

    def __call__(self, brief: Brief, generator: random.Random) -> SampleWording:
        """The words of a sample.

        Args:
            brief: what is to be said.
            generator: of all choices.
        """


def realise(brief: Brief, generator: random.Random) -> SampleWording:
    """The realiser without a language model: templates, phrases and paraphrases, varied by the generator."""
    query, said = realise_query(
        brief.intent, brief.thing, (*brief.partition.query, *brief.beside), brief.partition.implicit, generator
    )
    profile, stated = realise_persona(brief.partition.persona, brief.features, generator)
    answers = tuple(
        SlotAnswer(expression, topics, response)
        for expression, topics, response in realise_clarification(brief.thing, brief.partition.clarification, generator)
    )
    return SampleWording(query, said, profile, stated, answers, generator.choice(wording()["answer"]["otherwise"]))
