"""A second opinion on the release's answers: requirements that a text states in numbers, held against typed attributes.

Only texts of a simple shape are understood: a kind of product, numbers with units, and a few words that must stand in
the title ("GPU from the brand PNY", "PSU for PCs with more than 550 W"). All other texts have no opinion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shopworld.catalog import Catalog, Offer, OfferCondition
from shopworld.money import DOT_DECIMAL, with_plain_amounts
from shopworld.tasks.contact import fold
from shopworld.tasks.offers import offer_name

_KINDS = (
    (r"external ssds?", "external_ssd"),
    (r"gpus?|graphics cards?", "graphics_card"),
    (r"(?:pc )?psus?|power supply|power supplies", "power_supply"),
    (r"(?:ddr\d )?ram|memory", "memory"),
    (r"keyboards?", "keyboard"),
    (r"monitors?", "monitor"),
    (r"motherboards?", "motherboard"),
    (r"ssds?", "ssd"),
    (r"(?:gaming )?consoles?", "game_console"),
)
PHRASE = re.compile(
    r"(?:all offers|cheapest offer) for (?P<wanted>.+?)(?= and the cheapest offer|, add| and add|\.\s|\.$|$)",
    re.IGNORECASE,
)
_RELATION = r"(?P<relation>over|more than|higher than|at least|below|under|less than)?"
_NUMBER = re.compile(
    rf"{_RELATION} ?(?P<money>¤)?(?P<number>\d+(?:\.\d+)?)(?(money)| ?(?P<unit>w|mhz|gb|tb|inches|inch)\b)",
    re.IGNORECASE,
)
_RESOLUTION = re.compile(rf"{_RELATION} ?(?P<width>\d{{3,4}}) ?x ?(?P<height>\d{{3,4}})\b", re.IGNORECASE)
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a an and brand by capacity clock clocking disc disk for from has have in is of pc pcs price resolution screen
        size space speed support that the vram which with new
        """,
    )
)
_ATTRIBUTES = {
    ("w", "power_supply"): "wattage",
    ("mhz", "memory"): "frequency",
    ("mhz", "graphics_card"): "gpu_clock",
    ("gb", "graphics_card"): "vram",
    ("gb", ""): "capacity",
    ("inch", "monitor"): "size",
}
_MOST_TITLE_WORDS = 3
_LISTED = 3

Condition = Callable[[Offer], bool | None]
"""Whether an offer meets a requirement; None where the offer does not say."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a text asks for, as far as it is understood.

    Attributes:
        kind: of product.
        words: that must stand in the title, folded.
        conditions: on attributes and price.
    """

    kind: str
    words: frozenset[str]
    conditions: tuple[Condition, ...]

    def met_by(self, offer: Offer) -> bool:
        """Whether an offer surely meets everything."""
        return (
            offer.kind == self.kind
            and offer.in_stock
            and self.words <= set(fold(offer.title).split())
            and all(condition(offer) is True for condition in self.conditions)
        )

    def broken_by(self, offer: Offer) -> bool:
        """Whether an offer surely fails one of the conditions."""
        return offer.kind == self.kind and any(condition(offer) is False for condition in self.conditions)


def second_opinion(text: str, answers: Sequence[Offer], catalog: Catalog) -> list[str]:
    """What typed attributes say against answers, one line each; empty where the text is not understood.

    Args:
        text: the task's own words.
        answers: the offers of the release.
        catalog: all shops' offers.
    """
    found: list[str] = []
    for phrase in PHRASE.finditer(" ".join(text.split())):
        requirement = read_requirement(phrase["wanted"])
        if requirement is None:
            continue
        own = [offer for offer in answers if offer.kind == requirement.kind]
        found += [
            f"the answer {offer_name(offer)} does not meet the numbers of the text"
            for offer in own
            if requirement.broken_by(offer)
        ]
        others = [offer for offer in catalog.iterate_offers() if requirement.met_by(offer) and offer not in own]
        if re.search(r"\bnew\b", phrase["wanted"], re.IGNORECASE):
            others = [offer for offer in others if offer.condition is OfferCondition.NEW]
        if "cheapest" in phrase.group().lower():
            found += _cheaper(own, others)
        else:
            found += _listed(
                [f"{offer_name(offer)} meets the text by its attributes and is no answer" for offer in others]
            )
    return found


def read_requirement(wanted: str) -> Requirement | None:
    """What a phrase asks for; None where it is not understood.

    Args:
        wanted: for example `a PSU for PCs with more than 550 W`.
    """
    rest = with_plain_amounts(wanted, DOT_DECIMAL).lower()
    kind = next((kind for pattern, kind in _KINDS if re.search(rf"\b(?:{pattern})\b", rest)), "")
    if not kind:
        return None
    conditions: list[Condition] = []
    for found in _RESOLUTION.finditer(rest):
        conditions.append(_resolution(found["relation"] or "", int(found["width"]) * int(found["height"])))
    rest = _RESOLUTION.sub(" ", rest)
    for found in _NUMBER.finditer(rest):
        condition = _condition(kind, found["relation"] or "", float(found["number"]), found["unit"] or found["money"])
        if condition is None:
            return None
        conditions.append(condition)
    rest = _NUMBER.sub(" ", rest)
    memory_type = re.search(r"\bddr\d\b", rest)
    pattern = next(pattern for pattern, one in _KINDS if one == kind)
    words = set(fold(re.sub(rf"\b(?:{pattern})\b", " ", rest, count=1)).split()) - _EMPTY_WORDS
    if memory_type is not None:
        words.add(memory_type.group())
    if len(words) > _MOST_TITLE_WORDS or any(word.isdecimal() for word in words) or not (words or conditions):
        return None
    return Requirement(kind, frozenset(words), tuple(conditions))


def _condition(kind: str, relation: str, number: float, unit: str) -> Condition | None:
    unit = {"inches": "inch"}.get(unit, unit)
    if unit == "¤":
        return lambda offer: None if offer.price is None else _holds(relation, offer.price / 100, number)
    if unit == "tb":
        unit, number = "gb", number * 1000
    name = _ATTRIBUTES.get((unit, kind)) or (_ATTRIBUTES.get((unit, "")) if kind != "monitor" else None)
    if name is None:
        return None

    def met(offer: Offer) -> bool | None:
        attribute = offer.attribute(name)
        if attribute is None or not isinstance(attribute.value, int | float):
            return None
        return _holds(relation, float(attribute.value), number)

    return met


def _resolution(relation: str, pixels: int) -> Condition:
    def met(offer: Offer) -> bool | None:
        attribute = offer.attribute("resolution")
        size = re.fullmatch(r"(\d+) x (\d+)", str(attribute.value)) if attribute is not None else None
        return None if size is None else _holds(relation, int(size[1]) * int(size[2]), pixels)

    return met


def _holds(relation: str, value: float, number: float) -> bool:
    if relation in ("over", "more than", "higher than"):
        return value > number
    if relation in ("below", "under", "less than"):
        return value < number
    return value >= number if relation == "at least" else value == number


def _cheaper(own: Sequence[Offer], others: Sequence[Offer]) -> list[str]:
    prices = [offer.price for offer in own if offer.price is not None]
    if not prices:
        return []
    cheaper = sorted(
        (offer for offer in others if offer.price is not None and offer.price < min(prices)),
        key=lambda offer: (offer.price or 0, offer.id),
    )
    return _listed(
        [
            f"{offer_name(offer)} meets the text by its attributes and costs {(offer.price or 0) / 100:.2f}, the "
            f"answer {min(prices) / 100:.2f}"
            for offer in cheaper
        ]
    )


def _listed(lines: list[str]) -> list[str]:
    """The first lines; the last one says how many more there are."""
    if len(lines) <= _LISTED:
        return lines
    return [*lines[: _LISTED - 1], f"{lines[_LISTED - 1]} (and {len(lines) - _LISTED} more like that)"]
