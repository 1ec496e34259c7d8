"""What the shops of an episode know of their shopper: a fold over events, one `ShopState` a shop.

There is no other state: no cookies, no sessions. A cart, a checkout draft or an answered cookie banner is what the
events say.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shopworld.episode import Event, Fold, Payload
from shopworld.shop.events import (
    AccountLeft,
    AccountOpened,
    AgeAnswered,
    CartChanged,
    CartRefused,
    ChatAsked,
    CheckoutStep,
    ComparisonChanged,
    ContactSent,
    CookiesChosen,
    CurrencyChosen,
    DeliveryEstimated,
    LocaleChosen,
    NewsletterRefused,
    NewsletterSubscribed,
    OrderPlaced,
    OverlayDismissed,
    PageViewed,
    ProductViewed,
    PromotionApplied,
    PromotionRefused,
    PromotionRemoved,
    WishListChanged,
    line_name,
)

LineKey = tuple[str, str | None]
"""Offer id of a cart line, and what tells it from other lines of that offer: the variant, the shopper's own text."""

STEPS = ("contact", "delivery", "payment")
"""Steps of a checkout in steps, in order."""

_NEVER_KEPT = frozenset({"card_number", "card_cvv"})
"""Fields of the checkout that have to be entered anew each time."""

_MOST_VIEWED = 24
"""Product pages that are remembered for the rail of recently viewed products."""

MOST_COMPARED = 4
"""Products that stand side by side; the oldest makes room."""

_MOST_ASKED = 6
"""Turns of the help chat that are shown."""

_TOLD = (
    CartChanged,
    CartRefused,
    PromotionApplied,
    PromotionRefused,
    PromotionRemoved,
    DeliveryEstimated,
    ContactSent,
    NewsletterSubscribed,
    NewsletterRefused,
    ChatAsked,
    WishListChanged,
    ComparisonChanged,
    AccountOpened,
    AccountLeft,
)


@dataclass(frozen=True, slots=True)
class CartLine:
    """One line of a cart.

    Attributes:
        offer_id: what.
        variant_id: which variant; None for a simple offer.
        quantity: pieces, at least 1.
        price: of one piece, in cents, when it was last changed.
        personalization: the shopper's own text on it; empty if none.
    """

    offer_id: str
    variant_id: str | None
    quantity: int
    price: int
    personalization: str = ""

    @property
    def key(self) -> LineKey:
        """What makes it one line."""
        return self.offer_id, line_name(self.variant_id, self.personalization)

    @property
    def total(self) -> int:
        """Of all its pieces, in cents."""
        return self.quantity * self.price


@dataclass(slots=True)
class ShopState:
    """One shopper in one shop.

    Attributes:
        lines: the cart, in the order in which things were added.
        promotion_code: the code applied, or None.
        draft: what was entered in the checkout, card number and CVV never among it.
        steps_done: checkout steps taken without an error.
        orders: orders placed, oldest first.
        cookies_accepted: answer to the cookie banner; None: not answered.
        dismissed: what was closed of `announcement`, `popup` and `newsletter`.
        old_enough: answer to the age gate; None: not answered.
        currency: that prices are shown in; empty: the shop's own.
        locale: language of the interface; empty: the shop's own.
        asked: the last questions in the help chat, oldest first.
        untold: the last event that the shopper has seen no page after and is to be told of, or None.
        quantity_before: of the cart line in `untold`, before the change.
        viewed: ids of the offers whose pages were shown, the latest first.
        estimate: what was asked about delivery last, or None.
        wish_list: ids of the offers on it, the first one first.
        compared: ids of the offers to be compared, the first one first.
        account: e-mail address of the account that is signed in; empty where none is.
    """

    lines: dict[LineKey, CartLine] = field(default_factory=dict)
    promotion_code: str | None = None
    draft: dict[str, str] = field(default_factory=dict)
    steps_done: tuple[str, ...] = ()
    orders: list[OrderPlaced] = field(default_factory=list)
    cookies_accepted: bool | None = None
    dismissed: frozenset[str] = frozenset()
    old_enough: bool | None = None
    currency: str = ""
    locale: str = ""
    asked: tuple[ChatAsked, ...] = ()
    untold: Payload | None = None
    quantity_before: int = 0
    viewed: tuple[str, ...] = ()
    estimate: DeliveryEstimated | None = None
    wish_list: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    account: str = ""

    @property
    def goods_total(self) -> int:
        """Value of the cart in cents, before discount and delivery."""
        return sum(line.total for line in self.lines.values())

    @property
    def piece_count(self) -> int:
        """Pieces in the cart."""
        return sum(line.quantity for line in self.lines.values())

    def ordered(self, offer_id: str, variant_id: str | None) -> int:
        """Pieces of that offer and variant which this shopper has ordered already; the stock is lower by them."""
        return sum(
            line.quantity
            for order in self.orders
            for line in order.lines
            if line.offer_id == offer_id and line.variant_id == variant_id
        )

    def held(self, offer_id: str, variant_id: str | None) -> int:
        """Pieces of that offer and variant in the cart, whatever is written on them."""
        return sum(
            line.quantity for line in self.lines.values() if line.offer_id == offer_id and line.variant_id == variant_id
        )


ShopStates = dict[str, ShopState]
"""State by shop id."""


def _change_cart(state: ShopState, change: CartChanged) -> None:
    key = (change.offer_id, change.line)
    before = state.lines.get(key)
    state.quantity_before = before.quantity if before else 0
    if change.quantity <= 0:
        state.lines.pop(key, None)
    else:
        state.lines[key] = CartLine(
            change.offer_id, change.variant_id, change.quantity, change.price, change.personalization
        )
    if not state.lines:
        state.promotion_code = None


def _take_step(state: ShopState, sent: CheckoutStep) -> None:
    state.draft |= {name: value for name, value in sent.values.items() if name not in _NEVER_KEPT}
    if sent.errors:
        state.steps_done = tuple(step for step in state.steps_done if step != sent.step)
    elif sent.step not in state.steps_done:
        state.steps_done = (*state.steps_done, sent.step)


def _with(ids: tuple[str, ...], offer_id: str, *, kept: bool) -> tuple[str, ...]:
    others = tuple(one for one in ids if one != offer_id)
    return (*others, offer_id) if kept else others


def _place_order(state: ShopState, order: OrderPlaced) -> None:
    state.orders.append(order)
    state.lines.clear()
    state.promotion_code = None
    state.steps_done = ()
    state.untold = None


def _apply(states: ShopStates, event: Event) -> ShopStates:
    if event.shop is None:
        return states
    state = states.setdefault(event.shop, ShopState())
    match event.payload:
        case PageViewed():
            state.untold = None
        case ProductViewed(offer_id=offer_id):
            others = (one for one in state.viewed if one != offer_id)
            state.viewed = (offer_id, *others)[:_MOST_VIEWED]
        case CartChanged() as change:
            _change_cart(state, change)
        case DeliveryEstimated() as asked:
            state.estimate = asked
        case PromotionApplied(code=code):
            state.promotion_code = code
        case PromotionRemoved():
            state.promotion_code = None
        case CheckoutStep() as sent:
            _take_step(state, sent)
        case OrderPlaced() as order:
            _place_order(state, order)
        case CookiesChosen(accepted=accepted):
            state.cookies_accepted = accepted
        case OverlayDismissed(what=what):
            state.dismissed |= {what}
        case NewsletterSubscribed():
            state.dismissed |= {"newsletter"}
        case AgeAnswered(old_enough=old_enough):
            state.old_enough = old_enough
        case CurrencyChosen(currency=currency):
            state.currency = currency
        case LocaleChosen(locale=locale):
            state.locale = locale
        case ChatAsked() as asked:
            state.asked = (*state.asked, asked)[-_MOST_ASKED:]
        case WishListChanged(offer_id=offer_id, kept=kept):
            state.wish_list = _with(state.wish_list, offer_id, kept=kept)
        case ComparisonChanged(offer_id=offer_id, kept=kept):
            state.compared = _with(state.compared, offer_id, kept=kept)[-MOST_COMPARED:]
        case AccountOpened(email=email):
            state.account = email
        case AccountLeft():
            state.account = ""
        case _:
            pass
    if isinstance(event.payload, _TOLD):
        state.untold = event.payload
    return states


def _initial() -> ShopStates:
    return {}


SHOP_STATE: Fold[ShopStates] = Fold("shops", _initial, _apply)
"""State of all shops of an episode; `episode.state(SHOP_STATE)`."""
