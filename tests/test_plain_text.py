"""Somebody else's words for a terminal: nothing in them is obeyed."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from shopworld.plain_text import plain, plain_line

ORDERS = st.lists(
    st.text() | st.sampled_from(["\x1b]0;t\x07", "\x1b[2J", "\x9b1A", "\x1b[31m", "\u202e", "\r", "\x85", "\x1b[3"])
)


@given(ORDERS)
def test_no_character_that_a_terminal_obeys_is_left(parts: list[str]) -> None:
    told = plain("".join(parts))
    assert not [one for one in told if unicodedata.category(one) == "Cc" and one not in "\n\t"]
    assert not [one for one in told if unicodedata.bidirectional(one) in ("RLO", "LRO", "RLE", "LRE", "RLI", "LRI")]
    assert plain(told) == told
    assert len(plain_line("".join(parts)).splitlines()) <= 1


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs"))))
def test_plain_words_stay_as_they_are(words: str) -> None:
    assert plain(words) == words


def test_colours_go_and_other_orders_show() -> None:
    assert plain("\x1b[1;31mred\x1b[0m\r\nnext\x1b[2K\u2067") == "red\nnext\\x1b[2K\\u2067"
