"""Addresses of offers and categories, as WordPress makes them of names."""

from __future__ import annotations

import re
import unicodedata

_TAG = re.compile(r"<[^>]*>")
_ENTITY = re.compile(r"&[a-z0-9#]+?;")
_DROPPED = re.compile(r"[^a-z0-9_ -]")
_GAP = re.compile(r"[ -]+")
_UNFOLDED = {
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L"
}  # fmt: skip
"""Letters that Unicode does not decompose into a base letter and an accent."""
_UNFOLDED_LETTER = re.compile(f"[{''.join(_UNFOLDED)}]")
_ACCENTS = re.compile("[\u0300-\u036f]+")


def fold_accents(text: str) -> str:
    """The text with accents taken off its letters; other characters stay as they are."""
    if text.isascii():
        return text
    text = _UNFOLDED_LETTER.sub(lambda match: _UNFOLDED[match.group()], text)
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text))


def wordpress_slug(title: str) -> str:
    """The slug that WordPress makes of a title (`sanitize_title_with_dashes`).

    Tags are dropped, accents folded, letters lowered, HTML entities removed, `.` and `/` turned into `-`, everything
    but `a-z 0-9 _ -` and space dropped, runs of space and `-` turned into one `-`.

    Args:
        title: the name as it stands in the product export, entities and all.

    Returns:
        The slug; empty where the title holds no usable character.
    """
    text = fold_accents(_TAG.sub("", title)).lower()
    text = _ENTITY.sub("", text).replace(".", "-").replace("/", "-")
    text = " ".join(text.split())
    return _GAP.sub("-", _DROPPED.sub("", text)).strip("-")


def category_slug(name: str) -> str:
    """The URL segment of a category name; `category` where the name holds no usable character."""
    return wordpress_slug(name) or "category"


def unique_slug(slug: str, taken: set[str]) -> str:
    """The slug, or the slug with `-2`, `-3`, … where it is taken already, as WordPress does it.

    Args:
        slug: the wanted slug; an empty one becomes `product`.
        taken: slugs in use; the result is added.
    """
    wanted = slug or "product"
    candidate, number = wanted, 2
    while candidate in taken:
        candidate, number = f"{wanted}-{number}", number + 1
    taken.add(candidate)
    return candidate
