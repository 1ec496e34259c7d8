"""Splits of a suite: train, validation and test, stratified, with the tasks of a template kept together.

The rule is a function of the suite's tasks and a seed; nothing of it is stored in the suite. Tasks of one template are
solved in the same way, so that one of them in training gives the others away: a template is never divided. Where all
tasks share one template, each task stands for itself, as in the statistics.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from shopworld.errors import TaskError
from shopworld.tasks.model import Task

Split = Literal["train", "validation", "test"]
SPLITS: Final[tuple[Split, ...]] = ("train", "validation", "test")
SHARES: Final[Mapping[Split, float]] = {"train": 0.6, "validation": 0.2, "test": 0.2}
SEED: Final = 7


def split_tasks(tasks: Sequence[Task], shares: Mapping[Split, float] = SHARES, seed: int = SEED) -> dict[str, Split]:
    """The split of each task, by its id.

    Strata are categories with their difficulty; those of fewer templates than there are splits form one together.
    Templates are taken largest first, those of one size in an order that the seed draws; each goes where its stratum
    lacks most of its share, and where the whole suite does if that is a draw.

    Args:
        tasks: of a suite.
        shares: of the tasks, for each split; they add up to 1.
        seed: of the order.

    Raises:
        TaskError: the shares are negative or do not add up to 1.
    """
    if any(share < 0 for share in shares.values()) or abs(sum(shares.values()) - 1.0) > 1e-6:
        raise TaskError(f"shares of splits must be positive and add up to 1, found {dict(shares)}")
    wanted = [split for split in SPLITS if shares.get(split, 0.0) > 0]
    groups = _groups(tasks)
    parts = Counter(_stratum(group[0]) for group in groups)
    stratum_of = {
        group[0].id: name if parts[name := _stratum(group[0])] >= len(wanted) else _TOGETHER for group in groups
    }
    size_of: Counter[str] = Counter()
    for group in groups:
        size_of[stratum_of[group[0].id]] += len(group)
    placed: Counter[tuple[str, Split]] = Counter()
    found: dict[str, Split] = {}
    order = sorted(groups, key=lambda group: (-len(group), _drawn(seed, group[0])))
    done: Counter[Split] = Counter()
    for group in order:
        stratum = stratum_of[group[0].id]

        def lacks(split: Split, stratum: str = stratum) -> tuple[float, float]:
            own = shares[split] * size_of[stratum] - placed[stratum, split]
            return own, shares[split] * len(tasks) - done[split]

        chosen = max(wanted, key=lacks)
        placed[stratum, chosen] += len(group)
        done[chosen] += len(group)
        found |= dict.fromkeys((task.id for task in group), chosen)
    return {task.id: found[task.id] for task in tasks}


_TOGETHER = ""
"""The stratum of small strata."""


def _groups(tasks: Sequence[Task]) -> list[list[Task]]:
    """Tasks that stay together."""
    alone = len({task.template for task in tasks}) == 1
    groups: dict[str, list[Task]] = {}
    for task in tasks:
        groups.setdefault(task.id if alone else task.template, []).append(task)
    return list(groups.values())


def _stratum(task: Task) -> str:
    return f"{task.category}\n{task.difficulty or task.set}"


def _drawn(seed: int, task: Task) -> str:
    return hashlib.sha256(f"{seed}:{task.template}:{task.id}".encode()).hexdigest()
