"""Texts of reviews, cut into sentences."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”')]*\s+|[\n\r]+")


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text, in order; lines end sentences too."""
    return tuple(one.strip() for one in _SENTENCE_END.split(text) if one and one.strip())
