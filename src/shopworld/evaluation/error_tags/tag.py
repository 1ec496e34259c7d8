"""What a tag is: a name, its definition, and two rules over a trial."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import Field

from shopworld.evaluation.error_tags.trial_case import TrialCase
from shopworld.evaluation.records import RunRecord


class Mark(RunRecord):
    """One place where a tag was found."""

    tag: str
    step: int | None = Field(default=None, ge=0)
    """The step that shows it; None where it is about the whole trial."""
    text: str = ""
    """What was seen, for people."""


Finding = tuple[int | None, str]
"""Step and text of a mark."""


@dataclass(frozen=True, slots=True)
class ErrorTag:
    """A tag.

    Attributes:
        name: stable, for files and machines.
        title: short, for tables.
        definition: when exactly a trial has it, in one or two sentences.
        applies: whether it can be said of a trial at all; the trials of which it can are what rates are out of.
        find: the places that show it; none: the trial does not have the tag.
    """

    name: str
    title: str
    definition: str
    applies: Callable[[TrialCase], bool]
    find: Callable[[TrialCase], list[Finding]]
