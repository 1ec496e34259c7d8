"""Amazon-like products of one category, as a stream: families of near twins from a seed."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

from shopworld.goods.amazon.kinds import AmazonKind, CategoryData, KindField, Value, read_toml
from shopworld.goods.amazon.possible import NOUN, Stated, conflicts, possible
from shopworld.goods.amazon.untidy import share, untidy_table

FIELD_SHARE = 0.86
"""How often a field that the title does not need is there."""
_TITLED_TWINS = 0.5
"""Share of near twins that differ in what their titles say; the others differ in a row of the table alone."""
MOST_REVIEWS = 60
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_IDS = 36**8
_STEP = 1_555_555_555_001
"""Coprime to `_IDS`, so that numbers become ids that do not repeat."""
_COUNTRIES = ("China", "China", "China", "USA", "Taiwan", "Vietnam", "South Korea", "Japan", "Germany")
_MONTHS = ("January", "March", "April", "June", "July", "September", "October", "November")
Record = dict[str, Any]
Picked = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class MadeProduct:
    """One product and what its reviews need to know.

    Attributes:
        record: as a line of the file has it.
        kind: position of its kind in the category.
        reviews: how many it has.
        strengths: bit `i` is set where customers like its aspect `i`.
        goodness: mean rating, in tenths.
    """

    record: Record
    kind: int
    reviews: int
    strengths: int
    goodness: int


@dataclass(frozen=True, slots=True)
class _Sentences:
    feature: dict[str, list[str]]
    description: dict[str, list[str]]
    opening: list[str]
    closing: list[str]


@lru_cache(maxsize=1)
def _sentences() -> _Sentences:
    data = read_toml("sentences.toml")
    return _Sentences(data["feature"], data["description"], data["opening"]["texts"], data["closing"]["texts"])


def product_id(number: int, offset: int) -> str:
    """The `parent_asin` of a product: `B0` and eight signs; different numbers below 36^8 have different ones."""
    left = (number * _STEP + offset) % _IDS
    signs = []
    for _ in range(8):
        left, digit = divmod(left, 36)
        signs.append(_DIGITS[digit])
    return "B0" + "".join(signs)


def first_number(category: CategoryData) -> int:
    """Where the numbers of a category begin; categories do not share any."""
    return int.from_bytes(category.name.encode()[:2], "big") << 24


def make_products(category: CategoryData, seed: int) -> Iterator[MadeProduct]:
    """Products without end; the same arguments make the same ones in the same order."""
    return _Maker(category, seed).products()


class _Maker:
    def __init__(self, category: CategoryData, seed: int) -> None:
        self._category = category
        self._random = Random(f"{seed}:{category.name}:products")
        self._offset = Random(f"{seed}:ids").randrange(_IDS)
        self._number = first_number(category)
        self._against = {kind.name: conflicts(kind) for kind in category.kinds}
        self._order = {kind.name: sorted(kind.fields, key=lambda one: not one.needed) for kind in category.kinds}
        self._shares = list(accumulate(kind.share for kind in category.kinds))

    def products(self) -> Iterator[MadeProduct]:
        r = self._random.random
        kinds, shares = self._category.kinds, self._shares
        brands = self._category.brands
        while True:
            position = bisect(shares, r() * shares[-1])
            kind = kinds[position]
            place = int(len(brands) * r() ** 2)
            noun = kind.nouns[int(r() * len(kind.nouns))]
            chosen = self._choose(kind, noun)
            common = self._common(kind, brands[place])
            dearness = 0.75 + (place * 7919 % 61) / 75
            yield self._product(kind, position, brands[place], noun, chosen, common, dearness)
            family = 0 if r() < 0.5 else int(1 + 4.5 * r() * r())
            for _ in range(family):
                twin = self._vary(kind, noun, chosen)
                if twin is not None:
                    yield self._product(kind, position, brands[place], noun, twin, common, dearness)

    def _choose(self, kind: AmazonKind, noun: str) -> dict[str, Picked]:
        r = self._random.random
        chosen: dict[str, Picked] = {}
        stated: set[Stated] = {(NOUN, noun)}
        for field in self._order[kind.name]:
            if not field.needed and r() >= FIELD_SHARE:
                continue
            picked: list[Value] = []
            for _ in range(1 + int(2.6 * r()) if field.several else 1):
                values = possible(self._against[kind.name], field.name, field.values, stated)
                if not values:
                    break
                value = values[int(r() * len(values))]
                if (field.name, value.raw) not in stated:
                    picked.append(value)
                    stated.add((field.name, value.raw))
            if picked:
                chosen[field.name] = tuple(picked)
        return {field.name: chosen[field.name] for field in kind.fields if field.name in chosen}

    def _vary(self, kind: AmazonKind, noun: str, chosen: dict[str, Picked]) -> dict[str, Picked] | None:
        """A near twin: one field is different, often one of the title."""
        r = self._random.random
        titled = r() < _TITLED_TWINS
        fields = [one for one in kind.fields if one.name in chosen and one.needed is titled and len(one.values) > 1]
        field = fields[int(r() * len(fields))]
        stated = {(NOUN, noun)}
        stated |= {(name, value.raw) for name, picked in chosen.items() if name != field.name for value in picked}
        values = possible(self._against[kind.name], field.name, field.values, stated)
        if not values:
            return None
        value = values[int(r() * len(values))]
        if value.raw == chosen[field.name][0].raw:
            return None
        return {**chosen, field.name: (value,)}

    def _common(self, kind: AmazonKind, brand: str) -> Record:
        """What a family shares: the rows about maker, size and weight."""
        r = self._random.random
        rows: Record = {}
        if r() < 0.9:
            rows["Brand"] = brand
        low, high = kind.weight
        grams = low + (high - low) * r()
        if r() < 0.85:
            rows["Item Weight"] = f"{grams / 28.3495:.3g} ounces" if grams < 450 else f"{grams / 453.592:.3g} pounds"
        scale = 0.8 + 0.4 * r()
        if r() < 0.6:
            length, width, height = kind.inches
            label = "Product Dimensions" if r() < 0.7 else "Item Dimensions LxWxH"
            rows[label] = f"{length * scale:.3g} x {width * scale:.3g} x {height * scale:.3g} inches"
        if r() < 0.4:
            rows["Item model number"] = f"{brand[:2].upper()}-{int(r() * 9000) + 1000}"
        if r() < 0.6:
            rows["Manufacturer"] = brand
        if r() < 0.2:
            rows["Country of Origin"] = _COUNTRIES[int(r() * len(_COUNTRIES))]
        return rows

    def _product(
        self,
        kind: AmazonKind,
        position: int,
        brand: str,
        noun: str,
        chosen: dict[str, Picked],
        common: Record,
        dearness: float,
    ) -> MadeProduct:
        random = self._random
        r = random.random
        details: Record = {}
        labels: dict[str, str] = {}
        factor = dearness
        for field in kind.fields:
            picked = chosen.get(field.name)
            if picked is not None:
                label = labels[field.name] = _label(field, r())
                details[label] = picked[0].raw if len(picked) == 1 else ", ".join([v.raw for v in picked])
                factor *= picked[0].factor
        details = untidy_table(details, labels, random)
        details.update(common)
        goodness = min(49, max(26, int(random.gauss(42.5, 4.5))))
        popularity = int(2.71828 ** random.gauss(1.34, 1.25))
        reviews = min(MOST_REVIEWS, popularity)
        ratings = popularity + int(popularity * r()) if popularity else int(4 * r())
        if popularity > 3:
            rank = max(1, int(3_000_000 / (ratings + 1) * (0.5 + r())))
            details["Best Sellers Rank"] = {kind.main_category: rank, kind.path[-1]: rank // 40 + 1}
        if r() < 0.8:
            year = 2023 - int(12 * r() * r())
            details["Date First Available"] = f"{_MONTHS[int(r() * 8)]} {int(r() * 28) + 1}, {year}"
        number = self._number
        self._number += 1
        asin = product_id(number, self._offset)
        picture = f"https://m.media-amazon.com/images/I/{asin[2:]}"
        record: Record = {
            "main_category": None if r() < share("no_category") else kind.main_category,
            "title": _title(kind, brand, noun, chosen, r()),
            "average_rating": goodness / 10,
            "rating_number": ratings,
            "features": [] if r() < share("no_features") else self._features(chosen),
            "description": self._description(kind, brand, noun, chosen),
            "price": None if r() < share("no_price") else _price(kind.price * factor * (0.9 + 0.2 * r())),
            "images": [
                {"thumb": f"{picture}._SS40_.jpg", "large": f"{picture}.jpg", "variant": "MAIN", "hi_res": None}
            ],
            "videos": [],
            "store": brand,
            "categories": list(kind.path),
            "details": details,
            "parent_asin": asin,
            "bought_together": None,
        }
        return MadeProduct(record, position, reviews, random.getrandbits(16), goodness)

    def _features(self, chosen: dict[str, Picked]) -> list[str]:
        r = self._random.random
        templates = _sentences().feature
        found = []
        for name, picked in chosen.items():
            texts = templates.get(name)
            if texts is not None and r() < 0.7:
                value = picked[0].raw if len(picked) == 1 else ", ".join([v.raw for v in picked])
                found.append(texts[int(r() * len(texts))].replace("{value}", value))
        return found

    def _description(self, kind: AmazonKind, brand: str, noun: str, chosen: dict[str, Picked]) -> list[str]:
        r = self._random.random
        if r() < share("no_description"):
            return []
        data = _sentences()
        opening = data.opening[int(r() * len(data.opening))]
        found = [opening.replace("{brand}", brand).replace("{noun}", noun.lower())]
        for name, picked in chosen.items():
            texts = data.description.get(name)
            if texts is not None and r() < 0.6:
                value = picked[0].raw if len(picked) == 1 else ", ".join([v.raw for v in picked])
                found.append(texts[int(r() * len(texts))].replace("{value}", value))
        if r() < 0.5:
            found.append(data.closing[int(r() * len(data.closing))])
        return [" ".join(found)]


def _label(field: KindField, chance: float) -> str:
    labels = field.labels
    return labels[int(chance * len(labels))]


def _title(kind: AmazonKind, brand: str, noun: str, chosen: dict[str, Picked], chance: float) -> str:
    """Brand, noun and key values; the last part is left out at times."""
    parts = []
    templates = kind.title if chance < 0.8 else kind.title[:-1]
    for template, field in templates:
        text = template.replace("{noun}", noun)
        parts.append(text if field is None else text.replace("{value}", chosen[field][0].short))
    return f"{brand} {', '.join(parts)}"


def _price(dollars: float) -> float:
    """As shops like it: ending with 99, 95, 49 or 00 cents."""
    whole = max(1, int(dollars))
    return round(whole + (0.99, 0.99, 0.95, 0.49, 0.0)[whole % 5], 2)
