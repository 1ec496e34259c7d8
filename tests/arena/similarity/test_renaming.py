"""A control: a shop whose addresses alone are others is the same shop. Part of `make cohort`: it reads 80 pages."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from shopworld.arena.similarity.comparing import capture_all
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.arena.similarity.distance import distance_between

MOST = 0.05


@pytest.mark.skipif("RENAMING" not in os.environ, reason="make cohort runs it")
def test_other_addresses_make_no_other_shop(small_shop: Path, tmp_path: Path) -> None:
    renamed = Path(shutil.copytree(small_shop, tmp_path / "renamed"))
    told = (renamed / "shop.toml").read_text(encoding="utf-8")
    assert 'addresses = "shopify"' in told
    (renamed / "shop.toml").write_text(told.replace('"shopify"', '"application"'), encoding="utf-8")
    mine, other = (one.capture for one in capture_all([str(small_shop), str(renamed)], CrawlSettings(navigations=40)))
    assert distance_between(mine.graph, other.graph, mine.roles, other.roles).graph <= MOST
