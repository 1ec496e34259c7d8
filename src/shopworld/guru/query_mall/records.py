"""Records of a release as queries that could be answered: the whole text read, each sub-query found in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from shopworld.catalog import DOMAINS, Sort
from shopworld.guru.queries.reading import QueryReader
from shopworld.guru.queries.requirement import AskedRequirement, QueryReading
from shopworld.guru.queries.vocabulary import stem
from shopworld.tasks.importers import DeepShopRecord

_LABEL = re.compile(
    r"^\W*(?:product |search )?(?:attributes?|filters?|filter conditions|sort(?:ing)?(?: preferences?)?)\s*[:=]\**",
    re.I,
)
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_PROMISED: Final = frozenset(
    {
        "rating",
        "review_count",
        "price",
        "shipping",
        "returns",
        "long_returns",
        "easy_returns",
        "warranty",
        "age",
        "availability",
        "prime",
    }
)


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record whose query was understood whole.

    Attributes:
        record: as the file has it.
        reading: of its query; what its sub-queries alone ask for is added.
    """

    record: DeepShopRecord
    reading: QueryReading


def read_record(record: DeepShopRecord, reader: QueryReader) -> ReadRecord | str:
    """Reads a record.

    Args:
        record: of a release.
        reader: of queries.

    Returns:
        The record with its reading, or why it cannot become a task.
    """
    reading = reader.read(record.ques, domain=record.category)
    if reading.reason:
        return reading.reason
    assert reading.kind is not None
    if record.category in DOMAINS:
        reading = replace(reading, kind=replace(reading.kind, domain=record.category))
    by_aspect: dict[str, set[str]] = {}
    added: list[AskedRequirement] = []
    sorts = list(reading.sorts)
    for aspect, text in (("attribute", record.attribute), ("filter", record.filter), ("sort", record.sort)):
        plain = plain_part(text or "")
        if not plain:
            continue
        part = reader.read(plain, domain=record.category)
        by_aspect[aspect] = {one.topic for one in part.requirements}
        sorts += [one for one in part.sorts if one not in sorts and not _is_said(one, reading)]
        known = {one.topic for one in reading.requirements}
        added += [one for one in part.requirements if one.topic in _PROMISED and one.topic not in known]
        strange = list(_not_in_query(plain, record.ques))
        if strange and not part.sorts:
            return f"{aspect}: asks for {' '.join(strange)!r}, which the query does not say"
    requirements = tuple(_placed(one, by_aspect) for one in (*reading.requirements, *_once(added)))
    if not requirements and not sorts:
        return "nothing is asked of the product beside its kind"
    return ReadRecord(record, replace(reading, requirements=requirements, sorts=tuple(sorts)))


def plain_part(text: str) -> str:
    """A sub-query without labels and marks of Markdown; empty where it is garbled."""
    stripped = _LABEL.sub("", _BOLD.sub(r"\1", text.strip())).strip(" *-")
    return "" if "**" in stripped or "Filter conditions" in stripped or len(stripped) < 4 else stripped


def _is_said(sort: Sort, reading: QueryReading) -> bool:
    """Whether an order says the same as a requirement that is there: new arrivals of the last days, newest first."""
    return sort in reading.sorts


def _once(found: list[AskedRequirement]) -> Iterator[AskedRequirement]:
    seen: set[str] = set()
    for one in found:
        if one.topic not in seen:
            seen.add(one.topic)
            yield one


def _placed(one: AskedRequirement, by_aspect: dict[str, set[str]]) -> AskedRequirement:
    """The requirement in the aspect that the file gives it, where only one of the two has it."""
    attribute, filter_ = (one.topic in by_aspect.get(name, ()) for name in ("attribute", "filter"))
    if attribute != filter_ and one.topic not in ("features",):
        return replace(one, aspect="attribute" if attribute else "filter")
    return one


def _not_in_query(part: str, query: str) -> Iterator[str]:
    """Words of a sub-query with a number that the query does not have."""
    numbers = {one.replace(",", "").rstrip(".") for one in re.findall(r"\d[\d,.]*", query)}
    spelled = {stem(word) for word in re.findall(r"[a-z]+", query.casefold())}
    digits = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "ten": "10", "twelve": "12"}
    numbers |= {digits[word] for word in spelled if word in digits}
    for one in re.findall(r"\d[\d,.]*", part):
        plain = one.replace(",", "").rstrip(".")
        if plain not in numbers and plain.removesuffix(".0") not in numbers:
            yield one
