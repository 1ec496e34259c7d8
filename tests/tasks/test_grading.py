"""Each check passes for what it asks for and for nothing else, and says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.events import Address, OrderLine, OrderPlaced
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    Check,
    Group,
    NoSideEffects,
    OfferAddress,
    Order,
    PageVisited,
)
from shopworld.tasks.evidence import Evidence, PlacedOrder
from shopworld.tasks.grading import CheckResult, buyer_differences, grade

SHOPS = ("camelcases", "e-store", "techtalk")
HOSTS = {f"{shop}.example": shop for shop in SHOPS}
BUYER = Buyer(
    name="Jo Miller",
    street="Oak Road",
    house_number="7",
    zip="60614",
    city="Chicago",
    state="IL",
    country="USA",
    email="jo@mail.example",
    card="4242424242424242",
    cvv="123",
    expiry_date="12/28",
)
ADDRESS = Address(
    first_name="Jo", last_name="Miller", street="7 Oak Rd", zip="60614", city="Chicago", state="Illinois", country="US"
)

offers = st.builds(OfferAddress, shop=st.sampled_from(SHOPS), slug=st.sampled_from([f"slug-{n}" for n in range(12)]))


def as_answer(chosen: Sequence[OfferAddress]) -> str:
    return "###".join(f"http://{offer.shop}.example/product/{offer.slug}/" for offer in chosen)


def placed_in(shop: str, pieces: Mapping[OfferAddress, int], number: int = 1, **changes: object) -> PlacedOrder:
    lines = tuple(
        OrderLine(offer_id=f"{shop}/1", slug=offer.slug, title=offer.slug, quantity=quantity, price=100)
        for offer, quantity in pieces.items()
    )
    order = OrderPlaced(
        number=number,
        lines=lines,
        email="JO@mail.example",
        billing=ADDRESS,
        shipping=ADDRESS,
        delivery_method="standard",
        payment_method="card",
        card_digits="4242 4242 4242 4242",
        card_expiry="12 / 2028",
        card_cvv="123",
        goods_total=100,
        shipping_price=0,
        total=100,
    )
    return PlacedOrder(shop, order.model_copy(update=changes))


def orders_of(pieces: Mapping[OfferAddress, int]) -> list[PlacedOrder]:
    shops = sorted({offer.shop for offer in pieces})
    return [placed_in(shop, {o: n for o, n in pieces.items() if o.shop == shop}) for shop in shops]


def evidence_for(check: Check, pieces: Mapping[OfferAddress, int]) -> Evidence:
    """Evidence that returns those offers in the way the check looks at."""
    match check:
        case AnswerSet():
            return Evidence(answer=as_answer(list(pieces)) or None)
        case Cart():
            return Evidence(cart_lines={(offer, None): quantity for offer, quantity in pieces.items()})
        case _:
            return Evidence(orders=orders_of(pieces))


def graded(check: Check, pieces: Mapping[OfferAddress, int]) -> CheckResult:
    return grade(check, evidence_for(check, pieces), HOSTS)


@st.composite
def grouped(draw: st.DrawFn) -> tuple[tuple[Group, ...], list[OfferAddress]]:
    """Disjoint groups, and offers outside all of them."""
    pool = draw(st.lists(offers, min_size=3, max_size=10, unique=True))
    outside = [pool.pop()]
    groups: list[Group] = []
    while pool:
        size = draw(st.integers(1, min(3, len(pool))))
        groups.append(tuple(pool[:size]))
        pool = pool[size:]
    return tuple(groups), outside


def checks_over(groups: tuple[Group, ...]) -> list[Check]:
    return [AnswerSet(groups=groups), Cart(groups=groups), Order(groups=groups, buyer=BUYER)]


@given(grouped(), st.randoms(use_true_random=False))
def test_one_of_each_group_passes(case: tuple[tuple[Group, ...], list[OfferAddress]], random: object) -> None:
    groups, _ = case
    picks = [group[len(group) // 2] for group in groups]
    random.shuffle(picks)  # type: ignore[attr-defined]
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(picks, 1))
        assert result.passed, result.reason
        assert (result.expected, result.found, result.returned, result.right) == (len(groups),) * 4


@given(grouped())
def test_nothing_fails(case: tuple[tuple[Group, ...], list[OfferAddress]]) -> None:
    for check in checks_over(case[0]):
        result = graded(check, {})
        assert not result.passed
        assert (result.found, result.returned, result.right) == (0, 0, 0)


@given(grouped())
def test_everything_fails(case: tuple[tuple[Group, ...], list[OfferAddress]]) -> None:
    groups, outside = case
    everything = [offer for group in groups for offer in group] + outside
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(everything, 1))
        assert not result.passed
        assert outside[0].slug in result.reason


@given(grouped(), st.data())
def test_one_group_left_out_fails(case: tuple[tuple[Group, ...], list[OfferAddress]], data: st.DataObject) -> None:
    groups, _ = case
    left_out = data.draw(st.integers(0, len(groups) - 1))
    picks = [group[0] for number, group in enumerate(groups) if number != left_out]
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(picks, 1))
        assert not result.passed
        assert result.found == len(groups) - 1


@given(grouped(), st.data())
def test_a_near_miss_in_place_of_an_answer_fails(
    case: tuple[tuple[Group, ...], list[OfferAddress]], data: st.DataObject
) -> None:
    groups, outside = case
    replaced = data.draw(st.integers(0, len(groups) - 1))
    picks = [outside[0] if number == replaced else group[0] for number, group in enumerate(groups)]
    for check in checks_over(groups):
        result = graded(check, dict.fromkeys(picks, 1))
        assert not result.passed
        assert (result.found, result.returned, result.right) == (len(groups) - 1, len(groups), len(groups) - 1)


@given(grouped())
def test_several_of_one_group_are_a_fine_answer_but_not_a_fine_cart(
    case: tuple[tuple[Group, ...], list[OfferAddress]],
) -> None:
    groups, _ = case
    every = [offer for group in groups for offer in group]
    single = all(len(group) == 1 for group in groups)
    answers, cart, order = (graded(check, dict.fromkeys(every, 1)) for check in checks_over(groups))
    assert answers.passed
    assert answers.right == answers.returned == len(every)
    assert cart.passed == order.passed == single
    assert cart.found == order.found == len(groups)


@given(grouped(), st.integers(2, 5))
def test_another_quantity_fails(case: tuple[tuple[Group, ...], list[OfferAddress]], quantity: int) -> None:
    groups, _ = case
    for check in (Cart(groups=groups), Order(groups=groups, buyer=BUYER)):
        result = graded(check, {group[0]: quantity for group in groups})
        assert not result.passed
        assert result.right == 0
        wanted = check.model_copy(update={"quantity": quantity})
        assert graded(wanted, {group[0]: quantity for group in groups}).passed


ONE = OfferAddress(shop="techtalk", slug="one")
TWO = OfferAddress(shop="techtalk", slug="two")


def test_addresses_that_are_no_products_are_wrong_answers() -> None:
    answer = f"{as_answer([ONE])}###http://techtalk.example/cart/"
    result = grade(AnswerSet(groups=((ONE,),)), Evidence(answer=answer), HOSTS)
    assert not result.passed
    assert (result.returned, result.right) == (2, 1)
    assert "not asked for: 'http://techtalk.example/cart/'" in result.reason


def test_a_reason_says_what_is_missing_and_what_too_much() -> None:
    result = graded(AnswerSet(groups=((ONE,),)), {TWO: 1})
    assert result.reason == "missing: techtalk /product/one/; not asked for: techtalk /product/two/"


def test_a_reason_says_which_quantity_was_found() -> None:
    assert graded(Cart(groups=((ONE,),)), {ONE: 3}).reason == "wrong quantity: techtalk /product/one/ (3 instead of 1)"


def test_two_offers_of_one_shop_belong_into_one_order() -> None:
    check = Order(groups=((ONE,), (TWO,)), buyer=BUYER)
    apart = Evidence(orders=[placed_in("techtalk", {ONE: 1}), placed_in("techtalk", {TWO: 1}, number=2)])
    result = grade(check, apart, HOSTS)
    assert not result.passed
    assert result.reason == "more than one order in: techtalk"
    assert grade(check.model_copy(update={"one_order_per_shop": False}), apart, HOSTS).passed


def test_an_order_placed_twice_fails() -> None:
    twice = Evidence(orders=[placed_in("techtalk", {ONE: 1}), placed_in("techtalk", {ONE: 1}, number=2)])
    assert not grade(Order(groups=((ONE,),), one_order_per_shop=False), twice, HOSTS).passed


@pytest.mark.parametrize(
    "changes",
    [
        {"email": "joe@mail.example"},
        {"card_digits": "4242424242424241"},
        {"card_expiry": "12/29"},
        {"card_cvv": "321"},
        {"payment_method": "invoice"},
        {"billing": ADDRESS.model_copy(update={"first_name": "Joe"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"street": "8 Oak Rd"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"zip": "60615"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"city": "Boston"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"state": "Ohio"}), "shipping": Address()},
        {"billing": ADDRESS.model_copy(update={"country": "Canada"}), "shipping": Address()},
        {"shipping": ADDRESS.model_copy(update={"zip": "60615"})},
    ],
)
def test_each_single_difference_of_an_order_fails(changes: dict[str, object]) -> None:
    placed = PlacedOrder("techtalk", placed_in("techtalk", {ONE: 1}).order.model_copy(update=changes))
    assert len(buyer_differences(BUYER, "card", placed.order)) == 1
    result = grade(Order(groups=((ONE,),), buyer=BUYER), Evidence(orders=[placed]), HOSTS)
    assert not result.passed
    assert (result.found, result.returned, result.right) == (0, 1, 0)
    assert "instead of" in result.reason


def test_an_order_is_right_however_its_fields_are_filled() -> None:
    billing = Address(
        first_name="jo miller",
        street="Oak Road",
        house_number="7",
        zip="606 14",
        city="CHICAGO",
        state="il",
        country="USA",
    )
    placed = placed_in("techtalk", {ONE: 1}, billing=billing, shipping=Address(), card_expiry="12/28")
    assert buyer_differences(BUYER, "card", placed.order) == []


def test_empty_fields_of_the_buyer_are_not_compared() -> None:
    assert buyer_differences(Buyer(), "", placed_in("techtalk", {ONE: 1}, payment_method="invoice").order) == []


def test_pages_of_each_group_must_have_been_visited() -> None:
    check = PageVisited(groups=((ONE, TWO),))
    assert grade(check, Evidence(viewed={TWO: None}), HOSTS).passed
    assert grade(check, Evidence(), HOSTS).reason == "not visited: techtalk /product/one/ or techtalk /product/two/"


@pytest.mark.parametrize(("answer", "passed"), [("$0.00", True), (" 0 ", True), ("1", False), (None, False)])
def test_a_text_answer_is_compared_after_normalisation(answer: str | None, passed: bool) -> None:
    assert grade(AnswerText(accepted=("0", "nothing")), Evidence(answer=answer), HOSTS).passed is passed


def test_side_effects_are_named() -> None:
    evidence = Evidence(cart_lines={(ONE, None): 1}, orders=[placed_in("techtalk", {TWO: 1}, number=31)])
    result = grade(NoSideEffects(), evidence, HOSTS)
    assert result.reason == (
        "left in a cart: techtalk /product/one/; ordered unasked: order 31 in techtalk (techtalk /product/two/)"
    )
    assert grade(NoSideEffects(), Evidence(), HOSTS).passed


@pytest.mark.parametrize(("allow_cart", "allow_orders"), [(True, False), (False, True), (True, True)])
def test_side_effects_may_be_allowed(allow_cart: bool, allow_orders: bool) -> None:
    check = NoSideEffects(allow_cart=allow_cart, allow_orders=allow_orders)
    assert grade(check, Evidence(cart_lines={(ONE, None): 1}), HOSTS).passed is allow_cart
    assert grade(check, Evidence(orders=[placed_in("techtalk", {ONE: 1})]), HOSTS).passed is allow_orders
