"""Words by their stem, for comparing what people write: `chargers` and `charger` are one word."""

from __future__ import annotations

import re
from functools import lru_cache

import tantivy

from shopworld.catalog.folding import folded

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


def build_analyzer() -> tantivy.TextAnalyzer:
    """Splits at white space and stems; all else that makes words of a text is done before."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    return builder.filter(tantivy.Filter.stemmer("english")).build()


_analyzer = build_analyzer()


@lru_cache(maxsize=65536)
def stems(text: str) -> tuple[str, ...]:
    """The stems of a text's words in their order, without case and accents; words are split at hyphens."""
    return tuple(_stem(word) for word in _WORD.findall(folded(text)))


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    """The stem of one word in lower case; texts share most of their words."""
    return _analyzer.analyze(word)[0]
