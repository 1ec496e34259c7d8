"""Long pages are turned by scrolling."""

from __future__ import annotations

from shopworld.agents.browsing import PageTurning
from shopworld.environments import Observation

PAGE = "\n".join(f"[{number}] link 'Product {number}'" for number in range(200))
HERE, THERE = Observation("http://a.example/"), Observation("http://b.example/")


def test_scrolling_turns_the_part_and_another_page_begins_at_the_first() -> None:
    page = PageTurning(1_000)
    parts = []
    for action in ("", "scroll(0, 600)", "scroll(0, 600)", "scroll(0, -600)", "click('1')"):
        page.arrive(HERE, action)
        parts.append(page.show(PAGE).part)
    assert parts == [1, 2, 3, 2, 2]
    assert "this is part 2 of" in page.left_out[0]
    page.arrive(THERE, "scroll(0, 600)")
    assert page.left_out == ()
    assert page.show(PAGE).part == 1


def test_it_turns_no_further_than_the_last_part() -> None:
    page = PageTurning(4_000)
    for _ in range(5):
        page.arrive(HERE, "scroll(0, 600)")
        shown = page.show(PAGE)
    assert shown.part == shown.parts == 2
