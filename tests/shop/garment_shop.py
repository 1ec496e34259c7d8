"""A generated shop by hand: clothes and kitchen things in variants, gift cards, reviews, articles and stores."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from shopworld.catalog import CatalogBuilder
from shopworld.catalog.model import Offer, Product, Review, Specification, Variant, VariantOption
from shopworld.shop import Capabilities, Identity, ShopSpecification, Style
from shopworld.shop.capabilities import Homepage, SectionType, SiteShell
from shopworld.shop.content import Article, CollectionContent, ContentPage, ShopContent, StoreLocation
from shopworld.shop.specification import Fonts, Palette, Promotion, ShippingMethod

SHOP = "garment"
TEE = "/products/harbor-tee"
BOARD = "/products/walnut-board"
GIFT_CARD = "/products/gift-card"
PAN = "/products/field-pan"
NUMBERS = {"harbor-tee": 1, "walnut-board": 2, "gift-card": 3, "field-pan": 4, "wool-socks": 5, "trail-boot": 6}


def identity(**changes: Any) -> Identity:
    """Who the shop is: an American one that delivers to Canada too."""
    values: dict[str, Any] = {
        "id": SHOP,
        "name": "Alder & Finch",
        "host": "alder-finch.example",
        "addresses": "shopify",
        "tagline": "Things that last",
        "description": "Clothes and kitchen things made to be used for years.",
        "currency": "USD",
        "country": "US",
        "support_email": "help@alder-finch.example",
        "support_phone": "+1 512 555 0142",
        "address": "18 Mill Lane, Austin, TX 78701",
        "shipping": (
            ShippingMethod(
                id="standard",
                name="Standard",
                price=695,
                free_from=7_500,
                days="3 to 5 working days",
                countries=("US",),
            ),
            ShippingMethod(id="express", name="Express", price=1_800, days="1 working day", countries=("US",)),
            ShippingMethod(
                id="north", name="Canada", price=2_400, free_from=20_000, days="6 to 9 working days", countries=("CA",)
            ),
        ),
        "payment": ("card", "paypal"),
        "promotions": (Promotion(code="HELLO10", description="10% off your first order", percent=10),),
        "returns_days": 45,
        "return_fee": 595,
        "warranty": "2 years",
        "order_cutoff": "15:00",
        "gift_card_months": 24,
    }
    return Identity(**{**values, **changes})


def style(**changes: Any) -> Style:
    """Warm paper, dark ink, rust."""
    values: dict[str, Any] = {
        "density": "comfortable",
        "corner_radius": "subtle",
        "button_shape": "rounded",
        "palette": Palette(
            background="#fffdf9",
            foreground="#221d18",
            accent_primary="#8a3d1e",
            accent_secondary="#31594a",
            surface_muted="#f4efe6",
            border="#ddd3c3",
        ),
        "fonts": Fonts(heading="Source Serif Pro", body="Hanken Grotesk"),
    }
    return Style(**{**values, **changes})


def content() -> ShopContent:
    """Pages, articles and stores of its own."""
    return ShopContent(
        collections=(
            CollectionContent(handle="shirts", title="Shirts"),
            CollectionContent(handle="kitchen", title="Kitchen"),
            CollectionContent(handle="socks-and-boots", title="Socks and boots"),
            CollectionContent(handle="gift-cards", title="Gift cards"),
        ),
        pages=(
            ContentPage(handle="care", title="How to care", body_html="<p>Wash cold. Oil wood twice a year.</p>"),
            ContentPage(handle="contact", title="Contact", body_html="<p>We answer within one working day.</p>"),
        ),
        articles=(
            Article(
                blog="recipes",
                handle="skillet-cornbread",
                title="Skillet cornbread",
                summary="Serves 6, ready in 40 minutes.",
                body_html="<p>Heat the pan first.</p><ul><li>250 g cornmeal</li><li>2 eggs</li></ul>",
                author="Ines Calder",
                published_on=date(2026, 4, 2),
                product_handles=("field-pan", "walnut-board"),
            ),
            Article(
                blog="recipes",
                handle="pan-plums",
                title="Plums from the pan",
                summary="Serves 2, ready in 15 minutes.",
                body_html="<p>Butter, plums, patience.</p>",
                published_on=date(2026, 5, 9),
                product_handles=("field-pan",),
            ),
        ),
        locations=(
            StoreLocation(
                name="Mill Lane",
                address="18 Mill Lane, Austin, TX 78701",
                hours="Mon to Sat 10:00 to 19:00",
                phone="555",
            ),
            StoreLocation(
                name="Pine Street", address="402 Pine Street, Portland, OR 97204", hours="Daily 11:00 to 18:00"
            ),
        ),
    )


def specification(*, identity_changes: dict[str, Any] | None = None, **parts: dict[str, Any]) -> ShopSpecification:
    """The shop with other capabilities: `specification(product={"gallery_style": "thumbnail_strip"})`."""
    base = Capabilities(
        tone=("warm",),
        site_shell=SiteShell(has_announcement_bar=True, footer_groups=3),
        homepage=Homepage(section_types=(SectionType.HERO_CAROUSEL, SectionType.FEATURED_PRODUCT_GRID)),
    )
    values = base.model_dump()
    values["product"] |= {"variant_selectors": ("color_swatch", "size_button", "radio_buttons", "dropdown")}
    values["cart"] |= {"has_upsells": True, "has_shipping_estimate": True}
    values["info_pages_present"] = (*values["info_pages_present"], "gift-cards", "size-guide", "warranty")
    for name, changes in parts.items():
        values[name] = values[name] | changes if isinstance(values[name], dict) else changes
    return ShopSpecification(
        identity=identity(**(identity_changes or {})),
        capabilities=Capabilities.model_validate(values),
        style=style(),
        content=content(),
    )


def _variants(price: int, regular_price: int | None, axes: dict[str, tuple[str, ...]]) -> tuple[Variant, ...]:
    rows: list[tuple[VariantOption, ...]] = [()]
    for name, values in axes.items():
        rows = [(*row, VariantOption(name=name, value=value)) for row in rows for value in values]
    return tuple(
        Variant(
            id="-".join(option.value.lower().replace(" ", "-").replace("$", "") for option in row),
            options=row,
            price=price,
            regular_price=regular_price,
            stock=0 if [option.value for option in row] == ["Rust", "L"] else None,
        )
        for row in rows
    )


def _offer(slug: str, title: str, collection: str, price: int, **changes: Any) -> Offer:
    number = NUMBERS.get(slug) or 100 + len(slug)
    values: dict[str, Any] = {
        "id": f"{SHOP}/{number}",
        "shop_id": SHOP,
        "number": number,
        "product_id": f"p{number}",
        "slug": slug,
        "title": title,
        "brand": "Alder",
        "short_description": f"{title}, made to be used for years.",
        "description_html": f"<p>{title} is made in small runs.</p><ul><li>Easy to repair</li></ul>",
        "department": collection,
        "kind": slug.replace("-", "_"),
        "categories": ((collection,),),
        "specifications": (
            Specification(label="Made in", text="Portugal"),
            Specification(label="Weight", text="210 g"),
        ),
        "price": price,
        "currency": "USD",
        "listed_on": date(2025, 3, 1 + number % 20),
        "units_sold": 500 - number,
    }
    return Offer(**{**values, **changes})


def offers() -> list[Offer]:
    """Ten offers: axes of every kind, one reduced, one gift card."""
    tee_axes = {"Colour": ("Black", "Rust", "Sand"), "Size": ("S", "M", "L", "XL")}
    board_axes = {"Finish": ("Oiled", "Raw"), "Wood": ("Walnut", "Oak", "Maple", "Beech", "Cherry", "Ash")}
    amounts = (2_500, 5_000, 10_000)
    gift_card = tuple(
        Variant(id=str(cents // 100), options=(VariantOption(name="Amount", value=f"${cents // 100}"),), price=cents)
        for cents in amounts
    )
    return [
        _offer(
            "harbor-tee",
            "Harbor Tee",
            "Shirts",
            3_200,
            regular_price=4_000,
            rating=4.2,
            review_count=23,
            variants=_variants(3_200, 4_000, tee_axes),
            bought_together=("p5",),
        ),
        _offer("walnut-board", "Carving Board", "Kitchen", 6_400, variants=_variants(6_400, None, board_axes)),
        _offer("gift-card", "Gift Card", "Gift cards", 2_500, kind="gift_card", variants=gift_card),
        _offer("field-pan", "Field Pan 24 cm", "Kitchen", 5_900, stock=5, rating=4.0, review_count=1),
        _offer("wool-socks", "Wool Socks", "Socks and boots", 1_600),
        _offer(
            "trail-boot",
            "Trail Boot",
            "Socks and boots",
            14_900,
            variants=_variants(14_900, None, {"Size": ("41", "42")}),
        ),
        *(
            _offer(f"{word.lower()}-apron", f"{word} Apron", "Kitchen", 2_900 + place)
            for place, word in enumerate(WORDS)
        ),
    ]


WORDS = ("Oak", "Maple", "Willow", "Juniper", "Sycamores")


def reviews() -> list[Review]:
    """Twenty-three of the tee, from one to five stars; every third tells how it shrank. One of the pan."""
    texts = (
        "It shrank a little in the first wash.",
        "Soft, and the collar keeps its form.",
        "Good colour, fits as it says.",
    )
    written = [
        Review(
            id=f"r{place:02}",
            product_id="p1",
            author=f"Reader {place}",
            rating=(5, 4, 5, 3, 4, 1, 5, 2)[place % 8],
            title=f"Word number {place}",
            body=texts[place % 3],
            written_on=date(2026, 1 + place % 6, 1 + place),
            verified=place % 2 == 0,
            helpful_votes=place % 7,
        )
        for place in range(23)
    ]
    pan = Review(
        id="pan",
        product_id="p4",
        author="Cook",
        rating=4,
        title="Heavy",
        body="Heats evenly.",
        written_on=date(2026, 2, 2),
    )
    return [*written, pan]


def build_catalog(folder: Path) -> None:
    """Writes the catalog of the shop."""
    with CatalogBuilder(folder, name=SHOP) as builder:
        for offer in offers():
            builder.add_product(
                Product(id=offer.product_id, title=offer.title, department=offer.department, kind=offer.kind)
            )
            builder.add_offer(offer)
        for review in reviews():
            builder.add_review(review)
