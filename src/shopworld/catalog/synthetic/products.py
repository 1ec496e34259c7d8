"""From departments to products: brands, series, generations, and the members of each family."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from itertools import product as combinations
from random import Random

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Product
from shopworld.catalog.synthetic.departments import Departments, KindData, Series, Value
from shopworld.catalog.synthetic.units import write_number

LATEST_RELEASE = date(2027, 1, 31)
CHOICE_SHARE = 0.37
"""Share of the lines whose buyers choose a variant, in kinds that have variants."""


@dataclass(slots=True, eq=False)
class ProductDraft:
    """A product with what its offers need to know.

    Attributes:
        product: the record.
        kind: data of its kind.
        name: brand, series and model as one name, without the attributes.
        market_price: euro; shops ask a little more or less.
        values: attribute values as written in the data file, by name.
        choices: value and market price of each variant, where buyers choose one.
    """

    product: Product
    kind: KindData
    name: str
    market_price: float
    values: dict[str, Value]
    choices: tuple[tuple[Value, float], ...] = ()


@dataclass(slots=True)
class ProductMaker:
    """Makes the products of one catalog, kind by kind.

    Args:
        departments: the data.
        seed: the catalog's seed.
    """

    departments: Departments
    seed: int
    _number: int = 0
    _models: dict[str, list[str]] = field(default_factory=dict)
    _gtin_prefixes: dict[str, int] = field(default_factory=dict)

    def order(self) -> list[str]:
        """All kinds: what bundles need first, accessories after what they fit."""
        kinds = self.departments.kinds
        first = ("memory", "motherboard", "mouse", "cable", "memory_card", "gamepad", "earbuds", "power_bank")
        return sorted(
            kinds,
            key=lambda name: (
                any(axis.fits for axis in kinds[name].attributes.values()),
                first.index(name) if name in first else len(first),
            ),
        )

    def make(self, kind_name: str) -> Iterator[ProductDraft]:
        """Products of a kind, without end unless its names run out; families stay together."""
        kind = self.departments.kinds[kind_name]
        rng = Random(f"{self.seed}:products:{kind_name}")
        words = list(self.departments.words.series)
        rng.shuffle(words)
        seen: set[tuple[object, ...]] = set()
        rounds_without = 0
        word = 0
        while rounds_without < 2:
            made = 0
            lines = [(brand, series) for series in kind.series for brand in series.brands or kind.brands]
            rng.shuffle(lines)
            for brand, series in lines:
                for suffix in series.suffixes:
                    base = series.name or words[word % len(words)]
                    if series.name is None:
                        word += 1
                    for draft in self._family(kind_name, kind, brand, series, base, suffix, rng):
                        left_to_buyer = kind.variants if draft.choices else None
                        axes = (one for one in self._axes(kind) if one != left_to_buyer)
                        identity = (draft.name, *(str(draft.values.get(one)) for one in axes))
                        if identity not in seen:
                            seen.add(identity)
                            made += 1
                            yield draft
            rounds_without = 0 if made else rounds_without + 1

    @staticmethod
    def _axes(kind: KindData) -> list[str]:
        return [name for name, axis in kind.attributes.items() if axis.vary]

    def _family(
        self, kind_name: str, kind: KindData, brand: str, series: Series, base: str, suffix: str, rng: Random
    ) -> Iterator[ProductDraft]:
        model = "".join(
            rng.choice("123456789") if one == "#" else rng.choice("ACDEGHKLMNPRSTVX") if one == "@" else one
            for one in kind.model
        )
        count = len(kind.generations)
        kept = [at for at in range(count) if count == 1 or rng.random() < 0.75] or [count - 1]
        for generation in kept:
            label = " ".join(one for one in (base, kind.generations[generation], suffix) if one)
            parts = {"brand": brand, "series": label, "model": model}
            age = count - 1 - generation
            released = date(2026, 10, 1) - timedelta(days=age * 380 + rng.randrange(700 if count == 1 else 330))
            with_choices = rng.random() < CHOICE_SHARE
            for values in self._members(kind, series, rng):
                name = " ".join(kind.name.format_map({**values, **parts}).split())
                if kind.models:
                    values["model"] = name
                pool: list[Value] = []
                if with_choices and kind.variants and kind.variants in values:
                    pool = self._choices(kind, series, kind.variants, values)
                factor = series.factor * 0.84**age
                yield self._draft(kind_name, kind, brand, base, name, values, pool, factor, released, rng)

    def _members(self, kind: KindData, series: Series, rng: Random) -> list[dict[str, Value]]:
        """The members of one line: fixed attributes, and combinations of those that vary."""
        fixed: dict[str, Value] = {}
        axes: list[tuple[str, list[Value]]] = []
        for attribute, axis in kind.attributes.items():
            if axis.share < 1 and rng.random() >= axis.share:
                continue
            if axis.fits:
                fitting = self._fitting(axis.fits, rng)
                if fitting:
                    fixed[attribute] = fitting
                continue
            choices = self._choices(kind, series, attribute, fixed)
            if not choices:
                continue
            if axis.vary:
                axes.append((attribute, list(choices)))
                fixed[attribute] = choices[0]
            else:
                fixed[attribute] = rng.choice(choices)
        combos = list(combinations(*(values for _, values in axes)))
        if len(combos) > 4:
            combos = [combos[at] for at in sorted(rng.sample(range(len(combos)), rng.randint(2, 5)))]
        members = []
        for combo in combos:
            member = dict(fixed)
            member.update(zip((one for one, _ in axes), combo, strict=True))
            for attribute, axis in kind.attributes.items():
                if axis.by and not axis.vary and any(axis.by == one for one, _ in axes) and attribute in member:
                    choices = self._choices(kind, series, attribute, member)
                    if choices and member[attribute] not in choices:
                        member[attribute] = choices[0]
            members.append(member)
        return members

    @staticmethod
    def _choices(kind: KindData, series: Series, attribute: str, known: Mapping[str, Value]) -> list[Value]:
        axis = kind.attributes[attribute]
        if attribute in series.set:
            fixed = series.set[attribute]
            lists = isinstance(fixed, list) and (axis.vary or not _is_several(axis.values))
            return list(fixed) if lists else [fixed]  # type: ignore[arg-type, list-item]
        if isinstance(axis.values, dict):
            return axis.values.get(_key(known.get(axis.by or "", "")), [])
        return axis.values

    def _fitting(self, kind: str, rng: Random) -> list[str | int]:
        """Models of a kind that an accessory fits: one, or neighbours of one series."""
        models = self._models.get(kind)
        if not models:
            return []
        at = rng.randrange(len(models))
        stem = models[at].rsplit(" ", 1)[0]
        near = [one for one in models[max(0, at - 2) : at + 3] if one.startswith(stem)]
        return list(near[:3]) if rng.random() < 0.5 else [models[at]]

    def _draft(
        self,
        kind_name: str,
        kind: KindData,
        brand: str,
        series: str,
        name: str,
        values: dict[str, Value],
        pool: list[Value],
        factor: float,
        released: date,
        rng: Random,
    ) -> ProductDraft:
        self._number += 1
        if kind.models and name not in self._models.setdefault(kind_name, []):
            self._models[kind_name].append(name)
        level = 0.9 + (sum(map(ord, brand)) % 23) / 100
        choices: tuple[tuple[Value, float], ...] = ()
        if kind.variants and len(pool) > 2:
            chosen = [pool[at] for at in sorted(rng.sample(range(len(pool)), min(len(pool), rng.randint(2, 5))))]
            choices = tuple((one, self._price(kind, {**values, kind.variants: one}, factor, level)) for one in chosen)
        price = choices[0][1] if choices else self._price(kind, values, factor, level)
        shown = dict(values)
        if choices and kind.variants:
            shown[kind.variants] = [
                write_text(one, self.departments.attributes[kind.variants].unit) for one, _ in choices
            ]
        attributes = tuple(self.attribute(one, value) for one, value in shown.items())
        product = Product(
            id=f"p{self._number:05d}",
            title=self._title(kind, name, shown),
            brand=brand,
            department=KINDS[kind_name].department,
            kind=kind_name,
            series=f"{brand} {series}",
            attributes=attributes,
            gtin=self._gtin(brand),
            mpn=_part_number(brand, self._number, rng),
            released_on=min(released, LATEST_RELEASE),
        )
        return ProductDraft(product, kind, name, price, shown, choices)

    def _title(self, kind: KindData, name: str, shown: Mapping[str, Value]) -> str:
        """Name and all that tells the members of the family apart: unique but for choices left to the buyer."""
        words = [name]
        for one in dict.fromkeys([*kind.key, *(axis for axis, data in kind.attributes.items() if data.vary)]):
            value = shown.get(one)
            about = self.departments.attributes[one]
            if isinstance(value, bool):
                text = about.title if value else ""
            else:
                text = write_text(value, about.unit) if value is not None else ""
                if text and not about.unit and isinstance(value, int | float) and about.title:
                    text = about.title.format(text)
            if text and f" {text} " not in f" {name} ":
                words.append(text)
        return " ".join(words)

    def attribute(self, name: str, value: Value) -> Attribute:
        """A typed attribute of a value as the data file writes it."""
        unit = None if name == "model" else self.departments.attributes[name].unit
        if isinstance(value, bool):
            return _attribute(name, value, None)
        if isinstance(value, list):
            # Words of a closed vocabulary are in lower case; "128 GB" is a number as facets write it.
            is_word = [unit is None and isinstance(one, str) for one in value]
            shown = (_shown(one, unit) for one in value)
            return Attribute(
                name=name,
                value=tuple(one.lower() if word else one for one, word in zip(shown, is_word, strict=True)),
            )
        if isinstance(value, str):
            return _attribute(name, value.lower(), None)
        return _attribute(name, float(value), unit)

    @staticmethod
    def _price(kind: KindData, values: Mapping[str, Value], factor: float, level: float) -> float:
        """Market price in euro: what the values cost, times the class of the series and the level of the brand."""
        price, extra = kind.price, 0.0
        for name, axis in kind.attributes.items():
            value = values.get(name)
            if axis.factor and value is not None:
                price *= axis.factor.get(_key(value), 1.0)
        for name, axis in kind.attributes.items():
            value = values.get(name)
            if axis.per and isinstance(value, int | float):
                extra += axis.per * value
        return max((price * factor + extra * math.sqrt(factor)) * level, 2.5)

    def _gtin(self, brand: str) -> str:
        prefix = self._gtin_prefixes.setdefault(brand, 4_260_100 + len(self._gtin_prefixes) * 7)
        return with_check_digit(f"{prefix}{self._number:05d}")


@lru_cache(maxsize=8192, typed=True)
def _attribute(name: str, value: str | float | bool, unit: str | None) -> Attribute:
    return Attribute(name=name, value=value, unit=unit)


def _is_several(values: object) -> bool:
    """Whether the values of an axis are lists themselves: the product has all of one list."""
    first = next(iter(values.values()), []) if isinstance(values, dict) else values
    return isinstance(first, list) and bool(first) and isinstance(first[0], list)


def _key(value: Value) -> str:
    """A value as a key of a TOML table."""
    return (
        str(value).lower()
        if isinstance(value, bool)
        else "/".join(map(str, value))
        if isinstance(value, list)
        else str(value)
    )


def _shown(value: str | float, unit: str | None) -> str:
    return value if isinstance(value, str) else write_number(value, unit, "spaced") if unit != "GB" else f"{value} GB"


def write_text(value: Value, unit: str | None) -> str:
    """A value for a product's canonical title."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, list):
        return "/".join(str(one) for one in value) if len(value) < 3 else ""
    return value if isinstance(value, str) else write_number(value, unit, "spaced")


def with_check_digit(digits: str) -> str:
    """A GTIN-13 from its first twelve digits (GS1 General Specifications, check digit calculation).

    Raises:
        ValueError: there are not twelve digits.
    """
    if len(digits) != 12 or not digits.isdecimal():
        raise ValueError(f"twelve digits are expected, found {digits!r}")
    total = sum(int(one) * (3 if at % 2 else 1) for at, one in enumerate(digits))
    return f"{digits}{-total % 10}"


def _part_number(brand: str, number: int, rng: Random) -> str:
    letters = "".join(rng.choice(string.ascii_uppercase) for _ in range(2))
    stem = "".join(one for one in brand.upper() if one.isalpha())[:2]
    return f"{stem}-{letters}{number:05d}{rng.choice(('', '-EU', 'B', '-BX'))}"
