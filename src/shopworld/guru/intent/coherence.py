"""Whether requirements can be had of one thing: the eighth stage. It judges samples, never listings.

Data: `coherence.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.things import ProductNoun
from shopworld.tasks import AttributeMatch, NegativeAttribute

_SECOND = "_2"
"""Ends the name of a group that is about the attribute of another one."""
Group = tuple[str, tuple[str, ...]]


@cache
def _pairs() -> tuple[tuple[Group, Group], ...]:
    data = tomllib.loads((files("shopworld.guru.intent") / "coherence.toml").read_text(encoding="utf-8"))
    found = []
    for rule in data["pair"]:
        one, other = ((name.removesuffix(_SECOND), tuple(values)) for name, values in rule.items())
        found.append((one, other))
    return tuple(found)


def contradictions(thing: ProductNoun, features: Collection[RubricFeature]) -> Iterator[str]:
    """Requirements that exclude each other, in words.

    Args:
        thing: what is wanted.
        features: all that is required of it.
    """
    wanted = [("thing", thing.name), *_wanted(features)]
    for one, other in _pairs():
        for name, value in wanted:
            if name == one[0] and _fits(value, one[1]):
                for second, beside in wanted:
                    if second == other[0] and (second, beside) != (name, value) and _fits(beside, other[1]):
                        yield f"{name} {value}, {second} {beside}"
    ruled_out = {
        (one.rubric.attribute, value)
        for one in features
        if isinstance(one.rubric, NegativeAttribute)
        for value in one.rubric.values
    }
    yield from (f"{name} {value}, and not" for name, value in wanted if (name, value) in ruled_out)


def _wanted(features: Collection[RubricFeature]) -> Iterator[tuple[str, str]]:
    for one in features:
        if isinstance(one.rubric, AttributeMatch):
            value = one.rubric.value
            for text in value if isinstance(value, tuple) else (str(value),):
                yield one.rubric.attribute, text.lower()


def _fits(value: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(value, one) for one in patterns)
