"""What an intent adds to a sample: exclusions, budgets, opinions, and features that its query must have."""

from __future__ import annotations

import random
from collections import Counter

from shopworld.catalog.attributes.matching import value_fits
from shopworld.catalog.model import Offer, Review
from shopworld.catalog.opinions import aspects, opinions_of
from shopworld.catalog.stems import stems
from shopworld.guru.intent.alternatives import Alternatives
from shopworld.guru.intent.budgets import make_budget
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import display_text
from shopworld.guru.intent.things import ProductNoun
from shopworld.tasks.rubrics import NegativeAttribute, ReviewOpinion

_USES = (
    *("recommended_uses", "specific_uses", "room_type", "indoor_outdoor", "compatible_devices", "target_audience"),
    *("age_range", "skin_type", "hair_type", "compatible_phone_models", "theme", "operating_system", "mounting_type"),
)
"""Attributes that tell of a situation."""
_OPINIONS = 2
_USUAL_OPINIONS = 3
"""Opinions are among the most frequent ones: those that other things of the kind get, too."""


def rating_names(generator: random.Random) -> tuple[str, ...]:
    """What a query about quality has: the rating, or the number of ratings, or both."""
    return generator.choice((("average_rating",), ("rating_count",), ("average_rating", "rating_count")))


def use_names(features: tuple[RubricFeature, ...], generator: random.Random) -> tuple[str, ...]:
    """What a query about a situation has; nothing where the product tells of none."""
    there = sorted({one.name for one in features if one.name in _USES}, key=_USES.index)
    return tuple(there[: generator.choice((1, 1, 2))])


def exclusions(
    offer: Offer, thing: ProductNoun, alternatives: Alternatives, generator: random.Random
) -> tuple[RubricFeature, ...]:
    """One or two values that the target states otherwise, and that several things of its kind have.

    Args:
        offer: the target.
        thing: what it is.
        alternatives: what else there is of its kind.
        generator: of the choice.
    """
    usual = alternatives.usual(thing)
    found: list[tuple[float, RubricFeature]] = []
    for attribute in offer.attributes:
        if isinstance(attribute.value, bool | float | int):
            continue
        stated = attribute.value
        plausible = [(value, count) for value, count in usual.get(attribute.name, ()) if _apart(value, stated)]
        if not plausible:
            continue
        value, count = plausible[min(len(plausible) - 1, int(generator.random() * 3))]
        rubric = NegativeAttribute(id="r", attribute=attribute.name, values=(value,))
        feature = RubricFeature(f"not {attribute.name}", rubric, display_text(attribute.name, value), in_title=False)
        found.append((generator.random() / count, feature))
    found.sort(key=lambda one: (one[0], one[1].name))
    return tuple(feature for _, feature in found[: generator.choice((1, 1, 2))])


def _apart(value: str, stated: str | tuple[str, ...]) -> bool:
    """Whether neither of two values is a narrower form of the other."""
    return not value_fits(stated, value) and not any(
        value_fits(value, one) for one in ((stated,) if isinstance(stated, str) else stated)
    )


def budget(offer: Offer, generator: random.Random) -> RubricFeature | None:
    """A voucher and a budget; None where the price is missing or tiny."""
    made = None if offer.price is None else make_budget(offer.price, generator)
    return None if made is None else RubricFeature("price", made, "", in_title=False)


def opinions(offer: Offer, reviews: tuple[Review, ...], generator: random.Random) -> tuple[RubricFeature, ...]:
    """Two things that reviewers praise, each about another aspect; nothing where there are not so many.

    Args:
        offer: the target, whose title does not name the aspects.
        reviews: of the target.
        generator: of the choice.
    """
    title = set(stems(offer.title))
    praised: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for review in reviews:
        for one in opinions_of(review):
            if one.positive and one.aspect in aspects() and title.isdisjoint(stems(one.aspect)):
                praised.setdefault(one.aspect, one.sentence)
                counts[one.aspect] += 1
    if len(praised) < _OPINIONS:
        return ()
    usual = sorted(praised, key=lambda aspect: (-counts[aspect], aspect))[:_USUAL_OPINIONS]
    chosen = generator.sample(usual, _OPINIONS)
    return tuple(
        RubricFeature(
            f"opinion on {aspect}",
            ReviewOpinion(id="r", aspect=aspect, positive=True, statement=praised[aspect]),
            aspect,
            in_title=False,
        )
        for aspect in chosen
    )
