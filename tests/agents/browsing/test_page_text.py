"""Long pages are cut by rule, and what was left out is said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.browsing.page_text import MOST_OPTIONS, cut_page

HEAD = "RootWebArea 'Shop'"
FOOTER = "\t[900] contentinfo ''\n" + "\n".join(f"\t\t[{number}] link 'Imprint {number}'" for number in range(901, 960))


def products(count: int) -> str:
    return "\n".join(
        f"\t[{number}] link 'Product number {number} with a longer name'" for number in range(1, count + 1)
    )


def test_a_short_page_is_shown_as_it_is() -> None:
    tree = f"{HEAD}\n\t[1] button 'Buy'\n\t\tStaticText 'Buy'"
    shown = cut_page(tree, 5_000)
    assert (shown.text, shown.left_out, shown.parts) == (tree, (), 1)


def test_texts_that_repeat_the_element_above_are_left_out_first() -> None:
    lines = "\n".join(f"\t[{n}] button 'Add this one {n}'\n\t\tStaticText 'Add this one {n}'" for n in range(20))
    shown = cut_page(f"{HEAD}\n{lines}\n\tStaticText 'Add this one 3'", 1_000)
    assert "\t\tStaticText" not in shown.text
    assert shown.text.endswith("\tStaticText 'Add this one 3'")
    assert shown.left_out == ()


def test_long_texts_then_options_then_footers_are_cut() -> None:
    text = "\tStaticText '" + "word " * 400 + "'"
    shown = cut_page(f"{HEAD}\n{products(20)}\n{text}\n{FOOTER}", 4_500)
    assert shown.left_out == ("1 long texts are shortened; they end with …",)
    assert "[959]" in shown.text

    options = "\n".join(f"\t\toption 'Country number {number}'" for number in range(200))
    shown = cut_page(f"{HEAD}\n\t[3] combobox 'Country'\n{options}\n{FOOTER}", 3_000)
    assert shown.left_out == (f"{200 - MOST_OPTIONS} options of long lists are left out",)
    assert "number 19'" in shown.text
    assert "number 20'" not in shown.text

    shown = cut_page(f"{HEAD}\n{FOOTER}\n{products(40)}", 2_500)
    assert shown.left_out == ("59 lines within contentinfo are left out",)
    assert "[900] contentinfo" in shown.text
    assert "[40] link" in shown.text


def test_what_is_still_too_long_is_shown_in_parts() -> None:
    tree = f"{HEAD}\n{products(200)}"
    first = cut_page(tree, 4_000)
    assert first.parts > 1
    assert first.left_out == (
        f"this is part 1 of {first.parts}; scroll(0, 600) shows the next part, scroll(0, -600) the one before",
    )
    whole = [cut_page(tree, 4_000, part).text for part in range(1, first.parts + 1)]
    assert "\n".join(whole) == tree
    assert cut_page(tree, 4_000, 99).part == first.parts


@given(
    st.lists(st.text(alphabet="\tab[]1' \\\"", max_size=60), max_size=80),
    st.integers(0, 3_000),
    st.integers(-2, 9),
)
def test_any_page_is_cut_to_size_without_inventing_lines(lines: list[str], limit: int, part: int) -> None:
    tree = "\n".join(lines)
    shown = cut_page(tree, limit, part)
    assert 1 <= shown.part <= shown.parts
    assert len(shown.text) <= max(1_000, limit)
    assert all(line in tree for line in shown.text.splitlines())
