"""Malls of shop folders."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from shop_samples import make_data, make_product

from shopworld.episode import Episode
from shopworld.errors import MallError, ShopError
from shopworld.mall import EpisodeSlot, Mall, MallServer, make_mall_of_shops, open_single_shop
from shopworld.shop import SHOP_STATE
from shopworld.shop.data import write_shop_data
from shopworld.shop.folder import ShopFolder
from shopworld.shop.importing import import_shop


def make_shop(folder: Path, name: str = "") -> ShopFolder:
    write_shop_data(make_data(), folder / "data")
    return import_shop(folder / "data", folder / "shop", name=name).folder


@pytest.fixture
def shop(tmp_path: Path) -> ShopFolder:
    """A shop of four products."""
    return make_shop(tmp_path / "one")


def test_a_single_shop_opens_and_follows_its_data(shop: ShopFolder) -> None:
    mall = open_single_shop(shop.path)
    assert [one.identity.id for one in mall.shops] == ["thread-and-thimble"]
    before = mall.content_hash
    mall.close()
    products = json.dumps([make_product("tea-towel")])
    (shop.path / "data" / "products.json").write_text(products, encoding="utf-8")
    mall = open_single_shop(shop.path)
    assert mall.catalog.manifest.offers == 1
    assert mall.content_hash != before
    mall.close()


def test_a_mall_holds_copies_of_its_shops(shop: ShopFolder, tmp_path: Path) -> None:
    (shop.path / "theme" / "styles").mkdir(parents=True)
    (shop.path / "theme" / "styles" / "own.css").write_text("a{color:red}", encoding="utf-8")
    manifest = make_mall_of_shops(tmp_path / "mall", [shop.path], name="mine")
    assert (manifest.shops, manifest.seed) == (("thread-and-thimble",), None)
    mall = Mall.open(tmp_path / "mall")
    assert mall.content_hash == manifest.content_hash
    [specification] = mall.shops
    assert specification.content is not None
    assert [one.handle for one in specification.content.collections] == ["clothing", "kitchen-linen"]
    assert specification.theme.styles == ("a{color:red}",)
    mall.close()


def test_shops_stand_in_their_order_with_products_of_their_own(shop: ShopFolder, tmp_path: Path) -> None:
    other = make_shop(tmp_path / "two", "Another Shop")
    manifest = make_mall_of_shops(tmp_path / "mall", [shop.path, other.path], name="two")
    assert manifest.shops == ("thread-and-thimble", "another-shop")
    mall = Mall.open(tmp_path / "mall")
    assert mall.catalog.manifest.offers == 8
    assert mall.catalog.manifest.products == 8
    assert make_mall_of_shops(tmp_path / "again", [shop.path, other.path], name="two") == manifest
    mall.close()


def test_shops_that_cannot_stand_together_are_refused(shop: ShopFolder, tmp_path: Path) -> None:
    with pytest.raises(MallError, match="used twice"):
        make_mall_of_shops(tmp_path / "mall", [shop.path, shop.path], name="mine")
    with pytest.raises(MallError, match="at least one shop"):
        make_mall_of_shops(tmp_path / "mall", [], name="mine")
    with pytest.raises(ShopError, match="no shop here"):
        make_mall_of_shops(tmp_path / "mall", [tmp_path], name="mine")
    assert not (tmp_path / "mall").exists()


def test_an_episode_runs_in_a_mall_of_one_shop(
    shop: ShopFolder,
    tmp_path: Path,
    new_episode: Callable[[], Episode],
    browse: Callable[[EpisodeSlot], httpx.Client],
) -> None:
    make_mall_of_shops(tmp_path / "mall", [shop.path], name="mine")
    mall = Mall.open(tmp_path / "mall")
    episode = new_episode()
    with MallServer(mall, slots=1) as server:
        slot = server.slots[0]
        server.open(slot, episode)
        client = browse(slot)
        address = mall.address("thread-and-thimble")
        assert client.get(f"{address}products/tea-towel").status_code == 200
        assert client.post(f"{address}cart/add", data={"offer": "3", "quantity": "2"}).status_code < 400
        assert client.get(f"{address}search", params={"q": "towel"}).status_code == 200
        assert server.close(slot) == ()
    mall.close()
    assert episode.state(SHOP_STATE)["thread-and-thimble"].piece_count == 2
    kinds = [event.kind for event in episode.events]
    assert {"product_viewed", "cart_changed", "search_performed"} <= set(kinds)
