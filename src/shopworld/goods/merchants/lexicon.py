"""The words of merchants' texts: what all share, what is said of each kind, and how it is put together."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.catalog import KINDS
from shopworld.goods.departments import default_departments
from shopworld.goods.merchants.grammar import Grammar, Pattern, check_classes
from shopworld.goods.merchants.kind_texts import KindTexts, is_silent, telling_words, texts_of

_FOLDER = Path(__file__).parent
_FIELDS = frozenset({"name", "brand", "noun", "series"})
_OF_A_FACET = re.compile(r"<(part|adj|does)(_2)?>", re.IGNORECASE)
_OF_A_PROBLEM = re.compile(r"<(problem|help)>", re.IGNORECASE)
_GUARDED = ("number_row", "word_row", "approval")
"""Classes that all kinds share and whose entries are left out for kinds of which they would state a fact."""
_GRAMMAR = Grammar()

Bank = tuple[tuple[Pattern, ...], ...]
"""Ways to say each of several things; whoever writes says each thing once before it comes back to one."""


@dataclass(frozen=True, slots=True)
class KindLexicon:
    """What can be said of one kind.

    Attributes:
        classes: patterns by class.
        lines: patterns by stage of a description, that name no part and no trouble.
        facets: by stage, ways to speak of each part.
        problems: by stage, ways to speak of each trouble.
        sentences: whole sentences of the kind.
        introductions: those of them that name the product.
        questions: each with its answer behind a bar.
    """

    classes: Mapping[str, Sequence[Pattern]]
    lines: Mapping[str, tuple[Pattern, ...]]
    facets: Mapping[str, Bank]
    problems: Mapping[str, Bank]
    sentences: tuple[Pattern, ...]
    introductions: tuple[Pattern, ...]
    questions: tuple[Pattern, ...]


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def entries(text: str) -> tuple[str, ...]:
    """The entries of a list that is written as one text."""
    return tuple(dict.fromkeys(part for one in text.split(",") if (part := " ".join(one.split()))))


@cache
def _shared() -> Mapping[str, tuple[str, ...]]:
    """Texts by class, as they are written in the files."""
    classes = {name: entries(text) for name, text in _table("lexicon").items()}
    return classes | {name: tuple(texts) for name, texts in _table("frames")["classes"].items()}


@cache
def lexicon_of(kind: str) -> KindLexicon:
    """The lexicon of a kind.

    Raises:
        InputError: the kind has no texts, or they name what is not there.
    """
    said, telling, frames = texts_of(kind), telling_words(kind), _table("frames")
    texts = {**_shared(), **_names(), **_classes_of(said)}
    for name in _GUARDED:
        texts[name] = tuple(one for one in texts[name] if is_silent(one.partition("|")[0], telling))
    for name in ("number_row", "word_row"):
        texts[name] = tuple(one for one in texts[name] if one.partition("|")[0].casefold() not in _all_labels())
    grammar = _GRAMMAR
    classes: dict[str, Sequence[Pattern]] = {name: grammar.read_all(one) for name, one in texts.items()}
    facets = {name: _facet_bank(grammar, many, len(said.facets)) for name, many in frames["facet"].items()}
    problems = {name: _problem_bank(grammar, many, len(said.problems)) for name, many in frames["problem"].items()}
    lines = {name: grammar.read_all(many) for name, many in frames["line"].items()}
    found = KindLexicon(
        classes,
        lines,
        facets,
        problems,
        sentences=grammar.read_all(said.sentences),
        introductions=grammar.read_all([one for one in said.sentences if "{name}" in one] or said.sentences),
        questions=grammar.read_all([f"{question}|{answer}" for question, answer in said.questions]),
    )
    check_classes(classes, list(_patterns_of(found)), _FIELDS)
    return found


def _patterns_of(found: KindLexicon) -> Iterable[Pattern]:
    for many in found.lines.values():
        yield from many
    for bank in (*found.facets.values(), *found.problems.values()):
        for ways in bank:
            yield from ways
    yield from (*found.sentences, *found.questions)


def _classes_of(said: KindTexts) -> dict[str, tuple[str, ...]]:
    """What a kind's files say, as classes; those of a facet and of a problem bear its number."""
    classes = {"use": said.uses, "care": said.care, "buyer": said.buyers, "tag": said.tags}
    for at, one in enumerate(said.facets):
        classes |= {f"part_{at}": (one.part,), f"adj_{at}": one.adjectives, f"does_{at}": one.does}
    for at, (problem, help_) in enumerate(said.problems):
        classes |= {f"problem_{at}": (problem,), f"help_{at}": (help_,)}
    return classes


def _facet_bank(grammar: Grammar, frames: Sequence[str], count: int) -> Bank:
    """The frames for each facet; where a frame names a second one, that is another in each frame."""

    def filled(frame: str, at: int, step: int) -> str:
        other = (at + 1 + step % max(1, count - 1)) % count
        return _OF_A_FACET.sub(lambda slot: f"<{slot[1]}_{other if slot[2] else at}>", frame)

    return tuple(
        grammar.read_all([filled(frame, at, number * 3 + at) for number, frame in enumerate(frames)])
        for at in range(count)
    )


def _problem_bank(grammar: Grammar, frames: Sequence[str], count: int) -> Bank:
    """The frames for each problem."""
    return tuple(
        grammar.read_all([_OF_A_PROBLEM.sub(lambda slot, at=at: f"<{slot[1]}_{at}>", one) for one in frames])  # type: ignore[misc]
        for at in range(count)
    )


@cache
def _all_labels() -> frozenset[str]:
    """Labels of all attributes, in lower case; no other row may bear one."""
    plain = (one for about in default_departments().attributes.values() for one in about.labels)
    return frozenset(one.casefold() for one in (*plain, *(one for many in label_aliases().values() for one in many)))


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    names = _table("names")
    made = [a + b for a in entries(names["series_first"]) for b in entries(names["series_last"])]
    return {
        "model_name": tuple(made[at * 7 % len(made)] for at in range(len(made))),
        "seller": tuple(a + b for a in entries(names["seller_first"]) for b in entries(names["seller_last"])),
        "device": tuple(one.replace("~", "<model_name>") for one in _shared()["device"]),
        "noun_of_kind": tuple(one.label for one in KINDS.values()),
    }


def names(key: str) -> tuple[str, ...]:
    """A list of `names.toml`: `brands`, or parts of names."""
    return entries(_table("names")[key])


def made_names(key: str) -> tuple[str, ...]:
    """All names of a class that is put together of parts: `model_name`, `seller`."""
    return _names()[key]


@cache
def label_aliases() -> Mapping[str, tuple[str, ...]]:
    """Other labels that merchants print for an attribute, by its name."""
    return {name: entries(text) for name, text in _table("labels").items()}
