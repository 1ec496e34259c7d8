"""Words by which a text names a value without saying that the product has it, from `guards.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from shopworld.catalog.entailment.families import tokens_of


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((files("shopworld.catalog.entailment") / "guards.toml").read_text(encoding="utf-8"))


def guard_words(name: str) -> frozenset[str]:
    """The words of a list, as `tokens_of` gives them."""
    return frozenset(tokens_of(_data()[name]))


def names_of(name: str) -> frozenset[str]:
    """The attributes of a list."""
    return frozenset(_data()[name].split())


def cue_words(name: str) -> frozenset[str]:
    """The words of which one must stand beside a value; empty where it needs none."""
    return frozenset(tokens_of(_data()["cues"].get(name, "")))
