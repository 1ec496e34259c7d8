"""The end of a session: what was played is graded, and what is left to write is written."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

from shopworld.episode import Ending, Episode, write_events
from shopworld.evaluation.folder import SCORE
from shopworld.evaluation.measures.tool_use import read_tool_use
from shopworld.evaluation.records import Result, Status, pack_lines
from shopworld.evaluation.running.grading import NOTHING, failed_score, one_line, scores
from shopworld.evaluation.running.terms import Assignment, Grounds, Terms
from shopworld.evaluation.settings import Screenshots
from shopworld.evaluation.trajectory import EVENTS, MODEL_CALLS, STEPS, TRACEBACK, drop_screenshots
from shopworld.files import write_whole
from shopworld.tasks import Task
from shopworld.tasks import score as grade


@dataclass(frozen=True, slots=True)
class Played:
    """An episode that is out of reach, and how it was played.

    Attributes:
        assignment: which trial it is.
        task: the task.
        episode: has ended.
        folder: of the attempt; its steps are written.
        status: of who was cut off or met a fault; None: the checks say.
        error: what went wrong, in one line.
        steps: actions taken.
        seconds: wall time that counts.
        usage: what the agent reported.
        refused: what its jail refused it.
    """

    assignment: Assignment
    task: Task
    episode: Episode
    folder: Path
    status: Status | None
    error: str
    steps: int
    seconds: float
    usage: dict[str, float]
    refused: tuple[str, ...] = ()


def conclude(played: Played, grounds: Grounds, terms: Terms) -> Result:
    """Grades what was played, and writes events, score and packed steps into the attempt's folder.

    Args:
        played: the episode.
        grounds: what it is graded against.
        terms: under which it was played.
    """
    folder = played.folder
    write_events(folder / EVENTS, played.episode.events)
    result = _graded(played, grounds, terms)
    if terms.settings.screenshots is Screenshots.FAILED and result.status is Status.PASSED:
        drop_screenshots(folder)
    pack_lines(folder / STEPS)
    pack_lines(folder / MODEL_CALLS)
    write_whole(folder / SCORE, result.to_json() + b"\n")
    return result


def keep_traceback(folder: Path, error: BaseException) -> str:
    """Writes the traceback beside the steps; returns the error in one line."""
    text = "".join(traceback.format_exception(error))
    (folder / TRACEBACK).write_text(text, encoding="utf-8")
    return one_line(error)


def _graded(played: Played, grounds: Grounds, terms: Terms) -> Result:
    key, task, score, status, error = played.assignment.key, played.task, NOTHING, played.status, played.error
    # Who is watched may still submit while the step that was one too many is told.
    ending = Ending.LIMIT if status is Status.LIMIT else played.episode.ending
    if status in (None, Status.LIMIT):
        try:
            score = grade(task, played.episode.events, ending=ending, hosts=grounds.hosts, catalog=grounds.catalog)
            if status is None and ending is not Ending.LIMIT:
                status = Status.PASSED if score.passed else Status.FAILED
            status = status or Status.LIMIT
        except Exception as fault:
            status, error = Status.GRADER_ERROR, keep_traceback(played.folder, fault)
    elif status is Status.AGENT_ERROR:
        score = failed_score(task)
    assert status is not None
    return Result(
        agent=key.agent,
        task=key.task,
        trial=key.trial,
        status=status,
        **scores(score),
        steps=played.steps,
        seconds=round(max(0.0, played.seconds), 3),
        ending=str(ending),
        attempt=played.assignment.attempt,
        category=task.category,
        set=task.set,
        template=task.template,
        difficulty=task.difficulty,
        interface=terms.interface,
        isolation=terms.isolation,
        refused=played.refused,
        tools=read_tool_use(task, played.episode.events),
        error=error,
        usage=played.usage,
        hashes=terms.hashes,
    )
