"""Requirements as English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute
from shopworld.guru.comparison.named import kind_is, name_of
from shopworld.guru.comparison.wording import article, describe, join, phrase, plural, relations, singular
from shopworld.tasks import Constraint
from tests.guru.conftest import ssd


def said(kind: str, attribute: str, relation: str, value: str | float | bool, unit: str | None = None) -> str | None:
    """A requirement's phrase."""
    return phrase(
        kind, Constraint.model_validate({"attribute": attribute, "relation": relation, "value": value, "unit": unit})
    )


@pytest.mark.parametrize(
    ("requirement", "text"),
    [
        (("smartphone", "capacity", "equals", 256.0, "GB"), "with 256 GB of storage"),
        (("ssd", "capacity", "at_least", 2000.0, "GB"), "with at least 2 TB"),
        (("television", "size", "at_least", 65.0, "in"), "with a screen of at least 65 inches"),
        (("tablet", "size", "equals", 11.0, "in"), "with an 11 inch screen"),
        (("microphone", "connection", "equals", "xlr"), "with an XLR connection"),
        (("keyboard", "connection", "equals", "usb cable"), "with a USB cable connection"),
        (("motherboard", "form_factor", "equals", "mini-itx"), "of the Mini-ITX format"),
        (("processor", "socket", "equals", "vm5"), "for the socket VM5"),
        (("earbuds", "noise_cancelling", "equals", True), "with active noise cancelling"),
        (("lens", "price", "less_than", 250.0, "EUR"), "for less than 250 euros"),
        (("lens", "price", "less_than", 19.9, "EUR"), "for less than 19.90 euros"),
        (("adapter", "resolution", "equals", "4k"), None),
        (("ssd", "no such attribute", "equals", "x"), None),
        (("earbuds", "noise_cancelling", "at_least", True), None),
        (("case", "colour", "equals", ("red", "blue")), None),
    ],
)
def test_requirements_are_said_as_people_do(requirement: tuple[str, str, str, str], text: str | None) -> None:
    assert said(*requirement) == text


@pytest.mark.parametrize("noun", ["8 GB kit", "11 inch tablet", "18 W charger", "SSD", "HDMI cable", "orange case"])
def test_what_sounds_like_a_vowel_takes_an(noun: str) -> None:
    assert article(noun) == "an"


@pytest.mark.parametrize("noun", ["USB cable", "110 mm fan", "1 TB SSD", "monitor", "2.4 GHz wireless connection"])
def test_everything_else_takes_a(noun: str) -> None:
    assert article(noun) == "a"


def test_a_sentence_puts_colour_first_and_price_last() -> None:
    parts = ["for less than 9 euros", "that can fly", "with 3 fans", "of the ATX format", "with a window", "in pink"]
    assert describe("cases", parts) == (
        "cases in pink of the ATX format with 3 fans and a window that can fly for less than 9 euros"
    )


@given(st.lists(st.sampled_from(["with a", "in b", "that c", "delivering d", "made of e", "for f"]), unique=True))
def test_describing_loses_nothing(parts: list[str]) -> None:
    text = describe("things", parts)
    assert all(part.split()[-1] in text.split() for part in parts)
    assert "  " not in text


@pytest.mark.parametrize(("parts", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_lists_are_joined(parts: list[str], text: str) -> None:
    assert join(parts) == text


def test_kinds_are_written_as_inside_a_sentence() -> None:
    assert (plural("graphics_card"), plural("memory"), plural("ssd")) == ("graphics cards", "memory kits", "SSDs")
    assert (singular("case"), singular("usb_hub"), singular("camera_bag")) == ("PC case", "USB hub", "camera bag")
    assert all(plural(kind) and singular(kind) for kind in KINDS)


def test_relations_of_an_attribute_are_those_that_can_be_said() -> None:
    assert relations("ssd", "capacity") == ("at_least", "equals")
    assert relations("headphones", "noise_cancelling") == ("false", "true")
    assert relations("adapter", "resolution") == ()


def test_a_name_says_the_kind_and_the_facts_that_single_it_out() -> None:
    product = ssd("swift", colour="red")
    extra = Constraint(attribute="colour", relation="equals", value="red")
    assert name_of(product, (kind_is("ssd"),)) == "Acme Swift 1000 GB SSD"
    assert name_of(product, (kind_is("ssd"), extra)) == "Acme Swift 1000 GB SSD (red)"


def test_a_name_says_what_an_accessory_fits_and_how_many_there_are() -> None:
    product = ssd("clear").model_copy(
        update={
            "kind": "screen_protector",
            "title": "Acme Clear Ridge 4 Plus / Ridge 4 2 pack",
            "attributes": (Attribute(name="compatible_with", value=("ridge 4 plus", "ridge 4")),),
        }
    )
    assert name_of(product, ()) == "Acme Clear screen protector for the Ridge 4 Plus and Ridge 4 in a pack of 2"
    dock = product.model_copy(update={"kind": "docking_station", "title": "Acme D9 8 ports", "attributes": ()})
    assert name_of(dock, ()) == "Acme D9 8-port docking station"
