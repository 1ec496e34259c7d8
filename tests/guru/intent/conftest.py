"""A small catalog of Amazon products in which many things are nearly alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.attributes.canonical import read_details
from shopworld.catalog.model import Offer, Review, Specification
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.inventory import Inventory

KINDS = (
    (
        "Wireless Charger",
        ("Cell Phones & Accessories", "Accessories", "Wireless Chargers"),
        {
            "Connector Type": ("Micro USB", "USB Type C", "Lightning"),
            "Mounting Type": ("Tabletop Mount", "Wall Mount", "Car Mount"),
            "Power Source": ("Corded Electric", "Battery Powered"),
            "Compatible Devices": ("Smartphones", "Tablets", "Headphones"),
        },
    ),
    (
        "Desk Lamp",
        ("Office Products", "Office Lighting", "Desk Lamps"),
        {
            "Power Source": ("Corded Electric", "Battery Powered", "Solar Powered"),
            "Finish": ("Matte", "Glossy", "Brushed"),
            "Shape": ("Round", "Square", "Oval"),
            "Room Type": ("Office", "Bedroom", "Living Room"),
        },
    ),
)
SHARED = {
    "Color": ("Black", "White", "Pink"),
    "Material": ("Plastic", "Metal", "Wood"),
    "Style": ("Modern", "Vintage", "Classic"),
    "Special Feature": ("Foldable", "Lightweight", "Waterproof", "Adjustable"),
    "Recommended Uses For Product": ("Travel", "Gaming", "Home"),
    "Country of Origin": ("China", "Germany", "Japan"),
    "Wattage": ("10 Watts", "15 Watts", "20 Watts"),
}
SAYINGS = (
    "The battery life is great, it lasts all day.",
    "Very easy to use, I love it.",
    "The build quality is excellent and sturdy.",
    "The setup was quick and easy.",
    "Great value for money.",
    "The battery died after a week, terrible battery life.",
)
WEIGHTS = (6, 2, 1, 1)
"""Most things are alike in most respects."""


def offer_of(generator: random.Random, number: int) -> Offer:
    """One product."""
    noun, path, own = KINDS[number % len(KINDS)]
    details = {
        label: generator.choices(values, WEIGHTS[: len(values)])[0]
        for label, values in {**SHARED, **own}.items()
        if generator.random() < 0.95
    }
    brand = generator.choice(("Nordel", "Vestra", "Quillon"))
    return Offer(
        id=f"amazon/{number}",
        shop_id="amazon",
        number=number,
        product_id=f"B{number:09d}",
        slug=f"b{number:09d}",
        title=f"{brand} {noun} {generator.choice(('Pro', 'Plus', 'X'))} {number}, {details.get('Color', 'Grey')}",
        brand=brand,
        features=("Well thought out",),
        department=path[0],
        categories=(path,),
        attributes=read_details(details),
        specifications=tuple(Specification(label=label, text=text) for label, text in details.items()),
        price=generator.randrange(900, 4000),
        currency="USD",
        rating=generator.choice((3.2, 3.8, 4.1, 4.4, 4.6, 4.9)),
        review_count=generator.choice((5, 15, 30, 60, 130, 250)),
    )


def reviews_of(generator: random.Random, offer: Offer) -> Iterator[Review]:
    """Reviews of a product, each with one saying."""
    for number in range(generator.choice((2, 6, 8))):
        yield Review(
            id=f"{offer.product_id}-{number}",
            product_id=offer.product_id,
            author="A",
            rating=4,
            title="My view",
            body=generator.choice(SAYINGS),
            written_on=date(2022, 1, 1 + number),
        )


@pytest.fixture(scope="session")
def intent_catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """1,600 products of two kinds."""
    folder: Path = tmp_path_factory.mktemp("intent") / "catalog"
    generator = random.Random("intent-catalog")
    offers = [offer_of(generator, number) for number in range(1, 1601)]
    with CatalogBuilder(folder, name="little-amazon") as builder:
        for offer in offers:
            builder.add_offer(offer)
        for offer in offers:
            for review in reviews_of(generator, offer):
                builder.add_review(review)
    with Catalog.open(folder) as catalog:
        yield catalog


@pytest.fixture(scope="session")
def inventory(intent_catalog: Catalog) -> Inventory:
    """The catalog's products by what they state."""
    return Inventory(intent_catalog)


@pytest.fixture(scope="session")
def answers(intent_catalog: Catalog, inventory: Inventory) -> Answers:
    """Counts answers in the catalog."""
    return Answers(intent_catalog, inventory)
