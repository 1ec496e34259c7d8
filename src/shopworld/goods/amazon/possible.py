"""Which values of a product's fields can be together: a corded headphone has no Bluetooth. Data: `possible.toml`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from itertools import product

from shopworld.goods.amazon.kinds import AmazonKind, Value, read_toml

NOUN = "noun"
"""The field that holds what a title calls the product."""
_ANY = "*"
Stated = tuple[str, str]
"""A field and a raw value."""
Conflicts = Mapping[Stated, frozenset[Stated]]
"""What no product has beside a value."""


def possible(
    against: Conflicts, field: str, values: Collection[Value], stated: Collection[Stated]
) -> tuple[Value, ...]:
    """Those of some values that a product may have beside what it states already.

    Args:
        against: of its kind.
        field: whose values.
        values: to choose from.
        stated: what is settled; the noun belongs to it.
    """
    return tuple(one for one in values if against.get((field, one.raw), _NOTHING).isdisjoint(stated))


_NOTHING: frozenset[Stated] = frozenset()


def conflicts(kind: AmazonKind) -> Conflicts:
    """For each value of a kind, the values of the same or of other fields that no product has beside it."""
    there = {one.name: tuple(value.raw for value in one.values) for one in kind.fields} | {NOUN: kind.nouns}
    found: dict[Stated, set[Stated]] = defaultdict(set)
    rules = _rules()
    for rule in (*rules["all"], *rules.get(kind.name, ())):
        groups = []
        for name, values in rule.items():
            field = name.split()[0]
            known = there.get(field, ())
            groups.append([(field, one) for one in (known if values == [_ANY] else values) if one in known])
        for one, other in product(*groups):
            if one != other:
                found[one].add(other)
                found[other].add(one)
    return {stated: frozenset(others) for stated, others in found.items()}


@cache
def _rules() -> Mapping[str, list[dict[str, list[str]]]]:
    return read_toml("possible.toml")
