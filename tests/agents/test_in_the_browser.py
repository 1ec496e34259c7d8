"""Agents in real shops: what they solve, what they must not, in every design."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.agents import make_agent
from shopworld.agents.script import Script
from shopworld.agents.skills import add_to_cart, read_listing, read_product_page, search_shop
from shopworld.environments import Observation
from shopworld.tasks import (
    AnswerSet,
    Cart,
    CartVariant,
    FilterChoice,
    ListingUsed,
    OfferAddress,
    OrderVariant,
    PageRead,
)

pytestmark = pytest.mark.browser

SHOP_NUMBERS = range(4)
SSD = "brisk-fleet-20-ssd-2000-gb"
CALM = "calm-rill-7-ssd-2000-gb"
PAYING = (
    "Pay via credit card using the following information: Address: Ada Lindqvist, ada.lindqvist@example.com, Elm Row, "
    "12, 53703, Madison, WI, USA, Credit card number: 4242424242424242, CVV: 321, expiry date: 11/29."
)


def run_skill(step: Callable[[str], Observation], skill: Script[Any]) -> Any:
    """Plays a skill to its end and returns its result."""
    try:
        move = next(skill)
        while True:
            move = skill.send(step(move.action))
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize("number", SHOP_NUMBERS)
def test_the_oracle_checks_out_in_every_design(stage: Any, making: Any, number: int) -> None:
    done = stage.play(None, making.order_task("Order it.", SSD, making.shops[number]))
    assert done.reward == 1.0, done.checks


@pytest.mark.parametrize("number", SHOP_NUMBERS)
def test_listings_and_product_pages_are_read_in_every_design(stage: Any, making: Any, mall: Any, number: int) -> None:
    shop = making.shops[number]
    sold = {offer.title: offer.price for offer in mall.catalog.iterate_offers() if offer.shop_id == shop}

    def look(step: Callable[[str], Observation], first: Observation) -> None:
        found = run_skill(step, search_shop(making.host(shop), "Brisk Fleet", first))
        listed = read_listing(found.accessibility_tree)
        assert len(listed) == 4
        assert {one.title: one.price for one in listed}.items() <= sold.items()
        page = read_product_page(step(f"click({listed[0].link!r})").accessibility_tree)
        assert (page.title.lower(), page.price) == (listed[0].title.lower(), listed[0].price)
        assert page.category
        assert not any(other.title in page.text for other in listed[1:])

    stage.visit(making.host(shop), look)


def test_a_product_with_choices_is_added_to_the_cart(stage: Any, making: Any) -> None:
    task = making.cart_task("Add the mouse.", "ombra-glide-mouse", *making.shops)
    done = stage.play(None, task)
    assert done.reward == 1.0, done.checks


def test_adding_where_nothing_can_be_added_changes_nothing(stage: Any, making: Any) -> None:
    def look(step: Callable[[str], Observation], first: Observation) -> None:
        assert run_skill(step, add_to_cart(first)) is first

    stage.visit("http://solution.example/", look)


def test_keyword_finds_all_offers_and_no_siblings(stage: Any, making: Any) -> None:
    task = making.answer_task("Find all offers for the Brisk Fleet 20 2 TB SSD.", SSD)
    done = stage.play(make_agent("keyword"), task)
    assert done.reward == 1.0, done.checks


def test_keyword_finds_the_cheapest_offer(stage: Any, making: Any) -> None:
    task = making.answer_task(
        "Find the cheapest offer for the Calm Rill 7 SSD.", "calm-rill-7-ssd-2000-gb", making.shops[0]
    )
    done = stage.play(make_agent("keyword"), task)
    assert done.reward == 1.0, done.checks


def test_keyword_orders_the_cheapest_offer(stage: Any, making: Any) -> None:
    intent = "Find the cheapest offer for the Brisk Fleet 20 Pro SSD, add it to the shopping cart and complete the "
    intent += f"checkout process. {PAYING}"
    task = making.order_task(intent, "brisk-fleet-20-pro-ssd-2000-gb", making.shops[3])
    done = stage.play(make_agent("keyword"), task)
    assert done.reward == 1.0, done.checks


def test_keyword_buys_the_product_of_a_page(stage: Any, making: Any) -> None:
    page = f"{making.host(making.shops[1])}product/{SSD}/"
    intent = f"Add the product on page {page} to the shopping cart and complete the checkout process. {PAYING}"
    done = stage.play(make_agent("keyword"), making.order_task(intent, SSD, making.shops[1]))
    assert done.reward == 1.0, done.checks


@pytest.mark.parametrize("number", SHOP_NUMBERS)
def test_keyword_runs_errands_in_one_shop_of_every_design(stage: Any, making: Any, number: int) -> None:
    shop = making.shops[number]
    intent = (
        "Find the shop's page about returns. Then: search for “Ombra Glide Mouse” and add one piece (Colour: White) "
    )
    intent += "to the cart. Next: open “SSDs” under “Storage”, set the filter “Brand” to “Calm” and add one piece."
    mouse, drive = OfferAddress(shop=shop, slug="ombra-glide-mouse"), OfferAddress(shop=shop, slug=CALM)
    checks = (
        PageRead(shop=shop, handles=("refund-policy",), before_cart=True),
        Cart(groups=((mouse,), (drive,))),
        CartVariant(offer=mouse, variants=("white",)),
        ListingUsed(shop=shop, category=("Storage", "SSDs"), filters=(FilterChoice(field="brand", values=("Calm",)),)),
    )
    task = making.one_shop_task(intent, shop, *checks)
    done = stage.play(make_agent("keyword"), task)
    assert done.reward == 1.0, done.checks


@pytest.mark.parametrize("variant", ["white", "black"])
def test_the_oracle_orders_the_variant_that_is_asked_for(stage: Any, making: Any, variant: str) -> None:
    shop, slug = making.shops[1], "ombra-glide-mouse"
    task = making.order_task("Order the mouse.", slug, shop)
    wanted = OrderVariant(offer=OfferAddress(shop=shop, slug=slug), variants=(variant,))
    done = stage.play(None, task.model_copy(update={"checks": (*task.checks, wanted)}))
    assert done.reward == 1.0, done.checks


def test_list_everything_is_not_paid_for_ordering_too_much(stage: Any, making: Any) -> None:
    page = f"{making.host(making.shops[2])}product/{SSD}/"
    intent = f"Add the product on page {page} to the shopping cart and complete the checkout process. {PAYING}"
    done = stage.play(make_agent("list_everything"), making.order_task(intent, SSD, making.shops[2]))
    assert done.reward == 0.0
    assert done.recall == 1.0


@pytest.mark.parametrize("name", ["noop", "list_everything"])
def test_agents_that_do_no_work_solve_nothing(stage: Any, making: Any, name: str) -> None:
    shop = making.shops[0]
    right = AnswerSet(groups=((OfferAddress(shop=shop, slug=CALM),),))
    task = making.one_shop_task("Find the cheapest offer for the Calm Rill 7 SSD.", shop, right)
    assert stage.play(make_agent(name), task).reward == 0.0


def test_the_agent_of_the_documentation_runs(
    stage: Any, making: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(__file__).parents[2] / "docs" / "agents.md"
    code = re.search(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    assert len(code[1].splitlines()) <= 30
    (tmp_path / "documented_agent.py").write_text(code[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    # The agent names the first result of the first shop.
    task = making.answer_task("Calm Rill 7", "calm-rill-7-ssd-2000-gb", making.shops[0])
    done = stage.play(make_agent("documented_agent:FirstResult"), task)
    assert done.reward == 1.0, done.checks
