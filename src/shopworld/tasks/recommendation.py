"""What a recommendation is as an event, the end of an episode in the tool sandbox, and the product that it names."""

from __future__ import annotations

from shopworld.catalog import Catalog, Offer
from shopworld.episode import Payload


class ProductRecommended(Payload, kind="product_recommended"):
    """The agent recommended a product; an unknown id is kept as it was given."""

    product_id: str
    reasoning: str = ""


def find_product(catalog: Catalog, product_id: str) -> Offer | None:
    """The product with that id, whatever space stands around it; None if there is none."""
    offers = catalog.offers_of_product(product_id.strip())
    return offers[0] if offers else None
