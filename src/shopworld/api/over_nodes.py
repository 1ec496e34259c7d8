"""Tasks of a suite shared out over the nodes of a cluster, each part with the suite's world beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from shopworld.api.progress import OnProgress, counted
from shopworld.catalog import Catalog
from shopworld.cluster import Parcel, Shipment, connect, receive, send, share_out
from shopworld.evaluation import Probed, TaskProofs, prove_by_probes, prove_without_browser
from shopworld.mall import Mall
from shopworld.tasks import Task, TaskAudit, audit_suite

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class SuitePart:
    """Some tasks, and where their world is.

    Attributes:
        tasks: with their checks.
        shipment: brings the world.
        world: which of its folders.
        quick: whether no second solver is asked.
    """

    tasks: tuple[Task, ...]
    shipment: Shipment
    world: Parcel
    quick: bool = False


def over_nodes(
    ray: str,
    call: Callable[[SuitePart], list[Found]],
    tasks: Sequence[Task],
    folder: Path,
    *,
    quick: bool = False,
    parts: int = 1,
    what: str,
    progress: OnProgress | None = None,
) -> list[Found]:
    """What a function finds of tasks, in their order.

    Args:
        ray: address of the cluster; see `connect`.
        call: of this module; is given a part on a node.
        tasks: of the suite.
        folder: of its mall or catalog.
        quick: see `SuitePart`.
        parts: for each processor: more of them are shared out more evenly, and open the world more often.
        what: is being done, for who waits.
        progress: is told how it goes on.

    Raises:
        ClusterError: the cluster cannot be reached, a node has other software, or a part failed.
    """
    world = _parcel_of(folder)
    with connect(ray) as cluster:
        cluster.refuse_other_software(("ray",))
        shipment = send(cluster, {world: folder})
        size = -(-len(tasks) // max(1, parts * cluster.processors))
        cut = [tuple(tasks[start : start + size]) for start in range(0, len(tasks), max(1, size))]
        given = [SuitePart(one, shipment, world, quick) for one in cut]
        found = share_out(cluster, call, given, counted(progress, what))
    return [one for part in found for one in part]


def _parcel_of(folder: Path) -> Parcel:
    if (folder / "mall.toml").is_file():
        with closing(Mall.open(folder)) as mall:
            return Parcel("malls", mall.content_hash)
    with Catalog.open(folder) as catalog:
        return Parcel("catalogs", catalog.content_hash)


def proven_in_mall(part: SuitePart) -> list[TaskProofs]:
    """Proves tasks of a mall; see `check_suite`."""
    with closing(Mall.open(receive(part.shipment)[part.world])) as mall:
        return prove_in_mall(part.tasks, mall, quick=part.quick)


def prove_in_mall(
    tasks: Sequence[Task],
    mall: Mall,
    *,
    quick: bool = False,
    reading: Callable[[int, int], None] | None = None,
    proving: Callable[[int, int], None] = lambda *_: None,
) -> list[TaskProofs]:
    """Proves tasks by events made by hand and, where it is not to be quick, by a second solver.

    Args:
        tasks: to prove.
        mall: that they were made for.
        quick: whether no second solver is asked.
        reading: hears how many pages that one has read.
        proving: hears how many tasks are done.
    """
    solver = None
    if not quick:
        from shopworld.guru import SecondSolver

        solver = SecondSolver(mall, progress=reading)
        if any(task.source == "generated" and task.constraints and task.evolution is None for task in tasks):
            solver.read()
    return list(prove_without_browser(tracked(tasks, proving), mall, second_solver=solver))


def tracked(tasks: Sequence[Task], tell: Callable[[int, int], None]) -> Iterator[Task]:
    """The tasks one by one, each told of when the next one is asked for."""
    for number, task in enumerate(tasks):
        tell(number, len(tasks))
        yield task
    tell(len(tasks), len(tasks))


def probed_in_catalog(part: SuitePart) -> list[Probed]:
    """Proves tasks by tools; see `check_suite`."""
    with Catalog.open(receive(part.shipment)[part.world]) as catalog:
        return list(prove_by_probes(part.tasks, catalog))


def audited(part: SuitePart) -> list[TaskAudit]:
    """Audits the grading of tasks; see `audit_suite`."""
    place = receive(part.shipment)[part.world]
    with ExitStack() as opened:
        if part.world.kind == "catalogs":
            return list(audit_suite(part.tasks, opened.enter_context(Catalog.open(place)), None))
        mall = opened.enter_context(closing(Mall.open(place)))
        return list(audit_suite(part.tasks, mall.catalog, mall))
