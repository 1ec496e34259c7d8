"""The words of merchants' texts: classes that all share, those of each kind's group, and how texts are put together."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.catalog import KINDS
from shopworld.errors import InputError
from shopworld.goods.departments import AttributeName, KindData, default_departments
from shopworld.goods.merchants.grammar import Grammar, Pattern, check_classes

_FOLDER = Path(__file__).parent
_FIELDS = frozenset({"name", "brand", "noun", "series"})
_LETTERS = re.compile(r"[a-z]+")
_SHORTEST = 4
_GUARDED = (
    "good",
    "material",
    "finish",
    "part",
    "number_row",
    "word_row",
    "approval",
    "deed",
    "task",
    "adj",
)
"""Classes whose entries are left out for kinds of which they would state a fact."""


@dataclass(frozen=True, slots=True)
class KindLexicon:
    """What can be said of one kind.

    Attributes:
        classes: patterns by class.
        stages: patterns by stage of a description.
    """

    classes: Mapping[str, Sequence[Pattern]]
    stages: Mapping[str, tuple[Pattern, ...]]


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def entries(text: str) -> tuple[str, ...]:
    """The entries of a list that is written as one text."""
    return tuple(dict.fromkeys(part for one in text.split(",") if (part := " ".join(one.split()))))


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Words of `thesaurus.toml`, each with those that may stand for it."""
    groups = [tuple(line.split()) for line in _table("thesaurus")["groups"].strip().splitlines()]
    return {word: group for group in groups for word in group}


@cache
def _grammar(*, plain: bool = False) -> Grammar:
    return Grammar({} if plain else synonyms())


@cache
def _shared() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Texts by class and by stage, as they are written in the files."""
    frames = _table("frames")
    classes = {name: entries(text) for name, text in _table("lexicon").items()}
    classes |= {name: tuple(texts) for name, texts in frames["classes"].items()}
    return classes, {name: tuple(texts) for name, texts in frames["stages"].items()}


@cache
def group_of(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The words of a kind's group: `part`, `good`, `task`, `woe`.

    Raises:
        InputError: the kind stands in no group.
    """
    for group in _table("groups").values():
        if kind in entries(group["kinds"]):
            return {name.removesuffix("s"): entries(text) for name, text in group.items() if name != "kinds"}
    raise InputError("stands in no group", file=_FOLDER / "groups.toml", field=kind)


@cache
def lexicon_of(kind: str) -> KindLexicon:
    """The lexicon of a kind; entries that would state one of its attributes are left out."""
    data, names = default_departments().kinds[kind], default_departments().attributes
    telling = _telling_words(data, names)
    shared, stages = _shared()
    texts = {**shared, **group_of(kind), **_names()}
    texts["deed"] = _deeds(texts)
    for name in _GUARDED:
        if name in texts:
            kept = tuple(one for one in texts[name] if telling.isdisjoint(_words(one.partition("|")[0])))
            texts[name] = kept or shared["plain"]
    labels = _all_labels()
    for name in ("number_row", "word_row"):
        texts[name] = tuple(one for one in texts[name] if one.partition("|")[0].casefold() not in labels)
    if "colour" in data.attributes:
        texts["finish"] = tuple(one for one in shared["sheen"] if telling.isdisjoint(_words(one)))
    if "material" in data.attributes:
        texts["material"] = shared["plain"]
    grammar = _grammar()
    classes: dict[str, Sequence[Pattern]] = {name: _grammar(plain=True).read_all(one) for name, one in texts.items()}
    read = {name: grammar.read_all(one) for name, one in stages.items()}
    read["kind"] = grammar.read_all([one for one in data.sentences if "{" not in one])
    check_classes(classes, [one for patterns in read.values() for one in patterns], _FIELDS)
    return KindLexicon(classes, read)


@cache
def _all_labels() -> frozenset[str]:
    """Labels of all attributes, in lower case; no other row may bear one."""
    plain = (one for about in default_departments().attributes.values() for one in about.labels)
    return frozenset(one.casefold() for one in (*plain, *(one for many in label_aliases().values() for one in many)))


def _deeds(texts: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What people do with goods of a group: its own tasks, and what its fields of interest allow."""
    forms = (
        "<ing_{0}> <object_{0}>",
        "<ing_{0}> and <ing_{0}> <object_{0}>",
        "<ing_{0}> <object_{0}> and <object_{0}>",
    )
    return ("<task>", "<task>", *(form.format(field) for field in texts["field"] for form in forms))


def _telling_words(kind: KindData, names: Mapping[str, AttributeName]) -> frozenset[str]:
    """Words that state something of the kind's attributes: their names, labels and values."""
    found: set[str] = set()
    for name, axis in kind.attributes.items():
        texts = [name.replace("_", " "), *names[name].labels, names[name].title]
        values = axis.values if isinstance(axis.values, list) else [v for many in axis.values.values() for v in many]
        for value in values:
            texts += [str(one) for one in value] if isinstance(value, list) else [str(value)]
        texts += [str(one) for series in kind.series for value in series.set.values() for one in _flat(value)]
        found.update(word for text in texts for word in _words(text))
    return frozenset(found)


def _flat(value: object) -> list[object]:
    return [one for part in value for one in _flat(part)] if isinstance(value, list) else [value]


@cache
def _words(text: str) -> frozenset[str]:
    """Stems of the words of a text, long ones only."""
    return frozenset(one[:6] for one in _LETTERS.findall(text.casefold()) if len(one) >= _SHORTEST)


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    names = _table("names")
    made = [a + b for a in entries(names["series_first"]) for b in entries(names["series_last"])]
    return {
        "model_name": tuple(made[at * 7 % len(made)] for at in range(len(made))),
        "seller": tuple(a + b for a in entries(names["seller_first"]) for b in entries(names["seller_last"])),
        "device": tuple(one.replace("~", "<model_name>") for one in _shared()[0]["device"]),
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
