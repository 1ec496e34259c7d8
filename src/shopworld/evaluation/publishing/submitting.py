"""Submissions made from run folders, and held against the suite and the trajectories that they are about."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from shopworld import __version__
from shopworld.agents import AgentName
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance, first_names
from shopworld.evaluation.publishing.submission import (
    LISTED,
    STRENGTH,
    Submission,
    SubmittedSettings,
    SubmittedSuite,
    SubmittedTask,
    SubmittedTrial,
    Submitter,
    figures_of,
    problems_of,
)
from shopworld.evaluation.records import Result, RunRecord
from shopworld.evaluation.settings import RunSettings, select_tasks
from shopworld.evaluation.trajectory import EVENTS
from shopworld.tasks import Suite, checks_hash, suite_hash, task_hash


def make_submission(run: Path, submitter: Submitter, *, agent: str = "") -> Submission:
    """Makes a submission of what one agent did in a finished run. Its file is `to_json()`.

    Args:
        run: the run folder.
        submitter: what is said of the agent.
        agent: its name in the run; may be left out where there is one.

    Raises:
        RunError: the run has no such agent, or several, results are missing, or it is the reference solver.
        InputError: it is no run folder, or a file in it is wrong.
    """
    folder = RunFolder(run)
    settings, world = folder.settings(), folder.provenance()
    name = _chosen(folder, agent)
    results = sorted((one for one in folder.results() if one.agent == name), key=lambda one: one.key)
    trials = _trials_of(run, results, settings, world)
    model = AgentName.parse(name).model
    if model and model not in submitter.models:
        submitter = submitter.model_copy(update={"models": (model, *submitter.models)})
    submission = Submission(
        agent=name,
        submitter=submitter,
        suite=_suite(world),
        settings=_settings(settings, world, trials),
        package=results[0].hashes.package or world.package or __version__,
        isolation=min((one.isolation for one in results), key=STRENGTH.index),
        tasks={one.task: _task(one) for one in results},
        trials=tuple(_trial(folder, one) for one in results),
        figures=figures_of(results, trials),
        digest="0" * 64,
    )
    if problems := problems_of(submission := submission.sealed()):
        raise RunError(
            f"{run}: no valid submission comes of {name}:\n" + "\n".join(f"- {one}" for one in problems[:LISTED])
        )
    return submission


def _chosen(folder: RunFolder, agent: str) -> str:
    there = folder.agents()
    if agent in there or (not agent and len(there) == 1):
        return agent or there[0]
    found = f"there is no agent {agent!r}" if agent else f"there are {len(there)} agents"
    raise RunError(f"{folder.path}: {found}", hint=f"Name one with --agent: {', '.join(there)}.")


def _trials_of(run: Path, results: Sequence[Result], settings: RunSettings, world: Provenance) -> int:
    """How often each task was tried. Raises RunError where they differ, or some are missing."""
    wanted = {(task, trial) for task in world.tasks for trial in range(settings.trials)}
    missing = sorted(wanted - {(one.task, one.trial) for one in results})
    if missing:
        named = first_names([f"{task}, trial {trial}" for task, trial in missing])
        raise RunError(
            f"{run}: {len(missing)} of {len(wanted)} trials have no result: {named}",
            hint="The command that made the run goes on with it; of sessions, save each task equally often.",
        )
    return settings.trials


def _suite(world: Provenance) -> SubmittedSuite:
    return SubmittedSuite(
        name=world.suite,
        version=world.suite_version,
        hash=world.suite_hash,
        mall_hash=world.mall_hash,
        catalog_hash=world.catalog_hash,
        answers=world.answers,
        commitment=world.commitment,
    )


def _settings(settings: RunSettings, world: Provenance, trials: int) -> SubmittedSettings:
    return SubmittedSettings(
        trials=trials,
        tools=settings.tools.value if world.in_sandbox else "",
        retrieval=settings.retrieval.value,
        **settings.model_dump(include={"seed", "max_steps", "max_seconds", "filters"}),
    )


def _task(result: Result) -> SubmittedTask:
    return SubmittedTask(
        hash=result.hashes.task,
        checks=result.hashes.checks,
        **{name: getattr(result, name) for name in ("template", "category", "set", "difficulty")},
    )


def _trial(folder: RunFolder, result: Result) -> SubmittedTrial:
    names = set(SubmittedTrial.model_fields) - {"log"}
    return SubmittedTrial(**result.model_dump(include=names), log=_log_hash(folder, result))


def _log_hash(folder: RunFolder, result: Result) -> str:
    log = folder.attempt(result.key, result.attempt) / EVENTS
    return hashlib.sha256(log.read_bytes()).hexdigest() if log.exists() else ""


def differences_from_suite(submission: Submission, suite: Suite) -> list[str]:
    """What a submission says otherwise than the suite, a line each: hashes, tasks, those left out, limits.

    Args:
        submission: that holds together by itself.
        suite: the one it says it is about.
    """
    return list(_suite_differences(submission, suite))


def _suite_differences(submission: Submission, suite: Suite) -> Iterator[str]:
    if submission.suite.hash != suite_hash(suite):
        yield f"suite.hash: {submission.suite.hash}, the suite has {suite_hash(suite)}"
    tasks = {task.id: task for task in suite.tasks}
    chosen = {task.id for task in select_tasks(suite.tasks, submission.settings.filters)}
    if strangers := [name for name in submission.tasks if name not in tasks]:
        yield f"tasks: not in the suite: {first_names(strangers)}"
    if left_out := sorted(chosen - set(submission.tasks)):
        yield f"tasks: {len(left_out)} that the filters choose are left out: {first_names(left_out)}"
    for name, stated in submission.tasks.items():
        task = tasks.get(name)
        if task and (stated.hash, stated.checks) != (task_hash(task), checks_hash(task)):
            yield f"tasks.{name}: another content than the suite's"
        if task and stated.template != task.template:
            yield f"tasks.{name}.template: {stated.template!r}, the suite has {task.template!r}"
    for trial in submission.trials:
        task = tasks.get(trial.task)
        if task and trial.steps > task.limits.steps:
            yield f"{trial.task}, trial {trial.trial}: {trial.steps} steps, the task allows {task.limits.steps}"


def differences_from_run(submission: Submission, run: Path, graded: Sequence[Result]) -> list[str]:
    """What a submission says otherwise than its trajectories, a line each: all that the run tells of it.

    Args:
        submission: that holds together by itself.
        run: the run folder with its trajectories.
        graded: its results, graded again from its logs.
    """
    folder = RunFolder(run)
    again = {(one.task, one.trial): one for one in graded if one.agent == submission.agent}
    found = list(_differences_of_world(submission, folder))
    for trial in submission.trials:
        name, new = f"{trial.task}, trial {trial.trial}", again.pop((trial.task, trial.trial), None)
        if new is None:
            found.append(f"{name}: the run has no such trial")
        elif _log_hash(folder, new) != trial.log:
            found.append(f"{name}: the run has another event log")
        else:
            found += _differing(f"{name}: ", trial, _trial(folder, new))
            found += _differing(f"tasks.{trial.task}.", submission.tasks[trial.task], _task(new))
    if again:
        left_out = first_names([f"{task}, trial {trial}" for task, trial in sorted(again)])
        found.append(f"trials: {len(again)} of the run are left out: {left_out}")
    return list(dict.fromkeys(found))


def _differences_of_world(submission: Submission, folder: RunFolder) -> Iterator[str]:
    """What was played and how; trials of others, which raise the number of all of a folder of sessions, say nothing."""
    world = folder.provenance()
    yield from _differing("suite.", submission.suite, _suite(world))
    asked = _settings(folder.settings(), world, submission.settings.trials)
    yield from _differing("settings.", submission.settings, asked)
    packages = {world.package, *(one.hashes.package for one in folder.results())} - {""}
    if packages and submission.package not in packages:
        yield f"package: {submission.package}, the run has {', '.join(sorted(packages))}"


def _differing(place: str, stated: RunRecord, there: RunRecord) -> Iterator[str]:
    for name in type(stated).model_fields:
        said, known = getattr(stated, name), getattr(there, name)
        if said != known:
            yield f"{place}{name}: {said}, the run has {known}"
