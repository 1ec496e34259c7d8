"""What a shop holds and what it can do, in numbers and names."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from shopworld.shop.capabilities import Capabilities
from shopworld.shop.folder import ShopFolder


class CollectionDescription(BaseModel):
    """One collection of a shop."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    handle: str
    title: str
    products: int


class ShopDescription(BaseModel):
    """A shop in short. Prices are in minor units of its currency."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: str
    id: str
    name: str
    host: str
    currency: str
    addresses: str
    """Whose scheme the addresses of its pages follow."""
    products: int
    products_with_variants: int
    price_min: int | None
    price_max: int | None
    reviews: int
    collections: tuple[CollectionDescription, ...]
    pages: tuple[str, ...]
    """Handles of its policies and information pages."""
    articles: int
    menus: tuple[str, ...]
    theme: tuple[str, ...]
    """Templates of its own."""
    styles: int
    """Style sheets of its own."""
    catalog_hash: str
    capabilities: Capabilities


def describe_shop_folder(folder: ShopFolder) -> ShopDescription:
    """Describes a shop.

    Args:
        folder: as it was read.

    Raises:
        CatalogError: its catalog cannot be read.
    """
    identity, specification, data = folder.specification.identity, folder.specification, folder.data
    with folder.open_catalog() as catalog:
        counts = {category.name: category.count for category in catalog.category_tree(identity.id)}
        offers = list(catalog.iterate_offers(identity.id))
        products, content_hash = catalog.manifest.offers, catalog.content_hash
    prices = [one.price for one in offers if one.price is not None]
    content = specification.content
    assert content is not None, "a shop's folder has content"
    return ShopDescription(
        folder=str(folder.path),
        id=identity.id,
        name=identity.name,
        host=identity.host,
        currency=identity.currency,
        addresses=identity.addresses,
        products=products,
        products_with_variants=sum(bool(one.variants) for one in offers),
        price_min=min(prices, default=None),
        price_max=max(prices, default=None),
        reviews=sum(len(rows) for rows in data.reviews.values()),
        collections=tuple(
            CollectionDescription(handle=one.handle, title=one.title, products=counts.get(one.title, 0))
            for one in content.collections
        ),
        pages=tuple(one.handle for one in (*content.policies, *content.pages)),
        articles=len(content.articles),
        menus=tuple(sorted(content.menus)),
        theme=tuple(sorted(specification.theme.templates)),
        styles=len(specification.theme.styles),
        catalog_hash=content_hash,
        capabilities=specification.capabilities,
    )
