"""A small shop with a real catalog, and a shopper who visits it over HTTP without a network."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

import httpx
from selectolax.lexbor import LexborHTMLParser

from shopworld.catalog import CatalogBuilder
from shopworld.catalog.model import (
    Attribute,
    Offer,
    Product,
    Review,
    Specification,
    Variant,
    VariantOption,
)
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.shop import SHOP_STATE, Capabilities, Identity, ShopSpecification, ShopState, Storefront, Style
from shopworld.shop.capabilities import (
    CartCapabilities,
    CheckoutCapabilities,
    Collection,
    Filter,
    FilterControl,
    SortKey,
)
from shopworld.shop.look.designs import load_design
from shopworld.shop.specification import Promotion, ShippingMethod

SHOP = "corner"
HOST = "corner.example"
BRANDS = ("Norvell", "Kestrin", "Ombra")


def _identity(**changes: Any) -> Identity:
    values: dict[str, Any] = {
        "id": SHOP,
        "name": "Corner Shop",
        "host": HOST,
        "tagline": "Round the corner",
        "description": "Parts and things for people who build.",
        "support_email": "help@corner.example",
        "support_phone": "+49 30 555 0100",
        "address": "1 Corner Street, 10115 Berlin",
        "shipping": (
            ShippingMethod(id="standard", name="Standard", price=490, free_from=10_000, days="2 to 4 working days"),
            ShippingMethod(id="express", name="Express", price=1_290, days="1 working day"),
        ),
        "payment": ("card", "invoice"),
        "promotions": (
            Promotion(code="HELLO10", description="Welcome", percent=10),
            Promotion(code="BIG20", description="", amount=2_000, minimum=15_000),
        ),
    }
    return Identity(**{**values, **changes})


def make_specification(
    *, other: dict[str, str] | None = None, cart: str = "page", flow: str = "one_page", **identity: Any
) -> ShopSpecification:
    """A plain shop with every filter; `identity` changes what stands in shop.toml."""
    capabilities = Capabilities(
        collection=Collection(
            filters=(
                Filter(name="brand"),
                Filter(name="price", control=FilterControl.MIN_MAX),
                Filter(name="capacity"),
                Filter(name="color", control=FilterControl.SWATCH),
                Filter(name="availability"),
                Filter(name="on_sale"),
                Filter(name="rating"),
            ),
            sort=(SortKey.FEATURED, SortKey.PRICE_ASC, SortKey.PRICE_DESC, SortKey.RATING_DESC, SortKey.DATE_NEW),
            page_size=8,
        ),
        cart=CartCapabilities.model_validate({"type": cart, "has_upsells": True, "has_shipping_estimate": True}),
        checkout=CheckoutCapabilities.model_validate({"flow": flow}),
        floating={"has_cookie_banner": True},  # type: ignore[arg-type]
        other=other or {},
    )
    style: Style = load_design("engineer").style
    return ShopSpecification(identity=_identity(**identity), capabilities=capabilities, style=style)


def _drive(number: int) -> Offer:
    brand = BRANDS[number % len(BRANDS)]
    gigabytes = (250, 500, 1000, 2000)[number % 4]
    title = f"{brand} S{number} SSD {gigabytes} GB"
    price = 2_000 + number * 731
    return Offer(
        id=f"{SHOP}/{number}",
        shop_id=SHOP,
        number=number,
        product_id=f"p{number}",
        slug=f"{brand.lower()}-s{number}-ssd-{gigabytes}-gb",
        title=title,
        brand=brand,
        short_description=f"A solid-state drive by {brand}.",
        description_html=f"<p>{title} reads <strong>fast</strong>.</p>",
        department="PC Components",
        kind="ssd",
        categories=(("Hardware", "Storage", "SSDs"),),
        attributes=(Attribute(name="capacity", value=float(gigabytes), unit="GB"),),
        specifications=(Specification(label="Capacity", text=f"{gigabytes} GB"),),
        price=price,
        regular_price=price + 1_000 if number % 5 == 0 else None,
        stock=None if number % 3 else 4,
        rating=4.0 if number % 2 else None,
        review_count=7 if number % 2 else 0,
        units_sold=number,
        listed_on=date(2026, 1, 1 + number % 28),
    )


def _mouse() -> Offer:
    colours = (("Black", 3_999, None), ("White", 4_199, 2), ("Red", 3_999, 0))
    return Offer(
        id=f"{SHOP}/900",
        shop_id=SHOP,
        number=900,
        product_id="p900",
        slug="ombra-glide-mouse",
        title="Ombra Glide Mouse",
        brand="Ombra",
        department="PC Peripherals",
        kind="mouse",
        categories=(("Hardware", "Input", "Mice"),),
        attributes=(Attribute(name="colour", value=("black", "white", "red")),),
        price=3_999,
        variants=tuple(
            Variant(id=name.lower(), options=(VariantOption(name="Colour", value=name),), price=price, stock=stock)
            for name, price, stock in colours
        ),
        units_sold=900,
    )


def _plain(number: int, title: str, slug: str, **changes: Any) -> Offer:
    values: dict[str, Any] = {
        "id": f"{SHOP}/{number}",
        "shop_id": SHOP,
        "number": number,
        "product_id": f"p{number}",
        "slug": slug,
        "title": title,
        "department": "Other Electronics",
        "kind": "cable",
        "categories": (("Hardware", "Cables"),),
        "price": 999,
    }
    return Offer(**{**values, **changes})


def _offers() -> list[Offer]:
    return [
        *(_drive(number) for number in range(1, 31)),
        _mouse(),
        _plain(901, "Sold out cable", "sold-out-cable", stock=0),
        _plain(902, "Cable without a price", "cable-without-a-price", price=None),
        _plain(903, 'Cable <b>&amp; "plug"', "cable-plug", stock=3, price=1_000),
    ]


def _reviews(number: int) -> list[Review]:
    return [
        Review(
            id=f"r{number}-{place}",
            product_id=f"p{number}",
            author=f"Reader {place}",
            rating=3 + place % 3,
            title="Does what it should",
            body=f"I have used it for {place + 2} weeks and it works as it should.",
            written_on=date(2026, 5, 1 + place),
            verified=True,
            helpful_votes=place,
        )
        for place in range(7)
    ]


def build_catalog(folder: Path) -> None:
    """34 offers of one shop."""
    with CatalogBuilder(folder, name="corner") as builder:
        for offer in _offers():
            builder.add_product(
                Product(
                    id=offer.product_id,
                    title=offer.title,
                    brand=offer.brand,
                    department=offer.department,
                    kind=offer.kind,
                )
            )
            builder.add_offer(offer)
            if offer.review_count:
                for review in _reviews(offer.number):
                    builder.add_review(review)


class Shopper:
    """One episode in one storefront, driven over ASGI."""

    def __init__(self, storefront: Storefront) -> None:
        self.storefront = storefront
        self.shop_id = storefront.specification.identity.id
        self.host = storefront.specification.identity.host
        self.episode = Episode(EpisodeIdentity("tester", "task"), "elabel", seed=7)

    @property
    def state(self) -> ShopState:
        return self.episode.state(SHOP_STATE).get(self.shop_id, ShopState())

    def kinds(self) -> list[str]:
        return [event.kind for event in self.episode.events]

    def request(self, method: str, path: str, *, follow: bool = True, **options: Any) -> httpx.Response:
        async def application(scope: Any, receive: Any, send: Any) -> None:
            await self.storefront.application({**scope, "shopworld.episode": self.episode}, receive, send)

        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(app=application)
            async with httpx.AsyncClient(transport=transport) as client:
                return await client.request(method, f"http://{self.host}{path}", follow_redirects=follow, **options)

        return asyncio.run(run())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, form: dict[str, str] | None = None, **options: Any) -> httpx.Response:
        return self.request("POST", path, data=form or {}, **options)

    def page(self, path: str) -> LexborHTMLParser:
        answer = self.get(path)
        assert answer.status_code == 200, answer.text[:500]
        return LexborHTMLParser(answer.text)
