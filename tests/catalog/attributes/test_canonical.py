"""Canonical attributes: names, types, units and values of what shops print."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.attributes import display_values
from shopworld.catalog.attributes.canonical import (
    CanonicalAttribute,
    canonical_attributes,
    canonical_data,
    canonical_name,
    flat_details,
    label_of,
    read_details,
    read_value,
)
from shopworld.catalog.attributes.canonical_values import split_list
from shopworld.catalog.attributes.units import unit_factor
from shopworld.catalog.model import Attribute

IMPLICIT = (
    *("Material", "Special Feature", "Style", "Skin Type", "Hair Type", "Item Form", "Product Benefits", "Finish Type"),
    *("Material Feature", "Scent", "Form Factor", "Connectivity Technology", "Connector Type", "Pattern"),
    *("Mounting Type", "Operating System", "RAM", "Hard Drive", "Processor", "Wireless Type", "Lens Type"),
    *("Power Source", "Recommended Uses", "Ink Color"),
)
"""What the paper's shoppers may paraphrase."""
OTHERS = (
    *("Color", "Brand", "Compatible Devices", "Compatible Phone Models", "Size", "Item Weight", "Product Dimensions"),
    *("Screen Size", "Age Range", "Number of Items", "Unit Count", "Volume", "Wattage", "Voltage", "Battery Capacity"),
    *("Model Name", "Manufacturer", "Country of Origin", "Included Components", "Specific Uses", "Water Resistance"),
    *("Display Resolution", "Refresh Rate", "Sheet Size", "Theme", "Closure", "Shape", "Coverage", "Sun Protection"),
)
NAMES = st.sampled_from(sorted(canonical_attributes()))
NUMBERS = [one for one in canonical_attributes().values() if one.kind == "number" and one.unit]


def value_of(name: str, text: str) -> object:
    found = read_value(name, text)
    return None if found is None else found.value


def test_the_schema_holds_all_attributes_of_the_original() -> None:
    assert all(canonical_name(label) for label in (*IMPLICIT, *OTHERS))
    implicit = {one.name for one in canonical_attributes().values() if one.implicit}
    assert implicit == {canonical_name(label) for label in IMPLICIT}
    assert len(canonical_attributes()) >= 60


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("OS", "operating_system"),
        ("Ram Memory Installed Size", "ram"),
        ("Connectivity technologies", "connection"),
        ("connectivity_technology", "connection"),
        ("  SPECIAL  Features: ", "special_feature"),
        ("Colour", "colour"),
        ("Age Range (Description)", "age_range"),
        ("Batteries Included?", "batteries_included"),
        ("Memory Storage Capacity", "capacity"),
        ("\u200eItem Weight\u200e", "item_weight"),
        ("Best Sellers Rank", None),
        ("", None),
        ("x" * 5000, None),
    ],
)
def test_labels_have_one_name(label: str, name: str | None) -> None:
    assert canonical_name(label) == name


@given(NAMES)
def test_names_and_labels_are_their_own_aliases(name: str) -> None:
    assert canonical_name(name) == name
    assert canonical_name(label_of(name)) == name
    for alias in canonical_attributes()[name].aliases:
        assert canonical_name(alias.upper()) == name, alias


def test_unknown_names_have_a_readable_label() -> None:
    assert label_of("operating_system") == "Operating System"
    assert label_of("memory_slots") == "Memory Slots"


@given(NAMES)
def test_no_spelling_stands_for_two_values(name: str) -> None:
    synonyms: dict[str, list[str]] = canonical_data()[name].get("synonyms", {})
    spellings = [spelling for row in synonyms.values() for spelling in row]
    assert len(spellings) == len(set(spellings))
    assert not set(spellings) & set(synonyms)


def test_units_are_those_of_the_rules_for_titles() -> None:
    text = (files("shopworld.catalog.attributes") / "rules.toml").read_text(encoding="utf-8")
    for name, rules in tomllib.loads(text).items():
        known = canonical_attributes().get(name)
        units = {rule["unit"] for rule in rules if "unit" in rule}
        if known and units and name != "size":
            assert units == {known.unit}, name


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("connector", "USB Type C", ("usb-c",)),
        ("connector", "USB-C", ("usb-c",)),
        ("connection", "Bluetooth, Wi-Fi; USB | NFC", ("bluetooth", "wi-fi", "usb", "nfc")),
        ("connection", "Bluetooth 5.0", ("bluetooth",)),
        ("colour", "Gray", ("grey",)),
        ("colour", "Dark Grey, Clear", ("dark grey", "transparent")),
        ("special_feature", "Light Weight,Foldable,foldable", ("lightweight", "foldable")),
        ("compatible_phone_models", "Galaxy (S20, S21), LG", ("galaxy (s20, s21)", "lg")),
        ("compatible_devices", "Smartphones; Tablets", ("smartphone", "tablet")),
        ("operating_system", "2-COIN", "2-coin"),
        ("operating_system", "Windows 10 Home", "windows 10"),
        ("operating_system", "\u200eAndroid OS", "android"),
        ("item_weight", "8 ounces", 226.8),
        ("item_weight", "\u200e1 lb 3 oz", 538.64),
        ("item_weight", "0.352 ounces", 9.98),
        ("item_weight", "1,234.5 Grams", 1234.5),
        ("item_weight", "2.40 Hundredths Pounds", 10.89),
        ("item_weight", "heavy", None),
        ("screen_size", "15.6 Inches", 15.6),
        ("screen_size", '27"', 27.0),
        ("screen_size", "10-12 inches", None),
        ("screen_size", "70 cm", 27.56),
        ("ram", "8 GB DDR4", 8.0),
        ("ram", "512 MB", 0.5),
        ("capacity", "1 TB", 1000.0),
        ("battery_capacity", "3600", 3600.0),
        ("battery_capacity", "5 Amp Hours", 5000.0),
        ("volume", "3.4 Fluid Ounces", 100.55),
        ("volume", "100 Milliliters", 100.0),
        ("volume", "12 Ounces", 354.88),
        ("length", "5 feet 6 inches", 1.68),
        ("voltage", "110 Volts (AC)", 110.0),
        ("refresh_rate", "144 Hz", 144.0),
        ("sun_protection", "50.0 Sun Protection Factor (SPF)", 50.0),
        ("sun_protection", "SPF 30", 30.0),
        ("unit_count", "100.0 Count", 100.0),
        ("pack", "Pack of 3", 3.0),
        ("pack", "several", None),
        ("batteries_included", "No", False),
        ("batteries_included", "Yes", True),
        ("batteries_included", "maybe", None),
        ("resolution", "1920x1080 Pixels", "1920 x 1080"),
        ("resolution", "4K", "3840 x 2160"),
        ("sheet_size", "8.5 x 11", "letter"),
        ("sheet_size", "A4 Paper", "a4"),
        ("product_dimensions", "25.2 x 8.8 x 15.7 inches; 3.5 Pounds", "25.2 x 8.8 x 15.7 in"),
        ("product_dimensions", '10"L x 5"W', "10 x 5 in"),
        ("product_dimensions", "25.4 x 2.54 cm", "10 x 1 in"),
        ("product_dimensions", "one size", None),
        ("processor", "core_i5", "core i5"),
        ("memory_type", "8 GB DDR4 SDRAM", "ddr4"),
        ("memory_type", "fast", None),
        ("material", "TPU &amp; Polycarbonate", ("tpu & polycarbonate",)),
        ("material", "N/A", None),
        ("style", "Not Applicable", None),
        ("style", "x" * 500, None),
    ],
)
def test_values(name: str, text: str, value: object) -> None:
    assert value_of(name, text) == value


@given(NAMES, st.text(alphabet=st.sampled_from("abcx 0123456789.,;|/-()\"'&<>%\u200e\0é"), max_size=60) | st.text())
def test_any_text_gives_a_value_of_the_right_type_or_none(name: str, text: str) -> None:
    one, found = canonical_attributes()[name], read_value(name, text)
    if found is None:
        return
    assert Attribute.model_validate(found.model_dump()) == found
    assert found.unit == (one.unit if one.kind == "number" else None)
    if one.kind == "list":
        assert isinstance(found.value, tuple)
        assert found.value
        assert len(set(found.value)) == len(found.value)
        assert all(item == item.lower().strip() for item in found.value)
    elif one.kind == "number":
        assert isinstance(found.value, float)
        assert one.rules.lowest <= found.value <= one.rules.highest
    elif one.kind == "boolean":
        assert isinstance(found.value, bool)
    else:
        assert isinstance(found.value, str)
        assert found.value


@given(NAMES, st.data())
def test_the_display_form_of_a_value_is_read_as_the_same_value(name: str, data: st.DataObject) -> None:
    one = canonical_attributes()[name]
    spellings = sorted({*one.rules.synonyms, *one.rules.synonyms.values(), *one.rules.vocabulary, "plain oak", "yes"})
    if one.kind == "number":
        number = data.draw(st.floats(min_value=max(0.01, one.rules.lowest), max_value=min(1e5, one.rules.highest)))
        text = f"{number:.5g} {one.unit or 'count'}" if number < 1e5 else "99999"
    else:
        text = ", ".join(data.draw(st.lists(st.sampled_from(spellings), min_size=1, max_size=3)))
    found = read_value(name, text)
    if found is None:
        return
    again = read_value(name, ", ".join(display_values(found)))
    assert again is not None
    assert again.unit == found.unit
    assert again.value == pytest.approx(found.value, rel=1e-4) if one.kind == "number" else again.value == found.value


@given(st.sampled_from(NUMBERS), st.floats(min_value=0.5, max_value=5000), st.data())
def test_numbers_mean_the_same_in_every_unit(attribute: CanonicalAttribute, value: float, data: st.DataObject) -> None:
    assert attribute.unit is not None
    written = data.draw(
        st.sampled_from(
            ["in", "cm", "mm", "m", "ft", "g", "kg", "oz", "lb", "ml", "l", "fl oz", "gb", "tb", "mb", "w", "v"]
        )
    )
    factor = attribute.rules.units.get(written) or unit_factor(written, attribute.unit)
    found = read_value(attribute.name, f"{value:.2f} {written}")
    if factor is None or not attribute.rules.lowest <= round(value, 2) * factor <= attribute.rules.highest:
        return
    if attribute.unit == "SPF":
        return
    assert found is not None
    assert found.value == pytest.approx(round(value, 2) * factor, rel=1e-3, abs=0.006)


@given(st.lists(st.text(alphabet="abc ()1,", min_size=1, max_size=8)))
def test_splitting_loses_nothing_but_separators(parts: list[str]) -> None:
    text = ";".join(parts)
    joined = "".join(split_list(text))
    assert joined.replace(",", "").replace("\0", "") == text.replace(";", "").replace(",", "")


def test_numbers_and_brackets_are_not_split() -> None:
    assert list(split_list("1,000 hours, Galaxy (S1, S2)|x")) == ["1,000 hours", " Galaxy (S1, S2)", "x"]


def test_details_of_every_shape() -> None:
    details: dict[str, object] = {
        "Best Sellers Rank": {"Electronics": 82322},
        "Product information": {"OS": "iOS 16", "Color": ["Black", "White"]},
        "RAM": 8,
        "Batteries Included?": True,
        "Refresh Rate": 144,
        "Material": None,
        "Hard Drive": "512 GB SSD",
        "Product Dimensions": "5 x 4 x 1 inches; 3.53 Ounces",
        "Unit Count": "3.4 Fl Oz",
    }
    found = {one.name: (one.value, one.unit) for one in read_details(details)}
    assert found == {
        "batteries_included": (True, None),
        "capacity": (512.0, "GB"),
        "colour": (("black", "white"), None),
        "hard_drive": ("512 gb ssd", None),
        "item_weight": (100.07, "g"),
        "operating_system": ("ios 16", None),
        "product_dimensions": ("5 x 4 x 1 in", None),
        "refresh_rate": (144.0, "Hz"),
        "volume": (100.55, "ml"),
    }
    assert list(found) == sorted(found)


def test_the_own_label_wins_over_aliases_and_lists_are_joined() -> None:
    def read(details: dict[str, object]) -> dict[str, object]:
        return {one.name: one.value for one in read_details(details)}

    ram: dict[str, object] = {"Ram Memory Installed Size": "16 GB", "RAM": "8 GB"}
    assert read(ram) == read(dict(reversed(ram.items()))) == {"ram": 8.0}
    assert read({"Item Weight": "8 oz", "Product Dimensions": "1 x 1 x 1 in; 5 oz"})["item_weight"] == 226.8
    assert read({"Special Features": "A", "Special Feature": "b, a"}) == {"special_feature": ("b", "a")}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)
LABELS = st.sampled_from(sorted(one.label for one in canonical_attributes().values())) | st.text(max_size=12)


@given(st.dictionaries(LABELS, JSON, max_size=6))
def test_any_details_can_be_read(details: dict[str, object]) -> None:
    found = read_details(details)
    assert [one.name for one in found] == sorted({one.name for one in found})
    assert all(isinstance(text, str) for _, text in flat_details(details))
