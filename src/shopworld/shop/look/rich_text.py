"""Short plain texts from sanitised HTML."""

from __future__ import annotations

import re
from html import unescape

_TAG = re.compile(r"<[^>]+>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def first_words(html: str, longest: int = 160) -> str:
    """The first sentences of a text that fit into `longest` characters; a longer one is cut at a word."""
    text = " ".join(unescape(_TAG.sub(" ", html)).split())
    if len(text) <= longest:
        return text
    kept = ""
    for sentence in _SENTENCE_END.split(text):
        if len(kept) + len(sentence) + 1 > longest:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or text[:longest].rsplit(" ", 1)[0] + "…"
