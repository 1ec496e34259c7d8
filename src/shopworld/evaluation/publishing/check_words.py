"""Checks in words, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from shopworld.evaluation.judges.criteria import write_rubric
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    CartVariant,
    Check,
    ChosenProduct,
    Condition,
    Group,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    Order,
    PageRead,
    PageVisited,
    Recommendation,
)
from shopworld.tasks.chosen_product import SORT_NAMES, describe

MOST_LINES = 40
"""Offers of one list that are shown."""


@dataclass(frozen=True, slots=True)
class CheckWords:
    """One check.

    Attributes:
        type: as the task has it.
        sentence: what must be so.
        lines: the answers and conditions, one each.
    """

    type: str
    sentence: str
    lines: tuple[str, ...] = ()


def in_words(check: Check) -> CheckWords:
    """A check in words."""
    sentence, lines = _told(check)
    shown = list(lines)
    more = [f"and {len(shown) - MOST_LINES} more"] if len(shown) > MOST_LINES else []
    return CheckWords(check.type, sentence, (*shown[:MOST_LINES], *more))


def _told(check: Check) -> tuple[str, Iterable[str]]:
    match check:
        case AnswerSet(groups=groups):
            what = "this product" if len(groups) == 1 else f"each of these {len(groups)}"
            return f"The answer names {what}, and nothing else.", _groups(groups)
        case Cart(groups=groups, quantity=quantity):
            return f"At the end the carts hold {_pieces(quantity)} of each of these, and nothing else.", _groups(groups)
        case Order(groups=groups, quantity=quantity, buyer=buyer):
            ordered = f"of each of these {'was' if quantity == 1 else 'were'} ordered"
            one = ", in one order a shop" if check.one_order_per_shop else ""
            sentence = f"{_pieces(quantity).capitalize()} {ordered}{one}, paid by {check.payment_method}."
            return sentence, (*_groups(groups), *_buyer(buyer))
        case PageVisited(groups=groups):
            return "The page of each of these was opened.", _groups(groups)
        case AnswerText(accepted=accepted):
            return "The answer says one of these.", (f"“{text}”" for text in accepted)
        case NoSideEffects(allow_cart=allow_cart, allow_orders=allow_orders):
            forbidden = [*([] if allow_cart else ["left in a cart"]), *([] if allow_orders else ["ordered"])]
            return f"Nothing else was {' or '.join(forbidden)}." if forbidden else "Anything may be left over.", ()
        case Recommendation(target=target, rubrics=rubrics, acceptable=acceptable):
            others = [one for one in acceptable if one != target]
            lines = [f"target {target}", *(f"{one.id}: {write_rubric(one)} ({one.source})" for one in rubrics)]
            return "The recommended product is the target, or meets every rubric.", (
                *lines,
                *(f"also right: {one}" for one in others),
            )
        case ChosenProduct():
            return "The first product that the answer links to meets every part of the query.", _choice(check)
        case CartVariant(offer=offer, variants=variants):
            return (
                f"Every piece of {offer.shop} /product/{offer.slug}/ in the cart is of one of these variants.",
                variants,
            )
        case PageRead(shop=shop, handles=handles, before_cart=before):
            return f"One of these pages of {shop} was opened{_before(before)}.", handles
        case ListingUsed():
            return f"A listing of {check.shop} was shown like this{_before(check.before_cart)}.", _listing(check)
        case NoCheckout():
            return "The checkout was never entered.", ()
        case _:
            assert_never(check)


def _groups(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        yield " or ".join(f"{one.shop} /product/{one.slug}/" for one in group)


def _pieces(quantity: int) -> str:
    return "one piece" if quantity == 1 else f"{quantity} pieces"


def _before(before_cart: bool) -> str:
    return " before anything was put into a cart" if before_cart else ""


def _buyer(buyer: Buyer) -> Iterator[str]:
    told = [value for name, value in buyer.model_dump().items() if value and name not in ("card", "cvv", "expiry_date")]
    if told:
        yield f"by {', '.join(told)}"
    if buyer.card:
        yield f"with the card {buyer.card}, {buyer.expiry_date}"


def _choice(check: ChosenProduct) -> Iterator[str]:
    for name, conditions in (("attribute", check.attribute), ("filter", check.filter)):
        yield from (f"{name}: {_condition(one)}" for one in conditions)
    if check.sort is not None:
        yield f"sort: {SORT_NAMES.get(check.sort, check.sort.value)}"
    yield from (f"right: {one.shop} /product/{one.slug}/" for one in check.accepted)


def _condition(condition: Condition) -> str:
    return f"{condition.field.replace('_', ' ')} {describe(condition)}"


def _listing(check: ListingUsed) -> Iterator[str]:
    if check.category is not None:
        yield f"collection: {' › '.join(check.category) or 'all products'}"
    if check.query:
        yield f"search words: {check.query}"
    for one in check.filters:
        yield f"filter {one.field.replace('_', ' ')}: {' or '.join(one.values)}"
    if check.sort is not None:
        yield f"sort: {SORT_NAMES.get(check.sort, check.sort.value)}"
