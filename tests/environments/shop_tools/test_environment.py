"""What agents can do in shops by tools, and what the shops record of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shopworld.environments import ShopToolEnvironment
from shopworld.environments.protocol import TaskStart
from shopworld.environments.tools import CallMissing, ToolCalled
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import EpisodeError
from shopworld.mall import Mall
from shopworld.mall.events import AnswerSubmitted, ReportedInfeasible
from shopworld.shop.events import (
    CartChanged,
    CartRefused,
    CheckoutStep,
    ContactSent,
    OrderPlaced,
    PageViewed,
    PolicyViewed,
    ProductViewed,
    SearchPerformed,
)
from shopworld.tasks.model import Limits

VALUES = {
    "email": "ada@example.org",
    "billing_first_name": "Ada",
    "billing_last_name": "Lindqvist",
    "billing_name": "Ada Lindqvist",
    "billing_street": "Elm Row",
    "billing_house_number": "12",
    "billing_zip": "53703",
    "billing_city": "Madison",
    "billing_state": "WI",
    "billing_country": "USA",
    "card_number": "4242 4242 4242 4242",
    "card_expiry": "12/28",
    "card_cvv": "123",
}


def test_tools_are_told_as_function_schemas(caller: Any) -> None:
    names = [tool.name for tool in caller.environment.tools]
    assert names[:3] == ["open_shop", "search_products", "list_products"]
    assert names[-2:] == ["submit_answer", "report_infeasible"]
    assert all(tool.description and tool.parameters["type"] == "object" for tool in caller.environment.tools)


def test_first_page_of_a_shop_names_its_categories_and_information_pages(caller: Any) -> None:
    opened = caller.call("open_shop", shop=caller.shop())
    assert opened["categories"]
    assert all(one["url"].startswith(caller.shop()) for one in opened["categories"])
    policy = next(one for one in opened["pages"] if "/policies/" in one["url"])
    assert caller.call("read_page", url=policy["url"])["text"]
    assert caller.events(PolicyViewed)


@pytest.mark.parametrize("named", ["http://{}/", "{}", "HTTP://{}/shop/", " {} "])
def test_shops_are_named_as_people_write_them(caller: Any, named: str) -> None:
    assert caller.call("view_cart", shop=named.format(caller.hosts[1]))["shop"] == caller.hosts[1]


def test_searching_records_what_a_browser_would(caller: Any) -> None:
    found = caller.call("search_products", shop=caller.shop(), query="ssd")
    assert found["products"]
    assert found["page"] == 1
    (searched,) = caller.events(SearchPerformed)
    assert searched.query == "ssd"
    assert len(searched.results) == len(found["products"])
    assert caller.events(PageViewed)[0].path == "/?s=ssd"


def test_lists_are_narrowed_and_sorted_by_what_they_name(caller: Any) -> None:
    listed = caller.call("list_products", url=caller.shop())
    brand = next(one for one in listed["filters"] if one["name"] == "brand")
    value = brand["values"][0]
    narrowed = caller.call(
        "list_products", url=caller.shop(), filters={"brand": value["value"]}, sort="Price: low to high"
    )
    assert narrowed["active_filters"]
    assert narrowed["sort"] == "price"
    last = caller.events(SearchPerformed)[-1]
    assert last.filters == {"brand": (value["value"],)}
    assert last.sort == "price_asc"


def test_a_filter_that_the_shop_does_not_have_is_named(caller: Any) -> None:
    listed = caller.call("list_products", url=caller.shop(), filters={"mood": "happy"})
    assert listed["ignored_filters"] == ["mood"]


def test_a_sort_that_nobody_knows_is_an_error(caller: Any) -> None:
    assert caller.call("search_products", shop=caller.shop(), query="ssd", sort="by mood") == {}
    assert "there is no sort 'by mood'" in caller.problem


def test_pages_of_a_list_follow_each_other(caller: Any) -> None:
    first = caller.call("list_products", url=caller.shop())
    second = caller.call("list_products", url=caller.shop(), page=2)
    assert (first["page"], second["page"]) == (1, 2)
    assert not {one["url"] for one in first["products"]} & {one["url"] for one in second["products"]}


def test_adding_puts_a_product_into_its_own_shops_cart(caller: Any) -> None:
    product = caller.product(2)
    cart = caller.call("add_to_cart", url=product["url"], quantity=1)
    assert [line["url"] for line in cart["lines"]] == [product["url"]]
    assert "added" in cart["notice"]
    assert caller.events(ProductViewed)
    assert caller.events(CartChanged)[-1].quantity == 1
    assert caller.call("view_cart", shop=caller.shop(0))["lines"] == []


def test_a_product_with_options_wants_one_of_each(caller: Any) -> None:
    product = next(found for number in range(4) if (found := _with_options(caller, number)))
    assert caller.call("add_to_cart", url=product["url"]) == {}
    assert "Please choose" in caller.problem
    assert caller.events(CartRefused)
    label, _values = next(iter(product["options"].items()))
    assert caller.call("add_to_cart", url=product["url"], options={label: "no such"}) == {}
    assert f"there is no {label} 'no such'" in caller.problem
    there = next(one for one in product["variants"] if "stock" in one.get("stock", ""))
    cart = caller.call("add_to_cart", url=product["url"], options=there["options"])
    assert cart["lines"][0]["variant"]


def _with_options(caller: Any, number: int) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = caller.product(number, options=True)
    except AssertionError:
        return None
    return found


def test_quantities_change_and_lines_go(caller: Any) -> None:
    line = caller.call("add_to_cart", url=caller.product()["url"])["lines"][0]["line"]
    assert caller.call("update_cart", shop=caller.shop(), line="nine", quantity=2) == {}
    assert "there is no line 'nine'" in caller.problem
    assert caller.call("update_cart", shop=caller.shop(), line=line, quantity=0)["lines"] == []


def test_too_many_pieces_are_refused_in_the_shops_words(caller: Any) -> None:
    assert caller.call("add_to_cart", url=caller.product()["url"], quantity=100_000) == {}
    assert "We have only" in caller.problem or "At most" in caller.problem
    assert caller.call("view_cart", shop=caller.shop())["lines"] == []


def test_an_unknown_promotion_code_is_refused(caller: Any) -> None:
    caller.call("add_to_cart", url=caller.product()["url"])
    assert caller.call("apply_promotion", shop=caller.shop(), code="NOTHING") == {}
    assert "does not exist" in caller.problem


def order_in(caller: Any, number: int) -> None:
    """Buys something in a shop of the mall."""
    product = caller.product(number)
    caller.call("add_to_cart", url=product["url"])
    shop = caller.shop(number)
    form = caller.call("checkout", shop=shop)
    names = {field["name"] for field in form["fields"]} | {"card_number", "card_expiry", "card_cvv"}
    values = {name: value for name, value in VALUES.items() if name in names}
    if "billing_house_number" not in names:
        values["billing_street"] = "Elm Row 12"
    order = caller.call("checkout", shop=shop, values=values)
    assert order["order"], caller.problem


@pytest.mark.parametrize("number", range(4))
def test_every_shop_takes_an_order_in_one_call(caller: Any, number: int) -> None:
    order_in(caller, number)
    (placed,) = caller.events(OrderPlaced)
    assert placed.billing.name == "Ada Lindqvist"
    assert placed.card_digits == "4242424242424242"
    assert placed.payment_method == "card"


def test_each_shop_numbers_its_orders_by_itself(caller: Any) -> None:
    for number in (0, 1):
        order_in(caller, number)
    first, second = caller.events(OrderPlaced)
    assert abs(first.number - second.number) > 1


def test_a_checkout_without_values_sends_nothing(caller: Any) -> None:
    assert caller.call("checkout", shop=caller.shop()) == {}
    assert "The cart is empty" in caller.problem
    caller.call("add_to_cart", url=caller.product()["url"])
    caller.call("checkout", shop=caller.shop())
    assert not caller.events(CheckoutStep)


def test_a_checkout_tells_what_is_wrong_and_places_no_order(caller: Any) -> None:
    caller.call("add_to_cart", url=caller.product()["url"])
    assert caller.call("checkout", shop=caller.shop(), values={"email": "nobody", "billing_zip": "1"}) == {}
    assert "The shop did not take it." in caller.problem
    assert "email:" in caller.problem
    assert caller.call("checkout", shop=caller.shop(), values={"colour": "red"}) == {}
    assert "the checkout has no field colour now" in caller.problem
    assert not caller.events(OrderPlaced)


def test_the_contact_form_is_sent(caller: Any) -> None:
    wrong = {"shop": caller.shop(), "name": "Ada", "email": "nobody", "message": "Where is it?"}
    assert caller.call("send_message", **wrong) == {}
    assert "e-mail address" in caller.problem
    caller.call("send_message", **{**wrong, "email": "ada@example.org"})
    assert caller.events(ContactSent)[0].message == "Where is it?"


@pytest.mark.parametrize(
    "url",
    [
        "http://solution.example/",
        "http://elsewhere.example/product/one/",
        "https://{}/",
        "file:///etc/passwd",
        "/product/one/",
        "http://{}:8080/",
        "http://{}/../secret",
        "http://user@{}/",
    ],
)
def test_addresses_outside_of_the_shops_are_refused(caller: Any, url: str) -> None:
    assert caller.call("read_page", url=url.format(caller.hosts[0])) == {}
    assert caller.problem
    assert not caller.events(PageViewed)


def test_a_page_that_is_not_there_says_so(caller: Any) -> None:
    assert "cannot find" in caller.call("read_page", url=f"{caller.shop()}nowhere/")["title"]
    assert caller.call("get_product", url=f"{caller.shop()}product/nowhere/") == {}
    assert "there is no product at" in caller.problem


def test_submitting_ends_the_episode(caller: Any) -> None:
    assert caller.call("submit_answer", answer="") == {}
    assert not caller.environment.ended
    caller.call("submit_answer", answer=" Done ")
    assert caller.episode.ending is Ending.SUBMITTED
    assert caller.events(AnswerSubmitted)[0].text == "Done"
    assert caller.events(ToolCalled)[-1].name == "submit_answer"
    with pytest.raises(EpisodeError):
        caller.call("view_cart", shop=caller.shop())


def test_giving_up_ends_the_episode(caller: Any) -> None:
    caller.call("report_infeasible", reason="No shop sells it.")
    assert caller.episode.ending is Ending.INFEASIBLE
    assert caller.events(ReportedInfeasible)


def test_a_wrong_call_is_a_step_and_changes_nothing(caller: Any) -> None:
    caller.call("search_products", query="ssd")
    assert caller.problem.startswith("search_products: shop: Field required")
    caller.call("buy_everything")
    assert "there is no tool 'buy_everything'; expected one of open_shop" in caller.problem
    assert caller.seen.step == 2
    assert len(caller.episode.events) == 2


def test_two_steps_without_a_call_end_the_episode(caller: Any) -> None:
    for _ in range(2):
        caller.environment.step("I am thinking.")
    assert caller.episode.ending is Ending.LIMIT
    assert len(caller.events(CallMissing)) == 2


def test_the_tasks_limit_ends_the_episode(small_mall: Mall) -> None:
    with ShopToolEnvironment(small_mall) as environment:
        episode = Episode(EpisodeIdentity("agent", "task"), "label")
        environment.start(episode, TaskStart("Buy.", limits=Limits(steps=2)))
        for _ in range(2):
            environment.step(json.dumps({"name": "report", "arguments": {}}))
        assert episode.ending is Ending.LIMIT


def test_episodes_share_nothing(caller: Any, small_mall: Mall) -> None:
    caller.call("add_to_cart", url=caller.product()["url"])
    other = Episode(EpisodeIdentity("agent", "task", 2), "other")
    caller.environment.start(other, TaskStart("Again."))
    assert caller.call("view_cart", shop=caller.shop())["lines"] == []
