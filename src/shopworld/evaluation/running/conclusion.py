"""The end of a session: what is left of it is written; then it is graded, by the process that holds the checks."""

from __future__ import annotations

import stat
import traceback
from pathlib import Path

from pydantic import Field, FiniteFloat, ValidationError, field_validator

from shopworld.episode import Ending, Episode, write_events
from shopworld.evaluation.event_log import read_events
from shopworld.evaluation.folder import SCORE
from shopworld.evaluation.measures.tool_use import read_tool_use
from shopworld.evaluation.records import Hashes, Isolation, Result, RunRecord, Status, TrialKey, pack_lines
from shopworld.evaluation.running.grading import NOTHING, failed_score, one_line, scores
from shopworld.evaluation.running.terms import Grounds
from shopworld.evaluation.settings import Screenshots
from shopworld.evaluation.sightings import Sighting, sighting_of
from shopworld.evaluation.trajectory import EVENTS, MODEL_CALLS, STEPS, TRACEBACK, drop_screenshots
from shopworld.files import write_whole
from shopworld.tasks import Task
from shopworld.tasks import score as grade

PLAYED = "played.json"
"""What was played, until its grade is written down."""

LARGEST_FILE = 1 << 28
"""Bytes of a log or a picture."""


class PlayedAttempt(RunRecord):
    """An attempt that is out of reach, as whoever played it tells of it: all that a grader needs besides its events."""

    key: TrialKey
    attempt: int = Field(ge=0)
    status: Status | None = None
    """Of who was cut off or met a fault; None: the checks say."""
    error: str = ""
    """What went wrong, in one line."""
    ending: Ending
    steps: int = Field(ge=0)
    """Actions taken."""
    seconds: float = Field(ge=0.0)
    """Wall time that counts."""
    usage: dict[str, FiniteFloat] = Field(default_factory=dict)
    """What the agent reported."""
    interface: str = ""
    isolation: Isolation = Isolation.UNKNOWN
    refused: tuple[str, ...] = ()
    """What its jail refused it."""

    @field_validator("status")
    @classmethod
    def _is_no_grade(cls, status: Status | None) -> Status | None:
        """Whoever plays does not grade."""
        if status in (Status.PASSED, Status.FAILED, Status.GRADER_ERROR):
            raise ValueError(f"{status} is for the grader to say")
        return status


def keep_logs(folder: Path, episode: Episode) -> None:
    """Writes the events of an episode that is over, and packs its steps."""
    write_events(folder / EVENTS, episode.events)
    pack_lines(folder / STEPS)
    pack_lines(folder / MODEL_CALLS)


def keep_played(folder: Path, played: PlayedAttempt) -> None:
    """Writes down what was played, for a grader in another process."""
    write_whole(folder / PLAYED, played.model_dump_json().encode() + b"\n")


def read_played(folder: Path) -> PlayedAttempt | None:
    """What was played and is still to be graded; None where nothing is, or nothing that can be read.

    Who left it may have been taken over: what is no plain file of sensible size is not looked into.
    """
    path = folder / PLAYED
    if not is_sound(folder) or not path.exists():
        return None
    try:
        return PlayedAttempt.model_validate_json(path.read_bytes())
    except ValidationError:
        return None


def is_sound(folder: Path) -> bool:
    """Whether an attempt's folder is one, of plain files, none of them larger than any log should be."""
    if not folder.is_dir() or folder.is_symlink():
        return False
    for file in folder.rglob("*"):
        found = file.lstat()
        if not (stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST_FILE)):
            return False
    return True


def settle_played(folder: Path) -> None:
    """Takes away the note of what was played: its grade is written down where the run keeps its own account."""
    (folder / PLAYED).unlink(missing_ok=True)


def grade_played(
    folder: Path, played: PlayedAttempt, task: Task, grounds: Grounds, hashes: Hashes, screenshots: Screenshots
) -> Result:
    """Grades what was played from the events in its folder, and writes the score there.

    Where grading was given up already, events are not read again.

    Args:
        folder: of the attempt; its logs are kept.
        played: what else is known of it.
        task: with its checks.
        grounds: what it is graded against.
        hashes: to be kept with the result.
        screenshots: of which episodes pictures are kept.
    """
    score, status, error, tools = NOTHING, played.status, played.error, None
    sighting = Sighting.UNKNOWN
    try:
        if status is not Status.GRADER_ERROR:
            events = list(read_events(folder / EVENTS))
            tools = read_tool_use(task, events)
        if status in (None, Status.LIMIT):
            score = grade(task, events, ending=played.ending, hosts=grounds.hosts, catalog=grounds.catalog)
            if status is None and played.ending is not Ending.LIMIT:
                status = Status.PASSED if score.passed else Status.FAILED
            status = status or Status.LIMIT
            sighting = sighting_of(task, events, grounds.hosts)
        elif status is Status.AGENT_ERROR:
            score = failed_score(task)
    except Exception as fault:
        if status is not Status.INFRA_ERROR:
            status, error = Status.GRADER_ERROR, keep_traceback(folder, fault)
    assert status is not None
    result = Result(
        agent=played.key.agent,
        task=played.key.task,
        trial=played.key.trial,
        status=status,
        **scores(score),
        steps=played.steps,
        seconds=played.seconds,
        ending=str(played.ending),
        attempt=played.attempt,
        category=task.category,
        set=task.set,
        template=task.template,
        difficulty=task.difficulty,
        interface=played.interface,
        isolation=played.isolation,
        refused=played.refused,
        tools=tools,
        sighting=sighting,
        error=error,
        usage=played.usage,
        hashes=hashes,
    )
    if screenshots is Screenshots.FAILED and result.status is Status.PASSED:
        drop_screenshots(folder)
        pack_lines(folder / STEPS)
    write_whole(folder / SCORE, result.to_json() + b"\n")
    return result


def keep_traceback(folder: Path, error: BaseException) -> str:
    """Writes the traceback beside the steps; returns the error in one line."""
    text = "".join(traceback.format_exception(error))
    (folder / TRACEBACK).write_text(text, encoding="utf-8")
    return one_line(error)
