"""Grading evolved queries by aspect."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer
from shopworld.catalog.query import Sort
from shopworld.episode import WORLD_START, Ending, Event, Payload
from shopworld.errors import TaskError
from shopworld.mall import AnswerSubmitted, MessageSent
from shopworld.shop.events import SearchPerformed
from shopworld.tasks import ChosenProduct, Condition, OfferAddress, Score, Task, score
from shopworld.tasks.recommendation import ProductRecommended

HOSTS = {"one.example": "one"}
MUGS = {
    "right": (12, 4.6, "green", "mug"),
    "dearer": (14, 4.6, "green", "mug"),
    "red": (9, 4.6, "red", "mug"),
    "poor": (8, 3.9, "green", "mug"),
    "plate": (5, 4.9, "green", "dinner_plate"),
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """Four mugs and a plate."""
    folder = tmp_path_factory.mktemp("mugs") / "catalog"
    with CatalogBuilder(folder, name="mugs") as builder:
        for number, (slug, (price, rating, colour, kind)) in enumerate(MUGS.items(), 1):
            builder.add_offer(
                Offer(
                    id=f"one/{number}", shop_id="one", number=number, product_id=f"p{number}", slug=slug, title=slug,
                    kind=kind, price=price * 100, rating=rating, review_count=9,
                    attributes=(Attribute(name="colour", value=colour),),
                )
            )  # fmt: skip
    with Catalog.open(folder) as opened:
        yield opened


TASK = Task(
    id="q",
    template="q",
    category="Home",
    intent="Find a green mug.",
    checks=(
        ChosenProduct(
            attribute=(
                Condition(field="kind", relation="equals", value="mug"),
                Condition(field="colour", relation="equals", value="green"),
            ),
            filter=(Condition(field="rating", relation="at_least", value=4.5),),
            sort=Sort.PRICE_ASCENDING,
            accepted=(OfferAddress(shop="one", slug="right"),),
        ),
    ),
)


def graded(shelf: Catalog, *payloads: Payload) -> Score:
    """What a task comes to after some events."""
    events = [Event(at, WORLD_START, "one", payload) for at, payload in enumerate(payloads)]
    return score(TASK, events, ending=Ending.SUBMITTED, hosts=HOSTS, catalog=shelf)


def link(*slugs: str) -> str:
    """Addresses of products."""
    return " and ".join(f"http://one.example/product/{slug}/" for slug in slugs)


@pytest.mark.parametrize(
    ("slug", "aspects"),
    [
        ("right", (True, True, True)),
        ("dearer", (True, True, False)),
        ("red", (False, True, False)),
        ("poor", (True, False, False)),
        ("plate", (False, True, False)),
        ("unknown", (False, False, False)),
    ],
)
def test_each_aspect_is_graded_by_itself(shelf: Catalog, slug: str, aspects: tuple[bool, ...]) -> None:
    result = graded(shelf, AnswerSubmitted(text=link(slug)))
    assert tuple(result.checks[0].aspects.values()) == aspects
    assert list(result.checks[0].aspects) == ["attribute", "filter", "sort"]
    assert result.passed == all(aspects)


def test_the_first_product_link_is_the_chosen_one(shelf: Catalog) -> None:
    assert graded(shelf, MessageSent(role="assistant", text=f"I found {link('right', 'red')}.")).passed
    assert not graded(shelf, MessageSent(role="assistant", text=f"I found {link('red', 'right')}.")).passed
    from_the_shop = f"See http://one.example/cart/ and then {link('right')}"
    assert graded(shelf, AnswerSubmitted(text=from_the_shop)).passed


def test_naming_everything_chooses_nothing(shelf: Catalog) -> None:
    result = graded(shelf, AnswerSubmitted(text=link("right", *(f"other-{at}" for at in range(10)))))
    assert not any(result.checks[0].aspects.values())
    assert "no choice" in result.checks[0].reason


def test_nothing_said_is_nothing_chosen(shelf: Catalog) -> None:
    for text in ("", "Done", "http://elsewhere.example/product/right/"):
        result = graded(shelf, AnswerSubmitted(text=text))
        assert not any(result.checks[0].aspects.values())
        assert result.precision == 0
    assert not graded(shelf).passed


def test_a_recommended_product_is_chosen_in_the_tool_sandbox(shelf: Catalog) -> None:
    assert graded(shelf, ProductRecommended(product_id="p1")).passed
    assert not graded(shelf, ProductRecommended(product_id="p2")).passed
    assert not graded(shelf, ProductRecommended(product_id="p99")).passed


def test_use_of_controls_is_told_and_not_scored(shelf: Catalog) -> None:
    answer = AnswerSubmitted(text=link("right"))
    assert graded(shelf, answer).checks[0].controls == {"filter": False, "sort": False}
    searched = SearchPerformed(filters={"rating": ("4.5",)}, sort="price_asc", total=1, results=())
    result = graded(shelf, searched, answer)
    assert result.checks[0].controls == {"filter": True, "sort": True}
    assert result.passed


def test_an_absent_aspect_is_not_graded(shelf: Catalog) -> None:
    check = TASK.checks[0].model_copy(update={"sort": None, "filter": ()})
    task = TASK.model_copy(update={"checks": (check,)})
    event = Event(0, WORLD_START, None, AnswerSubmitted(text=link("poor")))
    result = score(task, [event], ending=Ending.SUBMITTED, hosts=HOSTS, catalog=shelf)
    assert result.checks[0].aspects == {"attribute": True}
    assert result.passed


def test_without_a_catalog_a_choice_cannot_be_graded() -> None:
    event = Event(0, WORLD_START, None, AnswerSubmitted(text=link("right")))
    with pytest.raises(TaskError, match="against the catalog"):
        score(TASK, [event], ending=Ending.SUBMITTED, hosts=HOSTS)
    assert not score(TASK, [], ending=Ending.SUBMITTED, hosts=HOSTS).passed
