"""The manual of a specification: prose for people in fixed sections, with values marked in it.

A marked value is inline code of the form `` `cart.type = drawer` ``: it reads well in any viewer of Markdown and can be
edited in place. Source of the sections: ShopGym, Appendix F.1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shopworld.arena.bundle.values import PREFIXES, nearest, value_types
from shopworld.errors import InputError

SECTIONS = (
    "Overview",
    "Site shell",
    "Homepage",
    "Collections & navigation",
    "Product page",
    "Cart",
    "Search",
    "Floating UX",
    "Policy & info pages",
)
"""Headings of a manual, in order; a manual may have more."""

_MARK = re.compile(r"`(?P<name>[a-z][a-z_]*(?:\.[a-z][a-z_]*)*) = (?P<value>[^`\n]*)`")
_HEADING = re.compile(r"^(#{1,2})\s+(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MarkedValue:
    """A marked value.

    Attributes:
        name: its dotted name.
        text: its value as written.
        line: of the manual, from 1.
    """

    name: str
    text: str
    line: int


def marked(name: str, text: str) -> str:
    """A marked value as it stands in a manual."""
    return f"`{name} = {text}`"


def marks_of(manual: str, file: Path) -> dict[str, MarkedValue]:
    """The marked values of a manual.

    Args:
        manual: its text.
        file: where it stands, for messages.

    Raises:
        InputError: a mark names no value of the vocabulary, or one value is marked twice and differs.
    """
    found: dict[str, MarkedValue] = {}
    for match in _MARK.finditer(manual):
        name, text = match["name"], match["value"].strip()
        line = manual.count("\n", 0, match.start()) + 1
        if name not in value_types():
            if not _is_ours(name):
                continue
            near = nearest(name, list(value_types()))
            raise InputError(
                f"marks {name!r}, which is no value of a specification{'; ' + near if near else ''}",
                file=file,
                line=line,
            )
        earlier = found.get(name)
        if earlier is not None and earlier.text != text:
            raise InputError(
                f"says {text!r}, but line {earlier.line} says {earlier.text!r}", file=file, line=line, field=name
            )
        found.setdefault(name, MarkedValue(name, text, line))
    return found


def _is_ours(name: str) -> bool:
    """Whether inline code of that name can only be meant as a mark."""
    area = name.split(".")[0]
    areas = {one.split(".")[0] for one in value_types() if "." in one}
    return area in areas or f"{area}." in PREFIXES


def with_values(manual: str, values: Mapping[str, str]) -> str:
    """The manual with its marks set to these values; other marks stay."""
    return _MARK.sub(
        lambda match: marked(match["name"], values[match["name"]]) if match["name"] in values else match[0], manual
    )


def without_marks(text: str) -> str:
    """The prose with its marked values as plain words."""
    return _MARK.sub(lambda match: match["value"].replace("_", " "), text)


def title_of(manual: str) -> str:
    """The first heading's text, empty if there is none."""
    match = _HEADING.search(manual)
    return match[2] if match and match[1] == "#" else ""


def sections_of(manual: str) -> dict[str, str]:
    """The texts under the headings of the second level, in order."""
    headings = [one for one in _HEADING.finditer(manual) if one[1] == "##"]
    ends = [one.start() for one in headings[1:]] + [len(manual)]
    return {one[2]: manual[one.end() : end].strip() for one, end in zip(headings, ends, strict=True)}


def manual_text(title: str, sections: Mapping[str, str]) -> str:
    """A manual of a title and sections; empty ones are left out."""
    parts = [f"# {title}"]
    parts += [f"## {heading}\n\n{text.strip()}" for heading, text in sections.items() if text.strip()]
    return "\n\n".join(parts) + "\n"
