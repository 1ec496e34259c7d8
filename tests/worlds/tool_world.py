"""A catalog of a few chargers in Amazon's form, and a suite of two tasks for the tool sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import AspectOpinion, Attribute, Offer, Review, Specification
from shopworld.mall import Home
from shopworld.tasks import Limits, Suite, Task, save_suite
from shopworld.tasks.checks import Recommendation
from shopworld.tasks.rubrics import (
    AttributeMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Source,
)
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot

COLOURS = ("black", "white", "blue")
CONNECTORS = ("usb type c", "micro usb", "lightning")
TARGET = "B0000005"
OTHER = "B0000022"


def offers(colours: tuple[str, ...] = COLOURS) -> Iterator[Offer]:
    """27 chargers of three stores: each colour with each connector."""
    number = 0
    for store in ("Brisk", "Calm", "Ombra"):
        for colour in colours:
            for connector in CONNECTORS:
                number += 1
                product_id = f"B{number:07d}"
                yield Offer(
                    id=f"amazon/{number}",
                    shop_id="amazon",
                    number=number,
                    product_id=product_id,
                    slug=product_id.lower(),
                    title=f"{store} Wireless Charger Stand for Phones, {colour.title()}",
                    brand=store,
                    department="Cell Phones & Accessories",
                    features=("Charges two phones at once", "Folds flat for travel"),
                    attributes=(
                        Attribute(name="color", value=colour),
                        Attribute(name="connector_type", value=connector),
                        Attribute(name="material", value="aluminum" if number % 2 else "plastic"),
                    ),
                    specifications=(
                        Specification(label="Color", text=colour.title()),
                        Specification(label="Connector Type", text=connector.title()),
                        Specification(label="Material", text="Aluminum" if number % 2 else "Plastic"),
                    ),
                    price=1_000 + 100 * number,
                    currency="USD",
                    rating=3.0 + number % 5 * 0.4,
                    review_count=10 * number,
                )


def reviews() -> Iterator[Review]:
    """One or two of each product."""
    for offer in offers():
        says = "The angle can be adjusted." if offer.number % 5 == 0 else "It does its work."
        yield Review(
            id=f"{offer.product_id}-1",
            product_id=offer.product_id,
            author="A.",
            rating=4,
            title="Fine",
            body=says,
            written_on=date(2022, 5, 1),
            opinions=(AspectOpinion(aspect="adjustable angle", positive=True),) if offer.number % 5 == 0 else (),
        )


def build_catalog(folder: Path, colours: tuple[str, ...] = COLOURS) -> None:
    """Writes the catalog."""
    with CatalogBuilder(folder, name="chargers") as builder:
        for offer in offers(colours):
            builder.add_offer(offer)
        if colours == COLOURS:
            for review in reviews():
                builder.add_review(review)


def shopper(topic: str, response: str, material: str) -> Shopper:
    """Prefers a material, and tells one thing when asked."""
    slot = Slot(id="cl_1", rubrics=("r3",), hidden="A rating.", topics=(topic, "stars"), response=response)
    return Shopper(
        profile={
            "user_id": "U_1",
            "demographics": {"occupation": "Nurse"},
            "lifestyle": {},
            "shopping_habits": {},
            "product_requirements": {"material_preference": material},
        },
        clarification=ClarificationScript(slots=(slot,), default_response="I am not sure about that."),
    )


def tasks() -> tuple[Task, ...]:
    """A search and an exclusion."""
    first = Recommendation(
        target=TARGET,
        rubrics=(
            EntityMatch(id="r1", entity="wireless charger", title_span="Wireless Charger"),
            AttributeMatch(id="r2", attribute="connector_type", value="micro usb", implicit=True),
            NumericRange(id="r3", field="average_rating", at_least=3.0, source=Source.CLARIFICATION),
            AttributeMatch(id="r4", attribute="material", value="aluminum", source=Source.PERSONA),
            AttributeMatch(id="r5", attribute="color", value="white"),
            ReviewOpinion(id="r6", aspect="adjustable angle", statement="the angle can be adjusted"),
        ),
        acceptable=(TARGET,),
    )
    second = Recommendation(
        target=OTHER,
        rubrics=(
            AttributeMatch(id="r1", attribute="brand", value="Ombra"),
            NegativeAttribute(id="r2", attribute="color", values=("black", "blue")),
            NumericRange(id="r3", field="rating_count", at_least=200, source=Source.CLARIFICATION),
            AttributeMatch(id="r4", attribute="connector_type", value="usb type c"),
        ),
        acceptable=(OTHER,),
    )
    instructions = "Find the one product that fits everything this shopper needs, and recommend it."
    return (
        Task(
            id="search_1",
            template="search",
            category="product_search",
            difficulty="2",
            environment="tools",
            intent="I want a white wireless charger with the older one-way connector; reviews should say that the "
            "angle can be adjusted.",
            instructions=instructions,
            shopper=shopper("rating", "At least 3 stars, please.", "Aluminum"),
            limits=Limits(steps=100),
            checks=(first,),
        ),
        Task(
            id="exclusion_1",
            template="exclusion",
            category="negative_constraint",
            difficulty="0-1",
            environment="tools",
            intent="I want a wireless charger by Ombra with USB Type C, not black and not blue.",
            instructions=instructions,
            shopper=shopper("ratings", "At least 200 people should have rated it.", "Plastic"),
            limits=Limits(steps=100),
            checks=(second,),
        ),
    )


def make_tool_world(home: Home) -> Suite:
    """Writes the catalog `chargers` and the suite `chargers`."""
    folder = home.catalog("chargers")
    folder.parent.mkdir(parents=True, exist_ok=True)
    build_catalog(folder)
    with Catalog.open(folder) as catalog:
        suite = Suite(
            name="chargers", version="1", catalog="chargers", catalog_hash=catalog.content_hash, tasks=tasks()
        )
    save_suite(suite, home.suite("chargers"))
    return suite
