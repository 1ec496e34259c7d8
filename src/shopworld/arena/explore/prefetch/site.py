"""What the prefetch knows of a site. Kept beside the cache; names and addresses never leave it."""

from __future__ import annotations

from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field


class SiteRecord(BaseModel):
    """Base of what is kept."""

    model_config = ConfigDict(extra="ignore")


class VariantRecord(SiteRecord):
    """One variant of a product."""

    title: str = ""
    sku: str = ""
    price: float | None = None
    compare_at: float | None = None
    available: bool | None = None
    options: tuple[str, ...] = ()


class OptionRecord(SiteRecord):
    """One choice that a product offers."""

    name: str
    values: tuple[str, ...] = ()


class FactRecord(SiteRecord):
    """One fact of a product as its page prints it: `Material`, `Canvas`."""

    name: str
    value: str


class ProductRecord(SiteRecord):
    """A product as the site tells it."""

    url: str
    title: str
    handle: str = ""
    description: str = ""
    vendor: str = ""
    product_type: str = ""
    tags: tuple[str, ...] = ()
    price: float | None = None
    compare_at: float | None = None
    currency: str = ""
    available: bool | None = None
    options: tuple[OptionRecord, ...] = ()
    variants: tuple[VariantRecord, ...] = ()
    facts: tuple[FactRecord, ...] = ()
    images: tuple[str, ...] = ()
    rating: float | None = None
    reviews: int | None = None
    detailed: bool = False
    """Whether its own page or an end point was read, and not only a listing."""

    @property
    def has_variants(self) -> bool:
        """Whether a customer has something to choose."""
        return len(self.variants) > 1 or any(len(option.values) > 1 for option in self.options)


class CollectionRecord(SiteRecord):
    """A listing of products."""

    url: str
    title: str
    count: int | None = None
    """Number of its products; None where the site does not tell."""
    products: tuple[str, ...] = ()
    """Addresses of those that were seen."""
    first_page: int = 0
    """How many of them its first page shows."""
    is_everything: bool = False
    """Whether it lists the whole shop."""


class LinkRecord(SiteRecord):
    """A link of the home page."""

    url: str
    text: str
    area: str = ""
    """`header`, `footer` or `main`."""


class Omission(SiteRecord):
    """Something that was not read, and why."""

    what: str
    reason: str


class PrefetchedSite(SiteRecord):
    """All that the prefetch found."""

    start: str
    host: str
    name: str = ""
    tagline: str = ""
    platform: str = "other"
    currency: str = ""
    language: str = ""
    title: str = ""
    products: tuple[ProductRecord, ...] = ()
    products_total: int | None = None
    """As the site says or all were read; None where nobody knows."""
    collections: tuple[CollectionRecord, ...] = ()
    info_pages: dict[str, str] = Field(default_factory=dict)
    """Addresses by name in the vocabulary."""
    policies: dict[str, str] = Field(default_factory=dict)
    """Their texts."""
    cart: str = ""
    search: str = ""
    """Address of a search, with `{query}`."""
    links: tuple[LinkRecord, ...] = ()
    names: tuple[str, ...] = ()
    """Names of the shop, its brands and people as met in structured data: nothing of them may leave."""
    cut_off: str = ""
    """Why reading stopped before its end; empty where it did not: then numbers are whole, else at least that."""
    mentions: tuple[str, ...] = ()
    """Capabilities that the source of pages speaks of."""
    gate: str = ""
    """What the site asks before it shows its shop: `age`, `cookies`, `other`; empty for nothing."""
    cookies: tuple[dict[str, str], ...] = ()
    """Of a visitor who has answered that."""
    pages_read: int = 0
    requests: int = 0
    omissions: tuple[Omission, ...] = ()
    sources: tuple[str, ...] = ()
    """Where product data came from: `products.json`, `JSON-LD`, `microdata`, `pages`, …"""

    def product(self, url: str) -> ProductRecord | None:
        """The product at an address."""
        return self._by_address.get(url.rstrip("/"))

    @cached_property
    def _by_address(self) -> dict[str, ProductRecord]:
        return {one.url.rstrip("/"): one for one in reversed(self.products)}
