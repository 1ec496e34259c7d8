"""What is wrong with the queries of a release: sub-queries that were garbled or lost, and wishes that contradict."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from shopworld.money import has_amount
from shopworld.tasks.importers.deepshop.records import DeepShopRecord

SORT_WORDS: Final = {
    "price_asc": re.compile(r"\b(?:cheapest|lowest[ -](?:priced?|cost)|lowest available price|most affordable|"
                            r"least expensive|price[^.]{0,30}lowest|lowest[^.]{0,12}price)\b", re.I),
    "rating_desc": re.compile(r"\b(?:highest[^.]{0,14}rat(?:ed|ing)s?|top[ -]rated|best[ -]rated|rates? highest|"
                              r"highest user rating)\b", re.I),
    "date_new": re.compile(r"\b(?:newest|latest arrivals?|most recent(?:ly)?|latest release)\b", re.I),
    "best_selling": re.compile(r"\b(?:best[ -]?sell(?:er|ers|ing)|sells most|top[ -]selling)\b", re.I),
}  # fmt: skip
"""How the four sorts are said."""

_FILTER_WORDS = re.compile(
    r"\b(?:stars?|reviews?|free (?:shipping|delivery|returns?)|warrant(?:y|ies)|return policy|new arrivals?|"
    r"(?:past|last) \d+ days)\b",
    re.I,
)
_LABEL = re.compile(r"^\s*(?:sub-?query|product attributes?|search filters?|sorting preferences?|attribute|filter|sort)"
                    r"\s*\d*\s*[:=]", re.I)  # fmt: skip
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[a-z][a-z'-]{3,}")
_MANY_REVIEWS = re.compile(r"(\d[\d,]*)\+?\s*(?:or more |customer |user )*(?:reviews|ratings)", re.I)
_RECENT = re.compile(r"(?:past|last|within)\s+(?:the\s+)?(?:past\s+|last\s+)?(\d+)\s+days", re.I)
_SHARE_FOUND = 0.5
_USUAL = frozenset(
    {
        "arrival", "available", "best", "condition", "customer", "delivery", "free", "higher", "least",
        "lowest", "minimum", "months", "newest", "price", "rated", "rating", "returns", "reviews", "seller",
        "shipping", "sold", "stars", "stock", "warranty", "year", "years",
    }
)  # fmt: skip
"""Words of filters and sorts that a sub-query may bring though the query says it otherwise."""
_PARTS = ("attribute", "filter", "sort")


@dataclass(frozen=True, slots=True)
class QueryFinding:
    """One thing that is wrong with a query.

    Attributes:
        query: its id.
        rule: `lost`, `misplaced`, `garbled`, `not in the query`, `contradiction` or `hardly feasible`.
        part: the sub-query that it is about; empty where it is the whole query.
        text: for people.
    """

    query: str
    rule: str
    part: str
    text: str


def check_records(records: Iterable[DeepShopRecord]) -> tuple[QueryFinding, ...]:
    """Everything that is wrong with queries, in their order."""
    return tuple(finding for record in records for finding in _findings(record))


def _findings(record: DeepShopRecord) -> Iterator[QueryFinding]:
    for rule, part, text in (*_lost(record), *_misplaced(record), *_garbled(record), *_contradictions(record)):
        yield QueryFinding(record.id, rule, part, text)


def sorts_in(text: str) -> list[str]:
    """The sorts that a text asks for."""
    return [name for name, pattern in SORT_WORDS.items() if pattern.search(text)]


_Problem = tuple[str, str, str]


def _lost(record: DeepShopRecord) -> Iterator[_Problem]:
    sorts = sorts_in(record.ques)
    if sorts and record.sort is None:
        elsewhere = [name for name in _PARTS[:2] if sorts_in(getattr(record, name) or "")]
        if not elsewhere:
            yield "lost", "sort", f"the query asks for {' and '.join(sorts)}, the sub-query is None"
    if record.filter is None and (found := _FILTER_WORDS.search(record.ques)):
        yield "lost", "filter", f"the query speaks of {found[0]!r}, the sub-query is None"
    if not (record.attribute or record.filter or record.sort):
        yield "lost", "", "there is no sub-query at all"


def _misplaced(record: DeepShopRecord) -> Iterator[_Problem]:
    if record.sort is not None:
        if not sorts_in(record.sort):
            what = "a price" if has_amount(record.sort) else "no order"
            yield "misplaced", "sort", f"{record.sort!r} is {what}"
        elif has_amount(record.sort):
            yield "misplaced", "sort", f"{record.sort!r} holds a price beside the order"
    for part in _PARTS[:2]:
        found = sorts_in(getattr(record, part) or "")
        if found:
            yield "misplaced", part, f"holds an order ({' and '.join(found)})"
    if record.attribute and (match := re.search(r"\b\d(?:\.\d)?\s*\+?\s*stars?\b", record.attribute, re.I)):
        yield "misplaced", "attribute", f"holds a rating ({match[0]!r})"


def _garbled(record: DeepShopRecord) -> Iterator[_Problem]:
    question = record.ques.casefold()
    numbers = {one.replace(",", "") for one in _NUMBER.findall(question)}
    for part in _PARTS:
        text = getattr(record, part)
        if text is None:
            continue
        if "\n" in text.strip() or _LABEL.search(text):
            yield "garbled", part, f"{text.strip()[:60]!r} holds a line break or a label"
        missing = [one for one in _NUMBER.findall(text) if one.replace(",", "").rstrip(".") not in numbers]
        if missing:
            yield "not in the query", part, f"the number {missing[0]} is not in the query"
        words = set(_WORD.findall(text.casefold()))
        unknown = {word for word in words - _USUAL if word[:4] not in question}
        if len(words) > 1 and len(unknown) > (1 - _SHARE_FOUND) * len(words):
            yield "not in the query", part, f"the query does not say {', '.join(sorted(unknown)[:4])}"


def _contradictions(record: DeepShopRecord) -> Iterator[_Problem]:
    sorts = sorts_in(record.ques)
    if len(sorts) > 1:
        yield "contradiction", "sort", f"asks for {' and '.join(sorts)} at once"
    reviews = [int(one.replace(",", "")) for one in _MANY_REVIEWS.findall(record.ques)]
    days = [int(one) for one in _RECENT.findall(record.ques)]
    if reviews and days and max(reviews) >= 5000 and min(days) <= 90:
        yield "hardly feasible", "filter", f"{max(reviews)} reviews of what came out in the last {min(days)} days"
