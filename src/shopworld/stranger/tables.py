"""The data files of this room, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def stranger_table(name: str) -> Mapping[str, Any]:
    """A data file of this room."""
    with (Path(__file__).parent / name).open("rb") as file:
        return tomllib.load(file)
