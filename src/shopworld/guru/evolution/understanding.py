"""Reads sub-queries that somebody else wrote: prices, stars, reviews, delivery, returns, warranty, stated values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.money import DOT_DECIMAL, with_plain_amounts
from shopworld.tasks.conditions import Condition

_MONEY = r"¤(\d+(?:\.\d+)?)"
_STOP: Final = frozenset(
    {
        "a", "an", "and", "any", "are", "as", "at", "be", "between", "but", "by", "can", "color", "colour",
        "comes", "conditions", "cost", "costs", "customer", "customers", "for", "from", "has", "have", "having",
        "higher", "i", "in", "include", "includes", "including", "information", "is", "it", "its", "least",
        "listed", "made", "more", "must", "needs", "of", "offer", "offering", "offers", "on", "or", "over",
        "policy", "price", "priced", "product", "products", "rated", "rating", "ratings", "release", "released",
        "should", "so", "specifically", "that", "the", "their", "this", "to", "top", "up", "user", "users",
        "which", "with", "within", "you",
    }
)  # fmt: skip
"""Words that say nothing by themselves."""

Reading = tuple[re.Pattern[str], Callable[[re.Match[str]], list[Condition]]]


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _bound(field: str, relation: str, value: float) -> Condition:
    return Condition.model_validate({"field": field, "relation": relation, "value": value})


def _returns(days: int) -> list[Condition]:
    values = tuple(f"{one}-day returns" for one in range(days, 366))
    return [Condition(field="returns", relation="one_of", value=values)]


def _warranty(years: int) -> list[Condition]:
    values = tuple(f"{one}-year warranty" for one in range(years, 11))
    return [Condition(field="warranty", relation="one_of", value=values)]


_READINGS: Final[tuple[Reading, ...]] = (
    (
        re.compile(rf"(?:between|from)?\s*¤?(\d[\d,]*(?:\.\d+)?)\s*(?:-|–|to|and)\s*{_MONEY}", re.I),
        lambda match: [_bound("price", "at_least", _number(match[1])), _bound("price", "at_most", _number(match[2]))],
    ),
    (
        re.compile(rf"(?:under|below|less than|at most|up to|no more than|maximum(?: price)?(?: of)?)\s*{_MONEY}",
                   re.I),
        lambda match: [_bound("price", "at_most", _number(match[1]))],
    ),
    (
        re.compile(rf"(?:over|above|more than|at least)\s*{_MONEY}", re.I),
        lambda match: [_bound("price", "at_least", _number(match[1]))],
    ),
    (
        re.compile(r"(?:at least|minimum|exceeding|above|over)?[a-z ]{0,24}?(\d(?:\.\d+)?)[ -]*(?:out of 5 )?stars?"
                   r"(?: (?:or|and) (?:higher|more|above|up|better))?", re.I),
        lambda match: [_bound("rating", "at_least", _number(match[1]))],
    ),
    (
        re.compile(r"(\d[\d,]*)\+?\s*(?:or more |customer |user )*(?:reviews|ratings)", re.I),
        lambda match: [_bound("review_count", "at_least", _number(match[1]))],
    ),
    (
        re.compile(r"free (?:shipping|delivery)", re.I),
        lambda _: [Condition(field="shipping", relation="equals", value="free shipping")],
    ),
    (
        re.compile(r"free (?:\d+[ -]day )?returns?", re.I),
        lambda _: [Condition(field="returns", relation="contains", value="free returns")],
    ),
    (
        re.compile(r"return (?:policy|period|window) of (?:at least )?(\d+) days?|(\d+)[ -]day returns?", re.I),
        lambda match: _returns(int(match[1] or match[2])),
    ),
    (
        re.compile(r"(\d+)[ -]year(?: \w+)? warranty|warranty of (?:at least )?(\d+) years?", re.I),
        lambda match: _warranty(int(match[1] or match[2])),
    ),
    (
        re.compile(r"(?:new arrivals? |released |available )?(?:in|within) the (?:past|last) (\d+) days", re.I),
        lambda match: [_bound("age", "at_most", _number(match[1]))],
    ),
    (
        re.compile(r"in stock|available now", re.I),
        lambda _: [Condition(field="availability", relation="equals", value="in stock")],
    ),
    (
        re.compile(r"(?:brand[ -])?new condition|brand[ -]new", re.I),
        lambda _: [Condition(field="condition", relation="equals", value="new")],
    ),
)  # fmt: skip


def understood(part: str, shelf: AskableOffers, names: Sequence[str]) -> tuple[list[Condition], str]:
    """Reads a part of a sub-query.

    Args:
        part: its words.
        shelf: the offers of the thing that it is about.
        names: what that thing is called; they ask for nothing.

    Returns:
        Its conditions, and the words that are not understood; empty where all are.
    """
    found: list[Condition] = []
    left = with_plain_amounts(part, DOT_DECIMAL)
    for pattern, read in _READINGS:
        while (match := pattern.search(left)) is not None:
            found += read(match)
            left = f"{left[: match.start()]} {left[match.end() :]}"
    for condition, text in _values(left, shelf):
        found.append(condition)
        left = re.sub(rf"\b{re.escape(text)}\b", " ", left, count=1, flags=re.I)
    for name in names:
        left = re.sub(rf"\b{re.escape(name)}\b", " ", left, flags=re.I)
    words = [one for one in re.findall(r"[\w'-]+", left.casefold()) if one not in _STOP and len(one) > 1]
    return found, " ".join(words)


def _values(text: str, shelf: AskableOffers) -> Iterator[tuple[Condition, str]]:
    """Values that offers of the shelf state and the text names, the longest first; each word counts once."""
    stated = sorted(
        {
            (value, name)
            for name, counted in shelf.values.items()
            for value in counted
            if isinstance(value, str) and len(value) > 1
        },
        key=lambda pair: (-len(pair[0]), pair),
    )
    for value, name in stated:
        pattern = rf"\b{re.escape(value)}\b"
        if re.search(pattern, text, re.I):
            yield Condition(field=name, relation="equals", value=value), value
            text = re.sub(pattern, " ", text, count=1, flags=re.I)
