"""One requirement in words: what the sources say of it."""

from __future__ import annotations

import random
from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum

from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import filled, phrases
from shopworld.guru.intent.wording import capital, claims, sayings, speech, voucher_text
from shopworld.tasks import BudgetMatch, NegativeAttribute, ReviewOpinion

_PROFILE = {"price": "under {}", "average_rating": "at least {} stars", "rating_count": "at least {} ratings"}


class Manner(StrEnum):
    """How an expression stands in a text."""

    PHRASE = "phrase"
    """Behind the thing: `made of wood`."""
    WORD = "word"
    """Before it: `wooden`, `black`."""
    SENTENCE = "sentence"
    """By itself."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A feature with its words.

    Attributes:
        feature: the requirement.
        surface: the words, as they stand in the source.
        manner: how they stand there.
        implicit: whether they tell the value without naming it.
    """

    feature: RubricFeature
    surface: str
    manner: Manner = Manner.PHRASE
    implicit: bool = False


def in_words(feature: RubricFeature, generator: random.Random, thing: str = "it") -> Expression:
    """What stands behind the thing in a query; of opinions and budgets the heart of a sentence.

    Args:
        feature: the requirement.
        generator: of the choice.
        thing: what claims of reviews call it.
    """
    rubric = feature.rubric
    match rubric:
        case ReviewOpinion():
            texts = claims().get(rubric.aspect) or (f"the {rubric.aspect} is good",)
            return Expression(feature, generator.choice(texts).replace("{it}", thing))
        case BudgetMatch() if rubric.voucher is not None:
            return Expression(feature, voucher_text(rubric.voucher, generator))
        case NegativeAttribute():
            template = generator.choice(phrases()[rubric.attribute].unwanted(feature.text))
            return Expression(feature, filled(template, feature.text))
    return Expression(feature, filled(generator.choice(phrases()[feature.name].wanted(feature.text)), feature.text))


def told(feature: RubricFeature, facts: Set[str], generator: random.Random, *, scene: float) -> Expression:
    """A value that is told without being named: by a scene of the life, or by what it is like.

    Args:
        feature: with scenes or paraphrases.
        facts: of the life.
        generator: of the choice.
        scene: how often it is a scene, where both are there.
    """
    there = [one for one in feature.scenes if one.fits(facts)]
    if there and (not feature.paraphrases or generator.random() < scene):
        return Expression(feature, generator.choice(there).text, Manner.SENTENCE, implicit=True)
    return Expression(feature, generator.choice(feature.paraphrases), implicit=True)


def in_sentence(feature: RubricFeature, generator: random.Random) -> Expression:
    """A requirement as a sentence of its own, without its full stop."""
    known = sayings().get(feature.name)
    if known is None:
        phrase = in_words(feature, generator).surface
        return Expression(feature, f"I want one {phrase}", Manner.SENTENCE)
    text = filled(generator.choice(known.says), feature.text)
    return Expression(feature, capital(text.removesuffix(".")), Manner.SENTENCE)


def in_answer(feature: RubricFeature, generator: random.Random) -> tuple[Expression, str]:
    """A requirement as an answer to a question, with a reason mostly: its words, and the whole answer."""
    said = in_sentence(feature, generator)
    known = sayings().get(feature.name)
    templates = speech()["answer"]
    reason = generator.choice(known.because) if known else ""
    template = generator.choice(templates["reasons"]) if reason else "{said}."
    answer = template.format(said=said.surface, because=reason, Because=capital(reason))
    return said, generator.choice(templates["openings"]) + answer


def in_profile(feature: RubricFeature) -> Expression:
    """As the profile's requirements say it."""
    return Expression(feature, _PROFILE.get(feature.name, "{}").format(feature.text))
