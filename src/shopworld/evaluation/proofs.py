"""Proofs of a suite: what must score 1 does, what must score 0 does, and the oracle gets there by the real pages."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from shopworld.agents import ORACLE, AgentName
from shopworld.episode import Ending
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.running.run import prepare, run
from shopworld.evaluation.running.scheduler import RunObserver
from shopworld.evaluation.running.worker_count import Workers
from shopworld.evaluation.settings import RunSettings
from shopworld.mall import Home, Mall
from shopworld.tasks import Proof, Suite, Task, events_of, prove_suite, score
from shopworld.tasks.checks import Ground

SecondSolver = Callable[[Task, Mall], Proof]
"""Derives the answers of a generated task again from its constraints, without its checks."""


@dataclass(frozen=True, slots=True)
class TaskProofs:
    """All proofs of one task.

    Attributes:
        task: the task's id.
        category: its category.
        defects: what the task itself says is wrong with it.
        proofs: in order.
    """

    task: str
    category: str
    defects: tuple[str, ...]
    proofs: tuple[Proof, ...]

    @property
    def hold(self) -> bool:
        """Whether all proofs hold."""
        return all(one.holds for one in self.proofs)


def prove_without_browser(
    tasks: Iterable[Task], mall: Mall, *, second_solver: SecondSolver | None = None
) -> Iterator[TaskProofs]:
    """Proves each task by events made by hand: the right answer, nothing, everything, near misses, each answer alone.

    Args:
        tasks: to prove.
        mall: the one they were made for.
        second_solver: for generated tasks that carry constraints.
    """
    for task, proven in prove_suite(tasks, mall):
        proofs = [*proven, *_each_alone(task, mall)]
        if second_solver is not None and task.constraints and (task.source == "generated" or task.evolution):
            proofs.append(second_solver(task, mall))
        yield TaskProofs(task.id, task.category, task.defects, tuple(proofs))


def _each_alone(task: Task, mall: Mall) -> Iterator[Proof]:
    """Where several answers are needed, one of them is not enough."""
    ground = Ground(task, mall.catalog, mall)
    if not ground.returns or len(ground.right) < 2:
        return
    passing = [
        offer
        for offer in ground.right
        if score(task, events_of(task, [offer], mall), ending=Ending.SUBMITTED, hosts=mall.hosts).passed
    ]
    names = ", ".join(f"{one.shop}/{one.slug}" for one in passing)
    yield Proof("each alone", not passing, f"enough by itself: {names}" if passing else "none is enough by itself")


def prove_by_oracle(
    settings: RunSettings,
    *,
    out: Path | None = None,
    workers: Workers,
    watcher: RunObserver,
    home: Home | None = None,
    suite: Suite | None = None,
    interface: str = "",
    ray: str = "",
) -> dict[str, Proof]:
    """Has the oracle solve the tasks through the real interface.

    Args:
        settings: of the run; its agents are replaced by the oracle.
        out: run folder to keep; a temporary one by default.
        workers: number of processes, or `auto`.
        watcher: is told of each result.
        home: where suites and malls are.
        suite: the suite, where it is loaded already.
        interface: by which the oracle is to solve tasks of a mall; a browser by default.
        ray: address of a Ray cluster whose nodes play; empty: this machine does.

    Returns:
        A proof by task id.

    Raises:
        ShopworldError: the run cannot be made.
    """
    agent = str(AgentName(ORACLE, interface=interface))
    plan = prepare(settings.model_copy(update={"agents": (agent,), "trials": 1}), home=home, suite=suite)
    if out is not None:
        return _oracle_proofs(run(plan, out, workers=workers, watcher=watcher, ray=ray))
    with tempfile.TemporaryDirectory(prefix="shopworld-proofs-") as folder:
        return _oracle_proofs(run(plan, Path(folder), workers=workers, watcher=watcher, ray=ray))


def _oracle_proofs(results: Sequence[Result]) -> dict[str, Proof]:
    return {one.task: Proof("oracle", one.status is Status.PASSED, _what_oracle_met(one)) for one in results}


def _what_oracle_met(result: Result) -> str:
    if result.status is Status.PASSED:
        return f"solved in {result.steps} steps"
    failed = "; ".join(f"{check.type}: {check.reason}" for check in result.checks if not check.passed)
    return f"{result.status}: {result.error or failed}"


def with_oracle(proven: Iterable[TaskProofs], oracle: dict[str, Proof]) -> list[TaskProofs]:
    """Adds the oracle's proofs to the others."""
    return [
        TaskProofs(one.task, one.category, one.defects, (*one.proofs, oracle[one.task])) if one.task in oracle else one
        for one in proven
    ]


COLUMNS = (
    "right",
    "nothing",
    "everything",
    "near miss",
    "without",
    "late",
    "into",
    "each alone",
    "second",
    "unknown",
    "neighbours",
    "facts",
    "oracle",
)
"""Kinds of proofs, by the beginning of their names."""


def proof_table(proven: Sequence[TaskProofs], suite: Suite) -> Table:
    """A row per category: how many tasks each kind of proof holds for, of those it was tried on."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), title=None)
    table.add_column(suite.name, max_width=26, overflow="ellipsis", no_wrap=True)
    used = [kind for kind in COLUMNS if any(_of_kind(one, kind) for one in proven)]
    for name in ("tasks", *used):
        table.add_column(name, justify="right")
    categories = list(dict.fromkeys(one.category for one in proven))
    for category in [*categories, ALL_CATEGORIES]:
        group = [one for one in proven if category in (one.category, ALL_CATEGORIES)]
        cells = []
        for kind in used:
            tried = [proofs for one in group if (proofs := _of_kind(one, kind))]
            holding = sum(all(proof.holds for proof in proofs) for proofs in tried)
            cell = f"{holding}/{len(tried)}" if tried else "–"
            cells.append(cell if holding == len(tried) else f"[red]{cell}[/]")
        table.add_row(category, str(len(group)), *cells, style="bold" if category == ALL_CATEGORIES else "")
    return table


ALL_CATEGORIES = "all"


def _of_kind(proven: TaskProofs, kind: str) -> list[Proof]:
    return [proof for proof in proven.proofs if proof.name.startswith(kind)]


def failing_lines(proven: Sequence[TaskProofs]) -> list[str]:
    """One line for each proof that does not hold, with the task's known defects."""
    return [
        f"{one.task}: {proof.name} does not hold: {proof.text}"
        + (f" (known defect: {'; '.join(one.defects)})" if one.defects else "")
        for one in proven
        for proof in one.proofs
        if not proof.holds
    ]


def unproven(proven: Sequence[TaskProofs]) -> list[dict[str, Any]]:
    """Tasks of which a proof does not hold, with these proofs and the task's known defects, JSON-able."""
    return [
        {
            "task": one.task,
            "proofs": {proof.name: proof.text for proof in one.proofs if not proof.holds},
            "defects": list(one.defects),
        }
        for one in proven
        if not one.hold
    ]


def proofs_for_machines(proven: Sequence[TaskProofs], suite: Suite) -> dict[str, Any]:
    """All proofs, JSON-able."""
    return {
        "suite": suite.name,
        "version": suite.version,
        "tasks": len(proven),
        "proven": sum(one.hold for one in proven),
        "unproven": unproven(proven),
        "results": [{**asdict(one), "hold": one.hold} for one in proven],
    }
