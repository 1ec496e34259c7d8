"""Homes that are named, so that the one of the environment is never needed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from small_world import make_small_world
from tool_world import make_tool_world

import shopworld as sw
from shopworld.mall import Home


@pytest.fixture(autouse=True)
def _no_other_home_and_no_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[None]:
    """What is given a home touches no other, and nothing is printed."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "nobody"))
    yield
    assert not (tmp_path / "nobody").exists()
    assert capfd.readouterr() == ("", "")


@pytest.fixture(scope="session")
def _tiny(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """A home with the mall `tiny` and its suite `few`, which are made once."""

    def make(home: Path) -> Path:
        sw.make_mall("tiny", seed=3, offers=60, home=home)
        sw.make_mall_tasks("tiny", count={"find_specific_product": 1, "checkout": 1}, name="few", home=str(home))
        return home

    found: Path = made_once("tiny-home", make)
    return found


@pytest.fixture
def tiny(_tiny: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(_tiny, tmp_path / "tiny"))


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the mall and suite `small`, and with the catalog and suite `chargers`. Not to be changed."""
    home = tmp_path_factory.mktemp("worlds")
    make_small_world(Home(home))
    make_tool_world(Home(home))
    return home
