"""Malls on disk: written whole or not at all, read back, edited by hand, refused with a reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from shopworld.errors import InputError, MallError, ShopError
from shopworld.mall import SOLUTION_HOST, Mall, default_shops, webmall_shops, write_mall
from shopworld.mall.folder import read_manifest
from shopworld.shop import ShopSpecification, read_shop, write_shop


@pytest.fixture
def copy(mall_folder: Path, tmp_path: Path) -> Path:
    """A mall on disk that may be changed."""
    folder = tmp_path / "copy"
    shutil.copytree(mall_folder, folder)
    return folder


def edit(file: Path, old: str, new: str) -> None:
    """Changes a file by hand."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_mall_has_the_layout_of_the_architecture_page(mall_folder: Path) -> None:
    assert {path.name for path in mall_folder.iterdir()} == {"mall.toml", "catalog", "shops"}
    assert sorted(
        path.relative_to(mall_folder / "shops/swiftlap").as_posix()
        for path in mall_folder.glob("shops/swiftlap/**/*.*")
    ) == [
        "shop.toml",
        "spec/capabilities.json",
        "spec/manual.md",
        "spec/style.json",
    ]


def test_a_mall_is_opened_as_it_was_written(mall_folder: Path, mall: Mall) -> None:
    manifest = read_manifest(mall_folder)
    assert mall.shops == default_shops()
    assert (mall.name, mall.seed, mall.content_hash) == ("small", 7, manifest.content_hash)
    assert list(mall.hosts.items()) == [(shop.identity.host, shop.identity.id) for shop in default_shops()]
    assert mall.solution_address == f"http://{SOLUTION_HOST}/"
    assert mall.address("swiftlap") == "http://swiftlap.example/"
    assert [site.name for site in mall.sites] == [*manifest.shops, "solution"]


@pytest.mark.parametrize("shop", [*default_shops(), *webmall_shops()], ids=lambda shop: shop.identity.id)
def test_a_shop_is_read_back_as_it_was_written(tmp_path: Path, shop: ShopSpecification) -> None:
    write_shop(tmp_path, shop)
    assert read_shop(tmp_path) == shop


def test_the_same_mall_has_the_same_bytes(mall_folder: Path, mall: Mall, tmp_path: Path) -> None:
    def copy_catalog(folder: Path) -> None:
        shutil.copytree(mall_folder / "catalog", folder)

    write_mall(tmp_path / "again", name="small", shops=mall.shops, build_catalog=copy_catalog, seed=7)
    for file in ("mall.toml", "shops/lumenhouse/shop.toml", "shops/lumenhouse/spec/capabilities.json"):
        assert (tmp_path / "again" / file).read_bytes() == (mall_folder / file).read_bytes()


def test_an_edited_shop_is_served_and_makes_another_mall(copy: Path, mall: Mall) -> None:
    edit(copy / "shops/swiftlap/shop.toml", "Gear up, go faster", "Slow down")
    edited = Mall.open(copy)
    assert edited.specification("swiftlap").identity.tagline == "Slow down"
    assert edited.content_hash != mall.content_hash
    edited.close()


def test_a_missing_manual_is_an_empty_one(copy: Path) -> None:
    (copy / "shops/swiftlap/spec/manual.md").unlink()
    assert read_shop(copy / "shops/swiftlap").manual == ""


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("mall.toml", 'name = "small"', "name = 5", r"mall\.toml, field 'name'"),
        ("mall.toml", 'name = "small"', "name =", r"mall\.toml: not TOML"),
        ("mall.toml", "seed = 7", "sead = 7", r"mall\.toml, field 'sead'"),
        (
            "shops/swiftlap/shop.toml",
            "returns_days = 60",
            "returns_days = 'x'",
            r"shop\.toml, field 'returns_days'.*'x'",
        ),
        ("shops/swiftlap/shop.toml", 'id = "swiftlap"', 'id = "quicklap"', r"called 'quicklap', expected 'swiftlap'"),
        ("shops/swiftlap/spec/style.json", '"palette"', '"pallete"', r"style\.json, field 'palette'"),
        ("shops/swiftlap/spec/capabilities.json", "{", "", r"capabilities\.json"),
    ],
)
def test_a_wrong_file_is_named(copy: Path, file: str, old: str, new: str, told: str) -> None:
    edit(copy / file, old, new)
    with pytest.raises(InputError, match=told):
        Mall.open(copy)


def test_a_shop_that_does_not_hold_together_is_told(copy: Path) -> None:
    edit(copy / "shops/lumenhouse/spec/style.json", '"Hanken Grotesk"', '"Comic Sans"')
    with pytest.raises(ShopError, match="Comic Sans"):
        Mall.open(copy)


def test_a_missing_file_is_named(copy: Path) -> None:
    (copy / "shops/swiftlap/shop.toml").unlink()
    with pytest.raises(InputError, match=r"swiftlap/shop\.toml: cannot be read"):
        Mall.open(copy)


def test_where_no_mall_is_it_is_said_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(MallError, match="no mall here") as caught:
        Mall.open(tmp_path / "fun")
    assert caught.value.hint == "Make one: shopworld mall make fun"


def test_another_format_version_is_told(copy: Path) -> None:
    edit(copy / "mall.toml", "format_version = 1", "format_version = 99")
    with pytest.raises(MallError, match="format version 99"):
        Mall.open(copy)


def test_a_failure_leaves_the_old_mall(copy: Path) -> None:
    before = (copy / "mall.toml").read_bytes()

    def fail(folder: Path) -> None:
        folder.mkdir()
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        write_mall(copy, name="other", shops=default_shops(), build_catalog=fail)
    assert (copy / "mall.toml").read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_a_mall_is_replaced_whole(copy: Path, mall_folder: Path) -> None:
    def copy_catalog(folder: Path) -> None:
        shutil.copytree(mall_folder / "catalog", folder)

    write_mall(copy, name="new", shops=default_shops()[:1], build_catalog=copy_catalog)
    assert read_manifest(copy).name == "new"
    assert [path.name for path in (copy / "shops").iterdir()] == ["kernel-and-coil"]
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def test_what_is_no_mall_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(MallError, match="no mall"):
        write_mall(tmp_path, name="x", shops=default_shops(), build_catalog=Path.mkdir)
    with pytest.raises(MallError, match="no mall"):
        write_mall(tmp_path / "thesis.txt", name="x", shops=default_shops(), build_catalog=Path.mkdir)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"host": "swiftlap.example"}, "host 'swiftlap.example' is used twice"),
        ({"id": "swiftlap"}, "name 'swiftlap' is used twice"),
        ({"id": "solution"}, "name 'solution' is used twice"),
        ({"host": SOLUTION_HOST}, "used twice"),
        ({"host": "http://x.example"}, "no host name"),
        ({"host": "X.example"}, "no host name"),
        ({"host": "x"}, "no host name"),
    ],
)
def test_shops_that_cannot_stand_together_are_refused(tmp_path: Path, change: dict[str, str], told: str) -> None:
    first, *rest = default_shops()
    wrong = first.model_copy(update={"identity": first.identity.model_copy(update=change)})
    with pytest.raises(MallError, match=told):
        write_mall(tmp_path / "x", name="x", shops=[wrong, *rest], build_catalog=Path.mkdir)
    assert list(tmp_path.iterdir()) == []


def test_a_mall_without_shops_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MallError, match="at least one shop"):
        write_mall(tmp_path / "x", name="x", shops=[], build_catalog=Path.mkdir)


def test_an_unknown_shop_is_told(mall: Mall) -> None:
    with pytest.raises(MallError, match="no shop 'plum'"):
        mall.address("plum")
