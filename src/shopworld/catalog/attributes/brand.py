"""Which brand a title names. The brands are in `brands.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from shopworld.catalog.folding import folded

_TOKEN = re.compile(r"[a-z0-9][a-z0-9.!&'+-]*[a-z0-9!]|[a-z0-9&]")
_TURN = re.compile(r" (?:for|compatible|fits|with|w/|works|designed) ")
_LONGEST_NAME = 4
"""Words in the longest spelling."""


@dataclass(frozen=True, slots=True)
class _Brands:
    named: dict[str, str]
    lines: dict[str, str]
    chip_makers: frozenset[str]


@lru_cache(maxsize=1)
def _brands() -> _Brands:
    data = tomllib.loads((files("shopworld.catalog.attributes") / "brands.toml").read_text(encoding="utf-8"))
    named = {folded(name): name for name in data["plain"]}
    for name, spellings in data["aliases"].items():
        named |= dict.fromkeys((folded(name), *spellings), name)
    lines = {line: named.get(folded(name), name) for name, spellings in data["lines"].items() for line in spellings}
    return _Brands(named, lines, frozenset(data["chip_makers"]))


def extract_brand(title: str, categories: Iterable[tuple[str, ...]] = ()) -> str | None:
    """The brand of what a title sells, as the brand is printed; None where no known brand is named.

    A maker of chips is the brand only where no other is named; a brand behind "for" or "with" is another product's. A
    category named like a brand counts where the title holds that name.

    Args:
        title: the offer's title.
        categories: category paths in the shop's own tree.
    """
    text = folded(title)
    turn = _TURN.search(text)
    head = text[: turn.start()] if turn else text
    brands = _brands()
    found = list(_mentions(head, brands.named))
    first = next((name for name in found if name not in brands.chip_makers), None)
    if first is not None:
        return first
    line = next(iter(_mentions(head, brands.lines)), None)
    if line is not None and line not in brands.chip_makers:
        return line
    for path in categories:
        name = brands.named.get(folded(path[-1])) if path else None
        if name is not None and folded(name) in text:
            return name
    return found[0] if found else line


def _mentions(text: str, names: dict[str, str]) -> Iterable[str]:
    """The names that the text mentions, in the order of the text; longer spellings before shorter ones."""
    tokens = [match.group().rstrip(".") for match in _TOKEN.finditer(text)]
    for start in range(len(tokens)):
        for length in range(min(_LONGEST_NAME, len(tokens) - start), 0, -1):
            name = names.get(" ".join(tokens[start : start + length]))
            if name is not None:
                yield name
                break
