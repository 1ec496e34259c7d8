"""Backdrops for products that would look alike: a drawing stands before another one each time that a shop shows it."""

from __future__ import annotations

from collections import Counter

from shopworld.catalog import PICTURED, Attribute
from shopworld.pictures import BACKDROP, drawing_of
from shopworld.shop import Identity
from shopworld.shop.data import ProductData, ShopData, offers_of


def with_backdrops(data: ShopData, identity: Identity) -> ShopData:
    """The shop's data with a backdrop for each product whose drawing an earlier one has; the first has none."""
    stood: Counter[str] = Counter()
    numbers: dict[str, int] = {}
    for offer in offers_of(data, identity):
        drawing = drawing_of(offer)
        numbers[offer.slug] = stood[drawing]
        stood[drawing] += 1
    products = tuple(_before(one, numbers.get(one.handle, 0)) for one in data.products)
    return data.model_copy(update={"products": products})


def _before(product: ProductData, number: int) -> ProductData:
    if not number:
        return product
    told = (*product.details.attributes, Attribute(name=f"{PICTURED}{BACKDROP}", value=number))
    return product.model_copy(update={"details": product.details.model_copy(update={"attributes": told})})
