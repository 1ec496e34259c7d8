"""Departments: the data of the package is sound, and mistakes in data files are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.catalog.kinds import KINDS
from shopworld.errors import InputError
from shopworld.goods import default_assortments, default_departments, load_departments, synthesize
from shopworld.goods.assortment import category_tree

GOOD = """
[amplifier]
weight = 1
brands = ["Sonora", "Klangwerk"]
price = 90
nouns = ["Amplifier"]
openings = ["The {name} makes music loud.", "Loud and clear: the {name}."]
sentences = ["It puts out {output_power}.", "It stays cool.", "It has four inputs."]
features = ["{output_power}", "Four inputs"]
[amplifier.attributes]
output_power = { values = [50, 100], vary = true, per = 1 }
[[amplifier.series]]
[[amplifier.aspects]]
name = "sound"
positive = ["Great sound.", "Wonderful."]
negative = ["It hums.", "Thin sound."]
[[amplifier.aspects]]
name = "size"
positive = ["It fits the shelf.", "Small."]
negative = ["Too large.", "Too deep."]
"""


def test_many_kinds_are_there_and_every_tree_has_them() -> None:
    kinds = default_departments().kinds
    assert len(kinds) >= 45
    assert kinds.keys() <= KINDS.keys()
    for shop in default_assortments(("a", "b", "c", "d")):
        assert kinds.keys() <= category_tree(shop.category_tree_style).keys()


def test_a_folder_adds_kinds(tmp_path: Path) -> None:
    (tmp_path / "hifi.toml").write_text(GOOD, encoding="utf-8")
    assert "amplifier" in load_departments((tmp_path,)).kinds


@pytest.mark.parametrize(
    ("old", "new", "field", "message"),
    [
        ("[amplifier]", "[flux_capacitor]", "flux_capacitor", "no kind of product"),
        ("price = 90", 'price = "much"', "amplifier.price", "valid number"),
        ("price = 90", "", "amplifier.price", "required"),
        ("It puts out {output_power}.", "It puts out {power}.", "amplifier", "names 'power'"),
        ("It stays cool.", "It stays {cool.", "amplifier.sentences.1", "braces"),
        ("It stays cool.", "It <b>stays</b> cool.", "amplifier.sentences.1", "neither"),
        ("output_power = {", "loudness = {", "amplifier", "output_power"),
        ("[[amplifier.series]]", "[[amplifier.series]]\nset = { colour = 1 }", "amplifier", "'colour'"),
        ("weight = 1", "weight = 1\nextra = 2", "amplifier.extra", "not permitted"),
    ],
)
def test_mistakes_name_file_field_and_what_was_expected(
    tmp_path: Path, old: str, new: str, field: str, message: str
) -> None:
    assert old in GOOD
    (tmp_path / "hifi.toml").write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=r"hifi\.toml") as caught:
        load_departments((tmp_path,))
    assert caught.value.field == field or (caught.value.field or "").startswith(field)
    assert message in str(caught.value)


def test_broken_toml_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("[amplifier", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.toml"):
        load_departments((tmp_path,))


def test_a_kind_without_a_category_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hifi.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(InputError, match="amplifier"):
        synthesize(1, default_assortments(("a",)), offers=10, departments=load_departments((tmp_path,)))


def test_unknown_tree_names_those_that_exist() -> None:
    with pytest.raises(InputError, match="workshop"):
        category_tree("jungle")
