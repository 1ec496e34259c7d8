"""What says a value without naming it. Data: `paraphrases.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def paraphrases() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Attribute, value, and what stands behind the thing instead: `with the older one-way trapezoidal plug`."""
    data = tomllib.loads((files("shopworld.guru.intent") / "paraphrases.toml").read_text(encoding="utf-8"))
    return {name: {value: tuple(said) for value, said in values.items()} for name, values in data.items()}


def paraphrases_of(attribute: str, value: str) -> tuple[str, ...]:
    """The paraphrases of a value; none where there is no entry for it."""
    return paraphrases().get(attribute, {}).get(value, ())
