"""A small world at home, for who uses the library."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import make_small_world

from shopworld.mall import Home
from shopworld.tasks import Suite


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Home of the mall and the suite `small`."""
    folder = tmp_path_factory.mktemp("home")
    make_small_world(Home(folder))
    return folder


@pytest.fixture(scope="session")
def suite(home: Path) -> Suite:
    """The suite `small`."""
    import shopworld

    return shopworld.load_suite("small", home=home)
