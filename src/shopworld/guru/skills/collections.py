"""Going to a collection, and narrowing it by a filter that its page shows (ShopGym, section 2.2.2)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shopworld.catalog.query import Category
from shopworld.guru.skills.discovery import CART_ONLY
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import Facet, ShopSight
from shopworld.tasks import Cart, FilterChoice, ListingUsed

_SMALLEST_TO_BROWSE, _SMALLEST_TO_FILTER = 3, 5
_NEAR_MISSES = 4
_PREFERRED = (
    "attribute.colour",
    "attribute.size",
    "attribute.format",
    "attribute.material",
    "attribute.style",
    "attribute.design",
    "brand",
    "attribute.type",
)
"""Filters in the paper's order; others follow."""
_BROWSE = (
    "Go to the collection “{name}” of this shop and put one piece of any product in it into your cart; any variant "
    "will do.",
    "Have a look at the collection “{name}”. Choose a product from it that you like, and add one piece to the cart.",
    "Open “{name}” from the shop's navigation. Any product there will do: add one piece of one of them to the cart.",
)
_FILTER = (
    "Go to the collection “{name}” and use its filter “{label}” to show only “{value}”. Put one piece of any product "
    "that is left into your cart, in any variant.",
    "In the collection “{name}”, set the filter {label} to {value}. Then add one piece of one of the products shown to "
    "the cart; any variant will do.",
)
_STOP = " Do not go to the checkout."


def browse(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks that lead to a collection."""
    for category in _shuffled(sight, generator):
        held = sight.held(category)
        if len(held) < _SMALLEST_TO_BROWSE:
            continue
        slugs = {one.slug for one in held}
        others = [one for one in sight.goods if one.slug not in slugs]
        pattern = generator.randrange(len(_BROWSE))
        yield SkillDraft(
            _BROWSE[pattern].format(name=category.name) + _STOP,
            (ListingUsed(shop=sight.id, category=category.path), Cart(groups=(sight.group(held),)), *CART_ONLY),
            tuple((sight.address(one),) for one in others[:_NEAR_MISSES]),
            f"browse_{pattern + 1}",
        )


def narrow(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks that use a filter of a collection; collections take turns with filters of another name."""
    for category, facet, (value, printed) in feasible_filters(sight, generator):
        chosen = sight.chosen(category, facet.field, value)
        slugs = {one.slug for one in chosen}
        others = [one for one in sight.held(category) if one.slug not in slugs]
        if not chosen or not others:
            continue  # the filter would change nothing
        pattern = generator.randrange(len(_FILTER))
        yield SkillDraft(
            _FILTER[pattern].format(name=category.name, label=facet.label, value=printed) + _STOP,
            (
                ListingUsed(
                    shop=sight.id,
                    category=category.path,
                    filters=(FilterChoice(field=facet.field, values=(value,)),),
                ),
                Cart(groups=(sight.group(chosen),)),
                *CART_ONLY,
            ),
            tuple((sight.address(one),) for one in others[:_NEAR_MISSES]),
            f"filter_{pattern + 1}",
        )


def feasible_filters(
    sight: ShopSight, generator: random.Random, *, smallest: int = _SMALLEST_TO_FILTER
) -> Iterator[tuple[Category, Facet, tuple[str, str]]]:
    """A filter that each collection's page shows, with one of the values shown, the paper's filters first."""
    for category in _shuffled(sight, generator):
        if len(sight.held(category)) < smallest:
            continue
        facets = sorted(sight.facets(category), key=_rank)
        found = next((one for one in facets if one.field.startswith("attribute.") or one.field == "brand"), None)
        if found is not None:
            yield category, found, generator.choice(found.values)


def _rank(facet: Facet) -> int:
    return _PREFERRED.index(facet.field) if facet.field in _PREFERRED else len(_PREFERRED)


def _shuffled(sight: ShopSight, generator: random.Random) -> list[Category]:
    order = list(sight.collections)
    generator.shuffle(order)
    return order
