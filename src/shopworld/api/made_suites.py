"""What came of making tasks: the suite, its file and what else there is to tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from shopworld.guru import EvolutionReport
from shopworld.models import Usage
from shopworld.tasks import Suite

Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class MadeSuite(Generic[Report]):
    """A suite that was made.

    Attributes:
        suite: the tasks.
        file: where it is kept.
        report: what came of the making besides.
        usage: what a language model used up; None where none was asked.
    """

    suite: Suite
    file: Path
    report: Report
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class EvolvedSuite(MadeSuite[EvolutionReport]):
    """A suite of evolved queries.

    Attributes:
        balanced: as many tasks of each difficulty and domain, a suite of its own.
    """

    balanced: MadeSuite[None] = field(kw_only=True)
