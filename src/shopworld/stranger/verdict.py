"""What a stranger comes to about a task: agree, disagree or abstain, product by product, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class StrangerStance(StrEnum):
    """Whether a stranger comes to a task's own answers."""

    AGREE = "agree"
    DISAGREE = "disagree"
    ABSTAIN = "abstain"


@dataclass(frozen=True, slots=True)
class StrangerOpinion:
    """What a stranger thinks of one task.

    Attributes:
        task: its id.
        category: its category.
        stance: agree, disagree, abstain.
        accepts: what should be accepted and is not, with the reason.
        refuses: what is accepted and should not be, with the reason.
        unsure: what the pages leave open, or why nothing could be said.
        near: how many products fail one requirement alone.
        requirement: what most of the disagreement is about.
        implied: wishes that the words do not name, taken as the task's form has them.
    """

    task: str
    category: str
    stance: StrangerStance
    accepts: tuple[tuple[str, str], ...] = ()
    refuses: tuple[tuple[str, str], ...] = ()
    unsure: tuple[str, ...] = ()
    near: int = 0
    requirement: str = ""
    implied: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The reasons in one line."""
        parts = [f"should be accepted: {name} ({why})" for name, why in self.accepts[:3]]
        parts += [f"should be refused: {name} ({why})" for name, why in self.refuses[:3]]
        return "; ".join(parts or self.unsure[:2]) or "the same answers"


@dataclass(slots=True)
class Weighing:
    """Collects what speaks for and against a task's answers, and closes with an opinion."""

    task: Mapping[str, Any]
    accepts: list[tuple[str, str]] = field(default_factory=list)
    refuses: list[tuple[str, str]] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    implied: list[str] = field(default_factory=list)
    near: int = 0

    def close(self) -> StrangerOpinion:
        """The opinion."""
        stance = StrangerStance.AGREE
        if self.accepts or self.refuses:
            stance = StrangerStance.DISAGREE
        elif self.unsure:
            stance = StrangerStance.ABSTAIN
        return StrangerOpinion(
            task=str(self.task["id"]),
            category=str(self.task.get("category", "")),
            stance=stance,
            accepts=tuple(self.accepts),
            refuses=tuple(self.refuses),
            unsure=tuple(self.unsure),
            near=self.near,
            requirement=self.about[0] if self.about else "",
            implied=tuple(self.implied),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a stranger agrees with a suite."""

    tasks: int
    agree: int
    disagree: int
    abstain: int

    @property
    def rate(self) -> float:
        """Share of tasks that the stranger disagrees with."""
        return self.disagree / self.tasks if self.tasks else 0.0


def tally(opinions: Iterable[StrangerOpinion]) -> Tally:
    """Counts opinions."""
    stances: Sequence[StrangerStance] = [one.stance for one in opinions]
    counts = {stance: stances.count(stance) for stance in StrangerStance}
    return Tally(
        len(stances), counts[StrangerStance.AGREE], counts[StrangerStance.DISAGREE], counts[StrangerStance.ABSTAIN]
    )
