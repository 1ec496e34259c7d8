"""Whether a text says its requirements and nothing else; found by reading it, not by knowing how it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from shopworld.guru.evolution.query import EvolutionStep, Query
from shopworld.guru.queries import PromiseReader, stem, vocabulary
from shopworld.tasks import Condition

_WORD = re.compile(r"[a-z0-9]+(?:[.'][a-z0-9]+)*")
_PROMISED: Final = {
    "rating": "rating", "review_count": "review_count", "price": "price", "shipping": "shipping", "returns": "returns",
    "long_returns": "returns", "age": "age", "availability": "availability",
}  # fmt: skip
_UNITS: Final = {
    "gb": "gigabyte", "tb": "terabyte", "in": "inch", "h": "hour", "mp": "megapixel", "lm": "lumen", "min": "minute", "w": "watt",  # noqa: E501
    "hz": "hertz", "oz": "ounce", "g": "gram", "kg": "kilogram", "mah": "mah", "ft": "feet", "l": "litre", "qt": "quart", "lb": "pound",  # noqa: E501
}  # fmt: skip


def uncovered(query: Query, text: str) -> str:
    """What is wrong with a wording; empty where it asks for just what the query asks for.

    Args:
        query: with all its requirements.
        text: the wording.
    """
    return next(_flaws(query, text), "")


def _flaws(query: Query, text: str) -> Iterator[str]:
    reader = PromiseReader(text)
    reader.read()
    wanted = [step.sort for step in query.requirements if step.sort is not None]
    if reader.sorts != wanted:
        yield f"order: {reader.sorts} is said, {wanted} is meant"
    heard = [one for one in reader.requirements if not _is_value(query, one.words)]
    said = {each for one in heard for each in one.conditions if each.field in _PROMISED.values()}
    meant = {each for step in query.requirements for each in step.conditions if step.topic in _PROMISED}
    meant = {_as_read(each) for each in meant}
    for one in sorted(said - meant, key=str):
        yield f"{one.field}: {one.relation} {one.value} is said and not meant"
    for one in sorted(meant - said, key=str):
        yield f"{one.field}: {one.relation} {one.value} is meant and not said"
    fields = {each.field for step in query.requirements for each in step.conditions}
    for asked in heard:
        if not any(each.field in fields for each in asked.conditions):
            yield f"{asked.topic} is said and not meant"
    left = [word for word in _WORD.findall(reader.left) if not word.isspace()]
    known = _words_of(query)
    strange = [one for one in left if stem(one) not in known and one not in known and stem(one) not in _neutral_words()]
    if strange:
        yield f"{strange[0]!r} is said and asks for nothing"
    words = {stem(one) for one in _WORD.findall(text.casefold())}
    words |= {stem(one.removesuffix("'s").removesuffix("'")) for one in words}
    for step in query.requirements:
        lacking = [one for one in _value_words(step) if one not in words]
        if lacking and step.topic not in _PROMISED and step.sort is None:
            yield f"{step.topic}: {lacking[0]!r} is not said"


def _is_value(query: Query, words: str) -> bool:
    """Whether words that were read as something of any product are a fact of this kind: a year, a tightness."""
    own = (step.words for step in query.requirements if step.aspect == "attribute" and step.topic not in _PROMISED)
    return any(words.casefold() in one.casefold() for one in own)


def _as_read(one: Condition) -> Condition:
    """A condition as the reader of promises writes it."""
    if one.field == "returns" and one.relation == "one_of" and isinstance(one.value, tuple):
        days = int(one.value[0].partition("-")[0])
        return one.model_copy(update={"value": tuple(f"{at}-day returns" for at in range(days, 366))})
    if one.field == "returns" and one.relation == "contains" and isinstance(one.value, str):
        return Condition(field="returns", relation="contains", value=(one.value,))
    return one


def _value_words(step: EvolutionStep) -> list[str]:
    """The words of a requirement's values."""
    found = []
    for condition in step.conditions:
        values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
        if step.topic in ("warranty", "long_returns"):
            values = values[:1]
        for value in values:
            if isinstance(value, bool):
                continue
            text = f"{value:g}" if isinstance(value, float) else str(value)
            if isinstance(value, float) and condition.unit == "GB" and value >= 1000:
                text = f"{value / 1000:g}"
            found += [stem(one) for one in _WORD.findall(text.casefold())]
    return found


def _words_of(query: Query) -> set[str]:
    """Words that speak of the thing or of one of its requirements."""
    known = {stem(one) for one in _WORD.findall(f"{query.thing} {query.things} {query.place}".casefold())}
    for step in query.requirements:
        known |= {
            stem(one) for one in _WORD.findall(f"{step.words} {step.short} {step.topic.replace('_', ' ')}".casefold())
        }
        known |= set(_value_words(step))
        known |= vocabulary().support.get(step.topic if step.sort is None else "sort", frozenset())
        for condition in step.conditions:
            unit = condition.unit or ""
            known |= {stem(unit.casefold()), _UNITS.get(unit.casefold(), ""), f"{_UNITS.get(unit.casefold(), '')}s"}
    if {"women", "men", "children"} & known:
        known |= {"women's", "men's", "kids'", "kid"}
    return known


@cache
def _neutral_words() -> frozenset[str]:
    """Words that ask for nothing, each by itself, of the vocabulary of the reader of queries."""
    return frozenset(word for phrase in vocabulary().neutral for word in phrase)
