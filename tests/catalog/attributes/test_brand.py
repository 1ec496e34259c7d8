"""Brands from titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import extract_brand


@pytest.mark.parametrize(
    ("title", "brand"),
    [
        ("Asus PRIME B650M-A WIFI II, AMD B650", "ASUS"),
        ("BeQuiet Dark Rock Pro 5", "be quiet!"),
        ("be quiet! Pure Rock", "be quiet!"),
        ("NVIDIA ASUS GeForce RTX 4070", "ASUS"),
        ("NVIDIA T1000 8GB Graphics Card", "NVIDIA"),
        ("Ryzen 9 3950X", "AMD"),
        ("Sigma 30mm F1.4 for Canon M Mount", "Sigma"),
        ("Silicone case for Apple iPhone", None),
        ("iPhone 15 128GB", "Apple"),
        ("WD 1TB My Passport", "Western Digital"),
        ("DLINK 18-Port Switch", "D-Link"),
        ("Plain USB cable", None),
    ],
)
def test_known_titles(title: str, brand: str | None) -> None:
    assert extract_brand(title) == brand


def test_a_category_may_name_the_brand() -> None:
    assert extract_brand("Cable for Hama", (("Cables", "Hama"),)) == "Hama"
    assert extract_brand("Cable", (("Cables", "Hama"),)) is None


@given(st.text())
def test_a_brand_is_one_spelling(title: str) -> None:
    brand = extract_brand(title)
    assert brand is None or extract_brand(brand) == brand
