"""Events in words, for people who read an episode."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from itertools import zip_longest

from shopworld.environments import Asked
from shopworld.environments.tools import CallMissing, ToolCalled, UserAsked
from shopworld.episode import Event
from shopworld.mall import AnswerSubmitted, MessageSent, ReportedInfeasible
from shopworld.shop import (
    ArticleViewed,
    CartChanged,
    CheckoutStep,
    OrderPlaced,
    PageViewed,
    PolicyViewed,
    ProductViewed,
    ReviewRead,
    SearchPerformed,
)
from shopworld.tasks import ProductRecommended

STRONG = frozenset(
    {
        "cart_changed",
        "order_placed",
        "answer_submitted",
        "message_sent",
        "reported_infeasible",
        "promotion_applied",
        "user_asked",
        "product_recommended",
    }
)
"""Kinds that change or decide something."""


def is_strong(event: Event) -> bool:
    """Whether the event changes or decides something, so that the page lifts it out."""
    return event.kind in STRONG


TELLING = (
    ProductViewed,
    SearchPerformed,
    PolicyViewed,
    ArticleViewed,
)
"""What is recorded right after the page view that it belongs to, and says more about it."""


def told_once(events: Sequence[Event]) -> list[Event]:
    """The events without the page views that the next event tells better: a product, a listing, a policy."""
    return [one for one, after in zip_longest(events, events[1:]) if not _is_told_by(one, after)]


def _is_told_by(event: Event, after: Event | None) -> bool:
    return (
        isinstance(event.payload, PageViewed)
        and event.payload.status == HTTPStatus.OK
        and after is not None
        and after.shop == event.shop
        and isinstance(after.payload, TELLING)
    )


def describe(event: Event) -> str:
    """One line for any event; kinds that are not known here are told by name and data."""
    match event.payload:
        case PageViewed(page=page, path=path, status=status):
            return f"{page.replace('_', ' ')} page {path}" + (f" ({status})" if status != 200 else "")
        case SearchPerformed() as seen:
            return _listing(seen)
        case ProductViewed() as seen:
            return f"product {seen.slug}{_price(seen.price, seen.currency)}"
        case ReviewRead() as seen:
            return f"{len(seen.review_ids)} reviews of {seen.offer_id}"
        case CartChanged() as change:
            if change.quantity == 0:
                return f"removed {change.slug} from the cart"
            written = f" with “{change.personalization}”" if change.personalization else ""
            return f"cart: {change.quantity} × {change.slug}{written}{_price(change.price, change.currency)}"
        case OrderPlaced() as order:
            goods = ", ".join(f"{line.quantity} × {line.title}" for line in order.lines)
            return f"order {order.number}: {goods}, {amount(order.total, order.currency)} in all"
        case CheckoutStep() as step:
            wrong = "; ".join(f"{name}: {text}" for name, text in step.errors.items())
            return f"checkout, {step.step.replace('_', ' ')}" + (f", refused: {wrong}" if wrong else "")
        case AnswerSubmitted(text=text):
            return f"answer: {text}" if text.strip() else "an empty answer"
        case MessageSent(role=role, text=text):
            return f"{role} said: {text}"
        case ReportedInfeasible(reason=reason):
            return f"reported infeasible: {reason}"
        case Asked(query=query, results=results):
            return f"asked “{query}”: {len(results)} product{'s' if len(results) != 1 else ''}"
        case ToolCalled() as call:
            return _tool(call)
        case CallMissing(reason=reason):
            return f"no tool call: {reason}"
        case UserAsked(reply=reply, slot=slot):
            return f"the shopper: {reply.replace('_', ' ')}" + (f", slot {slot}" if slot else "")
        case ProductRecommended(product_id=product_id):
            return f"recommended {product_id}"
        case payload:
            data = ", ".join(f"{name} {value}" for name, value in payload.model_dump(mode="json").items() if value)
            return f"{event.kind.replace('_', ' ')}{': ' if data else ''}{data}"


def _listing(seen: SearchPerformed) -> str:
    what = f"search “{seen.query}”" if seen.query else "listing " + (" › ".join(seen.category) or "all products")
    filters = ", ".join(f"{name} {' or '.join(values)}" for name, values in seen.filters.items())
    page = f", page {seen.page}" if seen.page > 1 else ""
    return f"{what}: {seen.total} found{page}" + (f", filtered by {filters}" if filters else "") + f", by {seen.sort}"


def _tool(call: ToolCalled) -> str:
    what = call.name.replace("_", " ")
    for name in ("query", "question", "product_id", "store_name", "attribute_name", "url", "shop"):
        if call.arguments.get(name):
            what += f" “{call.arguments[name]}”"
            break
    if call.error:
        return f"{what}: {call.error}"
    found = len(call.product_ids)
    return what + (f": {found} product{'s' if found != 1 else ''}" if found else "")


def amount(cents: int, currency: str) -> str:
    """An amount with the code of its currency, where the log has it: `123.95 EUR`."""
    return f"{cents / 100:.2f} {currency}".rstrip()


def _price(cents: int | None, currency: str) -> str:
    return f" at {amount(cents, currency)}" if cents is not None else ""
