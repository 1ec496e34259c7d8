"""How often the shopper opens the right slot: both profiles on the questions of `phrasings.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, TypeAdapter

from shopworld.environments.tools.clarification import AskableShopper, CompatibleShopper
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.questions import AttentiveShopper
from shopworld.tasks.shopper import ClarificationScript, Slot

_TURNS = 10
_SHOPPERS: dict[ToolProfile, type[AttentiveShopper] | type[CompatibleShopper]] = {
    ToolProfile.DEFAULT: AttentiveShopper,
    ToolProfile.COMPATIBLE: CompatibleShopper,
}


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid")

    set: str
    kind: str
    revealed: tuple[str, ...] = ()
    questions: dict[str, list[tuple[str, str]]]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    shoppers: dict[str, dict[str, list[str]]]
    group: list[_Group]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One question.

    Attributes:
        part: `tuning` or `held-out`.
        kind: `direct`, `indirect`, `yes-no`, `context`, `follow-up`, `off-topic` or `stuffed`.
        shopper: who is asked.
        revealed: slots opened before.
        expected: the slot that it is about; empty where it must open none.
        text: the question.
    """

    part: str
    kind: str
    shopper: str
    revealed: tuple[str, ...]
    expected: str
    text: str


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """What came of some questions.

    Attributes:
        asked: questions that are about a slot.
        right: of them, that slot was told.
        wrong: another one was told.
        missed: none was told.
        others: questions that must open nothing.
        opened: of them, a slot was told all the same.
    """

    asked: int
    right: int
    wrong: int
    missed: int
    others: int
    opened: int


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """One line of the table of error rates.

    Attributes:
        part: `tuning` or `held-out`.
        kind: of the questions; `all` for all of the part.
        profile: of the shopper.
        rates: what came of them.
    """

    part: str
    kind: str
    profile: ToolProfile
    rates: ErrorRates


@lru_cache(maxsize=1)
def _read() -> _File:
    text = (files("shopworld.environments.tools") / "phrasings.toml").read_text(encoding="utf-8")
    return TypeAdapter(_File).validate_python(tomllib.loads(text))


def scripts() -> dict[str, ClarificationScript]:
    """The shoppers of the file by name."""
    return {
        name: ClarificationScript(
            slots=tuple(
                Slot(id=slot, rubrics=(), hidden=slot, topics=tuple(topics), response=f"About {slot}.")
                for slot, topics in slots.items()
            ),
            default_response="I am not sure.",
        )
        for name, slots in _read().shoppers.items()
    }


def phrasings() -> tuple[Phrasing, ...]:
    """All questions of the file."""
    return tuple(
        Phrasing(group.set, group.kind, shopper, group.revealed, expected, text)
        for group in _read().group
        for shopper, questions in group.questions.items()
        for expected, text in questions
    )


def told(profile: ToolProfile, asked: Phrasing, shoppers: dict[str, AskableShopper] | None = None) -> str:
    """Id of the slot that the shopper tells when asked; empty for none.

    Args:
        profile: of the shopper.
        asked: the question.
        shoppers: of that profile by name; made anew by default.
    """
    shopper = (shoppers or _shoppers(profile))[asked.shopper]
    return shopper.answer(asked.text, asked.revealed, _TURNS).slot or ""


def measure(profile: ToolProfile, asked: Iterable[Phrasing]) -> ErrorRates:
    """Asks all the questions, each alone."""
    shoppers = _shoppers(profile)
    pairs = [(one.expected, told(profile, one, shoppers)) for one in asked]
    about = [(expected, slot) for expected, slot in pairs if expected]
    others = [slot for expected, slot in pairs if not expected]
    return ErrorRates(
        asked=len(about),
        right=sum(slot == expected for expected, slot in about),
        wrong=sum(slot not in ("", expected) for expected, slot in about),
        missed=sum(not slot for _, slot in about),
        others=len(others),
        opened=sum(bool(slot) for slot in others),
    )


def measured_rows() -> tuple[MeasuredRow, ...]:
    """Error rates by part of the set and kind of question, both profiles one after the other."""
    asked = phrasings()
    parts = dict.fromkeys(one.part for one in asked)
    kinds = ("all", *dict.fromkeys(one.kind for one in asked))
    return tuple(
        MeasuredRow(part, kind, profile, measure(profile, chosen))
        for part in parts
        for kind in kinds
        for chosen in [[one for one in asked if one.part == part and kind in ("all", one.kind)]]
        for profile in ToolProfile
    )


def _shoppers(profile: ToolProfile) -> dict[str, AskableShopper]:
    return {name: _SHOPPERS[profile](script) for name, script in scripts().items()}
