"""Kinds as a hierarchy: a thriller is a novel, an action camera is a camera, a gaming monitor is one for gamers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from shopworld.catalog.stemming import stems

Phrase = tuple[str, ...]

_HEAD_END = re.compile(r"\s+(?:for|with|by|from|compatible|fits?|in)\s|[,(|\[;]|\s[-–—]\s", re.IGNORECASE)
_FOR_WHOM = re.compile(r"^(?P<thing>.+?) for (?P<people>\w+)$", re.IGNORECASE)


def is_kind_of(thing: str, broader: str) -> bool:
    """Whether a thing is a thing of a broader kind; a kind is one of itself.

    Args:
        thing: what it is called: `action camera`, `crime_novel`.
        broader: what it may be a kind of.
    """
    return _spoken(broader) in _broader(_spoken(thing))


def names_thing(title: str, wanted: str, *, kind: str = "") -> str | None:
    """The words by which a title or a kind says that a product is a wanted thing; None where neither does.

    Args:
        title: of the listing; what stands behind `for`, `with` and the like is no name of the thing.
        wanted: what is looked for, also `monitor for gamers`.
        kind: of the catalog, where it is known.
    """
    looked_for = _spoken(wanted)
    if kind and looked_for in _broader(_spoken(kind)):
        return kind.replace("_", " ")
    return next((found for part in title.split(":") if (found := _named_in(part, looked_for)) is not None), None)


def _named_in(part: str, looked_for: Phrase) -> str | None:
    """The words of a title, or of what follows a colon in it, that name a thing looked for."""
    head = stems(_HEAD_END.split(part, maxsplit=1)[0])
    for length in range(len(head), 0, -1):
        for begin in range(len(head) - length + 1):
            name = head[begin : begin + length]
            known = name == looked_for or name in _edges()
            if not known or looked_for not in _broader(name) or head[max(0, begin - 1)] in _privatives():
                continue
            if _is_last_noun(head, begin + length, name):
                return " ".join(name)
    return None


def _is_last_noun(head: Phrase, end: int, name: Phrase) -> bool:
    """Whether no thing that is known stands behind a name: a camera bag is no camera."""
    rest = head[end:]
    known = _last_nouns()
    return not any(word in known and word not in name for word in rest)


@lru_cache(maxsize=4096)
def _spoken(thing: str) -> Phrase:
    plain = thing.replace("_", " ").strip()
    match = _FOR_WHOM.match(plain)
    people = _data()["people"]
    if match and match["people"].lower() in people:
        return stems(f"{people[match['people'].lower()]} {match['thing']}")
    return stems(plain)


@lru_cache(maxsize=4096)
def _broader(thing: Phrase) -> frozenset[Phrase]:
    """A thing and all kinds that it is of: by the table, and by the last nouns of its name."""
    found: dict[Phrase, None] = {thing: None}
    left = [thing]
    while left:
        one = left.pop()
        shorter = [one[at:] for at in range(1, len(one)) if not _privatives().intersection(one[:at])]
        for more in (*_edges().get(one, ()), *shorter):
            if more not in found:
                found[more] = None
                left.append(more)
    return frozenset(found)


@cache
def _edges() -> Mapping[Phrase, tuple[Phrase, ...]]:
    return {
        stems(thing): tuple(stems(one) for one in _listed(broader)) for thing, broader in _data()["broader"].items()
    }


@cache
def _last_nouns() -> frozenset[str]:
    named: Iterable[Phrase] = (*_edges(), *(one for many in _edges().values() for one in many), *_others())
    return frozenset(name[-1] for name in named if name)


def _others() -> list[Phrase]:
    """Last nouns of things that go with others: a phone case is no phone."""
    return [stems(one) for one in ("case", "strap", "stand", "holder", "mount", "sleeve", "filter", "lens", "battery")]


@cache
def _privatives() -> frozenset[str]:
    return frozenset(word for one in _listed(_data()["privatives"]) for word in stems(one))


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((files("shopworld.catalog") / "kind_hierarchy.toml").read_text(encoding="utf-8"))


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]
