"""Offers made ready for the store and the index, so that the processes that read offers share the builder's work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import orjson

from shopworld.catalog.model import Offer
from shopworld.catalog.payload import record_json
from shopworld.catalog.search.index import draft_line
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


def prepare_offer(
    offer: Offer, specifications: Sequence[tuple[str, str]] | None = None, payload: bytes | None = None
) -> PreparedOffer:
    """Make an offer ready.

    Args:
        offer: as it is to be stored.
        specifications: its labels and texts, if the caller has them so.
        payload: its canonical JSON without id, shop and number, if the caller has it.
    """
    if specifications is None:
        specifications = [(one.label, one.text) for one in offer.specifications]
    return PreparedOffer(
        offer.shop_id,
        offer.product_id,
        offer.slug,
        offer.price,
        offer.brand,
        offer.categories,
        fold(offer.title),
        record_json(offer, without={"id", "shop_id", "number"}) if payload is None else payload,
        draft_line(offer, specifications),
    )
