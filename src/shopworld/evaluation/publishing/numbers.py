"""What a suite holds, counted for its card and its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from shopworld.evaluation.proofs import COLUMNS, TaskProofs
from shopworld.tasks import SPLITS, Split, Suite, Task, split_tasks


@dataclass(frozen=True, slots=True)
class CategoryNumbers:
    """One category.

    Attributes:
        name: of the category.
        set: that its tasks belong to.
        tasks: their number.
        templates: different ones.
        difficulties: number of tasks by difficulty, where they have one.
        splits: number of tasks by split.
        words: median length of the intent.
        checks: types of checks, the most frequent first.
    """

    name: str
    set: str
    tasks: int
    templates: int
    difficulties: dict[str, int]
    splits: dict[Split, int]
    words: int
    checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProofNumbers:
    """One kind of proof: how many tasks it holds for, of those it was tried on."""

    name: str
    holds: int
    tried: int


def numbers_of(suite: Suite) -> tuple[CategoryNumbers, ...]:
    """Each category, in the suite's order."""
    splits = split_tasks(suite.tasks)
    groups: dict[str, list[Task]] = {}
    for task in suite.tasks:
        groups.setdefault(task.category, []).append(task)
    return tuple(_numbers(name, tasks, splits) for name, tasks in groups.items())


def _numbers(name: str, tasks: Sequence[Task], splits: dict[str, Split]) -> CategoryNumbers:
    of_split = Counter(splits[task.id] for task in tasks)
    checks = Counter(check.type for task in tasks for check in {check.type: check for check in task.checks}.values())
    return CategoryNumbers(
        name=name,
        set=", ".join(dict.fromkeys(task.set for task in tasks if task.set)),
        tasks=len(tasks),
        templates=len({task.template for task in tasks}),
        difficulties=dict(sorted(Counter(task.difficulty for task in tasks if task.difficulty).items())),
        splits={split: of_split[split] for split in SPLITS},
        words=round(median(len(task.intent.split()) for task in tasks)),
        checks=tuple(name for name, _ in checks.most_common()),
    )


MEANINGS = {
    "right": "the right answer scores 1",
    "nothing": "doing nothing scores 0",
    "everything": "naming everything scores 0",
    "near miss": "answers that look right score 0",
    "without": "the right answer without a required deed scores 0",
    "late": "the required deed done too late scores 0",
    "into": "entering the checkout where it was not asked for scores 0",
    "each alone": "a part of the answer alone scores 0",
    "second": "a second solver that never sees the checks finds the same answers in the pages",
    "unknown": "an unknown product scores 0",
    "neighbours": "similar products of the catalog that are no answers score 0",
    "facts": "each rubric fails when its fact is taken away",
    "oracle": "the oracle solves the task through the shops' own interface",
}


def proof_numbers(proven: Sequence[TaskProofs]) -> tuple[ProofNumbers, ...]:
    """Each kind of proof that was tried."""
    found = []
    for kind in COLUMNS:
        tried = [[one for one in task.proofs if one.name.startswith(kind)] for task in proven]
        tried = [proofs for proofs in tried if proofs]
        if tried:
            found.append(ProofNumbers(kind, sum(all(one.holds for one in proofs) for proofs in tried), len(tried)))
    return tuple(found)
