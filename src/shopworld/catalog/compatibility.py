"""Which products work together: rules on canonical attributes, for tasks that ask for compatible products.

A rule is a row of data: two kinds, and how an attribute of the first must relate to one of the second. All rules for
a pair of kinds must hold; a rule whose attributes are not known on both sides says nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog.model import Product


@dataclass(frozen=True, slots=True)
class CompatibilityRule:
    """What must hold between two products.

    Attributes:
        first: kind of the first product.
        second: kind of the second.
        first_attribute: attribute of the first.
        second_attribute: attribute of the second.
        relation: `shares` a value, the first is `at_most` the second (numbers), or it `begins` with the second.
        reason: the rule for people.
    """

    first: str
    second: str
    first_attribute: str
    second_attribute: str
    relation: str
    reason: str


def _read() -> tuple[CompatibilityRule, ...]:
    with (Path(__file__).parent / "compatibility.toml").open("rb") as file:
        rows = tomllib.load(file)["rule"]
    return tuple(
        CompatibilityRule(
            first=row["kinds"][0],
            second=row["kinds"][1],
            first_attribute=row["attributes"][0],
            second_attribute=row["attributes"][1],
            relation=row["relation"],
            reason=row["reason"],
        )
        for row in rows
    )


RULES: tuple[CompatibilityRule, ...] = _read()
"""All rules, from `compatibility.toml`. `memory_slot` is implied: desktop boards take DIMM modules."""

_IMPLIED = {("motherboard", "memory_slot"): frozenset({"dimm"})}


def rules_between(first: str, second: str) -> tuple[CompatibilityRule, ...]:
    """The rules for two kinds, in either order."""
    return tuple(rule for rule in RULES if {rule.first, rule.second} == {first, second})


def compatible(first: Product, second: Product) -> bool:
    """Whether two products work together.

    Args:
        first: a product.
        second: another; the order does not matter.

    Returns:
        True where there are rules for their kinds, at least one applies, and all that apply hold.
    """
    applied = 0
    for rule in rules_between(first.kind, second.kind):
        one, other = (first, second) if rule.first == first.kind else (second, first)
        if rule.first_attribute == "cooler_height" and _text(one, "cooler_type") == {"liquid"}:
            continue
        holds = _RELATIONS[rule.relation](one, rule.first_attribute, other, rule.second_attribute)
        if holds is None:
            continue
        if not holds:
            return False
        applied += 1
    return applied > 0


def _text(product: Product, name: str) -> frozenset[str]:
    """The values of an attribute as words; numbers in the form of facets (`240 mm`)."""
    found = product.attribute(name)
    if found is None:
        return _IMPLIED.get((product.kind, name), frozenset())
    if isinstance(found.value, tuple):
        return frozenset(one.lower() for one in found.value)
    if isinstance(found.value, bool | str):
        return frozenset({str(found.value).lower()})
    return frozenset({f"{found.value:g} {found.unit}" if found.unit else f"{found.value:g}"})


def _shares(one: Product, name: str, other: Product, its_name: str) -> bool | None:
    left, right = _text(one, name), _text(other, its_name)
    return bool(left & right) if left and right else None


def _at_most(one: Product, name: str, other: Product, its_name: str) -> bool | None:
    left, right = one.attribute(name), other.attribute(its_name)
    if left is None or right is None or not isinstance(left.value, float) or not isinstance(right.value, float):
        return None
    return left.value <= right.value


def _begins(one: Product, name: str, other: Product, its_name: str) -> bool | None:
    left, right = _text(one, name), _text(other, its_name)
    return any(long.startswith(short) for long in left for short in right) if left and right else None


_RELATIONS: dict[str, Callable[[Product, str, Product, str], bool | None]] = {
    "shares": _shares,
    "at_most": _at_most,
    "begins": _begins,
}


def differences(first: Product, second: Product) -> tuple[str, ...]:
    """The names of the attributes in which two products differ, sorted."""
    one = {attribute.name: attribute.value for attribute in first.attributes}
    other = {attribute.name: attribute.value for attribute in second.attributes}
    return tuple(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))
