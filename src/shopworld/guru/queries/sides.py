"""Reads sizes that are given side by side: `35 by 35 inches`, `5'x7'`, `10 x 12 x 15 cm`, `1920 x 1080`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shopworld.guru.queries.requirement import AskedRequirement
from shopworld.guru.queries.text import is_value
from shopworld.guru.queries.tokens import Token
from shopworld.guru.queries.vocabulary import QueryVocabulary, stem

_SIDE: Final = (
    r"(\d+(?:\.\d+)?)[\s-]*(inch(?:es)?\b|in\b(?!\s+[a-z])|\"|feet\b|foot\b|ft\b|'|cm\b|centimeters\b|mm\b|meters\b)?"
)
_NEXT: Final = rf"\s*(?:x|×|by)\s*{_SIDE}"
_SIDES: Final = re.compile(rf"(?<![\w.,$]){_SIDE}{_NEXT}(?:{_NEXT})?(?![\w.]*\w)")
_BOUND: Final = re.compile(
    r"(?:least|most|minimum|maximum|up to|than|under|over|below|above|exceeding|within)\s+(?:of\s+)?$"
)
"""What makes such a size a bound; what that means for each side is left open."""
_MARKS: Final = {'"': "in", "'": "ft"}


def read_sides(left: str, tokens: Sequence[Token], found: list[AskedRequirement], known: QueryVocabulary) -> str:
    """Claims every size that is given by its sides.

    Args:
        left: the text in lower case, with what was read struck out.
        tokens: its words.
        found: gets the requirements.
        known: units.

    Returns:
        what is not understood: a size that is a bound; empty where there is none.
    """
    for match in _SIDES.finditer(left):
        part = [one for one in tokens if match.start() < one.end and one.start < match.end()]
        whole = part[0].start == match.start() and part[-1].end == match.end()
        behind = next((one for one in tokens if one.start >= match.end()), None)
        measured = behind is not None and behind.stem in known.units and behind.stem != "in"
        if not whole or any(one.role for one in part) or measured:
            continue
        if _BOUND.search(left[: match.start()]):
            return f"not understood: {match[0]!r} as a bound"
        numbers = [f"{float(one):g}" for one in match.groups()[::2] if one]
        units = [_MARKS.get(one) or known.units[stem(one)] for one in match.groups()[1::2] if one]
        size = " x ".join(numbers)
        if len(set(units)) > 1:
            if len(units) < len(numbers):
                continue
            size = " x ".join(f"{number} {unit}" for number, unit in zip(numbers, units, strict=True))
        elif units:
            size = f"{size} {units[0]}"
        for one in part:
            one.role = "requirement:dimensions"
        found.append(
            AskedRequirement("dimensions", "attribute", (is_value("dimensions", size),), match[0], "Dimensions")
        )
    return ""
