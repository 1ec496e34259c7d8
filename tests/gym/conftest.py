"""A real server, started by its command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hosted import gym_server, make_worlds


@pytest.fixture(scope="session")
def home(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """Home of the suites `small` and `chargers`."""
    found: Path = made_once("hosted", make_worlds)
    return found


@pytest.fixture(scope="session")
def serve(home: Path) -> Callable[..., Any]:
    """Starts `shopworld gym serve …`; a context manager that gives its address, and ends it politely."""
    return partial(gym_server, home)
