"""The farm of micro-shops: plain shops with one deviation each, read and compared with the truth about them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from micro_shops import FARM, HELD_BACK, MicroFarm
from micro_shops.exploring import explored

from shopworld.environments import BrowserProcess

WHOLE = bool(os.environ.get("EXPLORER_FARM"))
"""`make explorer-farm` asks for all of them; some take a browser, and minutes together."""
_PLAINLY = (
    *("query_route", "query_at_root", "session_parameter", "session_path", "page_in_path", "page_offset", "two_paths"),
    *("two_names_plain", "broken_canonical", "two_languages", "slashes", "redirected_links", "robots", "calendar"),
    *("facets", "tree", "brand_link", "wish_compare", "quick_view", "swatch_paths", "table_of_cells", "term_list"),
    *("flat", "line_breaks", "no_prices", "teasers", "one_product", "many_numbers", "was_now", "same_title"),
    *("dawn", "waren", "opening_cart", "nihon", "souk", "farmstand", "rdfa", "terms"),
    *("link_around", "two_grids", "split_price", "split_sign", "bare_numbers", "comma", "lakh", "cookie_needed"),
    *("head_prices", "form_pages", "list_pages", "multibuy", "tiles_from", "crumbs_only", "footer_menu"),
    *("order_form", "anchors", "tickets", "one_page", "title_money", "vouchers", "map_beside"),
)
_IN_A_BROWSER = ("script_cards", "client_listing", "load_more", "consent_gate", "click_menu", "language_links", "luma")


@pytest.fixture(scope="module")
def farm() -> Iterator[MicroFarm]:
    with MicroFarm({**FARM, **HELD_BACK}) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserProcess]:
    with BrowserProcess() as process:
        yield process


@pytest.mark.parametrize("name", _PLAINLY)
def test_a_deviation_in_plain_pages_is_read(name: str, farm: MicroFarm, tmp_path: Path) -> None:
    result = explored(farm, FARM[name], None, tmp_path)
    assert result.green, result


@pytest.mark.browser
@pytest.mark.parametrize("name", _IN_A_BROWSER)
def test_what_only_a_browser_shows_is_read(name: str, farm: MicroFarm, browser: BrowserProcess, tmp_path: Path) -> None:
    result = explored(farm, FARM[name], browser, tmp_path)
    assert result.green, result


@pytest.mark.browser
@pytest.mark.skipif(not WHOLE, reason="make explorer-farm")
@pytest.mark.parametrize("name", list(FARM))
def test_every_shop_of_the_farm_is_read(name: str, farm: MicroFarm, browser: BrowserProcess, tmp_path: Path) -> None:
    result = explored(farm, FARM[name], browser, tmp_path)
    assert result.green, result


def test_a_measure_sees_what_is_wrong(farm: MicroFarm, tmp_path: Path) -> None:
    """The truth of one shop does not hold for another."""
    result = explored(farm, FARM["comma"], None, tmp_path)
    assert result.green
    other = type(FARM["comma"])()
    other.goods = FARM["yen"].goods  # type: ignore[misc]
    assert not explored(farm, other, None, tmp_path / "other").green
