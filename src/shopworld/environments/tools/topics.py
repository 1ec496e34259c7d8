"""What a question is about: topics by their names and values, from `topics.toml` and the canonical attributes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from shopworld.catalog.attributes.canonical import canonical_attributes
from shopworld.catalog.search.index import build_analyzer

_TOKEN = re.compile(r"[a-z]+|\d+(?:\.\d+)?|\$")
_analyzer = build_analyzer()

Phrase = tuple[str, ...]
"""Stems of a name or value."""


class Role(StrEnum):
    """How a phrase speaks of a topic, the plainest first; the keys of `topics.toml`."""

    NAMES = "names"
    ASKS = "asks"
    VALUES = "values"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase stands for.

    Attributes:
        topics: that it may belong to.
        role: how it speaks of them.
    """

    topics: frozenset[str]
    role: Role


@dataclass(frozen=True, slots=True)
class TopicMention:
    """A phrase where it stands in a question.

    Attributes:
        phrase: its stems.
        start: position of its first token.
        end: position after its last token.
        meaning: what it stands for.
    """

    phrase: Phrase
    start: int
    end: int
    meaning: Meaning


def stems(text: str) -> Phrase:
    """The words of a text in lower case, by their stems; numbers and `$` are words."""
    return tuple(_stem(token) for token in _TOKEN.findall(text.lower().replace("'s", "")))


@lru_cache(maxsize=16384)
def _stem(token: str) -> str:
    return "".join(_analyzer.analyze(token)) if token.isalpha() else token


class TopicLexicon:
    """Phrases and what they stand for. A phrase that names a topic is no value of another one.

    Args:
        entries: phrase, topic, and how the phrase speaks of the topic.
        within: topic: the broader one that it is part of.

    Attributes:
        texts: all phrases as they were written.
    """

    def __init__(self, entries: Iterable[tuple[str, str, Role]], within: Mapping[str, str] | None = None) -> None:
        found: dict[Role, dict[Phrase, set[str]]] = {role: {} for role in Role}
        texts: dict[str, None] = {}
        for text, topic, role in entries:
            texts[text] = None
            phrase = stems(text)
            if phrase:
                found[role].setdefault(phrase, set()).add(topic)
        self._meanings: dict[Phrase, Meaning] = {}
        for role in reversed(Role):
            self._meanings |= {phrase: Meaning(frozenset(topics), role) for phrase, topics in found[role].items()}
        self._longest = max(map(len, self._meanings), default=0)
        self.within = dict(within or {})
        self.texts = tuple(texts)

    @property
    def meanings(self) -> Mapping[Phrase, Meaning]:
        """All phrases."""
        return self._meanings

    def mentions(self, words: Phrase, extra: Mapping[Phrase, Meaning] | None = None) -> list[TopicMention]:
        """The phrases in a text, the longest at each place first, none within another.

        Args:
            words: stems of the text.
            extra: phrases that count besides, before those of the lexicon.
        """
        extra = extra or {}
        longest = max([self._longest, *map(len, extra)])
        found = []
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + longest), at, -1):
                phrase = words[at:end]
                meaning = extra.get(phrase) or self._meanings.get(phrase)
                if meaning is not None:
                    found.append(TopicMention(phrase, at, end, meaning))
                    at = end
                    break
            else:
                at += 1
        return found


@lru_cache(maxsize=1)
def topic_lexicon() -> TopicLexicon:
    """The shipped lexicon: `topics.toml`, and labels and aliases of the canonical attributes."""
    text = (files("shopworld.environments.tools") / "topics.toml").read_text(encoding="utf-8")
    topics = tomllib.loads(text)
    entries = [
        (phrase, topic, role) for topic, entry in topics.items() for role in Role for phrase in entry.get(role, ())
    ]
    taken = {stems(phrase) for phrase, _, _ in entries}
    for attribute in canonical_attributes().values():
        for label in (attribute.label, *attribute.aliases):
            if stems(label) not in taken:
                entries.append((label, attribute.name, Role.NAMES))
    return TopicLexicon(entries, {topic: entry["within"] for topic, entry in topics.items() if "within" in entry})
