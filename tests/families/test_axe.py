"""axe-core finds nothing, in any state, wide and narrow. One family here, all of them by `make axe`."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

pytest.importorskip("axe_playwright_python", reason="carries axe-core; bootstrap.sh installs it")
from axe_tour import violations

from shopworld.shop import ShopFolder, family_names

FAMILIES = os.environ.get("AXE_FAMILIES", "folio").split()


@pytest.mark.parametrize("family", family_names() if FAMILIES == ["all"] else FAMILIES)
def test_nothing_is_in_the_way_of_anybody(family: str, shop_of: Callable[[str], ShopFolder]) -> None:
    assert list(violations(shop_of(family))) == []
