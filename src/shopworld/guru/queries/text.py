"""A query while it is read: its words, what was found in them so far, and what it is about."""

from __future__ import annotations

from shopworld.guru.queries.promises import PromiseReader
from shopworld.guru.queries.requirement import AskedRequirement
from shopworld.guru.queries.tokens import tokens_of
from shopworld.guru.queries.vocabulary import NamedKind, QueryVocabulary
from shopworld.tasks import Condition

COMPATIBLE = (
    ("compatible", "with"),
    ("compatibility", "with"),
    ("work", "with"),
    ("integrate", "with"),
    ("pair", "with"),
    ("compatible", "for"),
)
"""How it is said that one thing goes with another, by stems."""


class QueryText:
    """One text while it is read.

    Args:
        known: vocabulary.
        heads: last words of the names of kinds.
        text: of the query.
        promises: what was read of it already.
        domain: of its record.
    """

    def __init__(
        self, known: QueryVocabulary, heads: set[str], text: str, promises: PromiseReader, domain: str
    ) -> None:
        self._known, self._heads, self._text, self._promises, self._domain = known, heads, text, promises, domain
        self.tokens = tokens_of(text, promises.left, known.units)
        self.found: list[AskedRequirement] = list(promises.requirements)
        self.kind: NamedKind | None = None
        self._kind_at: tuple[int, int] = (0, 0)

    def _claim(self, at: int, length: int, role: str) -> str:
        part = self.tokens[at : at + length]
        for one in part:
            one.role = role
        return self._text[part[0].start : part[-1].end]

    def _add(self, topic: str, condition: Condition, words: str, label: str) -> None:
        self.found.append(AskedRequirement(topic, "attribute", (condition,), words, label))


def is_value(name: str, value: str) -> Condition:
    return Condition(field=name, relation="equals", value=" ".join(value.casefold().split()))


def has_value(name: str, value: str) -> Condition:
    return Condition(field=name, relation="contains", value=(" ".join(value.casefold().split()),))
