"""The state of a shop is what the events say."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import Episode, EpisodeIdentity, Event, Payload
from shopworld.shop import SHOP_STATE
from shopworld.shop.events import (
    Address,
    CartChanged,
    CartRefused,
    CheckoutStep,
    CookiesChosen,
    OrderLine,
    OrderPlaced,
    PageViewed,
    PromotionApplied,
    PromotionRemoved,
)

shops = st.sampled_from(["a", "b"])
offers = st.sampled_from(["a/1", "a/2", "b/1"])
variants = st.sampled_from([None, "red"])
words = st.text("abc", max_size=3)
order = OrderPlaced(
    number=1,
    lines=(OrderLine(offer_id="a/1", slug="one", title="One", quantity=2, price=100),),
    email="a@b.cc",
    billing=Address(),
    shipping=Address(),
    delivery_method="standard",
    payment_method="card",
    goods_total=200,
    shipping_price=0,
    total=200,
)
payloads: st.SearchStrategy[Payload] = st.one_of(
    st.builds(
        CartChanged,
        offer_id=offers,
        slug=st.just("s"),
        variant_id=variants,
        quantity=st.integers(0, 5),
        price=st.integers(1, 999),
    ),
    st.builds(PromotionApplied, code=words),
    st.builds(PromotionRemoved, code=words),
    st.builds(
        CheckoutStep,
        step=st.sampled_from(["contact", "delivery", "payment"]),
        values=st.dictionaries(words, words),
        errors=st.dictionaries(words, words, max_size=1),
    ),
    st.builds(PageViewed, path=st.just("/"), page=st.just("home")),
    st.builds(CookiesChosen, accepted=st.booleans()),
    st.just(CartRefused(number=1, reason="sold_out", message="Sold out")),
    st.just(order),
)


def episode() -> Episode:
    return Episode(EpisodeIdentity("agent", "task"), "elabel")


def replayed(events: Sequence[Event]) -> list[Event]:
    return [Event.from_json(event.to_json()) for event in events]


@given(st.lists(st.tuples(shops, payloads), max_size=25))
def test_state_kept_up_to_date_equals_the_replayed_log(happened: list[tuple[str, Payload]]) -> None:
    live = episode()
    live.state(SHOP_STATE)
    for shop, payload in happened:
        live.record(payload, shop=shop)
    assert live.state(SHOP_STATE) == SHOP_STATE.over(replayed(live.events))


@given(st.lists(st.tuples(shops, payloads), max_size=25))
def test_a_cart_holds_whole_pieces_only(happened: list[tuple[str, Payload]]) -> None:
    live = episode()
    for shop, payload in happened:
        live.record(payload, shop=shop)
    for state in live.state(SHOP_STATE).values():
        assert all(line.quantity > 0 and line.key == key for key, line in state.lines.items())
        assert state.goods_total == sum(line.quantity * line.price for line in state.lines.values())


def test_shops_do_not_share_a_cart() -> None:
    live = episode()
    live.record(CartChanged(offer_id="a/1", slug="one", quantity=2, price=100), shop="a")
    live.record(CookiesChosen(accepted=True), shop="b")
    states = live.state(SHOP_STATE)
    assert (states["a"].piece_count, states["b"].piece_count) == (2, 0)
    assert states["a"].cookies_accepted is None


def test_an_order_empties_the_cart_and_lowers_the_stock() -> None:
    live = episode()
    live.record(CartChanged(offer_id="a/1", slug="one", quantity=2, price=100), shop="a")
    live.record(PromotionApplied(code="X"), shop="a")
    live.record(order, shop="a")
    state = live.state(SHOP_STATE)["a"]
    assert (state.lines, state.promotion_code, state.ordered("a/1", None)) == ({}, None, 2)


def test_card_number_and_security_code_are_never_kept() -> None:
    live = episode()
    values = {"email": "a@b.cc", "card_number": "•••• 4242", "card_cvv": "•••", "card_expiry": "12/28"}
    live.record(CheckoutStep(step="one_page", values=values), shop="a")
    assert live.state(SHOP_STATE)["a"].draft == {"email": "a@b.cc", "card_expiry": "12/28"}


def test_what_happened_is_told_once() -> None:
    live = episode()
    live.record(CartRefused(number=1, reason="sold_out", message="Sold out"), shop="a")
    assert live.state(SHOP_STATE)["a"].untold is not None
    live.record(PageViewed(path="/", page="home"), shop="a")
    assert live.state(SHOP_STATE)["a"].untold is None
