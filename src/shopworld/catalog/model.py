"""The records of a catalog: products, variants, offers, reviews and their attributes.

A *product* is a thing; an *offer* is that product as one shop sells it, with the shop's own title, text, price and
stock. Shops render offers; checks name offers; comparison tasks use `product_id` to know which offers are one thing.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Record(BaseModel):
    """Base of all catalog records: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


PICTURED = "pictured_"
"""How the names of attributes begin that only the picture of an offer tells: no page prints them, no search finds them."""  # noqa: E501


class Attribute(Record):
    """One typed fact about a product, under its canonical name."""

    name: str
    """Canonical name in snake case, e.g. `capacity`, `memory_type`, `colour`."""
    value: str | float | bool | tuple[str, ...]
    """Text in lower case for closed vocabularies; a number in `unit`; a tuple where a product has several."""
    unit: str | None = None
    """Canonical unit of a number: GB, MHz, GHz, mm, W, in, Hz, MP, mAh, g, m, dpi, …"""


class Specification(Record):
    """One row of the specification table as the shop prints it."""

    label: str
    text: str


class Image(Record):
    """A picture of an offer."""

    source: str
    """Address as imported (kept, never fetched) or `drawn:` for pictures that the shop draws itself."""
    alt: str = ""


class VariantOption(Record):
    """One axis value of a variant, e.g. name `Colour`, value `Black`."""

    name: str
    value: str


class Variant(Record):
    """A size or colour of an offer, with a price and stock of its own."""

    id: str
    """Unique within the offer, URL-safe."""
    options: tuple[VariantOption, ...]
    price: int
    """In cents."""
    regular_price: int | None = None
    stock: int | None = None
    """Pieces; None: in stock, not counted."""
    sku: str | None = None


class AspectOpinion(Record):
    """What a review says, as data."""

    aspect: str
    positive: bool


class Review(Record):
    """One customer review."""

    id: str
    product_id: str
    author: str
    rating: int = Field(ge=1, le=5)
    title: str
    body: str
    written_on: date
    verified: bool = False
    helpful_votes: int = 0
    opinions: tuple[AspectOpinion, ...] = ()


class Product(Record):
    """A thing, whoever sells it."""

    id: str
    title: str
    brand: str | None = None
    department: str
    """Top of the canonical taxonomy: `PC Components`, `PC Peripherals`, `Other Electronics`, …"""
    kind: str
    """What it is, in the singular and snake case: `graphics_card`, `smartphone`, …; empty if not known."""
    series: str | None = None
    attributes: tuple[Attribute, ...] = ()
    gtin: str | None = None
    mpn: str | None = None
    released_on: date | None = None

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that canonical name, or None."""
        return next((one for one in self.attributes if one.name == name), None)


class OfferCondition(StrEnum):
    """schema.org OfferItemCondition."""

    NEW = "new"
    REFURBISHED = "refurbished"
    USED = "used"


class Offer(Record):
    """A product as one shop sells it."""

    id: str
    """`{shop_id}/{number}`; unique in the catalog."""
    shop_id: str
    number: int
    """The shop's own product number (WooCommerce ID); unique within the shop."""
    product_id: str
    slug: str
    """Names its page in an address; unique within the shop."""
    title: str
    brand: str | None = None
    short_description: str = ""
    """Plain text, at most a few sentences."""
    description_html: str = ""
    """Sanitised HTML: p, br, ul, ol, li, strong, em, b, i, h3, h4, table, tr, td, th only; no attributes."""
    features: tuple[str, ...] = ()
    """Selling points, one plain text each, as the seller lists them."""
    department: str = ""
    kind: str = ""
    categories: tuple[tuple[str, ...], ...] = ()
    """Paths in this shop's own category tree, top first, e.g. `(("Hardware", "PC Components", "Cooling"),)`."""
    attributes: tuple[Attribute, ...] = ()
    """Typed facts that this offer states (extracted or generated); a subset of what is true of the product."""
    specifications: tuple[Specification, ...] = ()
    price: int | None = None
    """In cents, what is charged now; None: not for sale (no price given)."""
    regular_price: int | None = None
    """In cents, struck through where it is above `price`."""
    currency: str = "EUR"
    stock: int | None = None
    """Pieces; 0: sold out; None: in stock, not counted."""
    images: tuple[Image, ...] = ()
    variants: tuple[Variant, ...] = ()
    """Empty for a simple offer; else the buyer must choose one."""
    gtin: str | None = None
    mpn: str | None = None
    sku: str | None = None
    condition: OfferCondition = OfferCondition.NEW
    bundle_of: tuple[str, ...] = ()
    """Ids of the products in a bundle; empty for a single product."""
    bought_together: tuple[str, ...] = ()
    """Ids of products that are often bought with it."""
    rating: float | None = None
    """Mean of the product's reviews, 1 to 5, one decimal."""
    review_count: int = 0
    units_sold: int = 0
    """For the best-selling sort."""
    listed_on: date = date(2026, 1, 1)
    """For the newest-first sort."""
    featured: bool = False

    @property
    def product(self) -> Product:
        """The product behind the offer, as a shop that sells products of its own knows it."""
        return Product(
            id=self.product_id,
            title=self.title,
            brand=self.brand,
            department=self.department,
            kind=self.kind,
            attributes=self.attributes,
            gtin=self.gtin,
            mpn=self.mpn,
        )

    @property
    def in_stock(self) -> bool:
        """Whether at least one piece can be bought."""
        if self.price is None:
            return False
        if self.variants:
            return any(one.stock is None or one.stock > 0 for one in self.variants)
        return self.stock is None or self.stock > 0

    @property
    def on_sale(self) -> bool:
        """Whether the price now is below the regular one."""
        return self.price is not None and self.regular_price is not None and self.price < self.regular_price

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that canonical name, or None."""
        return next((one for one in self.attributes if one.name == name), None)
