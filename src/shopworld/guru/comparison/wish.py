"""Wishes as people say them: situations, troubles and vague words, each with the one reading that is usual."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shopworld.tasks import Constraint


class SaidWish(BaseModel):
    """One entry of `wishes/*.toml`: what is meant, why it is read so, and how people say it.

    A phrasing names neither a number nor a value that it means: that is what has to be thought out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: tuple[str, ...] = Field(min_length=1)
    """Kinds it is said of."""
    reads: tuple[Constraint, ...] = Field(min_length=1)
    """What is meant."""
    widest: tuple[Constraint, ...] = ()
    """How people read it who read it most widely; empty: there is one reading only."""
    reason: str = Field(min_length=10)
    """Why that is the usual reading."""
    says: tuple[str, ...] = ()
    """Situations or troubles, each a sentence without its full stop."""
    asks: tuple[str, ...] = ()
    """What stands behind the plural of a kind."""

    @property
    def attributes(self) -> frozenset[str]:
        """What it is about; two wishes about the same are not made of one thing."""
        return frozenset(one.attribute for one in self.reads)

    @property
    def name(self) -> str:
        """Names the reading: two wishes of one reading are the same requirement."""
        return ";".join(f"{one.attribute} {one.relation} {one.value}" for one in self.reads)


@cache
def wishes() -> tuple[SaidWish, ...]:
    """All wishes, file by file in alphabetical order."""
    found = []
    for path in sorted((Path(__file__).parent / "wishes").glob("*.toml")):
        with path.open("rb") as file:
            found += [SaidWish.model_validate(entry) for entry in tomllib.load(file)["wish"]]
    return tuple(found)


@cache
def wishes_by_kind() -> Mapping[str, tuple[SaidWish, ...]]:
    """The wishes that are said of each kind."""
    found: dict[str, list[SaidWish]] = {}
    for one in wishes():
        for kind in one.kinds:
            found.setdefault(kind, []).append(one)
    return {kind: tuple(found[kind]) for kind in sorted(found)}
