"""Listings as careless sellers fill them in: the product is possible, its table is not clean. Data: `untidy.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from shopworld.goods.amazon.kinds import read_toml

_FEWEST_ROWS, _MOST_ROWS = 3, 6
"""What a sparse table keeps."""


@cache
def _data() -> Mapping[str, Mapping[str, Any]]:
    return read_toml("untidy.toml")


@cache
def share(what: str) -> float:
    """How often something is untidy; see `untidy.toml`."""
    return float(_data()["shares"][what])


def untidy_table(rows: dict[str, Any], labels: Mapping[str, str], random: Random) -> dict[str, Any]:
    """A table as a seller has filled it in.

    Args:
        rows: its true details.
        labels: the label under which each field stands there.
        random: of all choices.
    """
    wrong = _data()["wrong"]
    found = dict(rows)
    if "colour" in labels and random.random() < share("colour"):
        found[labels["colour"]] = random.choice(wrong["colour"])
    mistaken = [name for name in labels if name in wrong and name != "colour"]
    if mistaken and random.random() < share("wrong"):
        name = random.choice(mistaken)
        found[labels[name]] = random.choice(wrong[name])
    if random.random() < share("beside"):
        beside = _data()["beside"]
        for label in random.sample(sorted(beside), random.choice((1, 1, 2, 3))):
            found[label] = random.choice(beside[label])
    if "special_feature" in labels and random.random() < share("twice"):
        found.setdefault("Special features", found[labels["special_feature"]])
    if random.random() < share("sparse"):
        kept = set(random.sample(sorted(found), min(len(found), random.randint(_FEWEST_ROWS, _MOST_ROWS))))
        found = {label: value for label, value in found.items() if label in kept}
    return found
