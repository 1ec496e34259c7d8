"""Values entail values, never the reverse; attributes, title and text speak; truth has three values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.entailment import ListingEvidence, Truth, listing_evidence, truth_of
from shopworld.catalog.entailment.families import ValueFamily, families
from shopworld.catalog.model import Attribute, Offer

FAMILIES = st.sampled_from(families())


def truth(attribute: str, value: str, title: str = "Thing", text: str = "", **rows: str) -> Truth:
    listing = ListingEvidence(title, tuple((label.replace("_", " "), row) for label, row in rows.items()), text)
    return truth_of(attribute, value, listing).truth


@pytest.mark.parametrize(
    ("attribute", "narrow", "broad"),
    [
        ("Connectivity Technology", "Bluetooth", "wireless"),
        ("Material", "full-grain leather", "leather"),
        ("Wireless Type", "5 GHz Wi-Fi", "Wi-Fi"),
        ("Color", "navy blue", "blue"),
        ("Operating System", "Windows 11 Home", "Windows"),
    ],
)
def test_narrow_values_entail_broad_ones_and_never_the_reverse(attribute: str, narrow: str, broad: str) -> None:
    assert truth(attribute, broad, **{attribute: narrow}) is Truth.STATED
    assert truth(attribute, narrow, **{attribute: broad}) is Truth.NOT_STATED


def test_related_attributes_title_and_text_speak() -> None:
    assert truth("Connectivity Technology", "wireless", **{"Wireless Type": "Bluetooth"}) is Truth.STATED
    assert truth("Connectivity Technology", "wireless", title="Bluetooth Earbuds") is Truth.STATED
    assert truth("Form Factor", "over-ear", title="Over-Ear Headphones") is Truth.STATED
    assert truth("Special Feature", "waterproof", text="It is fully waterproof.") is Truth.STATED


@pytest.mark.parametrize(
    ("attribute", "value", "title", "text"),
    [
        ("Material", "leather", "Faux Leather Wallet", ""),
        ("Connectivity Technology", "wireless", "Wired Headphones", ""),
        ("Special Feature", "waterproof", "Watch", "It is not waterproof."),
        ("Color", "red", "Black Stapler", ""),
    ],
)
def test_other_values_and_denials_contradict(attribute: str, value: str, title: str, text: str) -> None:
    assert truth(attribute, value, title=title, text=text) is Truth.CONTRADICTED


@pytest.mark.parametrize(
    ("attribute", "value", "title"),
    [
        ("Material", "leather", "Cleaner for Leather Shoes"),
        ("Connectivity Technology", "wireless", "Wireless Charging Pad"),
        ("Screen Size", "15.6 inches", "Sleeve for 15.6 inch Laptops"),
        ("Color", "black", "Black Friday Planner"),
        ("Compatible Phone Models", "iPhone 14", "iPhone 14 Pro Case"),
    ],
)
def test_what_is_said_of_other_things_states_nothing(attribute: str, value: str, title: str) -> None:
    assert truth(attribute, value, title=title) is Truth.NOT_STATED


def test_an_offer_gives_its_rows_attributes_and_texts() -> None:
    offer = Offer.model_construct(
        title="Speaker",
        specifications=(),
        attributes=(Attribute(name="connection", value=("bluetooth",)),),
        features=("Runs for ten hours.",),
        description_html="<p>It is <b>waterproof</b>.</p>",
    )
    listing = listing_evidence(offer)
    assert truth_of("connection", "wireless", listing).truth is Truth.STATED
    assert truth_of("special_feature", "waterproof", listing).truth is Truth.STATED


@given(FAMILIES, st.data())
def test_entailment_is_reflexive_and_transitive(family: ValueFamily, data: st.DataObject) -> None:
    values = sorted(family.broader)
    one, other, third = (data.draw(st.sampled_from(values)) for _ in range(3))
    assert family.entails(one, one)
    if family.entails(one, other) and family.entails(other, third):
        assert family.entails(one, third)
    assert not (family.entails(one, other) and family.rules_out(one, other))


@given(st.sampled_from(["Material", "Color", "RAM", "Dishwasher Safe", "Theme", "x"]), st.text(), st.text(), st.text())
def test_any_text_has_a_truth(attribute: str, value: str, title: str, text: str) -> None:
    listing = ListingEvidence(title, ((attribute, text),), text)
    assert truth_of(attribute, value, listing) == truth_of(attribute, value, listing)


@pytest.mark.parametrize(
    ("attribute", "value", "title", "rows", "truth"),
    [
        ("Scent", "lavender", "Curtains, Lavender", (), Truth.NOT_STATED),
        ("Scent", "lavender", "Lavender Soy Candle", (), Truth.STATED),
        ("Material", "leather", "Brown Leather Saddle", (), Truth.STATED),
        ("Material", "leather", "Leather Passport Cover", (), Truth.STATED),
        ("Material", "leather", "Leather Cover for Notebooks", (), Truth.STATED),
        ("Scent", "lavender", "Lavender Soap", (), Truth.STATED),
        ("Material", "leather", "Leather Saddle Soap", (), Truth.NOT_STATED),
        ("Material", "wood", "Wood Protector", (), Truth.NOT_STATED),
        ("Closure Type", "magnetic", "Magnetic Fridge Poetry", (), Truth.NOT_STATED),
        ("Closure Type", "magnetic", "Bag with Magnetic Flap", (), Truth.STATED),
        ("Pattern", "solid", "Solid Oak Table", (), Truth.NOT_STATED),
        ("Material", "metal", "Metallic Ink Pens", (), Truth.NOT_STATED),
        ("Material", "leather", "Watch", (("Band Material", "Genuine Leather"),), Truth.STATED),
        ("Capacity", "500 ml", "Bottle", (("Capacity", "0.5 Liters"),), Truth.STATED),
        ("Capacity", "500 ml", "Bottle", (("Capacity", "0.75 Liters"),), Truth.CONTRADICTED),
    ],
)
def test_words_mean_what_stands_beside_them(
    attribute: str, value: str, title: str, rows: tuple[tuple[str, str], ...], truth: Truth
) -> None:
    assert truth_of(attribute, value, ListingEvidence(title, rows)).truth is truth
