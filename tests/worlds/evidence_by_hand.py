"""What an episode came to, made by hand, for tests of checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from shopworld.episode import WORLD_START, Event, Payload
from shopworld.shop.events import Address, CartChanged, OrderLine, OrderPlaced
from shopworld.tasks import Buyer, Check, OfferAddress
from shopworld.tasks.evidence import EVIDENCE, EpisodeEvidence, PlacedOrder

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


ONE = OfferAddress(shop="techtalk", slug="one")
TWO = OfferAddress(shop="techtalk", slug="two")


def fault_of(check: Check, evidence: EpisodeEvidence) -> str:
    """Why a check fails; empty where it holds."""
    result = check.grade(evidence, {})
    return "" if result.passed else result.reason


def evidence_of(*payloads: Payload, shop: str = "s") -> EpisodeEvidence:
    """What these events come to."""
    return EVIDENCE.over(Event(number, WORLD_START, shop, one) for number, one in enumerate(payloads))


def pan_carted(variant: str | None = None, quantity: int = 1, text: str = "") -> CartChanged:
    """The pan of the shop `s` in the cart."""
    return CartChanged(offer_id="s/1", slug="pan", variant_id=variant, personalization=text, quantity=quantity, price=1)
