"""A small made crawl and what the pipeline makes of it, once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.offers import make_crawl, read_offers, settings_of

PAGES = 240


@pytest.fixture(scope="session")
def made_crawl(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """A crawl of 240 pages, with seed 31."""

    def make(folder: Path) -> Path:
        make_crawl(folder / "crawl", pages=PAGES, seed=31)
        return folder / "crawl"

    found: Path = made_once("offers-crawl", make)
    return found


@pytest.fixture(scope="session")
def read_run_folder(made_crawl: Path, made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """The offers of that crawl."""

    def make(folder: Path) -> Path:
        read_offers([made_crawl / "pages"], folder / "offers", settings_of())
        return folder / "offers"

    found: Path = made_once("offers-read", make)
    return found


@pytest.fixture(scope="session")
def tiny_crawl(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """Pages of a crawl of 60 pages, with seed 5."""

    def make(folder: Path) -> Path:
        make_crawl(folder / "crawl", pages=60, seed=5)
        return folder / "crawl" / "pages"

    found: Path = made_once("offers-tiny-crawl", make)
    return found
