"""What a run writes: a result per finished trial, a line per step. Plain JSON, read back and checked by pydantic."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from shopworld.errors import InputError
from shopworld.evaluation.sightings import WITHOUT_EVIDENCE, Sighting
from shopworld.files import write_whole
from shopworld.tasks import CheckResult

Written = TypeVar("Written", bound=BaseModel)


class Status(StrEnum):
    """What became of a trial."""

    PASSED = "passed"
    FAILED = "failed"
    """The agent finished, and a check says no."""
    LIMIT = "limit"
    """Cut off by the limit on steps or time; never passes, its state score is still recorded."""
    AGENT_ERROR = "agent_error"
    """The agent raised; counts as a failure of the agent."""
    INFRA_ERROR = "infra_error"
    """Browser, mall or worker failed in every attempt; says nothing about the agent."""
    GRADER_ERROR = "grader_error"
    """The checks raised; says nothing about the agent."""


NOT_THE_AGENTS_FAULT = frozenset({Status.INFRA_ERROR, Status.GRADER_ERROR})
"""Left out of the denominator by the first convention, failures by the second."""


class Isolation(StrEnum):
    """What kept an agent from the answers."""

    UNKNOWN = ""
    """Results of old do not say."""
    TRUSTED = "trusted"
    """Nothing: it ran in the process that grades, or as any other program of the same user."""
    ISOLATED = "isolated"
    """It ran in a jail that shows no answers, and reached nothing but its own session."""
    WITH_EXCEPTIONS = "isolated, with exceptions"
    """The same, but for hosts, variables or files that its user has allowed by name."""
    SEALED = "sealed"
    """It ran in another process than the one that holds the checks."""


class RunRecord(BaseModel):
    """Base of what a run writes: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TrialKey(RunRecord):
    """What a result is about; unique in a run."""

    agent: str
    task: str
    trial: int = Field(ge=0)

    def __lt__(self, other: TrialKey) -> bool:
        return (self.agent, self.task, self.trial) < (other.agent, other.task, other.trial)


class Hashes(RunRecord):
    """What the result depends on, by content."""

    task: str
    checks: str
    catalog: str = ""
    mall: str = ""
    package: str = ""


class ToolUse(RunRecord):
    """What an agent did in the tool sandbox."""

    calls: dict[str, int] = Field(default_factory=dict)
    """Calls by tool, failed ones too; what the agent called that is no tool stands under its own name."""
    failed: int = 0
    """Calls that were answered with an error."""
    refused: int = 0
    """Further calls of one step, which were not run."""
    missing: int = 0
    """Steps without a call."""
    questions: int = 0
    """Questions that took a turn of the shopper."""
    revealed: int = 0
    """Slots that they opened."""
    first_question: float | None = None
    """Where the first `ask_user` stands among all calls: 0 at the start, 1 at the end; None where nobody was asked."""
    product: str = ""
    """The recommended product, as the agent named it; empty where none was."""

    @property
    def total(self) -> int:
        """Number of calls."""
        return sum(self.calls.values())


class Result(RunRecord):
    """One finished trial; one line of `results.jsonl`."""

    agent: str
    task: str
    trial: int
    status: Status
    reward: float = Field(ge=0.0, le=1.0)
    """Completion: 1 or 0."""
    state_reward: float = Field(default=0.0, ge=0.0, le=1.0)
    """Completion by the checks alone, however the episode ended: tells what a limit cost."""
    precision: float = Field(default=0.0, ge=0.0, le=1.0)
    recall: float = Field(default=0.0, ge=0.0, le=1.0)
    f1: float = Field(default=0.0, ge=0.0, le=1.0)
    checkpoint_score: float = Field(default=0.0, ge=0.0, le=1.0)
    """WebMall's: answers 0.8, pages visited on the way 0.2."""
    steps: int = Field(default=0, ge=0)
    """Actions taken."""
    seconds: float = Field(default=0.0, ge=0.0)
    """Wall time of the attempt; besides a language model's seconds, all that differs between runs of the same seed."""
    checks: tuple[CheckResult, ...] = ()
    ending: str | None = None
    """How the episode ended; None where it never did."""
    attempt: int = Field(default=0, ge=0)
    """Number of earlier attempts that infrastructure faults cost; of a session, how often its trial was begun before in
    the same world."""
    category: str = ""
    set: str = ""
    template: str = ""
    difficulty: str = ""
    interface: str = ""
    """By which the agent met the mall: `browser`, `tools`, …; empty in the tool sandbox, and in results of old."""
    isolation: Isolation = Isolation.UNKNOWN
    """What kept the agent from the answers, where it is none of the built-in ones."""
    refused: tuple[str, ...] = ()
    """What it tried to reach from its jail in vain, each once."""
    tools: ToolUse | None = None
    """What was called, in the tool sandbox."""
    sighting: Sighting = Field(default=Sighting.UNKNOWN, exclude_if=lambda value: not value)
    """Whether it saw what it submitted; empty in results of old."""
    error: str = ""
    """What went wrong, in one line, for the error statuses."""
    fault_phase: str = ""
    """What was going on (`thinking`, `acting`) where every attempt met its fault in the same phase; else empty."""
    suspicious: bool = Field(default=False, exclude=True)
    """Whether it met every fault in the same phase while other trials of the agent passed; found when read."""
    usage: dict[str, FiniteFloat] = Field(default_factory=dict)
    """Sums of what the agent reported with its moves: tokens, cost, …"""
    hashes: Hashes

    @property
    def key(self) -> TrialKey:
        """Agent, task and trial."""
        return TrialKey(agent=self.agent, task=self.task, trial=self.trial)

    @property
    def excused(self) -> bool:
        """Whether it says nothing about the agent. Who meets the same fault each time, and only there, is not excused.

        Otherwise an agent could leave the denominator by breaking its browser wherever it cannot solve the task.
        """
        return self.status in NOT_THE_AGENTS_FAULT and not self.suspicious

    @property
    def without_evidence(self) -> bool:
        """Whether it passed, and has not seen what it submitted or what it was to be compared with."""
        return self.status is Status.PASSED and self.sighting in WITHOUT_EVIDENCE

    @property
    def by_calls(self) -> bool:
        """Whether the agent acted by function calls, not in a browser."""
        return self.tools is not None or self.interface not in ("", "browser")

    def to_json(self) -> bytes:
        """The result as one JSON line, without the line's end."""
        values = self.model_dump(mode="json")
        if not self.refused:
            del values["refused"]
        if not self.fault_phase:
            del values["fault_phase"]
        return orjson.dumps(values)

    def without_seconds(self) -> dict[str, Any]:
        """Everything that must be the same when the run is repeated."""
        values = self.model_dump(mode="json", exclude={"seconds"})
        values["usage"] = {name: used for name, used in values["usage"].items() if not name.endswith("seconds")}
        return values


class OpenTab(RunRecord):
    """A tab of the browser."""

    url: str
    title: str
    active: bool = False


class Step(RunRecord):
    """One step of an episode; one line of `steps.jsonl`. Line 0 is the page the episode began on, with no action."""

    number: int = Field(ge=0)
    """Actions taken up to and with this one."""
    action: str = ""
    thought: str = ""
    error: str = ""
    """What the environment answered to a bad action."""
    url: str = ""
    """Address of the active tab after the action; empty in the tool sandbox."""
    title: str = ""
    tree: str = ""
    """The page as text, as the agent saw it after the action."""
    focused: str = ""
    """Id of the focused element."""
    tabs: tuple[OpenTab, ...] = ()
    """All tabs, where there are several."""
    result: str = ""
    """What the tool returned, as JSON."""
    screenshot: str = ""
    """Name of the picture in the same folder, or empty."""
    box: tuple[float, float, float, float] | None = None
    """Left, top, width and height of the element acted on, in parts of the picture of the step before, and beyond it
    where the element had to be scrolled to. Runs of before, and those without pictures, do not say."""
    events: int = 0
    """Events in the episode so far: those of this step come after those counted in the step before."""
    seconds: float = 0.0
    """Wall time: the agent's choice and the action together."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Whatever the agent attached to its move."""

    def to_json(self) -> bytes:
        """The step as one JSON line, without the line's end; what is empty is left out."""
        return orjson.dumps(self.model_dump(mode="json", exclude_defaults=True))


def read_results(path: Path) -> list[Result]:
    """Reads a result file, without its last line where that one is torn (the writer was killed in the middle).

    Of a trial that was played again after faults the line with the highest attempt counts; of an attempt that was
    graded again after the grader had failed, the later one.

    Raises:
        InputError: another line is no result, or an attempt is there twice.
    """
    if not path.exists():
        return []
    found: dict[TrialKey, tuple[int, Result]] = {}
    for number, result in records_in(path.read_bytes(), Result, "not a result", path):
        before = found.get(result.key)
        if before is not None and not _counts_over(result, before[1]):
            if result.attempt < before[1].attempt:
                continue
            raise InputError(
                f"{result.agent}, {result.task}, trial {result.trial} is already in line {before[0]}",
                file=path,
                line=number,
            )
        found[result.key] = (number, result)
    results = [result for _, result in sorted(found.values(), key=lambda one: one[0])]
    passing = {one.agent for one in results if one.status is Status.PASSED}
    return [
        one.model_copy(update={"suspicious": True}) if one.fault_phase and one.agent in passing else one
        for one in results
    ]


def _counts_over(later: Result, before: Result) -> bool:
    """Whether the later line of a trial takes the place of the one before."""
    graded_again = later.attempt == before.attempt and before.status is Status.GRADER_ERROR
    return later.attempt > before.attempt or graded_again


def cut_torn_line(path: Path) -> bool:
    """Cuts what stands after the last line's end; tells whether there was something."""
    if not path.exists():
        return False
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole == len(content):
        return False
    with path.open("r+b") as file:
        file.truncate(whole)
        os.fsync(file.fileno())
    return True


def append_line(path: Path, line: bytes) -> None:
    """Appends one line in one write and waits until it is on disk."""
    with path.open("ab", buffering=0) as file:
        file.write(line + b"\n")
        os.fsync(file.fileno())


def packed_steps(path: Path) -> Path:
    """Where the steps of a finished attempt lie, packed: `steps.jsonl.gz` beside `steps.jsonl`."""
    return path.with_name(f"{path.name}.gz")


def pack_lines(path: Path) -> None:
    """Packs a file such as `steps.jsonl` and removes it. Same lines, same bytes. Does nothing where there is none."""
    if path.exists():
        write_whole(packed_steps(path), gzip.compress(path.read_bytes(), mtime=0))
        path.unlink()


def read_steps(path: Path) -> list[Step]:
    """Reads `steps.jsonl`, or the packed file beside it; without either the episode has no steps.

    A torn last line is left out.

    Raises:
        InputError: a line is no step, or the packed file is broken.
    """
    if path.exists():
        content = path.read_bytes()
    elif packed_steps(path).exists():
        path = packed_steps(path)
        try:
            content = gzip.decompress(path.read_bytes())
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"cannot be unpacked: {error}", file=path) from error
    else:
        return []
    return [step for _, step in records_in(content, Step, "not a step", path)]


def records_in(content: bytes, form: type[Written], problem: str, file: Path) -> Iterator[tuple[int, Written]]:
    """The records of a file of JSON lines, each with its number, from 1; a torn last line is left out.

    Args:
        content: of the file.
        form: what each line is.
        problem: what is said of a line that is something else: `not a step`.
        file: where it was read, for messages.

    Raises:
        InputError: a line is something else.
    """
    for number, line in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            yield number, form.model_validate_json(line)
        except ValidationError as error:
            raise InputError(f"{problem}: {error}", file=file, line=number) from error
