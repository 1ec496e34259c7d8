"""What judges say, and where it is kept: `verdicts.jsonl` in the run folder, beside the scores."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import orjson
from pydantic import Field

from shopworld.evaluation.records import RunRecord, TrialKey, records_in
from shopworld.files import write_whole

VERDICTS = "verdicts.jsonl"
SPENDING = "judging.jsonl"
"""What judges have spent, in the run folder; apart from what agents have."""
WHOLE = "task"
"""Id of the criterion that is the whole task."""


class Evidence(RunRecord):
    """What a judge points at."""

    step: int
    """The step, or the picture of a step."""
    quote: str
    found: bool
    """Whether it is there: the quote in the text, or the picture among those that were shown."""


class Criterion(RunRecord):
    """What a judge says of one condition."""

    id: str
    """`task`, an aspect (`attribute`, `filter`, `sort`), or the id of a rubric."""
    type: str = ""
    """Of a rubric."""
    source: str = ""
    """Of a rubric."""
    satisfied: bool
    votes: tuple[bool, ...] = ()
    """Of each time it was asked; the majority counts, and a tie is a no."""
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()


class Verdict(RunRecord):
    """What a judge says of one trial; one line of `verdicts.jsonl`."""

    judge: str
    model: str
    agent: str
    task: str
    trial: int
    attempt: int = 0
    asked: int = Field(default=1, ge=1)
    """Votes that were asked for."""
    satisfied: bool | None = None
    """None: the judge gave no answer that can be used; `error` says why."""
    rule: str = ""
    """The rule in code that decided; empty where the judge did."""
    criteria: tuple[Criterion, ...] = ()
    saw: str = ""
    """`text`, `pictures` or `pages`."""
    error: str = ""
    usage: dict[str, float] = Field(default_factory=dict)

    @property
    def trial_key(self) -> TrialKey:
        """Agent, task and trial."""
        return TrialKey(agent=self.agent, task=self.task, trial=self.trial)

    @property
    def key(self) -> tuple[str, str, int, str, str, int, int]:
        """What is judged only once."""
        return (self.judge, self.model, self.asked, self.agent, self.task, self.trial, self.attempt)

    def to_json(self) -> bytes:
        """The verdict as one JSON line, without the line's end."""
        return orjson.dumps(self.model_dump(mode="json"))


def read_verdicts(run: Path) -> list[Verdict]:
    """Reads the verdicts of a run folder; a torn last line is left out.

    Raises:
        InputError: a line is no verdict.
    """
    path = run / VERDICTS
    content = path.read_bytes() if path.exists() else b""
    return [verdict for _, verdict in records_in(content, Verdict, "not a verdict", path)]


def write_verdicts(run: Path, verdicts: Iterable[Verdict]) -> None:
    """Writes the verdicts of a run folder, in order: the same verdicts, the same bytes."""
    ordered = sorted(verdicts, key=lambda one: one.key)
    write_whole(run / VERDICTS, b"".join(one.to_json() + b"\n" for one in ordered))
