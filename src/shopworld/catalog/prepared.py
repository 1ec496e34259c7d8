"""Offers made ready for the store and the index, so that the processes that read offers share the builder's work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import orjson

from shopworld.catalog.attributes import display_values
from shopworld.catalog.model import PICTURED, Offer
from shopworld.catalog.payload import record_json
from shopworld.catalog.search.index import draft_line, word_forms
from shopworld.catalog.search.words import fold


class PreparedOffer(NamedTuple):
    """An offer as the builder writes it, all but its id and number."""

    shop_id: str
    product_id: str
    slug: str
    price: int | None
    brand: str | None
    categories: tuple[tuple[str, ...], ...]
    folded_title: str
    """For the order of titles."""
    payload: bytes
    """The canonical JSON, without id, shop and number."""
    draft: bytes
    """Of its document (`draft_line`)."""

    def numbered_payload(self, offer_id: str, number: int) -> bytes:
        """The canonical JSON, whole."""
        start = orjson.dumps({"id": offer_id, "shop_id": self.shop_id, "number": number})
        return start[:-1] + b"," + self.payload[1:]


class OfferFacts(NamedTuple):
    """Attributes and specifications of an offer as the index takes them."""

    attributes: Mapping[str, Sequence[str]]
    """The display values of the attributes, by name."""
    forms: Sequence[Mapping[str, None]]
    """The words of attributes and specifications (`word_forms`)."""


def facts_of(offer: Offer) -> OfferFacts:
    """The facts of an offer."""
    attributes: dict[str, list[str]] = {}
    for one in offer.attributes:
        if one.name.startswith(PICTURED):
            continue
        attributes.setdefault(one.name, []).extend(display_values(one))
    forms = [word_forms(value) for values in attributes.values() for value in values]
    forms += [word_forms(row.label) | word_forms(row.text) for row in offer.specifications]
    return OfferFacts(attributes, forms)


def prepare_offer(offer: Offer) -> PreparedOffer:
    """Make an offer ready."""
    return prepared(offer, facts_of(offer), record_json(offer, without={"id", "shop_id", "number"}))


def prepared(offer: Offer, facts: OfferFacts, payload: bytes) -> PreparedOffer:
    """An offer of which the costly things are known.

    Args:
        offer: its attributes and specifications are not read.
        facts: they.
        payload: its canonical JSON without id, shop and number.
    """
    return PreparedOffer(
        offer.shop_id,
        offer.product_id,
        offer.slug,
        offer.price,
        offer.brand,
        offer.categories,
        fold(offer.title),
        payload,
        draft_line(offer, facts.attributes, facts.forms),
    )
