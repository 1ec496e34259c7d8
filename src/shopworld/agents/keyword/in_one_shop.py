"""Errands in one shop: reads pages, searches, goes to collections, filters, fills the cart, answers.

It takes the named product or the first of the listing. It compares and sorts nothing, and reads one page of results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from shopworld.agents.keyword.errands import Errands, PageErrand, Purchase
from shopworld.agents.keyword.page_facts import answer
from shopworld.agents.keyword.vocabulary import vocabulary
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.skills import (
    ListedOffer,
    add_to_cart,
    close_overlays,
    read_listing,
    read_product_page,
    search_shop,
    set_filter,
    submit_answer,
)
from shopworld.agents.skills.links import open_link
from shopworld.environments.observation import Observation

_SOLD_OUT = re.compile(r"sold out|out of stock|unavailable", re.IGNORECASE)


def run_errands(errands: Errands, shop: str, solution: str, first: Observation) -> Script[None]:
    """Does what a goal for one shop asks for, in its order, and submits.

    Args:
        errands: as read from the goal.
        shop: address of the shop.
        solution: address of the solution page.
        first: the first observation.
    """
    at = yield from close_overlays(first)
    said: list[str] = []
    looks = errands.looks or tuple(PageErrand(subject=word) for word in _subjects(errands.questions))
    for look in looks:
        at, found = yield from open_link(shop, _pattern(look), at)
        if found:
            said += [answer(question, at.accessibility_tree) for question in errands.questions]
    for purchase in errands.purchases:
        at = yield from _buy(purchase, shop, at)
    yield from submit_answer(solution, next((one for one in said if one), "") or "Done")


def _subjects(questions: Sequence[str]) -> Iterator[str]:
    """What pages could answer: subjects whose names stand in a question."""
    for subject, pattern in vocabulary().subjects.items():
        if any(re.search(rf"\b(?:{pattern})", one, re.IGNORECASE) for one in questions):
            yield subject
            return


def _pattern(look: PageErrand) -> str:
    if look.name:
        return re.escape(look.name)
    return rf".*\b(?:{vocabulary().subjects.get(look.subject, re.escape(look.subject))}).*"


def _buy(wanted: Purchase, shop: str, at: Observation) -> Script[Observation]:
    """Finds one thing and puts it into the cart."""
    at = yield from _reach(wanted, shop, at)
    if not _is_page_of(at, wanted.title):
        chosen = _choose(read_listing(at.accessibility_tree), wanted.title)
        if chosen is None:
            return at
        at = yield Move(f"click({chosen.link!r})", f"Take {chosen.title!r}.")
    return (yield from add_to_cart(at, wanted.quantity, preferred=wanted.options))


def _reach(wanted: Purchase, shop: str, at: Observation) -> Script[Observation]:
    """To the listing that the thing is chosen from, narrowed."""
    if wanted.place:
        if wanted.query:
            at = yield from search_shop(shop, wanted.query, at)
        at, found = yield from open_link(shop, re.escape(wanted.place), at, under=wanted.under)
        if not found:
            at = yield from search_shop(shop, wanted.place, at)
    else:
        at = yield from search_shop(shop, wanted.title, at)
    for label, value in wanted.filters:
        at = yield from set_filter(label, value, at)
    return at


def _choose(offers: Sequence[ListedOffer], title: str) -> ListedOffer | None:
    """The offer of that title, else the first that can be had; None on a page that lists nothing."""
    there = [one for one in offers if not _SOLD_OUT.search(one.text)]
    return next((one for one in there if _same(one.title, title)), next(iter(there), None))


def _is_page_of(at: Observation, title: str) -> bool:
    """Whether a search has led to the product's own page at once."""
    return bool(title) and _same(read_product_page(at.accessibility_tree).title, title)


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
