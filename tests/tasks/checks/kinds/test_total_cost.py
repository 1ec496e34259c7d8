"""What all orders cost together: graded, the least possible found, played by the oracle in real shops."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from evidence_by_hand import HOSTS, ONE, placed_in
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shopworld.agents import make_oracle
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.tool_calls import call
from shopworld.environments import Observation
from shopworld.episode import Episode
from shopworld.errors import TaskError
from shopworld.mall import Mall
from shopworld.shop.events import OrderPlaced
from shopworld.tasks import Limits, OfferAddress, Order, Score, Task
from shopworld.tasks.checks import Ground, in_words
from shopworld.tasks.checks.kinds import total_cost
from shopworld.tasks.checks.kinds.total_cost import TotalCost
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.model import Suite
from shopworld.tasks.mutations import audit_task
from shopworld.tasks.proofs import prove_checks
from shopworld.tasks.validation import validate_suite

Play = Callable[..., tuple[Score, Episode]]
amounts = st.lists(st.integers(1, 50_000), min_size=1, max_size=5)


def orders_of(*totals: int, **changes: object) -> EpisodeEvidence:
    return EpisodeEvidence(
        orders=[
            placed_in("techtalk", {ONE: 1}, number=number, total=total, **changes)
            for number, total in enumerate(totals, 1)
        ]
    )


@given(amounts, st.integers(-100, 100))
def test_orders_are_added_up_and_the_bound_itself_is_kept(totals: list[int], more: int) -> None:
    bound = max(1, sum(totals) + more)
    result = TotalCost(at_most=bound, currency="EUR").grade(orders_of(*totals, currency="EUR"), HOSTS)
    assert result.passed is (sum(totals) <= bound)
    assert f"{sum(totals) / 100:.2f} EUR" in result.reason


@given(amounts, st.sampled_from(["USD", "GBP"]))
def test_amounts_in_another_currency_are_no_amounts(totals: list[int], currency: str) -> None:
    check = TotalCost(at_most=10**9, currency="EUR")
    assert not check.grade(orders_of(*totals, currency=currency), HOSTS).passed
    assert check.grade(orders_of(*totals, currency=""), HOSTS).passed


def test_who_orders_nothing_saves_nothing() -> None:
    result = TotalCost(at_most=1, currency="EUR").grade(EpisodeEvidence(), HOSTS)
    assert (result.passed, result.reason) == (False, "nothing was ordered")


def test_what_is_to_be_collected_does_not_count_as_delivered() -> None:
    evidence = orders_of(100, delivery_method="pickup", currency="EUR")
    assert TotalCost(at_most=100, currency="EUR").grade(evidence, HOSTS).passed
    result = TotalCost(at_most=100, currency="EUR", delivered=True).grade(evidence, HOSTS)
    assert result.reason == "to be collected: order 1 in techtalk"


def test_a_bound_is_an_amount_of_a_currency() -> None:
    for wrong in ({"at_most": 0, "currency": "EUR"}, {"at_most": 5, "currency": "€"}, {"at_most": 5}):
        with pytest.raises(ValidationError):
            TotalCost.model_validate(wrong)


def test_it_is_told_in_words() -> None:
    told = in_words(TotalCost(at_most=12_345, currency="EUR", least=True, delivered=True))
    assert told.sentence == "All orders together cost 123.45 EUR or less, with delivery and after promotions."
    assert told.lines == ("the least possible", "delivered, not collected")


class Buying(ScriptedAgent):
    """Orders these offers in one shop, in one way of delivery, with one code, by the shop's own tools."""

    def __init__(self, shop: str, urls: Mapping[str, Mapping[str, str]], delivery: str, code: str, buyer: Any) -> None:
        super().__init__()
        self._shop, self._urls, self._delivery, self._code, self._buyer = shop, urls, delivery, code, buyer

    def script(self, first: Observation) -> Script[None]:
        for url, options in self._urls.items():
            yield call("add_to_cart", "", url=url, options=dict(options))
        if self._code:
            yield call("apply_promotion", "", shop=self._shop, code=self._code)
        buyer = self._buyer
        values = {
            "email": buyer.email,
            "billing_first_name": "Ada",
            "billing_last_name": "Lindqvist",
            "billing_street": buyer.street,
            "billing_house_number": buyer.house_number,
            "billing_zip": buyer.zip,
            "billing_city": buyer.city,
            "billing_state": buyer.state,
            "billing_country": "US",
            "delivery": self._delivery,
            "payment": "card",
            "card_number": buyer.card,
            "card_expiry": buyer.expiry_date,
            "card_cvv": buyer.cvv,
        }
        yield call("checkout", "", shop=self._shop, values=values)
        yield call("submit_answer", "", answer="Done")


def ways_in(mall: Mall, shop: str) -> Iterator[tuple[str, str]]:
    """Each way of delivery with each code, as the shop's specification has them."""
    identity = mall.specification(shop).identity
    yield from itertools.product(
        [one.id for one in identity.shipping], ["", *(one.code for one in identity.promotions)]
    )


def really_paid(mall: Mall, making: Any, by_tools: Play, chosen: tuple[OfferAddress, ...]) -> int:
    """The least that those offers cost when they are really ordered in every way that the shops have."""
    least = 0
    for shop in dict.fromkeys(one.shop for one in chosen):
        urls = {
            f"{mall.address(shop)}product/{one.slug}/": {"Colour": "Black"} if one.slug == "ombra-mouse" else {}
            for one in chosen
            if one.shop == shop
        }
        totals = []
        for delivery, code in ways_in(mall, shop):
            _, episode = by_tools(making.task(), Buying(mall.address(shop), urls, delivery, code, making.buyer))
            [order] = [event.payload for event in episode.events if isinstance(event.payload, OrderPlaced)]
            totals.append(order.total)
        least += min(totals)
    return least


def errand(making: Any, *slugs: str, **fields: Any) -> Task:
    order = Order(groups=tuple(map(making.group, slugs)), buyer=making.buyer)
    cost = TotalCost.model_validate({"at_most": 1_000_000, "currency": "EUR", **fields})
    return making.task(order, cost)  # type: ignore[no-any-return]


def suite_of(task: Task, mall: Mall) -> Suite:
    return Suite(name="one", version="1", mall=mall.name, mall_hash=mall.content_hash, tasks=(task,))


def told_of(task: Task, mall: Mall) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for problem in validate_suite(suite_of(task, mall), mall):
        found.setdefault(problem.severity, []).append(problem.text)
    return found


@pytest.mark.parametrize("slugs", [("brisk-drive",), ("zest-lamp", "calm-cable"), ("ombra-mouse",)])
def test_the_least_possible_is_what_real_orders_come_to(
    slugs: tuple[str, ...], few_mall: Mall, making: Any, by_tools: Play
) -> None:
    paid = {
        chosen: really_paid(few_mall, making, by_tools, chosen)
        for chosen in itertools.product(*map(making.group, slugs))
    }
    least = min(paid.values())
    assert told_of(errand(making, *slugs, at_most=least, least=True), few_mall) == {}
    over = told_of(errand(making, *slugs, at_most=least + 1, least=True), few_mall)
    assert over == {"error": [f"total_cost: {least + 1} cents are not the least possible, which is {least}"]}
    under = told_of(errand(making, *slugs, at_most=least - 1), few_mall)
    assert under == {"error": [f"total_cost: {least - 1} cents are less than the least possible, which is {least}"]}
    task = errand(making, *slugs, at_most=least, least=True)
    ground = Ground(task, few_mall.catalog, few_mall)
    assert paid[ground.right] == least
    for chosen, total in paid.items():
        assert ground.admits(chosen) is (total <= least)


def test_a_bound_that_forbids_nothing_is_told(few_mall: Mall, making: Any) -> None:
    told = told_of(errand(making, "zest-lamp"), few_mall)
    assert told == {"warning": ["total_cost: whatever is chosen, offers, delivery and codes, costs no more than that"]}
    dearest = 4_100 + 450  # a parcel from Copper Bench
    assert "warning" not in told_of(errand(making, "zest-lamp", at_most=3_900 + 1_490 - 1), few_mall)
    assert "warning" in told_of(errand(making, "zest-lamp", at_most=max(dearest, 3_900 + 1_490)), few_mall)


def test_without_an_order_it_is_not_clear_what_is_bought(few_mall: Mall, making: Any) -> None:
    task = making.task(TotalCost(at_most=5, currency="EUR"))
    assert "no single `order` check" in told_of(task, few_mall)["error"][0]
    other = errand(making, "zest-lamp", currency="USD")
    assert "nothing that is to be ordered can be bought" in told_of(other, few_mall)["error"][0]


def test_too_many_ways_are_told_and_not_tried(few_mall: Mall, making: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(total_cost, "_MOST_WAYS", 3)
    task = errand(making, "brisk-drive", at_most=1)
    assert told_of(task, few_mall) == {
        "error": ["total_cost: there are 4 ways to order that, of which at most 3 are tried"]
    }
    with pytest.raises(TaskError, match="can be ordered in 4 ways"):
        make_oracle(few_mall, task, "shop_tools")


def test_what_is_not_reckoned_with_is_told(few_mall: Mall, making: Any) -> None:
    mice = Order(groups=(making.group("ombra-mouse"),), buyer=making.buyer, quantity=2, one_order_per_shop=False)
    task = making.task(mice, TotalCost(at_most=4_980, currency="EUR"))
    told = told_of(task, few_mall)["error"]
    assert told[0] == "total_cost: several orders in a shop are allowed, which is not reckoned with"
    assert "variants of ombra-mouse differ in price" in told[1]


@pytest.mark.parametrize("fields", [{}, {"delivered": True}])
@pytest.mark.parametrize("slugs", [("brisk-drive",), ("brisk-drive", "calm-cable", "ombra-mouse")])
def test_its_grading_is_proven_and_audited(
    slugs: tuple[str, ...], fields: Mapping[str, bool], few_mall: Mall, making: Any
) -> None:
    task = least_errand(few_mall, making, *slugs, **fields)
    assert [one for one in prove_checks(task, few_mall) if not one.holds] == []
    assert sum(one.name.startswith("near miss") for one in prove_checks(task, few_mall)) == 3
    found = audit_task(task, few_mall.catalog, few_mall)
    assert [(one.check, one.name, one.text) for one in found.failing] == []
    assert found.thin == ()


def least_errand(mall: Mall, making: Any, *slugs: str, **fields: Any) -> Task:
    """At the least possible, as validation tells it."""
    told = told_of(errand(making, *slugs, at_most=1, **fields), mall)["error"]
    return errand(making, *slugs, at_most=int(told[0].rpartition(" ")[2]), least=True, **fields)


@pytest.mark.parametrize("fields", [{}, {"delivered": True}])
@pytest.mark.parametrize("slugs", [("brisk-drive",), ("zest-lamp", "calm-cable"), ("brisk-drive", "ombra-mouse")])
def test_the_oracle_pays_the_least_by_tools(
    slugs: tuple[str, ...], fields: Mapping[str, bool], few_mall: Mall, making: Any, by_tools: Play
) -> None:
    task = least_errand(few_mall, making, *slugs, **fields)
    told, episode = by_tools(task)
    assert told.reward == 1.0, told.checks
    paid = sum(event.payload.total for event in episode.events if isinstance(event.payload, OrderPlaced))
    assert paid == next(one.at_most for one in task.checks_of(TotalCost))


def test_whoever_pays_more_than_the_least_fails(few_mall: Mall, making: Any, by_tools: Play) -> None:
    """The cheapest goods, without a thought for delivery and codes."""
    task = least_errand(few_mall, making, "brisk-drive", delivered=True)
    url = f"{few_mall.address('copper-bench')}product/brisk-drive/"
    careless = Buying(few_mall.address("copper-bench"), {url: {}}, "standard", "", making.buyer)
    told, _ = by_tools(task, careless)
    assert [one.type for one in told.checks if not one.passed] == ["total_cost"]
    assert "too dear: 100.50 EUR instead of" in told.checks[1].reason


@pytest.mark.browser
def test_the_oracle_pays_the_least_in_a_browser(few_mall: Mall, making: Any, in_a_browser: Play) -> None:
    task = least_errand(few_mall, making, "brisk-drive", "ombra-mouse", "zest-lamp", delivered=True)
    told, episode = in_a_browser(task.model_copy(update={"limits": Limits(steps=120)}))
    assert told.reward == 1.0, told.checks
    orders = [event.payload for event in episode.events if isinstance(event.payload, OrderPlaced)]
    assert len(orders) > 1
    assert any(order.promotion_code for order in orders)


@pytest.mark.browser
def test_the_oracle_collects_what_is_cheaper_to_collect_in_a_browser(
    few_mall: Mall, making: Any, in_a_browser: Play
) -> None:
    told, episode = in_a_browser(least_errand(few_mall, making, "ombra-mouse"))
    assert told.reward == 1.0, told.checks
    [order] = [event.payload for event in episode.events if isinstance(event.payload, OrderPlaced)]
    assert (order.delivery_method, order.lines[0].variant_id) == ("pickup", "black")
