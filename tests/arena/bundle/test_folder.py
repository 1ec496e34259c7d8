"""The specification bundle on disk."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from shopworld.arena.bundle import (
    BUNDLE_FILES,
    GoodsBand,
    GoodsBands,
    SpecificationBundle,
    Statistics,
    manual_of,
    read_bundle,
    write_bundle,
)
from shopworld.arena.bundle.promises import ShopPromises
from shopworld.errors import InputError
from shopworld.shop.capabilities import Capabilities, CartCapabilities, Collection, Filter, FilterControl


@pytest.fixture
def bundle() -> SpecificationBundle:
    capabilities = Capabilities(
        descriptor="Shop for hats",
        category="Clothing",
        cart=CartCapabilities(type="page"),
        collection=Collection(
            filters=(Filter(name="price", control=FilterControl.SLIDER), Filter(name="availability"))
        ),
    )
    plain = SpecificationBundle("", capabilities, Statistics(products_total=90), promises=ShopPromises(returns_days=30))
    hats = GoodsBand(department="apparel", kind="hat", share=1, lowest=12, median=30, highest=90)
    plain = replace(plain, goods=GoodsBands(kinds=(hats,)))
    return manual_of(plain)


@pytest.fixture
def folder(tmp_path: Path, bundle: SpecificationBundle) -> Path:
    write_bundle(bundle, tmp_path / "spec")
    return tmp_path / "spec"


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_what_is_written_is_read(bundle: SpecificationBundle, folder: Path) -> None:
    read = read_bundle(folder)
    assert (read.capabilities, read.statistics, read.style) == (bundle.capabilities, bundle.statistics, bundle.style)
    assert (read.promises, read.manual, read.edits) == (bundle.promises, bundle.manual, ())
    assert read.goods == bundle.goods
    write_bundle(read, folder.parent / "again")
    for name in BUNDLE_FILES:
        assert (folder / name).read_bytes() == (folder.parent / "again" / name).read_bytes()


def test_what_nobody_knows_of_its_goods_is_no_file(bundle: SpecificationBundle, folder: Path) -> None:
    write_bundle(replace(bundle, goods=GoodsBands()), folder)
    assert {one.name for one in folder.iterdir()} == {*BUNDLE_FILES} - {"goods.json"}
    assert read_bundle(folder).goods == GoodsBands()


def test_an_edit_in_the_manual_wins_over_the_file_as_written(folder: Path) -> None:
    edit(folder / "manual.md", "cart.type = page", "cart.type = drawer")
    edit(folder / "manual.md", "price (slider)", "price (buckets)")
    read = read_bundle(folder)
    assert read.capabilities.cart.type == "drawer"
    assert read.capabilities.collection.filters[0].control == "buckets"
    assert {one.edited_in for one in read.edits} == {"manual.md"}


def test_an_edit_in_the_file_wins_over_the_manual_as_written(folder: Path) -> None:
    edit(folder / "capabilities.json", '"type": "page"', '"type": "toast"')
    read = read_bundle(folder)
    assert read.capabilities.cart.type == "toast"
    assert "`cart.type = toast`" in read.manual
    assert [(one.before, one.after, one.edited_in) for one in read.edits] == [("page", "toast", "capabilities.json")]


def test_edits_of_one_value_in_two_places_are_told(folder: Path) -> None:
    edit(folder / "capabilities.json", '"type": "page"', '"type": "toast"')
    edit(folder / "manual.md", "cart.type = page", "cart.type = drawer")
    with pytest.raises(InputError, match=r"manual.md:\d+, field 'cart.type': says 'drawer'.*says 'toast'.*was 'page'"):
        read_bundle(folder)


def test_without_a_manifest_differences_are_told(folder: Path) -> None:
    edit(folder / "manual.md", "cart.type = page", "cart.type = drawer")
    (folder / "manifest.json").unlink()
    with pytest.raises(InputError, match=r"says 'drawer', but capabilities\.json says 'page'"):
        read_bundle(folder)


def test_promises_live_in_the_manual(folder: Path) -> None:
    edit(folder / "manual.md", "promises.returns_days = 30", "promises.returns_days = 45")
    assert read_bundle(folder).promises.returns_days == 45


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("capabilities.json", '"page"', '"drawr"', "cart.type.*'drawr'.*did you mean 'drawer'.*allowed: drawer, page"),
        (
            "capabilities.json",
            '"has_upsells"',
            '"has_upsels"',
            "no such field: 'has_upsels'; did you mean 'has_upsells'",
        ),
        ("capabilities.json", '"availability"', '"availabilty"', "did you mean 'availability'"),
        ("capabilities.json", "{", "{{", "capabilities.json:1: is no valid JSON"),
        ("stats.json", '"products_total": 90', '"products_total": "many"', "stats.json.*products_total.*'many'"),
        ("stats.json", '"products_total"', '"product_total"', "did you mean 'products_total'"),
        ("style.json", '"comfortable"', '"comfy"', "style.json.*density.*allowed: compact, comfortable, airy"),
        ("manual.md", "cart.type = page", "cart.type = pgae", r"manual.md:\d+.*did you mean 'page'"),
        ("manual.md", "`cart.type =", "`cart.typ =", r"manual.md:\d+: marks 'cart.typ'.*did you mean 'cart.type'"),
    ],
)
def test_slips_are_told_with_what_is_near(folder: Path, file: str, before: str, after: str, message: str) -> None:
    edit(folder / file, before, after)
    with pytest.raises(InputError, match=message):
        read_bundle(folder)


@pytest.mark.parametrize("name", ["manual.md", "capabilities.json", "stats.json"])
def test_missing_files_are_told(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputError, match=f"{name}: is missing"):
        read_bundle(folder)


def test_style_and_manifest_may_be_missing(folder: Path) -> None:
    (folder / "style.json").unlink()
    (folder / "manifest.json").unlink()
    assert read_bundle(folder).style.density == "comfortable"


def test_words_of_the_vocabulary_may_be_written_otherwise(folder: Path) -> None:
    edit(folder / "capabilities.json", '"horizontal"', '"Two-row sticky"')
    assert read_bundle(folder).capabilities.site_shell.header_style == "two_row_sticky"


def test_the_papers_form_of_capabilities_is_read(folder: Path) -> None:
    ours = json.loads((folder / "capabilities.json").read_text())
    shop = {name: ours.pop(name) for name in ("descriptor", "category", "tone")} | {"currency": "USD"}
    del ours["schema_version"]
    ours["collection"]["filters"] = ["price", "availability"]
    (folder / "capabilities.json").write_text(json.dumps({"version": "0.1", "shop": shop, **ours}))
    (folder / "manual.md").write_text("# Shop Manual\n\n## Overview\n\nHats, priced in USD.\n")
    read = read_bundle(folder)
    assert read.capabilities.descriptor == "Shop for hats"
    assert [(one.name, one.control.value) for one in read.capabilities.collection.filters] == [
        ("price", "min-max"),
        ("availability", "checkbox"),
    ]


def test_other_files_in_the_folder_stay(folder: Path, bundle: SpecificationBundle) -> None:
    (folder / "evidence").mkdir()
    (folder / "evidence/home.txt").write_text("seen")
    write_bundle(bundle, folder)
    assert (folder / "evidence/home.txt").read_text() == "seen"
    assert sorted(one.name for one in folder.iterdir()) == sorted((*BUNDLE_FILES, "evidence"))
    assert [one.name for one in folder.parent.iterdir()] == ["spec"]


def test_a_manual_that_cannot_be_written_leaves_what_stood_there(folder: Path, bundle: SpecificationBundle) -> None:
    before = (folder / "manual.md").read_bytes()
    wrong = SpecificationBundle("`cart.tpye = page`", bundle.capabilities, bundle.statistics)
    with pytest.raises(InputError, match=r"cart\.tpye"):
        write_bundle(wrong, folder)
    assert (folder / "manual.md").read_bytes() == before
    assert [one.name for one in folder.parent.iterdir()] == ["spec"]
