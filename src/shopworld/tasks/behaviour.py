"""Grading what a shopper did on the way: variants in the cart, pages read, listings used, the checkout left alone."""

from __future__ import annotations

from shopworld.tasks.checks import CartVariant, ListingUsed, NoCheckout, PageRead
from shopworld.tasks.evidence import Evidence, Listing


def fault_of(check: CartVariant | PageRead | ListingUsed | NoCheckout, evidence: Evidence) -> str:
    """What is wrong, for people; empty where the check holds."""
    match check:
        case CartVariant():
            return _variant_fault(check, evidence)
        case PageRead():
            found = [evidence.pages[check.shop, one] for one in check.handles if (check.shop, one) in evidence.pages]
            return _fault(found, f"no page of {' or '.join(check.handles)} was opened", in_time=check.before_cart)
        case ListingUsed():
            found = [first for one, first in evidence.listings.items() if _is_asked_for(one, check)]
            return _fault(found, f"no listing {_described(check)} was shown", in_time=check.before_cart)
        case NoCheckout():
            return f"the checkout was entered in {', '.join(evidence.checkouts)}" if evidence.checkouts else ""


def _fault(found: list[bool], text: str, *, in_time: bool) -> str:
    if not found:
        return text
    return f"{text} before something was put into a cart" if in_time and not any(found) else ""


def _variant_fault(check: CartVariant, evidence: Evidence) -> str:
    held = [(line or "").partition("/")[0] for offer, line in evidence.cart_lines if offer == check.offer]
    wrong = [one for one in held if one not in check.variants]
    wanted = " or ".join(check.variants)
    if wrong:
        return f"{check.offer.slug} is in the cart as {', '.join(map(repr, wrong))} instead of {wanted}"
    return "" if held else f"{check.offer.slug} is not in the cart as {wanted}"


def _is_asked_for(listing: Listing, check: ListingUsed) -> bool:
    if listing.shop != check.shop or (check.category is not None and listing.category != check.category):
        return False
    if check.sort is not None and listing.sort != check.sort.value:
        return False
    if check.query and _words(listing.query) != _words(check.query):
        return False
    chosen = dict(listing.filters)
    return all((used := chosen.get(one.field)) and set(used) <= set(one.values) for one in check.filters)


def _words(text: str) -> list[str]:
    return text.casefold().split()


def _described(check: ListingUsed) -> str:
    parts = [] if check.category is None else [f"of {' / '.join(check.category)}"]
    parts += [f"for {check.query!r}"] if check.query else []
    parts += [f"with {one.field} = {' or '.join(one.values)}" for one in check.filters]
    if check.sort is not None:
        parts.append(f"sorted by {check.sort.value}")
    return " ".join(parts)
