"""A small catalog of chargers and cables as an Amazon importer would write it, and a shopper with hidden wishes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, Review, Specification
from shopworld.environments.protocol import TaskStart
from shopworld.environments.tools import ToolEnvironment, ToolProfile
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot


def make_offer(number: int, title: str, store: str, **more: Any) -> Offer:
    """An offer of the shop `amazon`."""
    product_id = f"B0TEST{number:04d}"
    return Offer(
        id=f"amazon/{number}",
        shop_id="amazon",
        number=number,
        product_id=product_id,
        slug=product_id.lower(),
        title=title,
        brand=store,
        currency="USD",
        **more,
    )


def specifications(**details: str) -> tuple[Specification, ...]:
    """Raw details; underscores in names become spaces."""
    return tuple(Specification(label=name.replace("_", " "), text=text) for name, text in details.items())


OFFERS = (
    make_offer(
        1,
        "Foldable Wireless Charger Stand, 15W Fast Charging Pad",
        "Voltify",
        department="Cell Phones & Accessories",
        features=("Charges standing up or lying down", "Foldable"),
        description_html="<p>A stand &amp; a pad in one.</p><p>Rests flat on a desk.</p>",
        specifications=specifications(
            Color="Black",
            Connectivity_technologies="USB, Wireless",
            Special_Feature="Foldable, Fast Charging",
            Mounting_Type="Tabletop Mount",
            Item_Weight="8 ounces",
            Included_Components="Charger, Cable",
        ),
        attributes=(
            Attribute(name="colour", value=("black",)),
            Attribute(name="connection", value=("usb", "wireless")),
            Attribute(name="special_feature", value=("foldable", "fast charging")),
            Attribute(name="mounting_type", value="tabletop mount"),
        ),
        price=2399,
        rating=3.7,
        review_count=212,
        bought_together=("B0TEST0003",),
    ),
    make_offer(
        2,
        "Wireless Charging Pad for Phones",
        "Voltify",
        department="Cell Phones & Accessories",
        specifications=specifications(Color="Space Gray", Connectivity_Technology="USB"),
        attributes=(Attribute(name="colour", value=("space grey",)),),
        price=1299,
        rating=4.4,
        review_count=1034,
    ),
    make_offer(
        3,
        "USB-C Cable 2 Pack",
        "Cordial",
        department="Electronics",
        specifications=specifications(Color="White", Connector_Type="USB Type C"),
        rating=4.6,
        review_count=20,
    ),
    *(make_offer(number, f"Ballpoint Pen Set No {number}", "Inkwell", price=499) for number in range(4, 50)),
)

REVIEWS = (
    ("Great stand", "It charges my phone standing up or lying down.", 5, 9),
    ("Angle", "The angle can be adjusted, very convenient.", 4, 7),
    ("Slow", "Charging is slow and the battery gets hot.", 2, 5),
    ("Nice", "Looks nice on my desk.", 5, 0),
    ("Batteries", "My phones' batteries last longer now.", 4, 2),
    ("Ok", "Does what it should.", 3, 1),
)


@pytest.fixture(scope="session")
def tool_catalog_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three electronic things with details, 46 pens, six reviews of the first."""
    folder = tmp_path_factory.mktemp("tools") / "catalog"
    with CatalogBuilder(folder, name="tools-test") as builder:
        for offer in OFFERS:
            builder.add_offer(offer)
        for number, (title, body, rating, votes) in enumerate(REVIEWS):
            builder.add_review(
                Review(
                    id=f"r{number}",
                    product_id="B0TEST0001",
                    author=f"A{number}",
                    rating=rating,
                    title=title,
                    body=body,
                    written_on=date(2023, 1, 1 + number),
                    helpful_votes=votes,
                )
            )
    return folder


@pytest.fixture(scope="session")
def tool_catalog(tool_catalog_folder: Path) -> Iterator[Catalog]:
    """The same, opened."""
    with Catalog.open(tool_catalog_folder) as catalog:
        yield catalog


@pytest.fixture
def shopper() -> Shopper:
    """Wants 3.5 stars and USB, and says so when asked; the paper's sample (Appendix C.1)."""
    return Shopper(
        profile={"user_id": "U_1", "product_requirements": {"color_preference": "Black"}},
        clarification=ClarificationScript(
            slots=(
                Slot(
                    id="cl_1",
                    rubrics=("r10",),
                    hidden="At least 3.5 stars.",
                    topics=("rating", "reviews", "stars", "average rating", "score", "feedback", "rated"),
                    response="It should have an average rating of at least 3.5 stars.",
                ),
                Slot(
                    id="cl_2",
                    rubrics=("r11",),
                    hidden="USB.",
                    topics=(
                        "connectivity",
                        "connectivity technology",
                        "connection",
                        "plug",
                        "interface",
                        "port",
                        "cable",
                    ),
                    response="It definitely needs to have USB connectivity.",
                ),
            ),
            default_response="Hmm, I'm not sure about that. Could you ask me about something more specific?",
            most_turns=10,
        ),
    )


def new_episode() -> Episode:
    """An episode of its own."""
    identity = EpisodeIdentity(agent="test", task="test")
    return Episode(identity, identity.label(b"0123456789abcdef"))


class Driver:
    """Calls tools one by one and reads their results."""

    def __init__(self, environment: ToolEnvironment, shopper: Shopper | None) -> None:
        self.environment = environment
        self.episode = new_episode()
        self.observation = environment.start(self.episode, TaskStart("Find me a charger.", shopper=shopper))

    def call(self, name: str, **arguments: Any) -> Any:
        """The result as JSON values; asserts that there was no error."""
        self.observation = self.environment.step(orjson.dumps({"name": name, "arguments": arguments}).decode())
        assert self.observation.last_action_error == ""
        return orjson.loads(self.observation.tool_result)

    def error(self, name: str, **arguments: Any) -> str:
        """Why the call fails; asserts that it does."""
        self.observation = self.environment.step(orjson.dumps({"name": name, "arguments": arguments}).decode())
        assert self.observation.last_action_error
        return self.observation.last_action_error


@pytest.fixture
def default_tools(tool_catalog: Catalog, shopper: Shopper) -> Iterator[Driver]:
    """An episode in the default profile."""
    with ToolEnvironment(tool_catalog) as environment:
        yield Driver(environment, shopper)


@pytest.fixture
def compatible_tools(tool_catalog: Catalog, shopper: Shopper) -> Iterator[Driver]:
    """An episode in the original's profile."""
    with ToolEnvironment(tool_catalog, ToolProfile.COMPATIBLE) as environment:
        yield Driver(environment, shopper)
