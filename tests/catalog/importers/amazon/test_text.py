"""Plain texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon.text import paragraphs, plain_line, plain_lines

TEXTS = st.text() | st.lists(
    st.sampled_from(
        ("<b>", "</p>", "<", ">", "&", "&amp;", "&lt;", "br", "/>", "a", " ", "\n", "\0", "😀", "[[", "<script>")
    )
).map("".join)


@given(TEXTS)
def test_a_plain_line_has_no_breaks_doubled_blanks_or_control_characters(text: str) -> None:
    plain = plain_line(text)
    assert plain == " ".join(plain.split())
    assert not any(ord(character) < 32 for character in plain)


@given(TEXTS)
def test_plain_lines_have_no_two_blank_lines_in_a_row(text: str) -> None:
    plain = plain_lines(text)
    assert "\n\n\n" not in plain
    assert plain == plain.strip()


@given(st.text(alphabet=st.characters(codec="ascii", min_codepoint=32, max_codepoint=126, exclude_characters="<>&[]")))
def test_text_without_markup_keeps_its_words(text: str) -> None:
    assert plain_line(text).split() == text.split()


@given(st.lists(TEXTS, max_size=3))
def test_paragraphs_hold_no_tag_but_harmless_ones(texts: list[str]) -> None:
    html = paragraphs(texts)
    assert "<script" not in html
    assert "\0" not in html


def test_code_is_no_text() -> None:
    assert plain_line("a<script>var x = '<b>';</script> b<style>p{}</style>") == "a b"
    assert plain_line("5 <3 you") == "5 <3 you"
    assert plain_line("fish &amp;amp; chips") == "fish & chips"
