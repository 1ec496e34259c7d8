"""Putting requirements that are fixed into words. Replaceable: anything that is a `Realiser` may do it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

from shopworld.guru.intent.expression import Expression, in_answer
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.lives import Life, draw_life
from shopworld.guru.intent.partition import Partition
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.realise_persona import realise_persona
from shopworld.guru.intent.realise_query import realise_query
from shopworld.guru.intent.sampling import Intent
from shopworld.guru.intent.things import ProductNoun
from shopworld.guru.intent.wording import speech


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
        thing: what the query calls the thing; as the brief does, where it is empty.
    """

    query: str
    said: tuple[Expression, ...]
    profile: dict[str, Any]
    stated: tuple[Expression, ...]
    answers: tuple[SlotAnswer, ...]
    otherwise: str
    thing: str = ""


class Realiser(Protocol):
    """Puts a brief into words. It may phrase, and never changes what is required."""

    def __call__(self, brief: Brief, generator: random.Random) -> SampleWording:
        """The words of a sample.

        Args:
            brief: what is to be said.
            generator: of all choices.
        """


def realise(brief: Brief, generator: random.Random) -> SampleWording:
    """The realiser without a language model: a life, and what somebody who lives it would say."""
    life = _life_for(brief, generator)
    asked = (*brief.partition.query, *brief.beside)
    query, said, lower = realise_query(
        brief.intent, brief.thing, asked, brief.partition.implicit, life.facts, generator
    )
    profile, stated = realise_persona(life, brief.partition.persona, brief.features)
    answers = tuple(_answer(one, generator) for one in brief.partition.clarification)
    otherwise = generator.choice(speech()["answer"]["otherwise"])
    thing = brief.thing.spoken.lower() if lower else brief.thing.spoken
    return SampleWording(query, said, profile, stated, answers, otherwise, thing)


def _life_for(brief: Brief, generator: random.Random) -> Life:
    """A life in which the values that are only told can be told, where one of a few is such a life."""
    only_told = [one for one in brief.partition.query if one.name in brief.partition.implicit and one.scenes]
    ages = _ages(brief)
    for _ in range(_LIVES):
        life = draw_life(generator)
        if ages[0] <= life.age <= ages[1] and all(any(one.fits(life.facts) for one in f.scenes) for f in only_told):
            break
    return life


def _ages(brief: Brief) -> tuple[int, int]:
    """The ages at which somebody requires this for themselves."""
    values = {(one.name, one.text) for one in brief.features}
    return (_MATURE, _OLDEST) if ("skin_type", "mature") in values else (0, _OLDEST)


_LIVES = 40
_MATURE, _OLDEST = 45, 200


def _answer(feature: RubricFeature, generator: random.Random) -> SlotAnswer:
    expression, response = in_answer(feature, generator)
    return SlotAnswer(expression, phrases()[feature.name].topics, response)
