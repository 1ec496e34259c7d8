"""Models of one series: which stand between others, what each costs least, which offer is better in all that counts.

For tasks that ask for each model or size, and for those whose vague words stand for typed attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from shopworld.catalog import Offer, OfferCondition
from shopworld.tasks.contact import fold

_CHIP = re.compile(r"(?P<series>[a-z]+) ?(?P<number>\d{4})(?P<suffix>(?: (?:ti|super))*)")
_SUFFIXES = ("", "super", "ti", "ti super")
_KEYS = {"graphics_card": "chip", "ssd": "capacity"}
"""The attribute by which offers of a kind are of one model or size."""
_VAGUE = (
    (
        re.compile(r"e-?sports|competitive|reaction", re.IGNORECASE),
        "monitor",
        "gaming",
        {"refresh_rate": True, "response_time": False},
    ),
)
"""Vague words: the kind they are said of, a word of the title, and the attributes they stand for (True: more is
better)."""

Rank = tuple[str, int, int]


def _buyable(offer: Offer) -> bool:
    return offer.in_stock and offer.condition is OfferCondition.NEW and offer.price is not None


def _value(offer: Offer, name: str) -> object:
    attribute = offer.attribute(name)
    return None if attribute is None else attribute.value


def _rank(chip: object) -> Rank | None:
    """Where a chip stands in its series: `rtx 4060 ti` is above `rtx 4060` and below `rtx 4070`."""
    found = _CHIP.fullmatch(str(chip))
    if found is None or found["suffix"].strip() not in _SUFFIXES:
        return None
    return (
        f"{found['series']} {found['number'][:2]}",
        int(found["number"][2:]),
        _SUFFIXES.index(found["suffix"].strip()),
    )


def by_model(answers: Sequence[Offer], offers: Iterable[Offer], words: frozenset[str]) -> dict[object, list[Offer]]:
    """All buyable offers of the answers' models and of those between them, by model, cheapest first.

    Args:
        answers: of a task that asks for each model.
        offers: of all shops.
        words: that must stand in the title, folded.

    Returns:
        Empty where the answers are of several kinds or say no model.
    """
    kinds = {one.kind for one in answers}
    key = _KEYS.get(next(iter(kinds))) if len(kinds) == 1 else None
    if key is None:
        return {}
    models = {_value(one, key) for one in answers} - {None}
    ranks = sorted(rank for rank in map(_rank, models) if rank is not None) if key == "chip" else []
    found: dict[object, list[Offer]] = {}
    for offer in offers:
        model = _value(offer, key)
        if offer.kind not in kinds or not _buyable(offer) or not words <= set(fold(offer.title).split()):
            continue
        rank = _rank(model) if ranks else None
        if model in models or (rank is not None and ranks[0] < rank < ranks[-1] and rank[0] == ranks[0][0]):
            found.setdefault(model, []).append(offer)
    return {model: sorted(them, key=lambda one: (one.price or 0, one.id)) for model, them in found.items()}


def better(text: str, answer: Offer, offers: Iterable[Offer]) -> list[Offer]:
    """Offers that cost less than an answer and are as good in all that a vague text speaks of, cheapest first."""
    sought = next((row for row in _VAGUE if row[0].search(text) and row[1] == answer.kind), None)
    if sought is None or answer.price is None:
        return []
    _, kind, word, attributes = sought
    found = [
        one
        for one in offers
        if one.kind == kind
        and _buyable(one)
        and (one.price or 0) < answer.price
        and word in fold(one.title).split()
        and _as_good(one, answer, attributes)
    ]
    return sorted(found, key=lambda one: (one.price or 0, one.id))


def _as_good(offer: Offer, answer: Offer, attributes: Mapping[str, bool]) -> bool:
    for name, more in attributes.items():
        own, other = _value(offer, name), _value(answer, name)
        if not isinstance(own, int | float) or not isinstance(other, int | float):
            return False
        if (own < other) if more else (own > other):
            return False
    return True
