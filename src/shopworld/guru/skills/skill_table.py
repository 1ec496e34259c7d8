"""The six skills by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from shopworld.guru.skills import collections, discovery, information
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight

Generator = Callable[[ShopSight, random.Random], Iterator[SkillDraft]]
"""Makes tasks of one category in a shop, until it has no more material."""

SKILLS: Mapping[str, Generator] = {
    "search_exact": discovery.exact,
    "search_substitute": discovery.substitute,
    "browse": collections.browse,
    "filter": collections.narrow,
    "shipping": information.shipping,
    "returns": information.returns,
}
"""Category to generator."""
