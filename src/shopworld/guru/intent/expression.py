"""One requirement in words: what the sources say of it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import filled, phrases
from shopworld.guru.intent.wording import voucher_text, wording
from shopworld.tasks.rubrics import BudgetMatch, NegativeAttribute, ReviewOpinion

_PROFILE = {"price": "under {}", "average_rating": "at least {} stars", "rating_count": "at least {} ratings"}
_ASPECTS = {
    "noise": "noise level",
    "setup": "ease of setup",
    "smudging": "absence of smudging",
    "heat": "absence of heat",
    "cleaning": "ease of cleaning",
}
"""Names of aspects that need a word more."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A feature with its words.

    Attributes:
        feature: the requirement.
        surface: the words, as they stand in the source.
        implicit: whether they paraphrase the value.
    """

    feature: RubricFeature
    surface: str
    implicit: bool = False


def in_words(feature: RubricFeature, generator: random.Random, *, implicit: bool = False) -> Expression:
    """What stands behind the thing in a query or an answer; of opinions and budgets the heart of a sentence."""
    rubric = feature.rubric
    match rubric:
        case ReviewOpinion():
            verb = generator.choice(wording()["opinion"]["verbs"])
            return Expression(feature, verb.format(aspect=_ASPECTS.get(rubric.aspect, rubric.aspect)))
        case BudgetMatch() if rubric.voucher is not None:
            return Expression(feature, voucher_text(rubric.voucher, generator))
        case NegativeAttribute():
            template = generator.choice(phrases()[rubric.attribute].unwanted(feature.text))
            return Expression(feature, filled(template, feature.text))
    if implicit:
        return Expression(feature, generator.choice(feature.paraphrases), implicit=True)
    return Expression(feature, filled(generator.choice(phrases()[feature.name].wanted(feature.text)), feature.text))


def in_profile(feature: RubricFeature) -> Expression:
    """As the profile's requirements say it."""
    return Expression(feature, _PROFILE.get(feature.name, "{}").format(feature.text))
