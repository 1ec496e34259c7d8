"""Evidence is folded from events alone."""

from __future__ import annotations

from shopworld.episode import WORLD_START, Event, Payload
from shopworld.mall.events import AnswerSubmitted, MessageSent
from shopworld.shop.events import Address, CartChanged, OrderLine, OrderPlaced, ProductViewed
from shopworld.tasks.checks import OfferAddress
from shopworld.tasks.evidence import EVIDENCE, EpisodeEvidence

KEYBOARD = OfferAddress(shop="techtalk", slug="keyboard")
MOUSE = OfferAddress(shop="techtalk", slug="mouse")


def evidence_of(*happened: tuple[str | None, Payload]) -> EpisodeEvidence:
    return EVIDENCE.over(Event(number, WORLD_START, shop, payload) for number, (shop, payload) in enumerate(happened))


def cart(offer: OfferAddress, quantity: int, variant: str | None = None) -> tuple[str, Payload]:
    payload = CartChanged(offer_id=f"{offer.shop}/1", slug=offer.slug, variant_id=variant, quantity=quantity, price=100)
    return offer.shop, payload


def order(*offers: OfferAddress) -> tuple[str, Payload]:
    lines = tuple(
        OrderLine(offer_id=f"{offer.shop}/1", slug=offer.slug, title=offer.slug, quantity=1, price=100)
        for offer in offers
    )
    payload = OrderPlaced(
        number=1,
        lines=lines,
        email="a@b.example",
        billing=Address(),
        shipping=Address(),
        delivery_method="standard",
        payment_method="card",
        goods_total=100,
        shipping_price=0,
        total=100,
    )
    return offers[0].shop, payload


def test_nothing_happened() -> None:
    assert evidence_of() == EpisodeEvidence()


def test_the_last_answer_counts() -> None:
    first, second = AnswerSubmitted(text="one"), MessageSent(role="assistant", text="two")
    assert evidence_of((None, first), (None, second)).answer == "two"


def test_what_the_user_says_is_no_answer() -> None:
    assert evidence_of((None, MessageSent(role="user", text="Find a keyboard."))).answer is None


def test_a_cart_line_has_its_last_quantity() -> None:
    evidence = evidence_of(cart(KEYBOARD, 1), cart(MOUSE, 2), cart(KEYBOARD, 3), cart(MOUSE, 0))
    assert evidence.cart == {KEYBOARD: 3}
    assert list(evidence.carted) == [KEYBOARD, MOUSE]


def test_variants_of_an_offer_are_counted_together() -> None:
    evidence = evidence_of(cart(KEYBOARD, 1, "black"), cart(KEYBOARD, 2, "white"))
    assert evidence.cart == {KEYBOARD: 3}


def test_an_order_empties_the_cart_of_its_shop_only() -> None:
    elsewhere = OfferAddress(shop="camelcases", slug="keyboard")
    evidence = evidence_of(cart(KEYBOARD, 1), cart(elsewhere, 1), order(KEYBOARD))
    assert evidence.cart == {elsewhere: 1}
    assert [placed.pieces for placed in evidence.orders] == [{KEYBOARD: 1}]


def test_visits_are_kept_in_the_order_of_the_first() -> None:
    views = [
        ("techtalk", ProductViewed(offer_id="techtalk/1", slug=slug, price=1))
        for slug in ("mouse", "keyboard", "mouse")
    ]
    assert list(evidence_of(*views).viewed) == [MOUSE, KEYBOARD]
