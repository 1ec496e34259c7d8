"""A submission: what one agent did on one suite, in one JSON file that others can check, compare and rank."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self

import orjson
from pydantic import Field, ValidationError

from shopworld.agents import ORACLE, AgentName, is_built_in
from shopworld.errors import InputError
from shopworld.evaluation.measures.metrics import PASS_POWER_FROM, ErrorConvention, pass_powers, summarise
from shopworld.evaluation.records import Hashes, Isolation, Result, RunRecord, Status
from shopworld.evaluation.sightings import Sighting
from shopworld.files import read_bounded

STRENGTH = (
    Isolation.UNKNOWN,
    Isolation.TRUSTED,
    Isolation.WITH_EXCEPTIONS,
    Isolation.ISOLATED,
    Isolation.SEALED,
)
"""What keeps an agent from the answers, the weakest first."""
HEX = r"^[0-9a-f]{64}$"
COUNTED = ("usd", "tokens", "calls", "retries", "repairs", "seconds")
"""How names end of what is used up, and cannot be below zero."""
MOST, MOST_TRIALS = 10**12, 10_000
"""Bounds of what somebody else's numbers may be, far beyond any run."""
LISTED = 12
"""Problems that are named in one message."""


class Tuning(StrEnum):
    """What of the suite the agent was developed on."""

    UNKNOWN = "unknown"
    NOTHING = "nothing"
    TRAIN = "train"
    """The split `train` of its data set."""
    ALL = "all"


class SubmissionLink(RunRecord):
    """Where more is to be read."""

    title: str = Field(min_length=1)
    url: str = Field(pattern=r"^https?://\S+$")


class Submitter(RunRecord):
    """What people say of their agent; nothing of it can be measured."""

    title: str = Field(min_length=1, max_length=120)
    """What it is called on a leaderboard."""
    organisation: str = Field(min_length=1, max_length=120)
    """Who submits it."""
    contact: str = Field(min_length=3, max_length=200)
    """Address of mail or of a profile."""
    date: datetime.date
    """Of the submission."""
    models: tuple[str, ...] = ()
    """Language models it asks, as `provider/model`; none: it asks none."""
    tuning: Tuning = Tuning.UNKNOWN
    notes: str = Field(default="", max_length=4000)
    """Changed prompts, tasks left out and why, anything else that a reader must know."""
    links: tuple[SubmissionLink, ...] = ()
    trajectories: str = Field(default="", pattern=r"^(https?://\S+)?$")
    """Where the run folder is found; empty: it is not published."""


class SubmittedSuite(RunRecord):
    """What was played, by content."""

    name: str
    version: str
    hash: str = Field(min_length=1)
    mall_hash: str = ""
    catalog_hash: str = Field(min_length=1)
    answers: str = ""
    """What it gives away of its answers: `derivable`, `sealed` or `revealed`; empty where that is not known."""
    commitment: str = ""
    """Of a sealed suite: the hash of its seed."""


class SubmittedSettings(RunRecord):
    """What was asked of the run; what is compared must agree in it."""

    trials: int = Field(ge=1, le=MOST_TRIALS)
    seed: int
    max_steps: int | None = Field(default=None, ge=1)
    max_seconds: float = Field(gt=0)
    filters: tuple[str, ...] = ()
    """Which tasks were chosen; none: the whole suite."""
    tools: str = ""
    retrieval: str = ""


class SubmittedTask(RunRecord):
    """One task, by content."""

    hash: str = Field(min_length=1)
    checks: str = Field(min_length=1)
    template: str = ""
    category: str = ""
    set: str = ""
    difficulty: str = ""


class SubmittedTrial(RunRecord):
    """One trial: what came of it and what it cost, without reasons (they may hold answers)."""

    task: str
    trial: int = Field(ge=0, le=MOST)
    status: Status
    reward: float = Field(ge=0, le=1)
    state_reward: float = Field(default=0.0, ge=0, le=1)
    precision: float = Field(default=0.0, ge=0, le=1)
    recall: float = Field(default=0.0, ge=0, le=1)
    f1: float = Field(default=0.0, ge=0, le=1)
    checkpoint_score: float = Field(default=0.0, ge=0, le=1)
    steps: int = Field(default=0, ge=0, le=MOST)
    seconds: float = Field(default=0.0, ge=0, le=MOST)
    ending: str | None = None
    interface: str = ""
    isolation: Isolation = Isolation.UNKNOWN
    sighting: Sighting = Sighting.UNKNOWN
    fault_phase: str = ""
    usage: dict[str, Annotated[float, Field(ge=-MOST, le=MOST)]] = Field(default_factory=dict)
    log: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    """SHA-256 of its event log, by which published trajectories are recognised; empty where there is none."""


class SubmittedFigures(RunRecord):
    """What the trials come to; always the same as what is computed from them."""

    tasks: int
    trials: int
    """Of each task."""
    completion: float
    """Share of trials that passed, without faults that are not the agent's."""
    completion_with_faults: float
    """The same with these faults as failures."""
    pass_powers: tuple[float, ...]
    """pass^1, pass^2, … averaged over the tasks."""
    faults: int
    """Trials that say nothing about the agent."""
    steps: float
    """Mean number of actions."""
    usd: float | None
    """Of all trials; None where a price is not known, or no trial tells one."""
    input_tokens: int
    output_tokens: int


class Submission(RunRecord):
    """The whole file. `check_submission` reads one; nothing else makes sure that it holds together."""

    format: Literal["shopworld-submission/1"] = "shopworld-submission/1"
    agent: str = Field(min_length=1)
    """Its name in the run."""
    submitter: Submitter
    suite: SubmittedSuite
    settings: SubmittedSettings
    package: str
    """Version of Shopworld that played and graded."""
    isolation: Isolation
    """The weakest of all trials; empty for agents that come with Shopworld."""
    tasks: dict[str, SubmittedTask] = Field(min_length=1)
    trials: tuple[SubmittedTrial, ...] = Field(min_length=1)
    figures: SubmittedFigures
    digest: str = Field(pattern=HEX)
    """SHA-256 of all that is measured, so that a slip of an editor is noticed. No signature."""

    @property
    def results(self) -> tuple[Result, ...]:
        """The trials as results of a run, for all measures that there are; reasons of checks are not in them."""
        passing = any(one.status is Status.PASSED for one in self.trials)
        return tuple(
            Result(
                agent=self.agent,
                **one.model_dump(exclude={"log"}),
                **self.tasks[one.task].model_dump(exclude={"hash", "checks"}),
                suspicious=bool(one.fault_phase) and passing,
                hashes=Hashes(
                    task=self.tasks[one.task].hash,
                    checks=self.tasks[one.task].checks,
                    catalog=self.suite.catalog_hash,
                    mall=self.suite.mall_hash,
                    package=self.package,
                ),
            )
            for one in self.trials
        )

    @property
    def is_whole(self) -> bool:
        """Whether all tasks of the suite were asked for."""
        return not self.settings.filters

    def remarks(self) -> tuple[str, ...]:
        """What a reader should know before comparing it: a line for each, none where there is nothing."""
        return tuple(_remarks(self))

    def to_json(self) -> bytes:
        """The file's content; keys in the order of the fields."""
        return orjson.dumps(self.model_dump(mode="json"), option=orjson.OPT_INDENT_2) + b"\n"

    def sealed(self) -> Self:
        """The same with the right digest."""
        return self.model_copy(update={"digest": digest_of(self)})


def digest_of(submission: Submission) -> str:
    """SHA-256 over all that is measured, keys sorted; what people say of it (`submitter`) may change."""
    content = submission.model_dump(mode="json", exclude={"digest", "submitter"})
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()


def check_submission(path: Path) -> Submission:
    """Reads a submission and makes sure that it holds together by itself.

    Its form; each task has each trial once; what passed has a reward of 1 and an event log, and nothing else has;
    limits were kept; isolation and figures are what the trials say; the reference solver is not submitted.

    Args:
        path: of the file.

    Raises:
        InputError: it does not; all problems are named.
    """
    try:
        submission = Submission.model_validate_json(read_bounded(path))
    except FileNotFoundError as error:
        raise InputError("no such file", file=path) from error
    except ValidationError as error:
        raise _refused(path, [_told(one) for one in error.errors(include_url=False, include_input=False)]) from error
    if problems := problems_of(submission):
        raise _refused(path, problems)
    return submission


def _told(error: object) -> str:
    assert isinstance(error, dict)
    place = ".".join(map(str, error["loc"]))
    return f"{place}: {error['msg']}" if place else str(error["msg"])


def _refused(path: Path, problems: Sequence[str]) -> InputError:
    named = [f"- {one}" for one in problems[:LISTED]]
    if len(problems) > LISTED:
        named.append(f"- and {len(problems) - LISTED} more")
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return InputError(
        f"no valid submission, {count}:\n" + "\n".join(named),
        file=path,
        hint="`shopworld submit make RUN` writes one from a run folder; edit nothing but `submitter` there.",
    )


def problems_of(submission: Submission) -> list[str]:
    """What does not hold together, a line each."""
    return list(_problems(submission))


def _problems(submission: Submission) -> Iterator[str]:
    known = [one for one in submission.trials if one.task in submission.tasks]
    if len(known) < len(submission.trials):
        strangers = sorted({one.task for one in submission.trials} - set(submission.tasks))
        yield f"trials: of tasks that are not in `tasks`: {', '.join(strangers[:5])}"
    yield from _missing(submission)
    for number, one in enumerate(submission.trials):
        yield from (f"trials.{number} ({one.task}, trial {one.trial}): {said}" for said in _wrong(one, submission))
    name = AgentName.parse(submission.agent)
    if name.base == ORACLE:
        yield "agent: the reference solver knows the answers and is no submission"
    if name.model and name.model not in submission.submitter.models:
        yield f"submitter.models: the agent is {submission.agent}, and {name.model} is not named"
    weakest = min((one.isolation for one in submission.trials), key=STRENGTH.index)
    if submission.isolation is not weakest:
        yield f"isolation: {submission.isolation or 'none'} is stated, the trials have {weakest or 'none'}"
    if weakest is Isolation.UNKNOWN and not is_built_in(name.base):
        yield "isolation: some trials do not say what kept the agent from the answers"
    if len(known) == len(submission.trials) and all(one.reward in (0.0, 1.0) for one in known):
        yield from _other_figures(submission)
    if submission.digest != digest_of(submission):
        yield "digest: the file was changed after it was made"


def _missing(submission: Submission) -> Iterator[str]:
    """Trials that are not there, or there twice."""
    there: dict[str, list[int]] = {task: [] for task in submission.tasks}
    for one in submission.trials:
        there.setdefault(one.task, []).append(one.trial)
    wanted = list(range(submission.settings.trials))
    for task, trials in there.items():
        if sorted(trials) != wanted and task in submission.tasks:
            found = ", ".join(map(str, sorted(trials))) or "none"
            yield f"tasks.{task}: trials {found}; expected each of 0 to {wanted[-1]} once"


def _wrong(trial: SubmittedTrial, submission: Submission) -> Iterator[str]:
    if (trial.status is Status.PASSED) != (trial.reward == 1.0) or trial.reward not in (0.0, 1.0):
        yield f"status {trial.status} with a reward of {trial.reward:g}"
    if trial.status is Status.PASSED and trial.state_reward != 1.0:
        yield "passed, and the checks say no (state_reward)"
    if trial.status in (Status.PASSED, Status.FAILED, Status.LIMIT) and not trial.log:
        yield f"{trial.status} without an event log"
    most = submission.settings.max_steps
    if most is not None and trial.steps > most:
        yield f"{trial.steps} steps where {most} were allowed"
    below = sorted(name for name, used in trial.usage.items() if used < 0 and name.endswith(COUNTED))
    if below:
        yield f"usage below zero: {', '.join(below)}"
    if trial.usage.get("model_calls") and not submission.submitter.models:
        yield "language models were asked, and submitter.models names none"


def _other_figures(submission: Submission) -> Iterator[str]:
    stated = submission.figures.model_dump()
    for name, value in figures_of(submission.results, submission.settings.trials).model_dump().items():
        if stated[name] != value:
            yield f"figures.{name}: {stated[name]} is stated, the trials come to {value}"


def figures_of(results: Sequence[Result], trials: int) -> SubmittedFigures:
    """What the trials of one agent come to.

    Args:
        results: of it.
        trials: of each task.
    """
    summary = summarise(results)
    with_faults = summarise(results, convention=ErrorConvention.FAILURES)
    priced = [one.usage["usd"] for one in results if "usd" in one.usage and not one.usage.get("unpriced_calls")]
    asked = sum("model_calls" in one.usage or "usd" in one.usage for one in results)
    return SubmittedFigures(
        tasks=summary.tasks,
        trials=trials,
        completion=_rounded(summary.completion.value),
        completion_with_faults=_rounded(with_faults.completion.value),
        pass_powers=tuple(_rounded(one) for one in pass_powers(results, convention=ErrorConvention.FAILURES)),
        faults=sum(one.excused for one in results),
        steps=_rounded(with_faults.steps),
        usd=_rounded(sum(priced)) if priced and len(priced) == asked else None,
        input_tokens=_total(results, "input_tokens"),
        output_tokens=_total(results, "output_tokens"),
    )


def _rounded(value: float) -> float:
    return 0.0 if value != value else round(value, 6)  # nothing counted: every trial met a fault


def _total(results: Sequence[Result], name: str) -> int:
    return round(sum(one.usage.get(name, 0.0) for one in results))


def _remarks(submission: Submission) -> Iterator[str]:
    if not submission.is_whole:
        yield f"only some tasks were chosen ({' '.join(submission.settings.filters)}): no result for the whole suite"
    if submission.settings.trials < PASS_POWER_FROM:
        yield f"{submission.settings.trials} trials of each task; pass^k says little below {PASS_POWER_FROM}"
    if submission.isolation is Isolation.TRUSTED:
        yield "the agent was trusted: nothing kept it from the answers"
    if submission.isolation is Isolation.WITH_EXCEPTIONS:
        yield "hosts, variables or files outside the jail were allowed by name"
    if submission.figures.faults:
        yield f"{submission.figures.faults} trials met faults that are not the agent's; both figures are given"
    blind = sum(one.without_evidence for one in submission.results)
    if blind:
        yield f"{blind} trials passed without having seen what they submitted"
    logs = Counter((one.task, one.log) for one in submission.trials if one.log)
    if again := sum(logs.values()) - len(logs):
        yield f"{again} trials have the very log of another one of their task: they are no tries of their own"
    if submission.submitter.models and submission.figures.usd is None:
        yield "language models were asked, and what they cost is not known"
    if submission.submitter.tuning in (Tuning.UNKNOWN, Tuning.ALL):
        told = "is not said" if submission.submitter.tuning is Tuning.UNKNOWN else "was all of the suite"
        yield f"what the agent was developed on {told}"
    if not submission.submitter.trajectories:
        yield "trajectories are not published: nobody else can grade it again"
