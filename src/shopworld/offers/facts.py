"""What an offer states of its product: typed facts, three-valued, each with the words that say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict
from selectolax.lexbor import LexborHTMLParser

from shopworld.catalog import Attribute, extract_attributes
from shopworld.offers.record import CrawledOffer

_ROWS = 60
_TOKEN = re.compile(r"\S+")


class OfferFact(BaseModel):
    """One fact. What an offer is silent about has none: it is unknown, neither true nor false."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    attribute: Attribute
    verdict: Literal["stated", "disputed"]
    """Disputed: title, table and text say different things, so that nothing follows from it."""
    source: Literal["title", "table", "text"]
    """Where it is said first."""
    evidence: str
    """The words that say it."""


def facts_of_offer(offer: CrawledOffer) -> tuple[OfferFact, ...]:
    """The facts of an offer by name: those of its title, of the rows of its tables, and of its text.

    Args:
        offer: whose kind decides what is looked for.
    """
    title = _named(extract_attributes(offer.title, "", offer.kind))
    text = _named(extract_attributes(offer.title, offer.text, offer.kind))
    rows: dict[str, list[tuple[Attribute, str]]] = {}
    for label, said_there in rows_of(offer):
        row = f"{label}: {said_there}"
        for one in extract_attributes(row, "", offer.kind):
            rows.setdefault(one.name, []).append((one, row))
    found = []
    for name in sorted(title.keys() | text.keys()):
        said = title.get(name) or text[name]
        others = [one for one, _ in rows.get(name, ())]
        disputed = any(not same_value(said, one) for one in others)
        if name in title:
            source, evidence = "title", _evidence(said, offer.title, offer.kind)
            # What the rest of the title says is a second opinion, unless a table speaks for the first.
            rest = _named(extract_attributes(offer.title.replace(evidence, " "), "", offer.kind)).get(name)
            disputed = disputed or (not others and rest is not None and not _goes_with(said, rest))
        elif others and not disputed:
            source, evidence = "table", rows[name][0][1]
        else:
            source, evidence = "text", _sentence(said, offer.text)
        found.append(
            OfferFact.model_validate(
                {
                    "attribute": said,
                    "verdict": "disputed" if disputed else "stated",
                    "source": source,
                    "evidence": evidence,
                }
            )
        )
    return tuple(found)


def stated_attributes(facts: Iterable[OfferFact]) -> tuple[Attribute, ...]:
    """The attributes that are stated beyond dispute."""
    return tuple(one.attribute for one in facts if one.verdict == "stated")


def agreed_attributes(offers: Iterable[Iterable[OfferFact]]) -> tuple[Attribute, ...]:
    """What several offers of one product say of it: each attribute that no two of them say differently."""
    values: dict[str, list[Attribute]] = {}
    disputed: set[str] = set()
    for facts in offers:
        for one in facts:
            if one.verdict == "disputed":
                disputed.add(one.attribute.name)
            values.setdefault(one.attribute.name, []).append(one.attribute)
    return tuple(
        said[0]
        for name, said in sorted(values.items())
        if name not in disputed and all(same_value(said[0], one) for one in said)
    )


def same_value(one: Attribute, other: Attribute) -> bool:
    """Whether two attributes have the same value, but for rounding."""
    if isinstance(one.value, float) and isinstance(other.value, float):
        return abs(one.value - other.value) <= 0.005 * max(abs(one.value), abs(other.value))
    return one.value == other.value


def _goes_with(one: Attribute, other: Attribute) -> bool:
    """Whether two mentions in one title go together: the same, or one in more words than the other."""
    if isinstance(one.value, str) and isinstance(other.value, str):
        return one.value in other.value or other.value in one.value
    if isinstance(one.value, tuple) and isinstance(other.value, tuple):
        return bool(set(one.value) & set(other.value))
    return same_value(one, other)


def rows_of(offer: CrawledOffer) -> Iterator[tuple[str, str]]:
    """Rows of specifications, label and value: those of the markup, then those of tables in the description."""
    rows = list(zip(offer.labels, offer.values, strict=True))
    if "<tr>" in offer.description:
        for row in LexborHTMLParser(offer.description).css("tr"):
            cells = [" ".join(cell.text().split()) for cell in row.css("th, td")]
            if len(cells) == 2 and all(cells):
                rows.append((cells[0], cells[1]))
    yield from dict.fromkeys(rows[:_ROWS])


def _named(attributes: Iterable[Attribute]) -> dict[str, Attribute]:
    return {one.name: one for one in attributes}


def _evidence(said: Attribute, title: str, kind: str) -> str:
    """The words of a title without which it would not say so."""
    words = _TOKEN.findall(title)
    first, last = 0, len(words)

    def says(low: int, high: int) -> bool:
        found = _named(extract_attributes(" ".join(words[low:high]), "", kind)).get(said.name)
        return found is not None and found.value == said.value

    low, high = 1, last  # the fewest words from the beginning
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if says(0, middle) else (middle + 1, high)
    last = low if says(0, low) else last
    while first + 1 < last and says(first + 1, last):
        first += 1
    return " ".join(words[first:last])


def _sentence(said: Attribute, text: str) -> str:
    """The part of a text that holds a value, or its beginning."""
    value = f"{said.value:g}" if isinstance(said.value, float) else str(said.value)
    at = text.casefold().find(value.casefold()) if not isinstance(said.value, bool | tuple) else -1
    if at < 0:
        return text[:80]
    return text[max(0, at - 30) : at + len(value) + 30].strip()
