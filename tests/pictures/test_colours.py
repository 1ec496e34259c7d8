"""Colours of products: words to hex values."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from shopworld.pictures.colours import NEUTRAL, hex_of, mix, tone


def test_known_and_compound_colours() -> None:
    assert hex_of("Midnight Blue") != hex_of("Blue")
    assert hex_of("glacier blue") == hex_of("blue")
    assert hex_of("#abc") == "#aabbcc"
    assert hex_of("multicoloured") == NEUTRAL


@given(st.text(max_size=30))
def test_any_word_gives_a_hex_value(word: str) -> None:
    assert re.fullmatch(r"#[0-9a-f]{6}", hex_of(word))


@given(st.floats(0, 1))
def test_mixing_stays_between_its_ends(share: float) -> None:
    assert re.fullmatch(r"#[0-9a-f]{6}", mix("#000000", "#ffffff", share))
    assert tone("#808080", share) >= "#808080"
