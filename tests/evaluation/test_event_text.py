from __future__ import annotations

from datetime import UTC, datetime

import pytest

from shopworld.environments import Asked
from shopworld.environments.tools import CallMissing, ToolCalled, UserAsked
from shopworld.environments.tools.events import QuestionOutcome
from shopworld.episode import Event, Payload
from shopworld.evaluation.event_text import describe, is_strong, told_once
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import CartChanged, PageViewed, ProductViewed
from shopworld.tasks.recommendation import ProductRecommended


def event(payload: Payload) -> Event:
    return Event(0, datetime(2027, 3, 1, 10, tzinfo=UTC), "shop-a", payload)


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (PageViewed(page="not_found", path="/x/", status=404), "not found page /x/ (404)"),
        (ProductViewed(offer_id="shop-a/1", slug="one", price=12395), "product one at 123.95"),
        (ProductViewed(offer_id="shop-a/1", slug="one", price=12395, currency="EUR"), "product one at 123.95 EUR"),
        (ProductViewed(offer_id="shop-a/1", slug="one", price=None, currency="EUR"), "product one"),
        (
            CartChanged(offer_id="a/1", slug="one", quantity=2, price=500, currency="GBP"),
            "cart: 2 × one at 5.00 GBP",
        ),
        (CartChanged(offer_id="shop-a/1", slug="one", quantity=0, price=500), "removed one from the cart"),
        (AnswerSubmitted(text=" "), "an empty answer"),
        (
            ToolCalled(name="search_products", arguments={"query": "usb hub"}, product_ids=("1", "2")),
            "search products “usb hub”: 2 products",
        ),
        (ToolCalled(name="get_user_profile"), "get user profile"),
        (ToolCalled(name="fly", error="there is no tool 'fly'"), "fly: there is no tool 'fly'"),
        (CallMissing(reason="expected JSON"), "no tool call: expected JSON"),
        (
            UserAsked(question="Price?", reply=QuestionOutcome.UNKNOWN_TOPIC, response="No.", counted=True),
            "the shopper: unknown topic",
        ),
        (
            UserAsked(question="Price?", reply=QuestionOutcome.REVEALED, slot="cl_1", response="$5.", counted=True),
            "the shopper: revealed, slot cl_1",
        ),
        (ProductRecommended(product_id="B1"), "recommended B1"),
    ],
)
def test_events_are_told_in_words(payload: Payload, text: str) -> None:
    assert describe(event(payload)) == text


def test_a_page_that_the_next_event_tells_better_is_told_once() -> None:
    product = ProductViewed(offer_id="shop-a/1", slug="one", price=1)
    seen = [
        event(PageViewed(page="home", path="/")),
        event(PageViewed(page="product", path="/product/one/")),
        event(product),
        event(PageViewed(page="not_found", path="/product/two/", status=404)),
    ]
    assert [one.payload for one in told_once(seen)] == [seen[0].payload, product, seen[3].payload]
    assert told_once([]) == []
    elsewhere = Event(0, seen[0].at, "shop-b", product)
    assert told_once([seen[1], elsewhere]) == [seen[1], elsewhere]


def test_what_changes_something_is_lifted_out() -> None:
    assert is_strong(event(AnswerSubmitted(text="one")))
    assert not is_strong(event(ProductViewed(offer_id="shop-a/1", slug="one", price=1)))


def test_questions_to_shops_and_calls_into_them_are_told() -> None:
    asked = event(Asked(query="a mouse", decontextualized="a mouse", mode="list", results=("u",)))
    assert describe(asked) == "asked “a mouse”: 1 product"
    called = event(ToolCalled(name="view_cart", arguments={"shop": "swiftlap.example"}))
    assert describe(called) == "view cart “swiftlap.example”"
