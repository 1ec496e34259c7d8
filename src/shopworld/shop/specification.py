"""A shop's specification: who it is, what it can do, how it looks, what it promises.

On disk a folder: `shop.toml` (identity, shipping, payment, promotions), `spec/capabilities.json`, `spec/style.json`,
`spec/manual.md`; everything in it can be edited by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from shopworld.shop.addressing import Scheme
from shopworld.shop.capabilities import Capabilities, Part
from shopworld.shop.content import ShopContent, Theme
from shopworld.shop.vouchers import Discount, Voucher


class Palette(Part):
    """Colours, as CSS hex."""

    background: str
    foreground: str
    accent_primary: str
    accent_secondary: str
    surface_muted: str
    border: str


class Fonts(Part):
    """Font families; each is served by the mall from an installed font package."""

    heading: str
    body: str


class Style(Part):
    """Style tokens (ShopGym's draft style library)."""

    density: Literal["compact", "comfortable", "airy"] = "comfortable"
    corner_radius: Literal["none", "subtle", "prominent"] = "subtle"
    button_shape: Literal["square", "rounded", "pill"] = "rounded"
    heading_case: Literal["sentence", "title", "upper"] = "sentence"
    imagery_style: Literal["plain", "tinted", "outlined", "dark"] = "plain"
    palette: Palette
    fonts: Fonts
    character: str = Field(default="plain", pattern=r"^[a-z][a-z0-9-]*$")
    """The design whose `character.css` the shop wears; `plain`: none, the tokens alone."""
    family: str = Field(default="classic", pattern=r"^[a-z][a-z0-9-]*$")
    """The storefront family whose templates the shop is written in; only shops without a design have another."""

    @model_serializer(mode="wrap")
    def _without_the_usual_family(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Styles of before there were families stay the same bytes."""
        values: dict[str, Any] = handler(self)
        if self.family == "classic":
            values.pop("family", None)
        return values

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        if self.family != "classic" and self.character != "plain":
            raise ValueError(f"the design {self.character!r} belongs to the family 'classic', found {self.family!r}")
        return self


class ShippingMethod(Part):
    """One way to deliver."""

    id: str
    name: str
    price: int
    """In cents."""
    free_from: int | None = None
    """Goods value in cents from which it costs nothing."""
    days: str
    """How long it takes, for people: `2 to 4 working days`."""
    countries: tuple[str, ...] | None = None
    """ISO 3166-1 alpha-2 codes of the countries that it delivers to; None: all."""

    def delivers_to(self, country: str) -> bool:
        """Whether it delivers to the country of that code."""
        return self.countries is None or country in self.countries


class Promotion(Part):
    """A promotion code. Exactly one of `percent`, `amount` and `tiers` is set."""

    code: str
    description: str
    percent: int | None = Field(default=None, ge=1, le=100)
    amount: int | None = Field(default=None, ge=1)
    """In cents."""
    cap: int | None = Field(default=None, ge=1)
    """The most that `percent` takes off, in cents."""
    tiers: tuple[Discount, ...] = ()
    """More off for more goods, e.g. 5 % from 50.00, 10 % from 100.00."""
    minimum: int = Field(default=0, ge=0)
    """Goods value in cents from which it applies; tiers have thresholds of their own."""

    @model_validator(mode="after")
    def _makes_a_voucher(self) -> Self:
        if bool(self.tiers) + (self.percent is not None) + (self.amount is not None) != 1:
            raise ValueError("a promotion has either percent, amount or tiers")
        _ = self.voucher  # what the voucher refuses, the promotion does too
        return self

    @property
    def voucher(self) -> Voucher:
        """What it takes off."""
        if self.tiers:
            return Voucher(type="tiered", discounts=self.tiers)
        one = Discount(threshold=self.minimum, percent=self.percent, amount=self.amount, cap=self.cap)
        return Voucher(discounts=(one,))


class Identity(Part):
    """Who the shop is (`shop.toml`)."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    name: str
    host: str
    """Its stable address, e.g. `techtalk.example`."""
    addresses: Scheme = "woocommerce"
    """Whose scheme the addresses of its pages follow; generated shops have Shopify's."""
    tagline: str = ""
    description: str = ""
    currency: str = "EUR"
    country: str = "DE"
    price_format: str = "{symbol}{amount}"
    """How a price is written; `{symbol}`, `{amount}`."""
    decimal_mark: Literal[".", ","] = "."
    support_email: str
    support_phone: str
    address: str = ""
    shipping: tuple[ShippingMethod, ...]
    payment: tuple[Literal["card", "invoice", "prepayment", "paypal", "cash_on_delivery"], ...] = ("card",)
    promotions: tuple[Promotion, ...] = ()
    returns_days: int = 30
    return_fee: int | None = Field(default=None, ge=0)
    """What sending goods back costs, in cents; 0: free; None: nothing is said about it."""
    warranty: str | None = None
    """How long the shop's own warranty holds: `2 years`, `lifetime`; None: the statutory one only."""
    order_cutoff: str | None = None
    """Orders placed before leave on the same working day: `16:00`; None: 14:00."""
    gift_card_months: int | None = Field(default=None, ge=1)
    """How long gift cards are good; None: they do not expire."""


class ShopSpecification(Part):
    """Everything a storefront is rendered from, but the offers."""

    identity: Identity
    capabilities: Capabilities
    style: Style
    manual: str = ""
    """`spec/manual.md`, for people and for the generator."""
    content: ShopContent | None = None
    """Menus, collections, pages and articles of its own; None: all of these follow from catalog and identity."""
    theme: Theme = Theme()
    """Templates and styles laid over the shipped ones."""
    photographs: Path | None = Field(default=None, exclude=True)
    """Folder of photographs that offers name; no part of what is written, which holds copies."""
