"""Faults of a run: whose they are, the journal of all attempts, and the breaker that waits an outage out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field, FiniteFloat

from shopworld.evaluation.records import Result, RunRecord, Status, TrialKey, append_line, cut_torn_line, records_in

JOURNAL = "attempts.jsonl"
"""A line for each finished attempt, those that faults cost too: what came of it, why, and what it cost."""

Cause = Literal["", "provider", "environment", "disk", "worker", "node", "grader", "other"]
"""Whose fault it was: of the model's provider, of browser or shops, of the disk, of a worker that died or hung,
of a machine of the cluster that died with its workers."""

_DISK = ("No space left", "Disk quota exceeded", "disk I/O error", "database or disk is full")
_CAUSES: Mapping[str, Cause] = {
    "ModelFault": "provider",
    "EnvironmentFault": "environment",
    "BrowserMissing": "environment",
}
_WORKER_LOST = ("the worker died", "no sign of life")
NODE_LOST = "the node died"
"""How the loss of a worker begins that went with its machine."""


def cause_of(result: Result) -> Cause:
    """Whose fault it was that an attempt came to nothing; empty where it was nobody's but the agent's."""
    if result.status is Status.GRADER_ERROR:
        return "grader"
    if result.status is not Status.INFRA_ERROR:
        return ""
    if any(words in result.error for words in _DISK):
        return "disk"
    if result.error.startswith(NODE_LOST):
        return "node"
    if result.error.startswith(_WORKER_LOST):
        return "worker"
    return _CAUSES.get(result.error.partition(":")[0], "other")


class AttemptRecord(RunRecord):
    """One finished attempt; one line of `attempts.jsonl`."""

    agent: str
    task: str
    trial: int
    attempt: int
    status: Status
    cause: Cause = ""
    phase: str = ""
    """What was going on when it ended: `opening`, `thinking` or `acting`."""
    seconds: float = 0.0
    usage: dict[str, FiniteFloat] = Field(default_factory=dict)
    error: str = ""

    @property
    def key(self) -> TrialKey:
        """Agent, task and trial."""
        return TrialKey(agent=self.agent, task=self.task, trial=self.trial)

    @classmethod
    def of(cls, result: Result, phase: str) -> AttemptRecord:
        """What an attempt came to."""
        shared = {name: getattr(result, name) for name in ("agent", "task", "trial", "attempt", "status", "seconds")}
        return cls(**shared, cause=cause_of(result), phase=phase, usage=result.usage, error=result.error)


class Journal:
    """All attempts of a run, as a file that outlives it.

    Args:
        folder: of the run.

    Raises:
        InputError: a line of the file that is there is no attempt.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / JOURNAL
        cut_torn_line(self.path)
        self._phases: dict[TrialKey, dict[int, str]] = {}
        for one in read_attempts(self.path):
            self._phases.setdefault(one.key, {})[one.attempt] = one.phase if one.cause else ""

    def add(self, result: Result, phase: str) -> None:
        """Writes down what an attempt came to."""
        record = AttemptRecord.of(result, phase)
        append_line(self.path, record.model_dump_json().encode())
        self._phases.setdefault(record.key, {})[record.attempt] = phase if record.cause else ""

    def has(self, key: TrialKey, attempt: int) -> bool:
        """Whether an attempt is written down."""
        return attempt in self._phases.get(key, {})

    def forget(self, key: TrialKey) -> None:
        """Keeps nothing of a trial in memory any more: it is over."""
        self._phases.pop(key, None)

    def fault_phase(self, key: TrialKey) -> str:
        """The phase in which every attempt of a trial met a fault, and the agent had its say; empty where they differ.

        Of one attempt alone nothing can be said.
        """
        phases = list(self._phases.get(key, {}).values())
        same = len(phases) > 1 and len(set(phases)) == 1
        return phases[0] if same and phases[0] in ("thinking", "acting") else ""


def read_attempts(path: Path) -> list[AttemptRecord]:
    """Reads `attempts.jsonl`; a torn last line is left out, a file that is not there is empty.

    Raises:
        InputError: a line is no attempt.
    """
    content = path.read_bytes() if path.exists() else b""
    return [record for _, record in records_in(content, AttemptRecord, "no attempt", path)]


@dataclass(frozen=True, slots=True)
class OutagePolicy:
    """When a run takes faults for an outage, and how it waits.

    Attributes:
        faults: attempts in a row, of two trials at least, that one cause has to cost.
        pauses: seconds to wait before each probe; after the last one the run stops.
        least_free: bytes that must be free where the run folder is.
    """

    faults: int = 5
    pauses: Sequence[float] = (30.0, 60.0, 120.0, 240.0, 480.0, 600.0)
    least_free: int = 100_000_000


@dataclass(slots=True)
class Breaker:
    """Stops the handing out of trials while one cause costs attempt after attempt.

    Args:
        policy: when, and for how long.
    """

    policy: OutagePolicy
    cause: Cause = ""
    streak: list[Result] = field(default_factory=list)
    """The faults in a row, of one cause."""
    pauses: int = 0
    """Pauses of the present outage; 0: there is none."""

    def fault(self, result: Result, cause: Cause) -> None:
        """An attempt came to nothing. Of a machine that dies with many workers nothing can be waited for."""
        if cause == "node":
            return
        if cause != self.cause:
            self.cause, self.streak = cause, []
        self.streak.append(result)

    def success(self) -> None:
        """An attempt was played to its end: there is no outage, or no more."""
        self.cause, self.streak, self.pauses = "", [], 0

    @property
    def is_outage(self) -> bool:
        """Whether the faults in a row are more than the bad luck of single trials."""
        trials = {one.key for one in self.streak}
        return self.pauses > 0 or (len(self.streak) >= self.policy.faults and len(trials) > 1)

    @property
    def spent(self) -> bool:
        """Whether all pauses are over."""
        return self.pauses >= len(self.policy.pauses)

    def pause(self) -> float:
        """Begins the next pause; returns its seconds."""
        self.pauses += 1
        return self.policy.pauses[self.pauses - 1]
