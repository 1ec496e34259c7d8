"""End states that are tried on the grading: what happened, by hand, and how one is made from another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from shopworld.episode import WORLD_START, Ending, Event, Payload
from shopworld.mall.events import AnswerSubmitted, MessageSent
from shopworld.shop.events import Address, CartChanged, OrderLine, OrderPlaced, ProductViewed
from shopworld.tasks.offers import OfferAddress

Act = tuple[str | None, Payload]
"""Something that happens, with the shop where it does."""
Acts = tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class EndState:
    """One end state.

    Attributes:
        name: how it differs from the right one, for people.
        right: whether it must be accepted.
        acts: what happened.
        ending: how the episode ended; None where it did not.
    """

    name: str
    right: bool
    acts: Acts
    ending: Ending | None = Ending.SUBMITTED

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as an episode records it."""
        return events_of_acts(self.acts)


@dataclass(frozen=True, slots=True)
class StateGrade:
    """What the grading said of one state.

    Attributes:
        check: type of the check that the state was derived for.
        name: how it differs from the right one.
        right: whether it must be accepted.
        holds: whether the grading says so: a right state is accepted, a wrong one refused, by that very check.
        text: what the check said.
    """

    check: str
    name: str
    right: bool
    holds: bool
    text: str


def events_of_acts(acts: Iterable[Act]) -> tuple[Event, ...]:
    """What happened, as an episode records it."""
    return tuple(Event(number, WORLD_START, shop, payload) for number, (shop, payload) in enumerate(acts))


def wrong(name: str, acts: Iterable[Act], ending: Ending | None = Ending.SUBMITTED) -> EndState:
    """A state that must be refused."""
    return EndState(name, False, tuple(acts), ending)


def right(name: str, acts: Iterable[Act], ending: Ending | None = Ending.SUBMITTED) -> EndState:
    """A state that must be accepted."""
    return EndState(name, True, tuple(acts), ending)


def without(acts: Sequence[Act], of: Callable[[Act], bool]) -> Acts:
    """The acts that are not of a sort."""
    return tuple(act for act in acts if not of(act))


def changed(acts: Sequence[Act], change: Callable[[Act], Act]) -> Acts:
    """The acts, each as a function makes it."""
    return tuple(change(act) for act in acts)


def is_answer(act: Act) -> bool:
    """Whether an act gives the result."""
    return isinstance(act[1], AnswerSubmitted)


def answering(acts: Sequence[Act], text: str) -> Acts:
    """The same with another text submitted."""
    return (*without(acts, is_answer), (None, AnswerSubmitted(text=text)))


def saying(acts: Sequence[Act], text: str) -> Acts:
    """The same with the result said in a message instead."""
    return (*without(acts, is_answer), (None, MessageSent(role="assistant", text=text)))


def before_answer(acts: Sequence[Act], *more: Act) -> Acts:
    """The same with more acts at the end, before the result is given."""
    return (*without(acts, is_answer), *more, *(act for act in acts if is_answer(act)))


def viewed(address: OfferAddress) -> Act:
    """A product page is shown."""
    return address.shop, ProductViewed(offer_id=offer_id(address), slug=address.slug, price=0)


def carted(address: OfferAddress, quantity: int = 1, variant: str | None = None) -> Act:
    """A cart line now has this quantity."""
    return address.shop, CartChanged(
        offer_id=offer_id(address), slug=address.slug, variant_id=variant, quantity=quantity, price=0
    )


def fills_cart(act: Act) -> bool:
    """Whether an act changes a cart."""
    return isinstance(act[1], CartChanged)


def puts_in(act: Act, offer: OfferAddress) -> bool:
    """Whether an act changes the pieces of an offer in a cart."""
    return isinstance(act[1], CartChanged) and (act[0], act[1].slug) == (offer.shop, offer.slug)


def without_offer(acts: Acts, offer: OfferAddress) -> Acts:
    """The acts but those that change the pieces of an offer in a cart."""
    return without(acts, lambda act: puts_in(act, offer))


def order_line(address: OfferAddress, quantity: int = 1, variant: str | None = None) -> OrderLine:
    """A line of an order."""
    return OrderLine(
        offer_id=offer_id(address),
        slug=address.slug,
        variant_id=variant,
        title=address.slug,
        quantity=quantity,
        price=0,
    )


def plain_order(*lines: OrderLine) -> OrderPlaced:
    """An order by nobody in particular."""
    return OrderPlaced(
        number=7,
        lines=lines,
        email="",
        billing=Address(),
        shipping=Address(),
        delivery_method="",
        payment_method="card",
        goods_total=0,
        shipping_price=0,
        total=0,
    )


def order_of(address: OfferAddress) -> Act:
    """An offer is ordered by nobody in particular."""
    return address.shop, plain_order(order_line(address))


def offer_id(address: OfferAddress) -> str:
    """The id that an offer has in events made by hand."""
    return f"{address.shop}/{address.slug}"
