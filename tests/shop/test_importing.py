"""Shops from data of other people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shop_samples import make_data, make_product, shirt

from shopworld.errors import InputError, ShopError
from shopworld.shop import Storefront
from shopworld.shop.capabilities import FilterControl
from shopworld.shop.data import write_shop_data
from shopworld.shop.importing import import_shop


def put(folder: Path, name: str, content: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder / name


def test_the_contract_becomes_a_shop_that_opens(tmp_path: Path) -> None:
    write_shop_data(make_data(), tmp_path / "data")
    imported = import_shop(tmp_path / "data", tmp_path / "shop")
    identity = imported.folder.specification.identity
    assert (identity.id, identity.name, identity.host) == (
        "thread-and-thimble",
        "Thread & Thimble",
        "thread-and-thimble.example",
    )
    assert (identity.addresses, identity.currency, identity.country) == ("shopify", "USD", "US")
    assert imported.notes == ("'gift-card' in no collection",)
    with imported.folder.open_catalog() as catalog:
        Storefront(imported.folder.specification, catalog)


def test_filters_follow_from_what_products_have(tmp_path: Path) -> None:
    products = [shirt(), make_product("tea-towel", vendor="Aldersea")]
    write_shop_data(make_data(products=products), tmp_path / "data")
    capabilities = import_shop(tmp_path / "data", tmp_path / "shop").folder.specification.capabilities
    assert {one.name: one.control for one in capabilities.collection.filters} == {
        "price": FilterControl.MIN_MAX,
        "colour": FilterControl.SWATCH,
        "size": FilterControl.CHECKBOX,
        "brand": FilterControl.CHECKBOX,
        "availability": FilterControl.CHECKBOX,
        "on_sale": FilterControl.CHECKBOX,
    }
    assert capabilities.site_shell.nav_depth == 2
    assert capabilities.site_shell.has_announcement_bar


def test_a_bare_products_file_gets_collections_by_type(tmp_path: Path) -> None:
    products = [
        make_product("mug", product_type="Mugs"),
        make_product("cup", product_type="Mugs "),
        make_product("tray", product_type=""),
        make_product("jug", product_type="Jugs & Carafes"),
    ]
    file = put(tmp_path / "stone-ware", "products.json", {"products": products})
    folder = import_shop(file, tmp_path / "shop", currency="EUR").folder
    assert (folder.specification.identity.name, folder.specification.identity.currency) == ("Stone Ware", "EUR")
    content = folder.specification.content
    assert content is not None
    assert [(one.handle, one.title) for one in content.collections] == [
        ("mugs", "Mugs"),
        ("jugs-carafes", "Jugs & Carafes"),
    ]
    with folder.open_catalog() as catalog:
        assert {one.name: one.count for one in catalog.category_tree("stone-ware")} == {"Mugs": 2, "Jugs & Carafes": 1}


def test_collections_beside_a_products_file_are_taken(tmp_path: Path) -> None:
    source = tmp_path / "served"
    put(source, "products.json", {"products": [make_product("mug")]})
    collections = {"collections": [{"title": "Best of", "handle": "best-of", "product_handles": ["mug"]}]}
    put(source, "collections.json", collections)
    folder = import_shop(source, tmp_path / "shop", name="Mine").folder
    assert [one.handle for one in folder.data.collections] == ["best-of"]
    assert folder.specification.identity.id == "mine"


def test_brand_colours_are_taken_where_they_can_be_read(tmp_path: Path) -> None:
    def accent(primary: object) -> str:
        data = make_data().model_dump(mode="json")
        data["store"]["brand"] = {"colors": {"primary": primary}}
        source, out = tmp_path / f"data {primary}", tmp_path / f"shop {primary}"
        write_shop_data(make_data(store=data["store"]), source)
        return import_shop(source, out).folder.specification.style.palette.accent_primary

    assert accent("#7a2048") == "#7a2048"
    assert accent("#fffff0") == accent(None) == accent("url(x)")


@pytest.mark.parametrize("name", ["", "Ünïcødé", "日本", "A_b c/../d"])
def test_every_name_makes_an_id_and_a_host(tmp_path: Path, name: str) -> None:
    file = put(tmp_path / "x", "products.json", [make_product("mug")])
    identity = import_shop(file, tmp_path / "shop", name=name).folder.specification.identity
    assert identity.id
    assert identity.host == f"{identity.id}.example"
    assert identity.host.isascii()


def test_what_cannot_be_imported_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        import_shop(tmp_path / "nowhere", tmp_path / "shop")
    file = put(tmp_path / "bad", "products.json", [make_product("mug", "dear")])
    with pytest.raises(InputError, match=r"products\.json"):
        import_shop(file, tmp_path / "shop")
    assert not (tmp_path / "shop").exists()


def test_a_shop_that_is_there_stays(tmp_path: Path) -> None:
    file = put(tmp_path / "x", "products.json", [make_product("mug")])
    import_shop(file, tmp_path / "shop")
    with pytest.raises(ShopError, match="there is a shop already"):
        import_shop(file, tmp_path / "shop")
    again = import_shop(file, tmp_path / "shop", name="Other", replace=True)
    assert again.folder.specification.identity.name == "Other"
