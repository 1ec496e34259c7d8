"""The profile: what the shopper requires, and a life from which nothing about the product follows."""

from __future__ import annotations

import random
from collections.abc import Sequence, Set
from typing import Any

from shopworld.catalog.stems import stems
from shopworld.guru.intent.expression import Expression, in_profile
from shopworld.guru.intent.features import RubricFeature, contains
from shopworld.guru.intent.naming import names_of
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.wording import persona_words

NOISE_SECTIONS = ("demographics", "lifestyle", "shopping_habits")
"""The only places for what is not required (EComAgentBench, D.2)."""
_HOBBIES = 3
_PERSONAL = {"target_audience": ("gender", "household"), "age_range": ("age_range", "household")}
"""Attributes that speak of the person: these fields stay empty then."""


def realise_persona(
    required: Sequence[RubricFeature], everything: Sequence[RubricFeature], generator: random.Random
) -> tuple[dict[str, Any], tuple[Expression, ...]]:
    """A profile without a user's id, and what it requires.

    Args:
        required: by the profile.
        everything: all requirements of the sample; nothing else in the profile may name one of them.
        generator: of the choice.
    """
    left_out = {field for one in everything for field in _PERSONAL.get(one.name, ())}
    names = [name for one in everything for name in names_of(one) if name]
    first_words = {name[0] for name in names}
    profile: dict[str, Any] = {}
    for section in NOISE_SECTIONS:
        profile[section] = {}
        for field, entries in persona_words()[section].items():
            harmless = [one for one in entries if not _names_any(stems(one), names, first_words)]
            if field in left_out or len(harmless) < _HOBBIES:
                continue
            some = generator.sample(harmless, _HOBBIES)
            profile[section][field] = some if field == "hobbies" else some[0]
    stated = tuple(in_profile(one) for one in required)
    profile["product_requirements"] = {phrases()[one.feature.name].key: one.surface for one in stated}
    return profile, stated


def _names_any(words: tuple[str, ...], names: Sequence[tuple[str, ...]], first_words: Set[str]) -> bool:
    """Whether one of the names stands in a text; most texts have not even the first word of one."""
    return not first_words.isdisjoint(words) and any(contains(words, name) for name in names)
