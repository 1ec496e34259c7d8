"""Shops from specifications: the same bytes, only what changed, nothing half-written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from shopworld.arena.bundle import SpecificationBundle, read_bundle
from shopworld.arena.generate.pipeline import MADE_FILES, GeneratedShop, generate_shop
from shopworld.errors import InputError, ShopError
from shopworld.shop.folder import read_shop_folder

ALWAYS_MADE = tuple(name for name in MADE_FILES if name != "spec/goods.json")
"""What every shop has; goods are told of explored ones."""
SEED, PRODUCTS = 5, 12
"""Of the shop that the fixtures give."""


def content(shop: Path) -> dict[str, bytes]:
    """All files but the search index, whose segments the engine names as it likes."""
    return {
        path.relative_to(shop).as_posix(): path.read_bytes()
        for path in sorted(shop.rglob("*"))
        if path.is_file() and "index" not in path.relative_to(shop).parts
    }


def edit(file: Path, *place: str | int, value: object) -> None:
    """Sets a value in a JSON file."""
    whole = json.loads(file.read_text(encoding="utf-8"))
    inner = whole
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    file.write_text(json.dumps(whole), encoding="utf-8")


def made_again(specification: Path, shop: Path, *, seed: int = SEED) -> GeneratedShop:
    return generate_shop(read_bundle(specification), shop, seed=seed, products=PRODUCTS)


def test_a_shop_can_be_read_and_has_all_its_files(bundle: SpecificationBundle, tmp_path: Path) -> None:
    generated = generate_shop(bundle, tmp_path / "shop", seed=SEED, products=PRODUCTS)
    assert read_shop_folder(generated.shop.path) == generated.shop
    assert generated.renewal.written == ALWAYS_MADE
    assert len(generated.shop.data.products) == PRODUCTS
    with generated.shop.open_catalog() as catalog:
        assert catalog.manifest.offers == PRODUCTS


def test_the_same_seed_gives_the_same_bytes(bundle: SpecificationBundle, generated_shop: Path, tmp_path: Path) -> None:
    again = generate_shop(bundle, tmp_path / "elsewhere" / "again", seed=SEED, products=PRODUCTS).shop
    assert content(again.path) == content(generated_shop)
    other = generate_shop(bundle, tmp_path / "other", seed=6, products=PRODUCTS).shop
    assert other.specification.identity != again.specification.identity
    assert other.data.products != again.data.products


def test_nothing_is_written_where_nothing_changed(specification: Path, shop: Path) -> None:
    before = content(shop)
    renewal = made_again(specification, shop).renewal
    assert (renewal.written, renewal.kept) == ((), ALWAYS_MADE)
    assert content(shop) == before


def test_an_edit_of_the_capabilities_changes_only_what_follows_from_it(specification: Path, shop: Path) -> None:
    edit(specification / "capabilities.json", "cart", "type", value="toast")
    catalog = (shop / "catalog" / "store.sqlite").stat().st_ino
    renewal = made_again(specification, shop).renewal
    assert set(renewal.written) == {"spec/capabilities.json", "spec/manual.md", "spec/manifest.json"}
    assert read_shop_folder(shop).specification.capabilities.cart.type == "toast"
    assert (shop / "catalog" / "store.sqlite").stat().st_ino == catalog
    edit(specification / "capabilities.json", "info_pages_present", value=["faq"])
    changed = set(made_again(specification, shop).renewal.written)
    assert {"data/pages.json", "data/policies.json", "data/navigation.json"} <= changed
    assert [one.handle for one in read_shop_folder(shop).data.pages] == ["faq"]


def test_the_style_changes_neither_products_nor_texts(specification: Path, shop: Path) -> None:
    edit(specification / "style.json", "density", value="airy")
    renewal = made_again(specification, shop).renewal
    assert not [name for name in renewal.written if name.startswith("data/")]
    assert read_shop_folder(shop).specification.style.density == "airy"


def test_fonts_of_other_people_are_replaced_by_what_resembles_them(specification: Path, shop: Path) -> None:
    edit(specification / "style.json", "fonts", "body", value="Segoe UI")
    edit(specification / "style.json", "fonts", "heading", value="Playfair Display")
    made_again(specification, shop)
    assert json.loads((shop / "spec/style.json").read_text("utf-8"))["fonts"] == {
        "heading": "Source Serif Pro",
        "body": "Roboto",
    }


def test_a_marked_value_of_the_manual_is_a_control(specification: Path, shop: Path) -> None:
    manual = specification / "manual.md"
    text = manual.read_text(encoding="utf-8")
    before = next(line for line in text.splitlines() if "promises.returns_days = " in line)
    days = before.split("promises.returns_days = ")[1].split("`")[0]
    manual.write_text(text.replace(f"promises.returns_days = {days}", "promises.returns_days = 77"), encoding="utf-8")
    renewal = made_again(specification, shop).renewal
    assert "shop.toml" in renewal.written
    assert "data/products.json" in renewal.kept
    assert read_shop_folder(shop).specification.identity.returns_days == 77


def test_themes_and_notes_of_others_are_kept(specification: Path, shop: Path) -> None:
    style = shop / "theme" / "styles" / "mine.css"
    style.parent.mkdir(parents=True)
    style.write_text("a{color:#123}", encoding="utf-8")
    (shop / "notes.txt").write_text("mine", encoding="utf-8")
    for seed in (SEED, 6):
        read = made_again(specification, shop, seed=seed).shop
        assert read.specification.theme.styles == ("a{color:#123}",)
        assert (shop / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_edits_of_data_stay_until_the_specification_changes_it(specification: Path, shop: Path) -> None:
    file = shop / "data" / "pages.json"
    edit(file, 0, "title", value="Written by hand")
    renewal = made_again(specification, shop).renewal
    assert renewal.edited == ("data/pages.json",)
    assert read_shop_folder(shop).data.pages[0].title == "Written by hand"
    renewal = made_again(specification, shop, seed=6).renewal
    assert renewal.displaced == ("data/pages.json",)
    assert "Written by hand" not in file.read_text(encoding="utf-8")
    assert "Written by hand" in (shop / "data" / "pages.json.edited").read_text(encoding="utf-8")


def test_a_misspelt_value_is_told_and_nothing_is_written(specification: Path, tmp_path: Path) -> None:
    edit(specification / "capabilities.json", "cart", "type", value="drawr")
    with pytest.raises(InputError) as caught:
        made_again(specification, tmp_path / "out" / "shop")
    said = str(caught.value)
    assert "capabilities.json" in said
    assert "'cart.type'" in said
    assert "found 'drawr'" in said
    assert "did you mean 'drawer'" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["capabilities.json", "stats.json", "manual.md"])
def test_a_missing_file_is_told_and_the_shop_that_stands_stays(specification: Path, shop: Path, name: str) -> None:
    before = content(shop)
    (specification / name).unlink()
    with pytest.raises(InputError, match=rf"{name}: is missing"):
        made_again(specification, shop)
    assert content(shop) == before


def test_a_broken_theme_leaves_the_shop_that_stands(specification: Path, shop: Path) -> None:
    template = shop / "theme" / "templates" / "icons" / "cart.html"
    template.parent.mkdir(parents=True)
    template.write_text("{% if %}", encoding="utf-8")
    before = content(shop)
    with pytest.raises(InputError, match="not a template"):
        made_again(specification, shop, seed=6)
    assert content(shop) == before
    assert sorted(one.name for one in shop.parent.iterdir()) == ["shop", "specification"]


def test_an_interrupted_generation_leaves_nothing(bundle: SpecificationBundle, tmp_path: Path) -> None:
    def interrupted(bundle: SpecificationBundle, seed: int, products: int | None) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate_shop(bundle, tmp_path / "shop", contents=interrupted)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_no_other_folder_is_overwritten(bundle: SpecificationBundle, shop: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear diary", encoding="utf-8")
    (shop / "generation.json").unlink()
    for place in (tmp_path / "mine", shop):
        before = content(place)
        with pytest.raises(ShopError, match="no generated shop"):
            generate_shop(bundle, place, products=PRODUCTS)
        assert content(place) == before


def test_statistics_decide_the_number_of_products(bundle: SpecificationBundle, tmp_path: Path) -> None:
    fewer = replace(bundle, statistics=bundle.statistics.model_copy(update={"products_total": 12}))
    assert len(generate_shop(fewer, tmp_path / "shop").shop.data.products) == 12
