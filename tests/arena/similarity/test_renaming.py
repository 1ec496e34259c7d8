"""A control: a shop whose addresses alone are others is the same shop."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shopworld.arena.similarity.capture import Captured
from shopworld.arena.similarity.comparing import capture_all
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.arena.similarity.distance import distance_between

MOST = 0.05
SMALL = CrawlSettings(hops=2, navigations=9, pages_per_template=1)
"""As the other shop is captured."""


def test_other_addresses_make_no_other_shop(
    small_shop: Path, captured: Captured, made_once: Callable[[str, Callable[[Path], Any]], Any]
) -> None:
    def make(folder: Path) -> Any:
        renamed = Path(shutil.copytree(small_shop, folder / "renamed"))
        told = (renamed / "shop.toml").read_text(encoding="utf-8")
        assert 'addresses = "shopify"' in told
        (renamed / "shop.toml").write_text(told.replace('"shopify"', '"application"'), encoding="utf-8")
        return capture_all([str(renamed)], SMALL)[0]

    other = made_once("similarity-renamed", make).capture
    mine = captured.capture
    assert distance_between(mine.graph, other.graph, mine.roles, other.roles).graph <= MOST
