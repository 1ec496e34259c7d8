"""Worlds that hosts play in, and what the oracle does there natively."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hosted import Played, make_worlds, oracle_plays


@pytest.fixture(scope="session")
def home(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """Home of the suites `small` and `chargers`."""
    found: Path = made_once("hosted", make_worlds)
    return found


@pytest.fixture(scope="session")
def native(home: Path) -> Callable[[str], Played]:
    """What the oracle does by calls on the task of a kind."""
    return cache(lambda kind: oracle_plays(home, kind))
