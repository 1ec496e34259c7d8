"""Sentences: values as people write them, phrases that fit together, vouchers with all that is needed."""

from __future__ import annotations

import random
import re

import pytest

from shopworld.catalog.opinions.lexicon import aspects
from shopworld.guru.intent.phrases import display_quantity, display_text, filled, money, phrases
from shopworld.guru.intent.wording import claims, sayings, speech, voucher_text, with_phrases
from shopworld.shop.vouchers import Discount, Voucher


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("connector", "usb-c", "USB-C"),
        ("connector", "micro usb", "micro USB"),
        ("compatible_phone_models", "galaxy s10 plus", "Galaxy S10 Plus"),
        ("colour", "grey", "grey"),
        ("brand", "eNova", "eNova"),
    ],
)
def test_values_are_written_as_people_do(name: str, value: str, expected: str) -> None:
    assert display_text(name, value) == expected


@pytest.mark.parametrize(
    ("name", "number", "unit", "expected"),
    [
        ("ram", 8.0, "GB", "8 GB"),
        ("capacity", 2000.0, "GB", "2 TB"),
        ("length", 1.8288, "m", "6 feet"),
        ("length", 0.3048, "m", "1 foot"),
        ("volume", 295.735, "ml", "10 fluid ounces"),
        ("screen_size", 6.1, "in", "6.1-inch"),
        ("wattage", 15.0, "W", "15 watts"),
        ("item_weight", 123.4567, "g", None),
    ],
)
def test_numbers_are_said_as_people_do(name: str, number: float, unit: str, expected: str | None) -> None:
    assert display_quantity(name, number, unit) == expected


def test_templates_fit_their_values() -> None:
    assert filled("with a {} finish", "eggshell") == "with an eggshell finish"
    assert filled("recommended for {} use", "everyday use") == "recommended for everyday use"
    assert filled("as it is", "anything") == "as it is"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("special_feature", "non slip", "that is non-slip"),
        ("special_feature", "waterproof", "that is waterproof"),
        ("special_feature", "kickstand", "with a kickstand"),
        ("special_feature", "detachable cable", "with a detachable cable"),
        ("special_feature", "built in microphone", "with a built-in microphone"),
        ("special_feature", "led indicator", "with an LED indicator"),
        ("special_feature", "fast charging", "with fast charging"),
        ("material_feature", "vegan", "that is vegan"),
        ("product_benefits", "hydrating", "with a hydrating effect"),
        ("product_benefits", "frizz control", "that promises frizz control"),
        ("recommended_uses", "video editing", "recommended for video editing"),
        ("recommended_uses", "office", "recommended for office use"),
        ("specific_uses", "car", "meant for the car"),
        ("mounting_type", "wall mount", "with a wall mount"),
        ("compatible_devices", "headphones", "that works with headphones"),
        ("compatible_devices", "tablet", "that works with a tablet"),
        ("target_audience", "unisex", "that is unisex"),
        ("water_resistance", "ipx5", "with an IPX5 rating"),
        ("water_resistance", "water resistant", "that is water resistant"),
        ("power_source", "rechargeable battery", "that runs on a rechargeable battery"),
        ("connection", "wireless", "with a wireless connection"),
        ("connection", "bluetooth", "that connects by Bluetooth"),
        ("form_factor", "over-ear", "with an over-ear design"),
        ("form_factor", "m.2 2230", "in the M.2 2230 form factor"),
        ("style", "with bangs", "in a style with bangs"),
    ],
)
def test_each_kind_of_value_is_spoken_of_in_its_own_manner(name: str, value: str, expected: str) -> None:
    written = display_text(name, value)
    assert filled(phrases()[name].wanted(written)[0], written) == expected


def test_what_may_be_ruled_out_can_be_said_of_every_value() -> None:
    for one in phrases().values():
        for value in ("waterproof", "kickstand", "2.4 ghz wireless", "with bangs", "unscented", "ipx5", "music"):
            assert all("{}" in template for template in (*one.wanted(value), *one.unwanted(value)))
            assert bool(one.unwanted(value)) == bool(one.negative)


def test_every_manner_is_of_an_attribute_that_has_such_texts() -> None:
    for one in phrases().values():
        for some in one.spoken:
            assert some.values
            assert some.positive
            assert all(pattern == pattern.lower() and "-" not in pattern for pattern in some.values)


def test_clauses_come_last_and_are_taken_up_again() -> None:
    said = ["that folds", "in black", "made of wood"]
    assert with_phrases("a lamp", "one", said) == "a lamp in black and made of wood, one that folds"
    assert with_phrases("a lamp", "one", ["that folds"]) == "a lamp that folds"


def test_a_voucher_says_all_that_is_needed() -> None:
    discounts = (Discount(amount=300), Discount(threshold=1600, percent=5, cap=250))
    text = voucher_text(Voucher(type="stacked", discounts=discounts), random.Random(1))
    for part in ("first $3 off", "then 5% off", "$16 or more", "at most $2.50 off"):
        assert part in text


def test_money() -> None:
    assert [money(cents) for cents in (500, 586, 123456, 100000)] == ["$5", "$5.86", "$1,234.56", "$1,000"]


GAPS = {
    "ask": {"wanted"}, "ask_then": {"wanted"}, "more": {"again"}, "likeness": {"again"}, "without": {"again", "said"},
    "opinion": {"claim"}, "opinions": {"claim", "other"}, "budget": {"voucher", "budget"},
}  # fmt: skip


@pytest.mark.parametrize("kind", GAPS)
def test_every_sentence_has_a_place_for_what_it_says(kind: str) -> None:
    templates = speech()[kind]
    assert len(set(templates)) == len(templates) >= 7
    for template in templates:
        gaps = set(re.findall(r"\{(\w+)\}", template))
        assert gaps
        assert gaps <= GAPS[kind]
        assert kind == "without" or gaps == GAPS[kind]


def test_sayings_are_of_attributes_that_are_asked_for_and_hold_the_value() -> None:
    assert set(sayings()) <= set(phrases())
    for name, one in sayings().items():
        assert one.because, name
        assert all(text.count("{}") == 1 and text.endswith(".") for text in one.says), name
        assert not any("{" in text or text.endswith(".") for text in one.because), name


def test_every_aspect_that_reviews_praise_has_claims() -> None:
    assert set(claims()) == set(aspects())
    for texts in claims().values():
        assert len(set(texts)) == len(texts) >= 4
