"""Which products work together: rules on canonical attributes, for tasks that ask for compatible products.

A rule is a row of data: two kinds, and how an attribute of the first must relate to one of the second. All rules for
a pair of kinds must hold; a rule whose attributes are not known on both sides says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from shopworld.catalog.model import Product


@dataclass(frozen=True, slots=True)
class CompatibilityRule:
    """What must hold between two products.

    Attributes:
        first: kind of the first product.
        second: kind of the second.
        first_attribute: attribute of the first.
        second_attribute: attribute of the second.
        relation: `shares` a value, or the first is `at_most` the second (numbers).
        reason: the rule for people.
    """

    first: str
    second: str
    first_attribute: str
    second_attribute: str
    relation: str
    reason: str


RULES: tuple[CompatibilityRule, ...] = (
    CompatibilityRule("processor", "motherboard", "socket", "socket", "shares", "processor and board share a socket"),
    CompatibilityRule("processor", "motherboard", "memory_type", "memory_type", "shares", "both handle a memory type"),
    CompatibilityRule("memory", "motherboard", "memory_type", "memory_type", "shares", "the board takes this memory"),
    CompatibilityRule("memory", "motherboard", "form_factor", "memory_slot", "shares", "boards take long modules"),
    CompatibilityRule("memory", "processor", "memory_type", "memory_type", "shares", "the processor takes this memory"),
    CompatibilityRule("cpu_cooler", "processor", "sockets", "socket", "shares", "the cooler fits the socket"),
    CompatibilityRule("processor", "cpu_cooler", "tdp", "tdp", "at_most", "the cooler copes with the heat"),
    CompatibilityRule("cpu_cooler", "motherboard", "sockets", "socket", "shares", "the cooler fits the socket"),
    CompatibilityRule("cpu_cooler", "case", "radiator_size", "radiator_size", "shares", "the case has room for it"),
    CompatibilityRule("cpu_cooler", "case", "cooler_height", "max_cooler_height", "at_most", "the case is wide enough"),
    CompatibilityRule("motherboard", "case", "form_factor", "board_formats", "shares", "the case takes the format"),
    CompatibilityRule("graphics_card", "case", "card_length", "max_gpu_length", "at_most", "the case is long enough"),
    CompatibilityRule("graphics_card", "power_supply", "recommended_psu", "wattage", "at_most", "it has enough power"),
    CompatibilityRule("watch_strap", "smartwatch", "compatible_with", "model", "shares", "made for the watch"),
    CompatibilityRule("phone_case", "smartphone", "compatible_with", "model", "shares", "made for the phone"),
    CompatibilityRule("screen_protector", "smartphone", "compatible_with", "model", "shares", "cut for the phone"),
    CompatibilityRule("lens", "camera", "mount", "mount", "shares", "lens and camera share a mount"),
)
"""All rules. `memory_slot` is implied: desktop boards take DIMM modules."""

_IMPLIED = {("motherboard", "memory_slot"): frozenset({"dimm"})}
_NEEDED = frozenset(
    {
        ("lens", "camera"),
        ("watch_strap", "smartwatch"),
        ("phone_case", "smartphone"),
        ("screen_protector", "smartphone"),
    }
)
"""Pairs where an unknown attribute means no: a camera without a mount takes no lens."""


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
            if frozenset((rule.first, rule.second)) in {frozenset(pair) for pair in _NEEDED}:
                return False
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


_RELATIONS: dict[str, Callable[[Product, str, Product, str], bool | None]] = {"shares": _shares, "at_most": _at_most}


def differences(first: Product, second: Product) -> tuple[str, ...]:
    """The names of the attributes in which two products differ, sorted."""
    one = {attribute.name: attribute.value for attribute in first.attributes}
    other = {attribute.name: attribute.value for attribute in second.attributes}
    return tuple(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))
