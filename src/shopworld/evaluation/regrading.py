"""Scores a run again from its event logs alone: after a change of the grader, or to see that nothing has changed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance, first_names
from shopworld.evaluation.records import Result, Status, read_results
from shopworld.evaluation.running.grading import failed_score, scores
from shopworld.evaluation.running.grading_again import grade_from_log
from shopworld.evaluation.running.opening import environment_of, refuse_other_world
from shopworld.files import write_whole
from shopworld.tasks import Suite, Task, suite_hash, task_hash

REGRADE = "regrade.jsonl"
GRADED = frozenset({Status.PASSED, Status.FAILED, Status.LIMIT, Status.GRADER_ERROR})
"""What a grader had its say in; the other statuses stay as they are."""
COMPARED = ("status", "reward", "state_reward", "precision", "recall", "f1", "checkpoint_score", "checks")


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One result that is scored otherwise now."""

    before: Result
    after: Result

    @property
    def text(self) -> str:
        """What changed, for people."""
        parts = [
            f"{name} {getattr(self.before, name)} -> {getattr(self.after, name)}"
            for name in COMPARED[:-1]
            if getattr(self.before, name) != getattr(self.after, name)
        ]
        if not parts:
            parts = ["reasons of the checks"]
        key = self.after.key
        return f"{key.agent}, {key.task}, trial {key.trial}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class Regrade:
    """What regrading a run came to.

    Attributes:
        results: all results, graded again, in the order of the file.
        changes: those that differ.
        skipped: results without a grade: agent and infrastructure errors.
        kept: where the old results are, if they were replaced.
    """

    results: tuple[Result, ...]
    changes: tuple[ScoreChange, ...]
    skipped: int
    kept: Path | None


def regrade(path: Path, suite: Suite, *, catalog: Catalog | None = None, write: bool = False) -> Regrade:
    """Scores every result again, from its event log, and writes `regrade.jsonl`.

    Args:
        path: the run folder.
        suite: the one the run was made with; another one is refused.
        catalog: the one the suite was made for, where it is of the tool sandbox or of evolved queries; another one is
            refused.
        write: whether the results are replaced; the old ones are kept as `results.<n>.jsonl`.

    Raises:
        RunError: suite or catalog is another one, or an event log is gone.
        InputError: a file of the run is wrong.
    """
    folder = RunFolder(path)
    world = folder.provenance()
    refuse_other_suite(path, world, suite)
    if environment_of(suite) == "tools":
        if catalog is None:
            raise RunError(f"{path} is of the tool sandbox: it is graded against the catalog {suite.catalog!r}")
        refuse_other_world(suite, catalog)
    elif catalog is not None and catalog.content_hash != world.catalog_hash:
        raise RunError(f"{path} was made with another content of the catalog {catalog.name!r}")
    tasks = {task.id: task for task in suite.tasks}
    hosts = {host: shop for shop, host in world.shops.items()}
    with folder.lock():
        before = read_results(folder.results_file)
        after = tuple(_regraded(folder, one, tasks[one.task], hosts, catalog) for one in before)
        content = b"".join(one.to_json() + b"\n" for one in after)
        write_whole(path / REGRADE, content)
        changes = tuple(
            ScoreChange(old, new)
            for old, new in zip(before, after, strict=True)
            if any(getattr(old, name) != getattr(new, name) for name in COMPARED)
        )
        kept = _replace(folder, content) if write and changes else None
    return Regrade(after, changes, sum(one.status not in GRADED for one in before), kept)


def refuse_other_suite(path: Path, world: Provenance, suite: Suite) -> None:
    """Refuses a suite that a run was not made with.

    Raises:
        RunError: their hashes differ.
    """
    if suite_hash(suite) == world.suite_hash:
        return
    found = {task.id: task_hash(task) for task in suite.tasks}
    changed = [name for name, digest in world.tasks.items() if found.get(name) != digest]
    named = f"; its tasks differ: {first_names(changed)}" if changed else "; the tasks of this run are the same"
    raise RunError(
        f"{path} was made with suite {world.suite!r} {world.suite_version} of hash {world.suite_hash}, "
        f"this one has {suite_hash(suite)}{named}",
        hint="Give the file of the right suite with --suite.",
    )


def _regraded(folder: RunFolder, result: Result, task: Task, hosts: dict[str, str], catalog: Catalog | None) -> Result:
    if result.status is Status.AGENT_ERROR:
        return result.model_copy(update=scores(failed_score(task)))
    return grade_from_log(folder, result, task, hosts, catalog) if result.status in GRADED else result


def _replace(folder: RunFolder, content: bytes) -> Path:
    """Keeps the old results under the next free number, then puts the new ones in their place."""
    number = 1
    while (kept := folder.path / f"results.{number}.jsonl").exists():
        number += 1
    os.link(folder.results_file, kept)
    write_whole(folder.results_file, content)
    return kept
