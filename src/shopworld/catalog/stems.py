"""Words by their stem, for comparing what people write: `chargers` and `charger` are one word."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import tantivy

from shopworld.catalog.attributes.folding import folded

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


@cache
def _analyzer() -> tantivy.TextAnalyzer:
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    return builder.filter(tantivy.Filter.stemmer("english")).build()


@lru_cache(maxsize=65536)
def stems(text: str) -> tuple[str, ...]:
    """The stems of a text's words in their order, without case and accents; words are split at hyphens."""
    words = _WORD.findall(folded(text))
    return tuple(_analyzer().analyze(" ".join(words))) if words else ()
