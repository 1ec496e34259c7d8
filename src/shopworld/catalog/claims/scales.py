"""Scales: what may be said of a product, each with two ends; and the topics that they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from shopworld.catalog.claims.phrases import PatternSet, Span, longest
from shopworld.catalog.claims.tables import table, texts_of
from shopworld.catalog.claims.words import words_of


@dataclass(frozen=True, slots=True)
class Scale:
    """One scale.

    Attributes:
        name: what it is called.
        about: topics it belongs to.
        plus, minus: phrases of its ends.
        with_plus, with_minus: phrases of its ends where a topic is named.
        general: whether general praise of a topic says it.
        lasting: seconds; what lasts less is at the lower end.
        within: seconds; what takes longer is at the lower end.
    """

    name: str
    about: tuple[str, ...]
    plus: PatternSet
    minus: PatternSet
    with_plus: PatternSet
    with_minus: PatternSet
    general: bool
    lasting: int
    within: int

    def mentions(self, words: tuple[str, ...], *, on_topic: bool) -> list[tuple[Span, bool]]:
        """Where words name an end of this scale, and whether it is the upper one; longer phrases win.

        Args:
            words: in base form.
            on_topic: whether a topic of the scale is named beside them.
        """
        found = dict.fromkeys(self.plus.spans(words), True)
        found |= {span: False for span in self.minus.spans(words) if span not in found}
        if on_topic:
            found |= {span: True for span in self.with_plus.spans(words) if span not in found}
            found |= {span: False for span in self.with_minus.spans(words) if span not in found}
        return [(span, found[span]) for span in longest(found)]


@cache
def scales() -> Mapping[str, Scale]:
    """All scales by name, in the order of the file."""
    return {name: _scale(name, data) for name, data in table("scales").items()}


def _scale(name: str, data: Mapping[str, object]) -> Scale:
    plus, minus, with_plus, with_minus = (
        PatternSet.of(texts_of(str(data.get(end, ""))), bare=True)
        for end in ("plus", "minus", "with_plus", "with_minus")
    )
    lasting, within = (int(str(data.get(key, 0))) for key in ("lasting", "within"))
    about = tuple(str(data.get("about", "")).split())
    return Scale(name, about, plus, minus, with_plus, with_minus, bool(data.get("general")), lasting, within)


_ALSO_VERBS = frozenset(words_of("sound look"))
"""Topics that name nothing before `like`: `it sounds like a jet`."""


@cache
def _topics() -> tuple[tuple[str, PatternSet], ...]:
    return tuple((name, PatternSet.of(texts_of(text))) for name, text in table("topics")["topics"].items())


@cache
def outside_topics() -> frozenset[str]:
    """Topics that are not the product itself."""
    return frozenset(table("topics")["outside"])


@lru_cache(maxsize=4096)
def topics_in(words: tuple[str, ...]) -> tuple[tuple[Span, str], ...]:
    """The topics that words name, where they stand; longer names win, one place may name several."""
    found: dict[Span, list[str]] = {}
    for name, patterns in _topics():
        for span in patterns.spans(words):
            if words[span.end - 1] in _ALSO_VERBS and words[span.end : span.end + 1] == ("like",):
                continue
            found.setdefault(span, []).append(name)
    return tuple((span, name) for span in longest(found) for name in found[span])


@cache
def narrower() -> Mapping[str, frozenset[str]]:
    """Words that say as much as a word or more."""
    return {
        words_of(word)[0]: frozenset(one for text in texts_of(written) for one in words_of(text))
        for word, written in table("topics")["narrower"].items()
    }
