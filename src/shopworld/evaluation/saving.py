"""Puts an attempt that was played somewhere else into a run folder, as if it had been played there."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shopworld.errors import RunError
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Result, cut_torn_line
from shopworld.evaluation.settings import RunSettings
from shopworld.files import write_whole

PATIENCE = 30.0
"""Seconds that somebody else may hold the folder: they save a session, too."""
_SAME = ("suite", "suite_hash", "mall_hash", "catalog_hash")
"""What must be the same for results to stand beside each other."""
_SAME_SETTINGS = ("seed", "max_steps", "max_seconds", "tools", "retrieval")
"""Likewise, of what was asked."""


def save_attempt(path: Path, attempt: Path, result: Result, settings: RunSettings, provenance: Provenance) -> Path:
    """Copies an attempt into a run folder and writes its result down.

    Args:
        path: of the run folder; made where it is not there.
        attempt: folder of the attempt, complete.
        result: of it.
        settings: that it was played under.
        provenance: of it, with the hash of its task.

    Returns:
        the attempt's folder in the run.

    Raises:
        RunError: the folder is of another suite or world, or was played otherwise (seed, limits, tools); or it
            plans that trial itself, or holds it already.
        InputError: a file of the folder is wrong.
    """
    folder = RunFolder(path)
    if not attempt.is_dir():
        raise RunError(
            "what was played in this session is gone: its world is closed",
            hint="Save sessions while their world is open.",
        )
    with _held(folder):
        _take_up(folder, result, settings, provenance)
        if any(one.key == result.key for one in folder.results()):
            raise RunError(
                f"{path} holds trial {result.trial} of {result.agent} on {result.task} already",
                hint="Start the session with trial=1, … or another agent=, or save it into another folder.",
            )
        final = folder.attempt(result.key, result.attempt)
        beside = final.with_name(final.name + UNFINISHED)
        for left_over in (beside, final):  # of a process that was killed while it saved
            shutil.rmtree(left_over, ignore_errors=True)
        shutil.copytree(attempt, beside)
        beside.rename(final)
        folder.append(result)
        return final


def refuse_other_run(path: Path, agent: str, settings: RunSettings, provenance: Provenance) -> None:
    """Refuses a run folder that could not take what is played under these settings.

    Args:
        path: of the run folder; one that is not there, or holds nothing, takes everything.
        agent: who plays.
        settings: as they play.
        provenance: with the hashes of all tasks that may be played.

    Raises:
        RunError: the folder is of another suite or world, was played otherwise, or plays that agent itself.
        InputError: a file of the folder is wrong.
    """
    folder = RunFolder(path)
    if not folder.settings_file.exists():
        return
    planned, there = folder.settings(), folder.provenance()
    others = [name for name in _SAME if getattr(there, name) != getattr(provenance, name)]
    changed = [name for name, known in provenance.tasks.items() if there.tasks.get(name, known) != known]
    if others or changed:
        raise RunError(
            f"{folder.path} holds results of another world: {', '.join(others) or f'task {changed[0]}'} differs",
            hint="Save into another folder.",
        )
    played = {name: (getattr(planned, name), getattr(settings, name)) for name in _SAME_SETTINGS}
    differing = [f"{name}: {there} there, {here} here" for name, (there, here) in played.items() if there != here]
    if differing:
        raise RunError(
            f"{folder.path} holds results that were played otherwise: {'; '.join(differing)}",
            hint="Save into another folder, or open the world with the same options.",
        )
    if not planned.sessions:
        left_out = [name for name in provenance.tasks if name not in there.tasks]
        if agent in planned.agents or left_out:
            raise RunError(
                f"{folder.path} is a run of its own, and "
                + (f"plays {agent} itself" if agent in planned.agents else f"leaves {left_out[0]} out"),
                hint="Give the session's agent another name, or save into another folder.",
            )


def begin_sessions(folder: RunFolder, agent: str, settings: RunSettings, provenance: Provenance) -> None:
    """Begins a run folder for sessions that are saved one by one; none is in it yet.

    Raises:
        RunError: something else stands there.
    """
    asked = settings.model_copy(update={"agents": (agent,), "trials": 1, "sessions": True, "filters": ()})
    folder.begin(asked, provenance.model_copy(update={"tasks": {}}))


def _take_up(folder: RunFolder, result: Result, settings: RunSettings, provenance: Provenance) -> None:
    task = {result.task: result.hashes.task}
    if not folder.settings_file.exists():
        begin_sessions(folder, result.agent, settings, provenance)
    cut_torn_line(folder.results_file)
    refuse_other_run(folder.path, result.agent, settings, provenance.model_copy(update={"tasks": task}))
    planned, there = folder.settings(), folder.provenance()
    if planned.sessions:
        agents = tuple(dict.fromkeys((*planned.agents, result.agent)))
        grown = planned.model_copy(update={"agents": agents, "trials": max(planned.trials, result.trial + 1)})
        write_whole(folder.provenance_file, there.model_copy(update={"tasks": {**there.tasks, **task}}).to_json())
        write_whole(folder.settings_file, grown.to_toml().encode())


@contextmanager
def _held(folder: RunFolder) -> Iterator[None]:
    """The folder, when whoever else saves into it is done."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            lock = folder.lock()
            lock.__enter__()
            break
        except RunError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.02)
    try:
        yield
    finally:
        lock.__exit__(None, None, None)
