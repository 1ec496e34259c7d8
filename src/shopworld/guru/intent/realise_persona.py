"""The profile: what the shopper requires, and the life of somebody, from which nothing about the product follows."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from shopworld.catalog import stems
from shopworld.guru.intent.expression import Expression, in_profile
from shopworld.guru.intent.features import RubricFeature, contains
from shopworld.guru.intent.lives import Life
from shopworld.guru.intent.naming import names_of
from shopworld.guru.intent.phrases import phrases

NOISE_SECTIONS = ("demographics", "lifestyle", "shopping_habits")
"""The only places for what is not required (EComAgentBench, D.2)."""
_PERSONAL = {"target_audience": ("gender", "household"), "age_range": ("age_range", "household")}
"""Attributes that speak of the person: these fields stay empty then, for it may be for somebody else."""


def realise_persona(
    life: Life, required: Sequence[RubricFeature], everything: Sequence[RubricFeature]
) -> tuple[dict[str, Any], tuple[Expression, ...]]:
    """A profile without a user's id, and what it requires.

    Args:
        life: whose profile it is.
        required: by the profile.
        everything: all requirements of the sample; what else names one of them is left out of the profile.
    """
    left_out = {field for one in everything for field in _PERSONAL.get(one.name, ())}
    names = [name for one in everything for name in names_of(one) if name]
    first_words = {name[0] for name in names}
    profile: dict[str, Any] = {section: {} for section in NOISE_SECTIONS}
    for (section, field), text in life.fields.items():
        if field in left_out:
            continue
        entries = [text] if isinstance(text, str) else text
        harmless = [one for one in entries if not _names_any(stems(one), names, first_words)]
        if harmless:
            profile[section][field] = harmless[0] if isinstance(text, str) else harmless
    stated = tuple(in_profile(one) for one in required)
    profile["product_requirements"] = {phrases()[one.feature.name].key: one.surface for one in stated}
    return profile, stated


def _names_any(words: tuple[str, ...], names: Sequence[tuple[str, ...]], first_words: Set[str]) -> bool:
    """Whether one of the names stands in a text; most texts have not even the first word of one."""
    return not first_words.isdisjoint(words) and any(contains(words, name) for name in names)
