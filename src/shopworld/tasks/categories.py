"""Task categories with their sets: WebMall's eleven, DeepShop's five domains, ShopGym's skills and journeys."""

from __future__ import annotations

from typing import Final

from shopworld.catalog import DOMAINS

TASK_SETS: Final[dict[str, str]] = {
    "find_specific_product": "basic",
    "find_cheapest_offer": "basic",
    "products_fulfilling_specific_requirements": "basic",
    "add_to_cart": "basic",
    "checkout": "basic",
    "cheapest_offer_specific_requirements": "advanced",
    "products_satisfying_vague_requirements": "advanced",
    "cheapest_offer_vague_requirements": "advanced",
    "find_substitutes": "advanced",
    "find_compatible_products": "advanced",
    "end_to_end": "advanced",
}
"""Category to task set, in the paper's order."""

EVOLVED: Final = "evolved"
"""Task set of evolved queries."""

SHORT_HORIZON: Final = "easy_short_horizon"
LONG_HORIZON: Final = "hard_long_horizon"
"""ShopGym's two bundles."""

SKILLS: Final = ("search_exact", "search_substitute", "browse", "filter", "shipping", "returns")
"""ShopGym's short-horizon skills."""

PICTURE: Final = "picture"
"""Category of tasks whose answer stands in the pictures alone (ours)."""

JOURNEY: Final = "journey"
"""Category of long-horizon tasks."""

KNOWN_SETS: Final[dict[str, str]] = (
    TASK_SETS
    | dict.fromkeys(DOMAINS, EVOLVED)
    | dict.fromkeys((*SKILLS, PICTURE), SHORT_HORIZON)
    | {JOURNEY: LONG_HORIZON}
)
"""Category to task set, for all tasks in malls: the category of an evolved query is its domain."""
