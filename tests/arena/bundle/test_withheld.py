"""Names are found again by their digests."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.bundle import digest_of, withheld_in

words = st.text(alphabet="abcdefgh", min_size=1, max_size=6)


@given(st.lists(words, min_size=2, max_size=8), st.lists(words, max_size=4), st.lists(words, max_size=4))
def test_a_name_is_found_wherever_it_stands_however_it_is_written(
    name: list[str], before: list[str], after: list[str]
) -> None:
    withheld = {"shop": (digest_of(" ".join(name)),)}
    text = f"{' '.join(before)}, {' – '.join(name).upper()}! {' '.join(after)}"
    assert ("shop", " ".join(name[:5]).upper()) in list(withheld_in(text, withheld))


@given(st.lists(words, min_size=1, max_size=8))
def test_nothing_is_found_where_nothing_is_withheld(text: list[str]) -> None:
    assert list(withheld_in(" ".join(text), {"shop": (digest_of("Linen House"),)})) == []


def test_names_of_one_word_are_found_in_their_own_spelling() -> None:
    withheld = {"brand": (digest_of("Loom"),)}
    assert list(withheld_in("The Loom is no loom.", withheld)) == [("brand", "Loom")]


def test_digests_tell_nothing() -> None:
    assert digest_of("Linen House") == digest_of("LINEN, house")
    assert len(digest_of("Linen House")) == 16
    assert "inen" not in digest_of("Linen House")
