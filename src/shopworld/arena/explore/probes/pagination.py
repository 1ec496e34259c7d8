"""How a listing goes on: numbered pages, a button, by scrolling, or not at all."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE
from shopworld.arena.explore.languages import said
from shopworld.arena.explore.sight import ProductCard, Sight, product_cards
from shopworld.errors import ActionError, ArenaError

_MORE = re.compile(
    rf"\b(?:load|show|view|see)\b.{{0,20}}\bmore\b|^more(?: products| results| items)?$|{said('more')}", re.I
)
_NEXT = re.compile(rf"\bnext\b|^[›»→>]$|^older$|^\W*(?:{said('next')})\W*$", re.I)
_NUMBER = re.compile(r"^(?:page\s*)?(\d{1,4})$|\bpage\s+(\d{1,4})$", re.I)
_MAY_BE_ONE_PAGE = 24
"""Products that shops usually show on a page: as few of them tell nothing of how a longer listing would go on."""
_ENDS = re.compile(r"as you scroll|while (?:you )?scroll", re.I)


@dataclass(frozen=True, slots=True)
class FoundPagination:
    """How a listing goes on.

    Attributes:
        kind: in the vocabulary.
        confidence: 0 to 1.
        sentence: for the manual.
    """

    kind: str
    confidence: float
    sentence: str


def try_pagination(
    session: BrowserSession, sight: Sight, cards: list[ProductCard], total: int | None
) -> FoundPagination:
    """Scrolls to the end, then uses what is there.

    Args:
        session: at the listing's first page.
        sight: what it shows.
        cards: the products on it.
        total: how many products the listing has; None where nobody knows.
    """
    first = len(product_cards(sight.main))
    area = sight.main
    more = [
        one
        for one in controls(area, "button", "link")
        if _MORE.search(one.label)
        and not any(one.lies_in(card.element) for card in cards)
        and one.box.top > _end(cards) - 200
    ]
    numbers = [
        int(match[1] or match[2])
        for one in controls(area, "link", "button")
        if (match := _NUMBER.search(one.label))
        and one.box.top > _end(cards) - 300
        and not any(one.lies_in(c.element) for c in cards)
    ]
    following = [
        one for one in controls(area, "link", "button") if _NEXT.search(one.label) and one.box.top > _end(cards) - 300
    ]
    scrolled = session.scroll_to_end()
    grown = len(product_cards(scrolled.main))
    if grown <= first and not numbers and (not more or _ENDS.search(area.text)):
        session.page.wait(lambda: False, timeout=0.7)
        scrolled = session.scroll_to_end()
        grown = len(product_cards(scrolled.main))
    if grown > first:
        return FoundPagination(
            "infinite_scroll",
            SURE,
            f"More products come by themselves at the end of the page: {first} at first, {grown} after scrolling.",
        )
    if more:
        return _by_button(session, scrolled, first)
    if numbers:
        return FoundPagination(
            "numbered", SURE, f"Numbered links lead to further pages; the first shows {first} products."
        )
    if following:
        return FoundPagination("numbered", LIKELY, f"Links lead to the next page; the first shows {first} products.")
    if total is not None and total > first:
        return FoundPagination(
            "none", GUESSED, f"The page shows {first} of {total} products, and nothing leads to the others."
        )
    sure = SURE if total else LIKELY
    return FoundPagination(
        "none",
        sure if first > _MAY_BE_ONE_PAGE else GUESSED,
        f"All products stand on one page, {first} in the listing that was looked at.",
    )


def _by_button(session: BrowserSession, sight: Sight, first: int) -> FoundPagination:
    button = next((one for one in controls(sight.main, "button", "link") if _MORE.search(one.label)), None)
    if button is None:
        return FoundPagination("load_more", GUESSED, "A button offers more products.")
    address = sight.url
    try:
        after = session.click(button)
    except (ActionError, ArenaError):
        return FoundPagination("load_more", LIKELY, "A button offers more products.")
    grown = len(product_cards(after.main))
    if grown > first:
        return FoundPagination(
            "load_more", SURE, f"A button adds more products to the page: {first} at first, {grown} after one click."
        )
    if after.url != address:
        return FoundPagination("load_more", LIKELY, f"A button leads to more products, {grown} on the next page.")
    return FoundPagination("load_more", LIKELY, "A button offers more products.")


def _end(cards: list[ProductCard]) -> float:
    return max((card.box.bottom for card in cards), default=0.0)
