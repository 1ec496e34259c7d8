"""A whole shop in one folder: read, written, and a catalog that follows the data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shop_samples import make_data, make_identity, make_product

from shopworld.catalog.manifest import CatalogManifest
from shopworld.errors import InputError, ShopError
from shopworld.shop import ShopSpecification
from shopworld.shop.content import Theme
from shopworld.shop.folder import ShopFolder, is_shop_folder, read_shop_folder, write_shop_folder
from shopworld.shop.look.designs import load_design

THEME = Theme(templates={"icons/cart.html": "<b>basket</b>"}, styles=("a{color:red}", "b{color:blue}"))


def specification(**changes: object) -> ShopSpecification:
    design = load_design("boutique")
    given = {"identity": make_identity(), "capabilities": design.capabilities, "style": design.style}
    return ShopSpecification.model_validate({**given, **changes})


@pytest.fixture
def shop(tmp_path: Path) -> ShopFolder:
    """A shop of four products."""
    return write_shop_folder(tmp_path / "shop", specification(manual="# A shop\n", theme=THEME), make_data())


def built(shop: ShopFolder) -> tuple[int, int]:
    """Which building it is: the number of a file alone is given again once it is free."""
    manifest = (shop.catalog_path / "manifest.json").stat()
    return manifest.st_ino, manifest.st_mtime_ns


def change(shop: ShopFolder, name: str, content: object) -> None:
    (shop.path / "data" / name).write_text(json.dumps(content), encoding="utf-8")


def test_what_is_written_is_read_with_content_and_theme(shop: ShopFolder) -> None:
    again = read_shop_folder(shop.path)
    assert again == shop
    assert (again.specification.manual, again.specification.theme) == ("# A shop\n", THEME)
    content = again.specification.content
    assert content is not None
    assert [one.handle for one in content.collections] == ["clothing", "kitchen-linen"]
    with again.open_catalog() as catalog:
        assert [one.slug for one in catalog.iterate_offers()] == [
            "linen-shirt",
            "canvas-apron",
            "tea-towel",
            "gift-card",
        ]


def test_the_catalog_is_built_again_only_where_the_data_changed(shop: ShopFolder) -> None:
    first = built(shop)
    read_shop_folder(shop.path)
    assert built(shop) == first
    change(shop, "pages.json", [])
    assert read_shop_folder(shop.path).data.pages == ()
    again = built(shop)
    change(shop, "products.json", [make_product("tea-towel", "9.00")])
    with read_shop_folder(shop.path).open_catalog() as catalog:
        assert [one.price for one in catalog.iterate_offers()] == [900]
    assert built(shop) not in {first, again}


def test_the_same_data_makes_the_same_catalog(shop: ShopFolder, tmp_path: Path) -> None:
    other = write_shop_folder(tmp_path / "other", specification(), make_data())
    hashes = {CatalogManifest.read(one.catalog_path).content_hash for one in (shop, other)}
    assert len(hashes) == 1


def test_a_catalog_that_is_missing_or_foreign_is_built_again(shop: ShopFolder) -> None:
    (shop.catalog_path / "manifest.json").write_text('{"format_version": 0}', encoding="utf-8")
    with read_shop_folder(shop.path).open_catalog() as catalog:
        assert catalog.manifest.offers == 4


def test_a_fault_in_the_data_leaves_the_catalog_as_it_was(shop: ShopFolder) -> None:
    before = built(shop)
    change(shop, "products.json", [make_product("tea-towel", "much")])
    with pytest.raises(InputError, match=r"products\.json"):
        read_shop_folder(shop.path)
    assert built(shop) == before
    change(shop, "products.json", [make_product("tea-towel", status="draft")])
    with pytest.raises(InputError, match="no product that is for sale"):
        read_shop_folder(shop.path)
    assert built(shop) == before


def test_nothing_is_left_where_writing_fails(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_shop_folder(tmp_path / "shop", specification(), make_data(products=[make_product("a", status="draft")]))
    assert list(tmp_path.iterdir()) == []


def test_a_shop_is_replaced_only_where_that_is_asked_for(shop: ShopFolder) -> None:
    with pytest.raises(ShopError, match="there is a shop already"):
        write_shop_folder(shop.path, specification(), make_data())
    replaced = write_shop_folder(shop.path, specification(manual="new"), make_data(), replace=True)
    assert replaced.specification.manual == "new"
    assert replaced.specification.theme == Theme()


def test_what_is_no_shop_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("Dear", encoding="utf-8")
    with pytest.raises(ShopError, match="holds something that is no shop"):
        write_shop_folder(tmp_path / "letters", specification(), make_data(), replace=True)
    assert [one.name for one in (tmp_path / "letters").iterdir()] == ["one.txt"]


def test_more_can_be_added_before_a_shop_appears(tmp_path: Path) -> None:
    def finish(folder: Path) -> None:
        (folder / "spec" / "stats.json").write_text("{}", encoding="utf-8")

    shop = write_shop_folder(tmp_path / "shop", specification(), make_data(), finish=finish)
    assert (shop.path / "spec" / "stats.json").read_text(encoding="utf-8") == "{}"


def test_a_folder_without_a_shop_says_how_to_make_one(tmp_path: Path) -> None:
    assert not is_shop_folder(tmp_path)
    with pytest.raises(ShopError, match="no shop here") as caught:
        read_shop_folder(tmp_path)
    assert caught.value.hint is not None
    assert "shopworld shop import" in caught.value.hint


def test_a_folder_beside_that_cannot_be_looked_into_is_no_shop(tmp_path: Path) -> None:
    parent = tmp_path
    while len(str(parent)) < 3800:
        parent /= "d" * 200
    parent /= "d" * (4070 - len(str(parent)))
    (parent / ("s" * 20)).mkdir(parents=True)  # an identity file in it has a longer path than there may be
    with pytest.raises(ShopError, match="no shop here"):
        read_shop_folder(parent / "t")
