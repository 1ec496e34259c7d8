"""Tags of whole runs: read from the run folder, so that runs of any age can be tagged, and kept as `tags.jsonl`."""

from __future__ import annotations

from pathlib import Path

import orjson

from shopworld.errors import ShopworldError
from shopworld.evaluation.error_tags.registry import TAGS
from shopworld.evaluation.error_tags.tag import Mark
from shopworld.evaluation.error_tags.trial_case import TrialCase
from shopworld.evaluation.event_log import read_events
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import NOT_THE_AGENTS_FAULT, Result, RunRecord, TrialKey, read_steps, records_in
from shopworld.evaluation.settings import RunSettings
from shopworld.evaluation.trajectory import EVENTS, GOAL, STEPS
from shopworld.files import write_whole
from shopworld.mall import Home
from shopworld.tasks import Suite, Task, checks_hash, find_suite

TAGS_FILE = "tags.jsonl"


class TrialTags(RunRecord):
    """The tags of one trial; one line of `tags.jsonl`."""

    agent: str
    task: str
    trial: int
    told: tuple[str, ...]
    """The tags that can be said of this trial."""
    marks: tuple[Mark, ...] = ()
    """Where they were found."""

    @property
    def names(self) -> tuple[str, ...]:
        """The tags that it has, each once."""
        return tuple(dict.fromkeys(mark.tag for mark in self.marks))


def tag_case(case: TrialCase) -> TrialTags:
    """Asks every rule about one trial."""
    told = [tag for tag in TAGS if tag.applies(case)]
    marks = tuple(Mark(tag=tag.name, step=step, text=text) for tag in told for step, text in tag.find(case))
    return TrialTags(
        agent=case.result.agent,
        task=case.result.task,
        trial=case.result.trial,
        told=tuple(tag.name for tag in told),
        marks=marks,
    )


def tag_run(path: Path, suite: Suite | None = None, *, home: Home | None = None) -> dict[TrialKey, TrialTags]:
    """Tags all trials of a run that are not lost to faults, and writes `tags.jsonl` into its folder.

    Args:
        path: the run folder.
        suite: that the run was made with; looked up at home by default. Without it, and for tasks whose checks are
            others by now, the tags that need the checks are not told.
        home: where it is looked up; as the environment says by default.

    Raises:
        InputError: a file of the run is wrong.
    """
    folder = RunFolder(path)
    world, settings = folder.provenance(), folder.settings()
    suite = suite if suite is not None else _suite_of(settings, home)
    tasks = {task.id: task for task in suite.tasks} if suite is not None else {}
    found: dict[TrialKey, TrialTags] = {}
    for result in sorted(folder.results(), key=lambda one: one.key):
        if result.status not in NOT_THE_AGENTS_FAULT:
            task = tasks.get(result.task)
            known = task if task is not None and checks_hash(task) == result.hashes.checks else None
            found[result.key] = tag_case(_case(folder, result, known, world, settings))
    write_whole(path / TAGS_FILE, b"".join(orjson.dumps(one.model_dump(mode="json")) + b"\n" for one in found.values()))
    return found


def read_tags(path: Path) -> dict[TrialKey, TrialTags]:
    """Reads the tags that a report left in a run folder; empty where none has.

    Raises:
        InputError: a line holds no tags.
    """
    file = path / TAGS_FILE
    content = file.read_bytes() if file.exists() else b""
    tags = records_in(content, TrialTags, "not the tags of a trial", file)
    return {TrialKey(agent=one.agent, task=one.task, trial=one.trial): one for _, one in tags}


def _suite_of(settings: RunSettings, home: Home | None) -> Suite | None:
    """The suite of a run, where it is at home; a task of it counts where its checks are those of the result."""
    try:
        return find_suite(settings.suite, (home or Home.from_environment()).folder)
    except ShopworldError:
        return None


def _case(folder: RunFolder, result: Result, task: Task | None, world: Provenance, settings: RunSettings) -> TrialCase:
    attempt = folder.attempt(result.key, result.attempt)
    goal = attempt / GOAL
    return TrialCase(
        result=result,
        goal=goal.read_text(encoding="utf-8") if goal.exists() else "",
        steps=read_steps(attempt / STEPS),
        events=list(read_events(attempt / EVENTS)) if (attempt / EVENTS).exists() else [],
        hosts={host: shop for shop, host in world.shops.items()},
        task=task,
        steps_allowed=_allowed(task, settings),
    )


def _allowed(task: Task | None, settings: RunSettings) -> int | None:
    limits = (settings.max_steps, task.limits.steps if task is not None else None)
    return min((one for one in limits if one is not None), default=None)
