"""How hard a comparison task is, by what can be counted in the mall: factors, and a level computed from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from shopworld.catalog.model import Offer
from shopworld.catalog.query import OfferQuery
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement
from shopworld.guru.comparison.market import Market
from shopworld.guru.facts import title_words
from shopworld.mall import Mall
from shopworld.shop.browsing.listing_request import ListingRules
from shopworld.tasks import Constraint, DifficultyFactors

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
_MEDIUM_FROM, _HARD_FROM = 2, 4
_SEEN_ANYWHERE = frozenset({"kind", "title", "address", "product", "price"})
"""What every listing shows."""
_RESEMBLANCE = 0.5


def points(factors: DifficultyFactors) -> int:
    """Points for difficulty, 0 to 7.

    One for two shops, two for three or more; one for three near duplicates, two for eight or more; one for a
    requirement that listings do not show; one for answers on the second page of a listing, two for deeper ones.
    """
    return (
        (factors.shops >= 2)
        + (factors.shops >= 3)
        + (factors.near_duplicates >= 3)
        + (factors.near_duplicates >= 8)
        + factors.page_only
        + (factors.pages_deep >= 2)
        + (factors.pages_deep >= 3)
    )


def level_of(factors: DifficultyFactors) -> Level:
    """`easy` below 2 points, `medium` with 2 or 3, `hard` from 4 on."""
    reached = points(factors)
    return "hard" if reached >= _HARD_FROM else "medium" if reached >= _MEDIUM_FROM else "easy"


class Gauge:
    """Measures drafts in a mall.

    Args:
        mall: that they are for.
        market: what it sells.
    """

    def __init__(self, mall: Mall, market: Market) -> None:
        self._catalog = mall.catalog
        self._market = market
        self._rules: Mapping[str, ListingRules] = {
            one.identity.id: mall.storefronts[one.identity.id].shop.listing_rules for one in mall.shops
        }
        self._pages: dict[tuple[str, tuple[str, ...]], dict[str, int]] = {}

    def factors(self, draft: ComparisonDraft) -> DifficultyFactors:
        """What makes a draft hard, over all that it wants. What is given by its address need not be looked for."""
        sought = [
            requirement
            for requirement in draft.requirements
            if not any(one.attribute == "address" for one in requirement.constraints)
        ]
        return DifficultyFactors(
            shops=len(
                {offer.shop_id for requirement in draft.requirements for offer in requirement.settlement.fitting}
            ),
            near_duplicates=sum(self._near_duplicates(requirement) for requirement in sought),
            page_only=any(self._is_on_page_only(requirement) for requirement in sought),
            pages_deep=max(
                (self._depth(offer) for requirement in sought for offer in requirement.settlement.answers), default=1
            ),
        )

    def _near_duplicates(self, requirement: OfferRequirement) -> int:
        answers = {offer.id for offer in requirement.settlement.answers}
        titles = {frozenset(title_words(offer.title)) for offer in requirement.settlement.answers}
        others = [
            offer for offer in self._market.offers(requirement.settlement.answers[0].kind) if offer.id not in answers
        ]
        return sum(_resembles(frozenset(title_words(offer.title)), titles) for offer in others)

    def _is_on_page_only(self, requirement: OfferRequirement) -> bool:
        asked = [one for one in requirement.constraints if one.attribute not in _SEEN_ANYWHERE]
        return any(not self._is_listed(offer, one) for offer in requirement.settlement.answers for one in asked)

    def _is_listed(self, offer: Offer, constraint: Constraint) -> bool:
        """Whether a listing shows what is asked for: by a filter, or by the offer's title."""
        name = constraint.attribute
        filters = self._rules[offer.shop_id].filters
        if name in filters or f"attribute.{name}" in filters:
            return True
        if name == "brand":
            return bool(offer.brand) and set(title_words(offer.brand or "")) <= set(title_words(offer.title))
        stated = self._market.stated(offer).attributes.get(name)
        if stated is None or isinstance(stated.value, bool):
            return False
        said = set(title_words(offer.title))
        return all(any(set(title_words(form)) <= said for form in forms) for forms in _ways_to_write(stated.value))

    def _depth(self, offer: Offer) -> int:
        """The page that the offer stands on, in that of its categories where it comes first."""
        paths = offer.categories or ((),)
        return min(self._page(offer, path) for path in paths)

    def _page(self, offer: Offer, path: tuple[str, ...]) -> int:
        """Page of a listing from 1; listings are read page by page until the offer is found."""
        rules = self._rules[offer.shop_id]
        known = self._pages.setdefault((offer.shop_id, path), {})
        size = rules.page_size
        while offer.id not in known and len(known) % size == 0:
            query = OfferQuery(shop_id=offer.shop_id, category=path, sort=rules.sorts[0], offset=len(known), limit=size)
            shown = self._catalog.search(query).offers
            if not shown:
                break
            known.update({one.id: len(known) // size + 1 for one in shown})
        return known.get(offer.id, 1)


def _resembles(words: frozenset[str], titles: Iterable[frozenset[str]]) -> bool:
    return any(len(words & title) >= _RESEMBLANCE * len(words | title) for title in titles)


def _ways_to_write(value: str | float | tuple[str, ...]) -> list[tuple[str, ...]]:
    """For each part of a value, the ways in which a title may write it: numbers in their unit or a thousandth."""
    if isinstance(value, tuple):
        return [(one,) for one in value]
    if isinstance(value, str):
        return [(value,)]
    return [(f"{value:g}", f"{value / 1000:g}")]
