"""Steps that events tell."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import Event, Payload
from shopworld.evaluation.running.outside.steps import steps_of_events
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import CartChanged, PageViewed, ProductViewed, SearchPerformed

HOSTS = {"shop-a.example": "shop-a"}
AT = datetime(2027, 3, 1, tzinfo=UTC)
HOME = PageViewed(path="/", page="home", status=200)
PRODUCT = PageViewed(path="/product/one/", page="product", status=200)
VIEWED = ProductViewed(offer_id="shop-a/1", slug="one", price=100)
ADDED = CartChanged(offer_id="shop-a/1", slug="one", quantity=1, price=100)
ANSWER = AnswerSubmitted(text="x")


def events(*payloads: Payload) -> list[Event]:
    return [Event(number, AT, "shop-a", payload) for number, payload in enumerate(payloads)]


def test_a_page_is_a_step_and_an_action_takes_the_page_after_it() -> None:
    steps = steps_of_events(events(HOME, PRODUCT, VIEWED, ADDED, PRODUCT, VIEWED, ANSWER), HOSTS)
    assert [(step.address, step.events) for step in steps] == [
        ("http://shop-a.example/", 1),
        ("http://shop-a.example/product/one/", 3),
        ("http://shop-a.example/product/one/", 6),
        ("", 7),
    ]
    assert steps[0].text == "home page /"
    assert steps[1].text == "product one at 1.00"
    assert steps[2].text == "cart: 1 × one at 1.00; product one at 1.00"
    assert steps[3].text == "answer: x"


def test_actions_without_pages_are_steps_of_their_own() -> None:
    assert len(steps_of_events(events(ADDED, ADDED, ADDED, HOME), HOSTS)) == 3


@given(st.lists(st.sampled_from([HOME, PRODUCT, VIEWED, ADDED, ANSWER]), max_size=12))
def test_more_events_change_the_last_step_at_most(payloads: list[Payload]) -> None:
    whole = steps_of_events(events(*payloads), HOSTS)
    assert [step.events for step in whole] == sorted({step.events for step in whole})
    assert not payloads or whole[-1].events == len(payloads)
    for length in range(len(payloads)):
        part = steps_of_events(events(*payloads[:length]), HOSTS)
        assert part[:-1] == whole[: max(len(part) - 1, 0)]


def test_a_search_is_told_by_what_was_found() -> None:
    seen = SearchPerformed(query="ssd", category=(), filters={}, sort="relevance", page=1, total=2, results=())
    (step,) = steps_of_events(events(PageViewed(path="/?s=ssd", page="search", status=200), seen), HOSTS)
    assert step.text == "search “ssd”: 2 found, by relevance"
