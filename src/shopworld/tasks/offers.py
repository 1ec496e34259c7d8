"""Offers as tasks name them: by shop and slug, alone or in groups."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from shopworld.catalog import Offer


class OfferAddress(BaseModel):
    """An offer as tasks name it: by shop and slug; compared by shop and path, never by text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shop: str
    slug: str


Group = tuple[OfferAddress, ...]
"""Offers of which any one will do."""


def address_of(offer: Offer) -> OfferAddress:
    """An offer of a catalog as tasks name it."""
    return OfferAddress(shop=offer.shop_id, slug=offer.slug)


def name_of(address: OfferAddress) -> str:
    """An offer for people."""
    return f"{address.shop} /product/{address.slug}/"


def offer_name(offer: Offer) -> str:
    """An offer of a catalog for people."""
    return name_of(address_of(offer))


def names_of(addresses: Iterable[OfferAddress]) -> str:
    """Offers of which any one will do, for people."""
    return " or ".join(map(name_of, addresses))
