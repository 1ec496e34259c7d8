"""Queries whose result is one product: search for the thing, look at the likeliest few, name one of them.

It knows words of titles, prices and a few promises, and no filter or sort of the shop: a baseline for evolved queries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.skills import read_listing, search_shop, submit_answer
from shopworld.agents.skills.listing import ListedOffer
from shopworld.environments.observation import Observation
from shopworld.money import DOT_DECIMAL, with_plain_amounts

_MARK = "The result is one product."
_OPENING = re.compile(
    r"^(?:i am looking for|i need|find|look for|search for|show me)\s+(?:(?:the|an?)\s+)?(?:pair of |set of )?", re.I
)
_PURPOSE = re.compile(
    r"(?:[.,]|\s(?:that|which|for|to|with|as|in|on|before|from|made|rated|of good)\b).*$", re.I | re.DOTALL
)
_AT_MOST = re.compile(r"(?:at most|between ¤?[\d.]+ and) ¤(\d+(?:\.\d+)?)")
_AT_LEAST = re.compile(r"between ¤(\d+(?:\.\d+)?) and")
_WORD = re.compile(r"[a-z0-9][\w-]+")
_PROMISES = (
    (re.compile(r"free shipping|shipping has to be free|free, because I do not want to pay", re.I), "free shipping"),
    (re.compile(r"free returns|returns are free|sending it back must cost nothing", re.I), "free returns"),
    (re.compile(r"in stock|available now", re.I), "in stock"),
    (re.compile(r"\brefurbished\b", re.I), "new"),
)
MOST_OPENED = 3
"""Offers of a shop that are looked at."""


@dataclass(frozen=True, slots=True)
class ReadRequirement:
    """What a query asks for, as far as rules can tell.

    Attributes:
        thing: what to search for.
        words: all its words after the first sentence.
        lowest, highest: price limits in cents.
        cheapest: whether the lowest price is asked for.
        promises: texts that the product's page should hold, in lower case.
    """

    thing: str
    words: frozenset[str]
    lowest: int
    highest: int | None
    cheapest: bool
    promises: tuple[str, ...]


def asks_for_one(goal: str) -> bool:
    """Whether the result of a goal is one product."""
    return _MARK in goal


def read_requirement(intent: str) -> ReadRequirement:
    """Reads a query."""
    first, _, rest = intent.partition(". ")
    thing = _PURPOSE.sub("", _OPENING.sub("", first.strip())).strip() or first
    said = with_plain_amounts(intent, DOT_DECIMAL)
    most, least = _AT_MOST.search(said), _AT_LEAST.search(said)
    return ReadRequirement(
        thing=thing,
        words=frozenset(_WORD.findall(rest.casefold())),
        lowest=_cents(least[1]) if least else 0,
        highest=_cents(most[1]) if most else None,
        cheapest="lowest price" in intent.casefold(),
        promises=tuple(text for pattern, text in _PROMISES if pattern.search(intent)),
    )


def _cents(number: str) -> int:
    return round(float(number) * 100)


def likeliest(offers: Sequence[ListedOffer], requirement: ReadRequirement) -> list[int]:
    """Places of the offers in a listing, the likeliest first."""

    def rank(at: int) -> tuple[bool, int, int, int]:
        offer = offers[at]
        price = offer.price or 0
        fits = requirement.lowest <= price and (requirement.highest is None or price <= requirement.highest)
        hits = len(requirement.words & frozenset(_WORD.findall(offer.title.casefold())))
        return not fits, -hits, price if requirement.cheapest else 0, at

    return sorted(range(len(offers)), key=rank)


def shop_for_one(intent: str, shops: Sequence[str], solution: str, first: Observation) -> Script[None]:
    """Searches the shops for the thing, opens the likeliest offers, and names the one that promises most."""
    requirement = read_requirement(intent)
    at, best, most = first, "", -1
    for shop in shops:
        at = yield from search_shop(shop, requirement.thing, at)
        listing = at.url
        for place in likeliest(read_listing(at.accessibility_tree), requirement)[:MOST_OPENED]:
            if at.url != listing:
                at = yield Move(f"goto({listing!r})", "Back to the results.")
            offers = read_listing(at.accessibility_tree)
            if place >= len(offers):
                break
            at = yield Move(f"click({offers[place].link!r})", f"Look at {offers[place].title!r}.")
            text = at.accessibility_tree.casefold()
            kept = sum(promise in text for promise in requirement.promises)
            if kept > most:
                best, most = at.url, kept
            if kept == len(requirement.promises):
                break
    yield from submit_answer(solution, best or "Done")
