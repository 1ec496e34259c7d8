"""Compares what is demanded with what a shop prints: a card first, the product's page where the card leaves doubts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum

from shopworld.agents.keyword.demands import Demands
from shopworld.agents.keyword.quantities import Bound, quantities
from shopworld.agents.keyword.vocabulary import ThingKind, colours_in, is_fact, kind_of, normalise, tokens, vocabulary


class MatchGrade(IntEnum):
    """Whether something fits."""

    NO = 0
    OPEN = 1
    """Nothing speaks against it, but not everything is said."""
    YES = 2


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _is_generation(word: str) -> bool:
    """Whether a word is a small number, as in `Vesta 5`."""
    return word.isdigit() and len(word) < 3


def _positions(wanted: tuple[str, ...], present: tuple[str, ...]) -> list[int | None]:
    """Where each wanted word stands; words written together or apart count (`RTX4070`, `RTX 4070`)."""
    stems = [_stem(word) for word in present]
    found: list[int | None] = []
    for number, word in enumerate(wanted):
        joined = {word, _stem(word)}
        following = wanted[number + 1] if number + 1 < len(wanted) else ""
        before = wanted[number - 1] if number else ""
        place: int | None = None
        for index, stem in enumerate(stems):
            pair = present[index] + (present[index + 1] if index + 1 < len(present) else "")
            if not (
                stem in joined or pair == word or (following and stem == word + following) or stem == before + word
            ):
                continue
            # A bare small number means nothing by itself: it must follow the same word.
            lonely = _is_generation(word) and before and not before[0].isdigit()
            if lonely and stem == word and not (index and stems[index - 1] == _stem(before)):
                continue
            place = index
            break
        found.append(place)
    return found


def _telling(text: str) -> tuple[str, ...]:
    fillers = vocabulary().fillers
    return tuple(word for word in tokens(text) if word not in fillers)


def coverage(wanted: tuple[str, ...], text: str) -> float:
    """Share of the wanted words that a text has, 0 to 1."""
    if not wanted:
        return 1.0
    return sum(place is not None for place in _positions(wanted, _telling(text))) / len(wanted)


def _other_model(wanted: tuple[str, ...], title: str) -> bool:
    """Whether the title names a sibling: a word that makes another model stands among or behind the wanted ones."""
    present = _telling(title)
    places = sorted(place for place in _positions(wanted, present) if place is not None)
    if len(places) < 2:
        return False
    known = vocabulary()
    span = present[places[0] : places[-1] + 2]
    return any(
        word in known.variants and word not in wanted and word not in known.colours and not is_fact(word)
        for word in span
    )


def _of_kind(wanted: ThingKind, kind: ThingKind) -> bool:
    return wanted.name in (kind.name, kind.within) or kind.name == wanted.within


_NUMERALS = ("ii", "iii", "iv")
_FOR_OTHERS = re.compile(r"\bfor [A-Z][^|()]*")
"""In a title: what an accessory goes with."""


def _name_verdict(demands: Demands, title: str, text: str, *, whole: bool) -> MatchGrade:
    if demands.kind is None or not demands.kind.made_for_others:
        title, text = _FOR_OTHERS.sub(" ", title), _FOR_OTHERS.sub(" ", text)
    if coverage(demands.name, title) == 1.0:
        return MatchGrade.NO if _other_model(demands.name, title) else MatchGrade.YES
    if coverage(demands.name, f"{title} {text}") == 1.0:
        # Words of the name that stand in the small print only, e.g. the brand.
        return MatchGrade.NO if _other_model(demands.name, title) else MatchGrade.YES
    places = _positions(demands.name, _telling(title))
    for number, (word, place) in enumerate(zip(demands.name, places, strict=True)):
        if place is not None:
            continue
        follows = number > 0 and places[number - 1] is not None
        longer = any(one.startswith(word) and one[len(word) :].isalpha() for one in tokens(title))
        if (follows and (_is_generation(word) or word in _NUMERALS)) or (longer and word[-1].isdigit()):
            return MatchGrade.NO
    least = 0.5 if len(demands.name) > 1 else 1.0
    return MatchGrade.OPEN if not whole and coverage(demands.name, title) > least else MatchGrade.NO


_WORKING_MEMORY = re.compile(r"\d+ ?(gb|gigabytes?),? (ram|memory|unified|ddr|gddr|vram)")
_ABOUT_MEMORY = ("memory", "graphics card")


def _quantity_verdict(bound: Bound, demands: Demands, title: str, both: str) -> MatchGrade:
    """Whether title, else title and text, hold a quantity within the bound."""
    several = sum(unit == bound.unit for _, unit in demands.exact) > 1
    if bound.unit == "gb" and not several and (demands.kind is None or demands.kind.name not in _ABOUT_MEMORY):
        title, both = _WORKING_MEMORY.sub(" ", title), _WORKING_MEMORY.sub(" ", both)
    numbers = quantities_of(title, bound.unit) or quantities_of(both, bound.unit)
    if any(bound.accepts(number) for number in numbers):
        return MatchGrade.YES
    if several and any(bound.accepts(number) for number in quantities_of(both, bound.unit)):
        return MatchGrade.YES
    return MatchGrade.NO if numbers and not several and bound.unit not in ("mm", "mhz") else MatchGrade.OPEN


def _verdicts(
    demands: Demands, title: str, text: str, price: int | None, *, whole: bool, category: str
) -> Iterator[MatchGrade]:
    both = normalise(f"{title} {text}")
    known = vocabulary()
    plain = normalise(title)
    if known.used.search(plain) or known.bundles.search(plain):
        yield MatchGrade.NO
    kind = kind_of(title) or kind_of(category)
    if demands.kind is not None and kind is not None:
        yield MatchGrade.YES if _of_kind(demands.kind, kind) else MatchGrade.NO
    elif demands.kind is not None and not (whole and demands.name):
        yield MatchGrade.OPEN
    yield _name_verdict(demands, title, text, whole=whole)
    for pattern in demands.none_of:
        if re.search(pattern, plain):
            yield MatchGrade.NO
    for bound in demands.bounds:
        if bound.unit in ("euro", "") and (price is not None or not bound.unit):
            yield MatchGrade.YES if price is None or bound.accepts(price / 100) else MatchGrade.NO
        else:
            yield _quantity_verdict(bound, demands, plain, both)
    for number, unit in demands.exact:
        yield _quantity_verdict(Bound(unit, number, number), demands, plain, both)
    if demands.colours:
        shown = colours_in(title) or colours_in(text)
        fits = any(colour in shown for colour in demands.colours)
        # A shop that names no colour anywhere leaves it to the model.
        unsaid = MatchGrade.YES if whole and demands.names_a_product and not shown else MatchGrade.OPEN
        yield MatchGrade.YES if fits else MatchGrade.NO if colours_in(title) else unsaid
    present = tokens(both)
    for word, place in zip(demands.facts, _positions(demands.facts, present), strict=True):
        yield MatchGrade.OPEN if place is None and word not in both else MatchGrade.YES
    for group in demands.any_of:
        yield MatchGrade.YES if any(re.search(rf"\b(?:{one})\b", both) for one in group) else MatchGrade.OPEN


def quantities_of(text: str, unit: str) -> list[float]:
    """The quantities of one unit in a text."""
    return [number for number, found in quantities(normalise(text)) if found == unit]


def judge(
    demands: Demands, title: str, text: str, price: int | None, *, whole: bool = False, category: str = ""
) -> MatchGrade:
    """Whether an offer fits.

    Args:
        demands: what is demanded.
        title: its title.
        text: what else is printed about it.
        price: in cents, where known.
        whole: whether that is all there is to read: what is not said then counts as not so.
        category: the category that the shop has put it in.
    """
    verdict = min(_verdicts(demands, title, text, price, whole=whole, category=category), default=MatchGrade.OPEN)
    return MatchGrade.NO if whole and verdict is MatchGrade.OPEN else verdict


def likeness(demands: Demands, title: str, text: str) -> float:
    """How much of what is demanded a text has, 0 to 1, for ordering."""
    words = (*demands.name, *demands.facts, *demands.colours)
    both = f"{title} {text}"
    found = coverage(words, both) * len(words)
    groups = sum(any(re.search(rf"\b(?:{one})\b", normalise(both)) for one in group) for group in demands.any_of)
    total = len(words) + len(demands.any_of)
    return (found + groups) / total if total else 1.0
