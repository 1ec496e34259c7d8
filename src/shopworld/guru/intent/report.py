"""What happened while samples were made: how many passed each stage, and what was measured of those that were kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomli_w

from shopworld.files import write_whole

STAGES = ("sampled", "features", "partition", "compiled", "coherent", "realised", "validated", "kept")
"""The eight stages; a count says how many samples came out of one."""


@dataclass(frozen=True, slots=True)
class MeasuredSample:
    """What was measured of a sample that was kept.

    Attributes:
        task: its id.
        intent: of the eight.
        rubrics: how many.
        implicit: how many of them are implicit.
        left: products that satisfy what the query says; that and the profile; everything.
        exact: whether reviews were read for all of these counts; else opinions count for the last one only.
    """

    task: str
    intent: str
    rubrics: int
    implicit: int
    left: tuple[int, int, int]
    exact: bool = True


@dataclass(slots=True)
class MakingReport:
    """The report beside a suite."""

    stages: dict[str, Counter[str]] = field(default_factory=dict)
    """Intent: stage, and how many samples came out of it."""
    faults: Counter[str] = field(default_factory=Counter)
    """What samples were dropped for."""
    samples: list[MeasuredSample] = field(default_factory=list)

    def passed(self, intent: str, stage: str) -> None:
        """A sample of an intent came out of a stage."""
        self.stages.setdefault(intent, Counter())[stage] += 1

    def failed(self, fault: str) -> None:
        """A sample was dropped."""
        self.faults[fault] += 1

    def buckets(self) -> dict[str, int]:
        """How many samples have 0 or 1, 2, 3 or more implicit requirements."""
        counts = Counter(bucket_of(one.implicit) for one in self.samples)
        return {bucket: counts[bucket] for bucket in BUCKETS}

    def totals(self) -> dict[str, int]:
        """How many samples of all intents came out of each stage."""
        return {stage: sum(counts[stage] for counts in self.stages.values()) for stage in STAGES}

    def as_data(self) -> dict[str, Any]:
        """For TOML or JSON."""
        return {
            "stages": {intent: {stage: counts[stage] for stage in STAGES} for intent, counts in self.stages.items()},
            "totals": self.totals(),
            "pass_rates": {
                stage: round(share, 4) for stage, share in pass_rates(list(self.totals().items())) if share is not None
            },
            "faults": dict(sorted(self.faults.items())),
            "implicit": self.buckets(),
            "samples": {
                one.task: {
                    "intent": one.intent,
                    "rubrics": one.rubrics,
                    "implicit": one.implicit,
                    "left_after_query": one.left[0],
                    "left_after_persona": one.left[1],
                    "left_after_clarification": one.left[2],
                    "reviews_read": one.exact,
                }
                for one in self.samples
            },
        }

    def save(self, path: Path) -> None:
        """Writes it as TOML."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, tomli_w.dumps(self.as_data()).encode())


BUCKETS = ("0-1", "2", "3+")


def bucket_of(implicit: int) -> str:
    """The bucket of a number of implicit requirements, as in the paper's Table 7."""
    return BUCKETS[0] if implicit < 2 else BUCKETS[1] if implicit == 2 else BUCKETS[2]


def pass_rates(counts: Iterable[tuple[str, int]]) -> list[tuple[str, float | None]]:
    """Each stage with the share of those that came out of the one before; None for the first."""
    found: list[tuple[str, float | None]] = []
    before: int | None = None
    for stage, count in counts:
        found.append((stage, None if before is None else count / before if before else 0.0))
        before = count
    return found


def report_path(suite: Path) -> Path:
    """Where the report of a suite lies: beside it."""
    return suite.with_name(f"{suite.stem}.making.toml")
