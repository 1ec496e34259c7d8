"""Sentences: values as people write them, phrases that fit together, vouchers with all that is needed."""

from __future__ import annotations

import random

import pytest

from shopworld.guru.intent.phrases import display_quantity, display_text, filled, money
from shopworld.guru.intent.wording import REGISTERS, voucher_text, with_phrases, wording
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


@pytest.mark.parametrize("register", REGISTERS)
def test_every_register_has_every_kind_of_sentence(register: str) -> None:
    for section in ("opening", "further", "without", "opinion", "budget", "closing"):
        assert wording()[section][register]
