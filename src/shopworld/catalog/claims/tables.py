"""The data files of this room, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """A data file of this room."""
    return tomllib.loads((files("shopworld.catalog.claims") / f"{name}.toml").read_text(encoding="utf-8"))


def manner(name: str) -> str:
    """One list of `manner.toml`, as written."""
    return str(table("manner")[name])


def texts_of(written: str) -> list[str]:
    """The phrases of a list separated by commas."""
    return [one.strip() for one in written.split(",") if one.strip()]
