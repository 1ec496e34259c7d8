"""What the catalog says against the release's answers: listed for people, never repaired.

Only what can be computed without guessing is listed: offers with the very title of an answer, prices, and numbers in
the text that typed attributes speak to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from shopworld.catalog import Catalog, Offer, OfferQuery
from shopworld.money import DOT_DECIMAL, cents_of, with_plain_amounts
from shopworld.tasks.contact import fold
from shopworld.tasks.importers.webmall.offers import Resolved
from shopworld.tasks.importers.webmall.requirements import second_opinion
from shopworld.tasks.offers import offer_name

_CHEAPEST = re.compile(r"\bcheapest\b", re.IGNORECASE)
_EACH = re.compile(r"\beach\b|\band the cheapest\b", re.IGNORECASE)
_PRICE_BELOW = re.compile(r"price (?:below|under|of less than) ¤(\d+(?:\.\d+)?)", re.IGNORECASE)
_CANDIDATES = 40


def contradictions(
    category: str, text: str, answers: Sequence[Resolved], start_product: Resolved | None, catalog: Catalog
) -> list[str]:
    """What the catalog says against a task's answers, one line each.

    Args:
        category: ours.
        text: the task's own words.
        answers: the release's, resolved.
        start_product: the product that the task starts from.
        catalog: all shops' offers.
    """
    offers = [answer.offer for answer in answers if answer.offer is not None]
    found: list[str] = []
    if _CHEAPEST.search(text):
        found += _cheaper_twins(offers, catalog)
        if category not in ("end_to_end", "cheapest_offer_vague_requirements") and not _EACH.search(text):
            found += _unequal_prices(offers)
    elif re.search(r"\ball offers\b", text, re.IGNORECASE):
        found += _missing_twins(offers, catalog)
    found += second_opinion(text, offers, catalog)
    limit = _PRICE_BELOW.search(with_plain_amounts(text, DOT_DECIMAL))
    if limit is not None:
        found += _above(offers, cents_of(Decimal(limit[1])))
    if start_product is not None and start_product.offer is not None and category == "find_substitutes":
        found += _no_saving(offers, start_product.offer, same_product="alternative" not in text.lower())
    return found


def _twins(offer: Offer, catalog: Catalog) -> Iterable[Offer]:
    """Other offers with the same title, but for case and marks."""
    title = fold(offer.title)
    for other in catalog.search(OfferQuery(text=offer.title, limit=_CANDIDATES)).offers:
        if other.id != offer.id and fold(other.title) == title:
            yield other


def _cheaper_twins(offers: Sequence[Offer], catalog: Catalog) -> list[str]:
    return [
        f"{offer_name(twin)} has the title of the answer {offer_name(offer)} and costs {_price(twin)} "
        f"instead of {_price(offer)}"
        for offer in offers
        for twin in _twins(offer, catalog)
        if offer.price is not None and twin.in_stock and twin.price is not None and twin.price < offer.price
    ]


def _missing_twins(offers: Sequence[Offer], catalog: Catalog) -> list[str]:
    ids = {offer.id for offer in offers}
    return list(
        dict.fromkeys(
            f"{offer_name(twin)} has the title of the answer {offer_name(offer)} and is no answer"
            for offer in offers
            for twin in _twins(offer, catalog)
            if twin.id not in ids
        )
    )


def _unequal_prices(offers: Sequence[Offer]) -> list[str]:
    if len({offer.price for offer in offers}) <= 1:
        return []
    prices = ", ".join(f"{offer_name(offer)} {_price(offer)}" for offer in offers)
    return [f"the answers to one cheapest offer differ in price: {prices}"]


def _above(offers: Sequence[Offer], limit: int) -> list[str]:
    return [
        f"the answer {offer_name(offer)} costs {_price(offer)}, the text asks for less than {limit / 100:.2f}"
        for offer in offers
        if offer.price is not None and offer.price >= limit
    ]


def _no_saving(offers: Sequence[Offer], start: Offer, *, same_product: bool) -> list[str]:
    found = []
    for offer in offers:
        if offer.price is None or start.price is None or offer.id == start.id:
            continue
        if offer.price > start.price or (offer.price == start.price and not same_product):
            found.append(
                f"the answer {offer_name(offer)} costs {_price(offer)}, not less than {_price(start)} for the product "
                f"that the task starts from"
            )
    return found


def _price(offer: Offer) -> str:
    return "no price" if offer.price is None else f"{offer.price / 100:.2f}"
