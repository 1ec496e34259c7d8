"""A shop's data in ShopGym's contract, as it stands in the JSON files of a shop folder's `data/`.

Source: the data contract of ShopGym's release. Fields that are not the contract's, and files that are not
(`reviews.json`, `articles.json`), are ours; each says so. Files of real Shopify shops are read too: prices as numbers,
tags as one text, `body_html` for `description_html`, fields that are missing. Unknown fields are passed over.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from shopworld.catalog.model import AspectOpinion, Attribute, OfferCondition, Specification
from shopworld.catalog.slug import wordpress_slug
from shopworld.shop.content import StoreLocation
from shopworld.shop.data.fields import (
    Available,
    Day,
    Handle,
    Listed,
    OptionalPrice,
    OptionValue,
    Price,
    RequiredDay,
    Source,
    Sources,
    Tags,
    Text,
    first_of,
)

NO_OPTION = "Default Title"
"""Name of the one variant of a product without options."""


class DataRecord(BaseModel):
    """Base of all records of a shop's data: immutable, unknown fields passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ImageData(DataRecord):
    """A picture. Sources are kept and never fetched; shops draw their pictures."""

    id: int | str | None = None
    src: str = ""
    alt: Text = ""
    width: int | None = None
    height: int | None = None
    position: int | None = None


class OptionData(DataRecord):
    """An axis of a product's variants."""

    name: str = Field(min_length=1)
    position: int | None = None
    values: tuple[Text, ...] = ()


class VariantData(DataRecord):
    """One variant; a product without options has exactly one, called `Default Title`."""

    id: int | str | None = None
    title: Text = ""
    sku: Text = ""
    price: Price
    compare_at_price: OptionalPrice = None
    available: Available = True
    option1: OptionValue = None
    option2: OptionValue = None
    option3: OptionValue = None
    position: int | None = None
    requires_shipping: Available = True
    barcode: Text = ""
    """Its GTIN (Shopify's name; not in the contract)."""
    inventory_quantity: int | None = None
    """Pieces (Shopify's name; not in the contract); None: not counted."""

    @model_validator(mode="before")
    @classmethod
    def _as_shops_write_it(cls, data: Any) -> Any:
        """Exports of Shopify's administration say by stock and policy whether a variant can be bought."""
        if not isinstance(data, dict) or data.get("available") is not None or not data.get("inventory_management"):
            return data
        counted = data.get("inventory_quantity")
        sold_out = data.get("inventory_policy") == "deny" and isinstance(counted, int) and counted <= 0
        return {**data, "available": not sold_out}

    @property
    def options(self) -> tuple[str, ...]:
        """The values of its axes, in order."""
        return tuple(one for one in (self.option1, self.option2, self.option3) if one is not None)


class ProductDetails(DataRecord):
    """What the contract has no field for (ours)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    department: str = ""
    kind: str = ""
    """Of `catalog.kinds`; decides the picture. Empty: worked out from title and type."""
    summary: str = ""
    """Plain text for `Offer.short_description`; empty: the description's first sentence."""
    features: tuple[str, ...] = ()
    specifications: tuple[Specification, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    bought_together: tuple[Handle, ...] = ()
    """Handles of products."""
    condition: OfferCondition = OfferCondition.NEW
    units_sold: int = 0
    featured: bool = False
    mpn: str | None = None


class ProductData(DataRecord):
    """One product of `products.json`."""

    id: int | str | None = None
    title: str = Field(min_length=1)
    handle: Handle
    description_html: Text = ""
    vendor: Text = ""
    product_type: Text = ""
    tags: Tags = ()
    published_at: Day = None
    created_at: Day = None
    updated_at: Day = None
    status: str = "active"
    """`active`, `draft` or `archived`; only active products are sold."""
    is_gift_card: bool = False
    options: Annotated[tuple[OptionData, ...], Listed] = ()
    variants: tuple[VariantData, ...] = Field(min_length=1)
    images: Annotated[tuple[ImageData, ...], Sources] = ()
    details: ProductDetails = ProductDetails()

    @model_validator(mode="before")
    @classmethod
    def _as_shops_write_it(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        filled = dict(data)
        filled["handle"] = first_of(data, ("handle",)) or _handle_of(data)
        filled["description_html"] = first_of(data, ("description_html", "body_html", "description"))
        filled["is_gift_card"] = bool(first_of(data, ("is_gift_card", "gift_card")))
        filled["status"] = first_of(data, ("status",)) or "active"
        options = data.get("options")
        if isinstance(options, dict):
            filled["options"] = [options]
        if isinstance(options, list):
            filled["options"] = [{"name": one} if isinstance(one, str) else one for one in options]
        if "variants" not in data and "price" in data:
            filled["variants"] = [{name: data.get(name) for name in ("price", "compare_at_price", "sku")}]
        return filled

    @property
    def has_options(self) -> bool:
        """Whether its variants differ by anything."""
        return len(self.variants) > 1 or any(one not in ("", NO_OPTION) for one in self.variants[0].options)


class CollectionData(DataRecord):
    """One collection of `collections.json`."""

    id: int | str | None = None
    title: str = Field(min_length=1)
    handle: Handle
    description_html: Text = ""
    image: Annotated[ImageData | None, Source] = None
    published_at: Day = None
    updated_at: Day = None
    sort_order: Text = "manual"
    product_handles: Annotated[tuple[Handle, ...], Listed] = ()

    @model_validator(mode="before")
    @classmethod
    def _as_shops_write_it(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        filled = dict(data)
        filled["handle"] = first_of(data, ("handle",)) or _handle_of(data)
        filled["description_html"] = first_of(data, ("description_html", "body_html", "description"))
        return filled


class MenuItemData(DataRecord):
    """An entry of a menu in `navigation.json`."""

    title: str = Field(min_length=1)
    url: Text = ""
    type: Text = "HTTP"
    """`COLLECTION`, `PRODUCT`, `PAGE`, `POLICY`, `BLOG`, `ARTICLE`, `SEARCH`, `FRONTPAGE`, `CATALOG` or `HTTP`."""
    children: Annotated[tuple[MenuItemData, ...], Listed] = ()

    @model_validator(mode="before")
    @classmethod
    def _as_shops_write_it(cls, data: Any) -> Any:
        if isinstance(data, dict) and "children" not in data and "items" in data:
            return {**data, "children": data["items"]}
        return data


class _WrittenPage(DataRecord):
    handle: Handle
    title: str = Field(min_length=1)
    body_html: Text = ""

    @model_validator(mode="before")
    @classmethod
    def _as_shops_write_it(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        handle = first_of(data, ("handle",)) or _handle_of(data)
        return {**data, "handle": handle, "body_html": first_of(data, ("body_html", "body", "content"))}


class PageData(_WrittenPage):
    """One page of `pages.json`: `about-us`, `contact`, `faq`, `size-guide`, …."""


class PolicyData(_WrittenPage):
    """One policy of `policies.json`: `privacy-policy`, `shipping-policy`, `terms-of-service`, `refund-policy`."""


class ArticleData(_WrittenPage):
    """One article of `articles.json` (ours)."""

    blog: Handle = "journal"
    summary: Text = ""
    author: Text = ""
    published_at: Day = None
    product_handles: Annotated[tuple[Handle, ...], Listed] = ()


class ReviewData(DataRecord):
    """One review of `reviews.json` (ours): `{handle of the product: [review, …]}`."""

    author: str
    rating: int = Field(ge=1, le=5)
    title: Text = ""
    body: str
    written_on: RequiredDay
    verified: bool = False
    helpful_votes: int = Field(default=0, ge=0)
    opinions: tuple[AspectOpinion, ...] = ()


class PaymentSettings(DataRecord):
    """How the shop is paid."""

    accepted_card_brands: tuple[str, ...] = ()


class BrandColors(DataRecord):
    """Colours as CSS hex."""

    primary: str | None = None
    secondary: str | None = None


class BrandData(DataRecord):
    """How the shop's brand looks."""

    logo_url: str | None = None
    colors: BrandColors | None = None


class StoreData(DataRecord):
    """`store.json`."""

    shop_id: Text = ""
    name: str = Field(min_length=1)
    domain: Text = ""
    description: Text = ""
    currency_code: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    country_code: str = Field(default="US", pattern=r"^[A-Z]{2}$")
    payment_settings: PaymentSettings = PaymentSettings()
    brand: BrandData | None = None
    announcements: tuple[str, ...] = ()
    """Texts of the announcement bar (ours)."""
    locations: tuple[StoreLocation, ...] = ()
    """Shops that can be walked into (ours)."""


class ShopData(DataRecord):
    """All files of a shop's `data/`."""

    store: StoreData
    products: tuple[ProductData, ...]
    collections: tuple[CollectionData, ...] = ()
    navigation: dict[str, tuple[MenuItemData, ...]] = Field(default_factory=dict)
    """By the menu's handle: `main-menu`, `footer`."""
    pages: tuple[PageData, ...] = ()
    policies: tuple[PolicyData, ...] = ()
    articles: tuple[ArticleData, ...] = ()
    reviews: dict[str, tuple[ReviewData, ...]] = Field(default_factory=dict)
    """By the product's handle."""


def _handle_of(data: dict[str, Any]) -> str | None:
    """A handle made of the title, where a file gives none."""
    title = data.get("title")
    return wordpress_slug(title) or None if isinstance(title, str) else None
