"""What the keyword agent of the tool sandbox knows of language, read from `vocabulary.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _table() -> dict[str, Any]:
    with Path(__file__).with_name("vocabulary.toml").open("rb") as file:
        return tomllib.load(file)


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that shoppers usually have a requirement on.

    Attributes:
        name: as a question says it.
        labels: words of attribute labels that it stands for.
    """

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """Another way to say a value.

    Attributes:
        pattern: of the words, over lower-case text.
        says: the value as catalogs have it.
    """

    pattern: re.Pattern[str]
    says: str


UNASKED_LABELS = frozenset(_table()["unasked_labels"])
SPELLINGS = tuple((re.compile(one["pattern"]), one["write"]) for one in _table()["spelling"])
STOP_WORDS = frozenset(_table()["stop_words"].split())
NEGATIONS = frozenset(_table()["negations"].split())
CLAUSE_OPENERS = frozenset(_table()["clause_openers"].split())
IGNORED_LABELS = frozenset(_table()["ignored_labels"])
TOPICS = tuple(Topic(one["name"], tuple(one["labels"].split())) for one in _table()["topic"])
PARAPHRASES = tuple(Paraphrase(re.compile(one["words"]), one["says"]) for one in _table()["paraphrase"])
