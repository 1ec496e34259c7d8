"""Grades finished attempts from their event logs: after a change of the grader, or where the grader had failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from shopworld import __version__
from shopworld.catalog import Catalog
from shopworld.environments import WorldFolders
from shopworld.episode import Ending
from shopworld.errors import RunError
from shopworld.evaluation.event_log import read_events
from shopworld.evaluation.folder import SCORE, RunFolder
from shopworld.evaluation.measures.tool_use import read_tool_use
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.running.faults import Journal
from shopworld.evaluation.running.grading import one_line, scores
from shopworld.evaluation.sightings import sighting_of
from shopworld.evaluation.trajectory import EVENTS
from shopworld.files import write_whole
from shopworld.tasks import Task, score


def grade_from_log(
    folder: RunFolder, result: Result, task: Task, hosts: Mapping[str, str], catalog: Catalog | None
) -> Result:
    """Grades an attempt from its events alone.

    Args:
        folder: of the run.
        result: as it was graded.
        task: that was played.
        hosts: host of each shop to its id; none in the tool sandbox.
        catalog: what recommended and chosen products are looked up in.

    Raises:
        RunError: its events are gone.
        InputError: they are wrong.
    """
    log = folder.attempt(result.key, result.attempt) / EVENTS
    if not log.exists():
        raise RunError(f"{log} is gone: without its events {result.task} cannot be graded again")
    events = list(read_events(log))
    ending = Ending(result.ending) if result.ending else None
    try:
        new = score(task, events, ending=ending, hosts=hosts, catalog=catalog)
    except Exception as error:
        return result.model_copy(update={"status": Status.GRADER_ERROR, "reward": 0.0, "error": one_line(error)})
    by_checks = Status.PASSED if new.passed else Status.FAILED
    status = Status.LIMIT if ending is Ending.LIMIT else by_checks
    hashes = result.hashes.model_copy(update={"package": __version__})
    found = {"tools": read_tool_use(task, events), "sighting": sighting_of(task, events, hosts)}
    return result.model_copy(update={**scores(new), **found, "status": status, "error": "", "hashes": hashes})


def grade_failed_again(folder: RunFolder, tasks: Iterable[Task], world: WorldFolders) -> list[Result]:
    """Grades what the grader had failed at; a line is added for each result that has a grade now.

    Args:
        folder: of the run, begun and locked.
        tasks: that are played.
        world: where they were played; opened only where there is something to grade.

    Returns:
        the results that have a grade now.

    Raises:
        RunError: the events of one are gone.
    """
    by_id = {task.id: task for task in tasks}
    failed = [one for one in folder.results() if one.status is Status.GRADER_ERROR and one.task in by_id]
    if not failed:
        return []
    journal, graded = Journal(folder.path), []
    with replace(world, corpus=None).open() as opened:
        for result in failed:
            again = grade_from_log(folder, result, by_id[result.task], opened.hosts, opened.catalog)
            if again.status is Status.GRADER_ERROR:
                continue
            write_whole(folder.attempt(result.key, result.attempt) / SCORE, again.to_json() + b"\n")
            journal.add(again, "grading")
            folder.append(again)
            graded.append(again)
    return graded
