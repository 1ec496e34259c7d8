"""The page of wishes says what the tables say; `python tests/docs/test_wishes.py` writes it again."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from shopworld.catalog.kinds import KINDS
from shopworld.guru.comparison.wish import SaidWish, wishes
from shopworld.tasks import Constraint

PAGE = Path(__file__).parents[2] / "docs" / "wishes.md"
HEAD = """# Wishes and their readings

Tasks that ask vaguely (`tasks make mall`, see [guru.md](guru.md)) say what people say: a situation, a trouble, a word
that has to be understood. Each of these phrasings has one reading that is usual. Here they stand with the reason; where
some people read more widely, both readings are given, and a wish is used only where both lead to the same offers.

This page is written from `guru/comparison/wishes/*.toml` (`python tests/docs/test_wishes.py`).
"""
SIGNS = {
    "equals": "is",
    "not_equals": "is not",
    "at_least": "≥",
    "at_most": "≤",
    "contains": "has",
    "one_of": "is one of",
}


def constraint_text(one: Constraint) -> str:
    value = one.value
    if isinstance(value, tuple):
        said = ", ".join(value)
    elif isinstance(value, bool):
        said = "yes" if value else "no"
    else:
        said = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{one.attribute.replace('_', ' ')} {SIGNS[one.relation]} {said}"


def entry(one: SaidWish) -> str:
    kinds = ", ".join(KINDS[kind].plural for kind in one.kinds)
    reading = " and ".join(map(constraint_text, one.reads))
    widest = f" (most widely: {' and '.join(map(constraint_text, one.widest))})" if one.widest else ""
    said = " · ".join([*one.says, *(f"… {text}" for text in one.asks)])
    text = f"- **{reading}**{widest}, of {kinds}. {one.reason} — {said}"
    return textwrap.fill(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def page() -> str:
    phrasings = sum(len(one.says) + len(one.asks) for one in wishes())
    count = f"\n{len(wishes())} readings, {phrasings} phrasings.\n\n"
    return HEAD + count + "\n".join(entry(one) for one in wishes()) + "\n"


def test_the_page_of_wishes_is_that_of_the_tables() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"wrote {PAGE}\n")
