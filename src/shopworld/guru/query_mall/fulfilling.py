"""What a requirement asks for is set in a draft, or just missed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from shopworld.catalog import PICTURED, Attribute, OfferCondition
from shopworld.episode import WORLD_START
from shopworld.guru.queries.requirement import AskedRequirement
from shopworld.guru.queries.vocabulary import stems, vocabulary
from shopworld.guru.query_mall.draft import COLOURS, SERIES, Draft
from shopworld.pictures import PATTERNS, hex_of
from shopworld.tasks import Condition

_OLDEST: Final = 20_000
"""Days since which anything has been for sale, unless more is asked for."""
_SINCE_THE_FIRST_DAY: Final = (WORLD_START.date() - date.min).days
"""Days; there is no date before."""
_GRADES: Final = ("used - like new", "used - very good", "used - good", "used - acceptable")


def _number(condition: Condition) -> float:
    return float(condition.value) if isinstance(condition.value, int | float) else 0.0


def texts_of(condition: Condition) -> tuple[str, ...]:
    """The texts that a condition names."""
    return condition.value if isinstance(condition.value, tuple) else (str(condition.value),)


def satisfy(draft: Draft, condition: Condition, label: str) -> None:
    """Sets what a condition asks for."""
    rng, value = draft.rng, _number(condition)
    match condition.field:
        case "price":
            if condition.relation == "at_least" and draft.price < value:
                draft.price = value * rng.uniform(1.05, 1.15)
            elif condition.relation == "at_most" and draft.price > value:
                draft.price = value * rng.uniform(0.72, 0.94)
        case "rating":
            if draft.rating < value:
                draft.rating = round(min(5.0, value + rng.choice((0.0, 0.1, 0.2, 0.3))), 1)
        case "review_count":
            if draft.review_count < value:
                draft.review_count = round(value * rng.uniform(1.1, 2.4)) + 1
        case "age":
            if condition.relation == "at_most" and draft.age > value:
                draft.age = max(2, round(value * rng.uniform(0.35, 0.85)))
            elif condition.relation == "at_least" and draft.age < value:
                draft.age = min(round(value) + rng.randrange(20, 200), _SINCE_THE_FIRST_DAY)
        case "condition":
            draft.condition = OfferCondition(str(condition.value))
        case "availability":
            draft.in_stock = True
        case "brand":
            draft.brand = _as_maker(rng.choice(texts_of(condition)))
        case "shipping":
            draft.shipping = str(condition.value)[:1].upper() + str(condition.value)[1:]
        case "returns":
            _promise_returns(draft, condition)
        case "warranty":
            options = texts_of(condition)
            draft.warranty = options[min(rng.randrange(2), len(options) - 1)]
        case "features":
            draft.features += [texts_of(condition)[0]] if condition.relation == "one_of" else list(texts_of(condition))
        case "compatible_with":
            draft.works_with += texts_of(condition)
        case _:
            _state(draft, condition, label)


def _promise_returns(draft: Draft, condition: Condition) -> None:
    draft.returns = [one for one in draft.returns if one != "Final sale"]
    if condition.relation == "one_of":
        days = int(texts_of(condition)[0].partition("-")[0])
        kept = [one for one in draft.returns if not one.endswith("-day returns")]
        draft.returns = [*kept, f"{max(days, draft.rng.choice((days, 45, 60, 90)))}-day returns"]
    else:
        text = texts_of(condition)[0]
        draft.returns = [*draft.returns, text[:1].upper() + text[1:]]


def _state(draft: Draft, condition: Condition, label: str) -> None:
    """Sets an attribute."""
    name, rng = condition.field, draft.rng
    draft.labels[name] = label or name.replace("_", " ").capitalize()
    if isinstance(condition.value, float):
        known = draft.facts.get(name)
        now = float(known.value) if known is not None and isinstance(known.value, float) else None
        value = condition.value
        whole = value == int(value)
        if condition.relation == "at_least" and (now is None or now < value):
            now = value if rng.random() < 0.4 else value * rng.choice((1.1, 1.25, 1.5))
            now = min(now, max(value, 100.0)) if condition.unit == "%" else now
        elif condition.relation == "at_most" and (now is None or now > value):
            now = (
                (now + value) / 2
                if now is not None and now < value
                else value * (1.0 if known is not None else rng.choice((0.8, 0.9, 1.0)))
            )
        elif condition.relation == "equals":
            now = value
        now = value if now is None else now
        kept = float(round(now)) if whole and abs(now) >= 3 else round(now, 1)
        draft.facts[name] = Attribute(name=name, value=kept, unit=condition.unit)
    else:
        draft.facts[name] = Attribute(name=name, value=rng.choice(texts_of(condition)))


def violate(draft: Draft, requirement: AskedRequirement) -> None:
    """Changes just what a requirement asks for, so that it is not met."""
    condition = draft.rng.choice(requirement.conditions)
    rng, value = draft.rng, _number(condition)
    match condition.field:
        case "price":
            factor = rng.uniform(1.15, 1.6) if condition.relation == "at_most" else rng.uniform(0.5, 0.85)
            draft.price = value * factor
        case "rating":
            draft.rating = round(max(1.5, value - rng.choice((0.3, 0.4, 0.6))), 1)
        case "review_count":
            draft.review_count = max(1, round(value * rng.uniform(0.15, 0.7)))
        case "age":
            draft.age = (
                min(round(value * rng.uniform(2.5, 4)) + 30, max(round(value) + 30, _OLDEST), _SINCE_THE_FIRST_DAY)
                if condition.relation == "at_most"
                else max(3, round(value * rng.uniform(0.2, 0.7)))
            )
        case "condition":
            draft.condition = OfferCondition.NEW if str(condition.value) != "new" else OfferCondition.REFURBISHED
        case "availability":
            draft.in_stock = False
        case "brand":
            draft.brand = rng.choice([one for one in draft.kind.brands if one.casefold() not in texts_of(condition)])
        case "shipping":
            draft.shipping = "Shipping is added"
        case "returns":
            _deny_returns(draft, condition)
        case "warranty":
            years = texts_of(condition)[0].partition("-")[0]
            draft.warranty = (
                f"{int(years) - 1}-year warranty" if years.isdigit() and int(years) > 1 and rng.random() < 0.6 else ""
            )
        case "features":
            gone = texts_of(condition)
            draft.features = [one for one in draft.features if one not in gone]
        case "compatible_with":
            draft.works_with = [one for one in draft.works_with if one not in texts_of(condition)]
        case name:
            _state_otherwise(draft, name, condition)


def _deny_returns(draft: Draft, condition: Condition) -> None:
    if condition.relation == "one_of":
        kept = [one for one in draft.returns if not one.endswith("-day returns")]
        days = int(texts_of(condition)[0].partition("-")[0])
        draft.returns = [*kept, f"{max(3, days // 2)}-day returns"]
    else:
        draft.returns = [one for one in draft.returns if one.casefold() not in texts_of(condition)] or ["Final sale"]


def _state_otherwise(draft: Draft, name: str, condition: Condition) -> None:
    rng, known = draft.rng, draft.facts.get(name)
    if isinstance(condition.value, float):
        value = condition.value
        factor = (
            rng.choice((0.5, 0.6, 0.75))
            if condition.relation in ("at_least", "equals")
            else rng.choice((1.3, 1.6, 2.0))
        )
        other = value * factor
        other = min(other, 100.0) if condition.unit == "%" else other
        other = float(round(other)) if value == int(value) and value > 3 else round(other, 1)
        if other == value:
            other = value - 1 if condition.relation != "at_most" else value + 1
        draft.facts[name] = Attribute(name=name, value=other, unit=condition.unit)
        return
    wanted = texts_of(condition)
    options = _alternatives(name, wanted)
    draft.labels.setdefault(name, name.replace("_", " ").capitalize())
    if options:
        draft.facts[name] = Attribute(name=name, value=rng.choice(options))
    elif known is not None or name in draft.facts:
        del draft.facts[name]


def _alternatives(name: str, wanted: Sequence[str]) -> list[str]:
    """Other values of an attribute, none of which looks like a wanted one."""
    match name.removeprefix(PICTURED):
        case "colour":
            drawn = {hex_of(one) for one in wanted}
            return [one for one in COLOURS if hex_of(one) not in drawn and not any(one in text for text in wanted)]
        case "pattern":
            return [one for one in (*PATTERNS, "solid") if one not in wanted]
        case "audience":
            return [one for one in ("women", "men", "children", "everyone") if one not in wanted]
        case "material":
            return [
                one for one in ("polyester", "plastic", "nylon", "aluminum", "cotton", "canvas") if one not in wanted
            ]
        case "size":
            options = (
                ("xs", "s", "m", "l", "xl")
                if wanted[0] in ("s", "m", "l", "xl", "xxl", "3x", "xs")
                else ("7", "8.5", "9", "11")
            )
            return [one for one in options if one not in wanted]
        case "grade":
            return [one for one in _GRADES if one not in wanted]
        case "model":
            return [f"{one} {at}".casefold() for at, one in enumerate(SERIES[:6], 21)]
        case "author":
            return ["nora halloran", "edwin marsh", "priya castell", "tomas lindgren"]
        case "title":
            return ["the quiet harbor", "a winter abroad", "what the river kept", "salt and lanterns"]
        case "dimensions":
            sides = re.split(r"(\d+(?:\.\d+)?)", wanted[0])
            larger = (f"{float(one) * 1.5:g}" if at % 2 else one for at, one in enumerate(sides))
            return ["".join(larger)]
        case "water_rating":
            return [one for one in ("ipx2", "ipx3", "ipx4") if one not in wanted]
        case _:
            return []


def _as_maker(text: str) -> str:
    return vocabulary().brands.get(stems(text), text if any(one.isupper() for one in text) else text.title())
