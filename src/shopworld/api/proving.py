"""Suites held against their worlds: validated, proven, and their grading audited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import ORACLE
from shopworld.api.over_nodes import audited, over_nodes, probed_in_catalog, prove_in_mall, proven_in_mall, tracked
from shopworld.api.places import Place, catalog_place, home_of, mall_folder, path_of
from shopworld.api.progress import OnProgress, Progress, counted
from shopworld.api.suite_world import catalog_of, mall_of, suite_of
from shopworld.catalog import Catalog
from shopworld.errors import TaskError
from shopworld.evaluation import (
    Assignment,
    Probed,
    Result,
    RunSettings,
    TaskProofs,
    Workers,
    catalog_folder,
    prove_by_oracle,
    prove_by_probes,
    select_tasks,
    with_oracle,
)
from shopworld.mall import Home, Mall, open_single_shop
from shopworld.shop import is_shop_folder
from shopworld.stranger import StrangerOpinion
from shopworld.tasks import AuditRow, Suite, SuiteProblem, TaskAudit, audit_rows, validate_tool_suite
from shopworld.tasks import audit_suite as audited_tasks
from shopworld.tasks import validate_suite as problems_of
from shopworld.tasks.importers import read_errata

_EVENLY = 4
"""Parts of an audit for each processor of a cluster: tasks differ in how long they take."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What validating tasks found.

    Attributes:
        tasks: how many were looked at.
        problems: what is wrong; of tasks of ShopGym's with rule, place and cure.
    """

    tasks: int
    problems: tuple[SuiteProblem, ...]

    @property
    def errors(self) -> tuple[SuiteProblem, ...]:
        """What makes a task unfair or unsolvable, and is not among an imported task's listed defects."""
        return tuple(one for one in self.problems if one.severity == "error")

    @property
    def holds(self) -> bool:
        """Whether there are no errors."""
        return not self.errors


def validate_suite(
    suite: Place | Suite,
    *,
    mall: Place | None = None,
    catalog: Place | None = None,
    shop: str = "",
    home: Place | None = None,
) -> Validation:
    """Finds what would make tasks unfair or unsolvable: offers that are not there, answers that are near misses, ….

    Args:
        suite: its name, the path of its file, a loaded one, or a JSON file of ShopGym's tasks.
        mall: name or folder of the mall; the suite's own by default.
        catalog: of tasks by tools: name or folder of the catalog; the suite's own by default.
        shop: of ShopGym's tasks: folder of the shop that they are for, or its id in the mall.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        what is wrong, task by task.

    Raises:
        TaskError: there is no such suite, or it is not said which mall or shop the tasks are for.
        ShopworldError: suite, mall or catalog are missing or wrong.
    """
    place = home_of(home)
    if not isinstance(suite, Suite) and _is_of_shopgym(Path(suite)):
        return _validated_shopgym(Path(suite), shop, mall, place)
    loaded = suite_of(suite, place)
    if loaded.catalog:
        with catalog_of(loaded, catalog, place, same=False) as products:
            return Validation(len(loaded.tasks), validate_tool_suite(loaded, products))
    with mall_of(loaded, mall, place) as opened:
        return Validation(len(loaded.tasks), (*problems_of(loaded, opened), *_errata(loaded, place)))


def _errata(suite: Suite, home: Home) -> Iterator[SuiteProblem]:
    """What the catalog proves wrong in a release's answers, as known defects."""
    errata = read_errata(home, suite.name)
    for erratum in errata.errata if errata is not None else ():
        for one in erratum.contradictions:
            yield SuiteProblem(erratum.task, "known", f"{one.kind}: {one.text}")


@dataclass(frozen=True, slots=True)
class SuiteProofs:
    """What was proven of a suite.

    Attributes:
        suite: the suite.
        tasks: the proofs of each task.
        probed: of tasks by tools: the probes that they are made of.
        opinions: what a stranger thinks of each task; empty where none was asked.
    """

    suite: Suite
    tasks: tuple[TaskProofs, ...]
    probed: tuple[Probed, ...] = ()
    opinions: tuple[StrangerOpinion, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether all proofs of all tasks hold."""
        return all(one.hold for one in self.tasks)


def check_suite(
    suite: Place | Suite,
    *,
    tasks: str | Sequence[str] = (),
    interface: str = "",
    quick: bool = False,
    stranger: bool = False,
    mall: Place | None = None,
    catalog: Place | None = None,
    workers: Workers = "auto",
    ray: str = "",
    out: Place | None = None,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> SuiteProofs:
    """Proves tasks: the right answer passes; nothing, everything, near misses and parts of the answer fail.

    The proofs work on events made by hand. For generated tasks, a second solver derives the answers again from the
    mall's pages. Tasks by tools are proven by probes over the catalog, and solved by the oracle through the tools.

    Args:
        suite: its name, the path of its file, or a loaded one.
        tasks: filters, such as an id, `set=basic` or `category=*cheapest*`; all tasks by default.
        interface: by which the oracle is to solve tasks of a mall, too: `browser`, `tools`, …; not at all by default.
        quick: whether events made by hand are all, without second solver, stranger and oracle.
        stranger: whether a stranger is asked, too, who finds the answers by the mall's pages, or by what the tools
            return (docs/stranger.md).
        mall: name or folder of the mall; the suite's own by default.
        catalog: of tasks by tools: name or folder of the catalog; the suite's own by default.
        workers: processes for the oracle; `auto`: as processors, memory and trials ask for.
        ray: address of a Ray cluster whose nodes do it, or `local`; empty: this machine does.
        out: run folder to keep of the oracle.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how it goes on.

    Returns:
        the proofs of each task.

    Raises:
        RunError: no task fits the filters, or the catalog is not the one that the suite was made for.
        ClusterError: the cluster cannot be used, or a node has other software.
        ShopworldError: suite, mall, catalog or browser are missing or wrong.
    """
    place = home_of(home)
    loaded = suite_of(suite, place, progress)
    filters = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    chosen = select_tasks(loaded.tasks, filters)
    probed: tuple[Probed, ...] = ()
    if loaded.catalog:
        with catalog_of(loaded, catalog, place) as products:
            if ray:
                folder = catalog_folder(loaded, place) if catalog is None else catalog_place(catalog, place)
                probed = tuple(over_nodes(ray, probed_in_catalog, chosen, folder, what="Probing", progress=progress))
            else:
                probed = tuple(prove_by_probes(tracked(chosen, counted(progress, "Probing")), products))
        proven = [one.proofs for one in probed]
    else:
        with mall_of(loaded, mall, place) as opened:
            if ray:
                folder = mall_folder(mall if mall is not None else loaded.mall, place)
                proven = over_nodes(ray, proven_in_mall, chosen, folder, quick=quick, what="Proving", progress=progress)
            else:
                told = counted(progress, "Proving")
                reading = counted(progress, "Reading pages")
                proven = prove_in_mall(chosen, opened, quick=quick, reading=reading, proving=told)
    thought: tuple[StrangerOpinion, ...] = ()
    if stranger and not quick and loaded.catalog:
        from shopworld.guru import opinions, stranger_with_tools

        with catalog_of(loaded, catalog, place) as products:
            asked = tracked(chosen, counted(progress, "Reading by tools"))
            thought = tuple(opinions(tuple(asked), stranger_with_tools(products)))
    elif stranger and not quick:
        from shopworld.guru import opinions, stranger_in

        with mall_of(loaded, mall, place) as opened, stranger_in(opened, progress=counted(progress, "Walking")) as who:
            thought = tuple(opinions(chosen, who))
    if quick or not (interface or loaded.catalog):
        return SuiteProofs(loaded, tuple(proven), probed, thought)
    settings = RunSettings.from_values(
        suite=loaded.name if isinstance(suite, Suite) else str(suite),
        mall=str(mall_folder(mall, place)) if mall is not None else "",
        catalog=str(catalog_place(catalog, place)) if catalog is not None else "",
        agents=(ORACLE,),
        filters=filters,
    )
    oracle = prove_by_oracle(
        settings,
        out=path_of(out),
        workers=workers,
        ray=ray,
        watcher=OracleWatcher(progress, len(chosen)),
        home=place,
        suite=loaded,
        interface="" if loaded.catalog or interface == "browser" else interface,
    )
    return SuiteProofs(loaded, tuple(with_oracle(proven, oracle)), probed, thought)


@dataclass(frozen=True, slots=True)
class SuiteAudit:
    """What an audit of the grading found.

    Attributes:
        suite: the suite.
        tasks: the verdicts on each task.
    """

    suite: Suite
    tasks: tuple[TaskAudit, ...]

    @property
    def rows(self) -> tuple[AuditRow, ...]:
        """The verdicts counted, a row for each type of check."""
        return audit_rows(self.tasks)

    @property
    def holds(self) -> bool:
        """Whether every state was graded rightly, and each check was tried on enough wrong ones."""
        return not any(one.failing or one.thin for one in self.tasks)


def audit_suite(
    suite: Place | Suite,
    *,
    tasks: str | Sequence[str] = (),
    mall: Place | None = None,
    catalog: Place | None = None,
    ray: str = "",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> SuiteAudit:
    """Audits the grading by mutation: wrong end states must be refused, and every equivalent right one accepted.

    From each task's right end, wrong and right ones are derived for each of its checks; each goes through the real
    grading, and a wrong one must be refused by the very check that it was derived for.

    Args:
        suite: its name, the path of its file, or a loaded one.
        tasks: filters, such as an id, `set=basic` or `category=*cheapest*`; all tasks by default.
        mall: name or folder of the mall; the suite's own by default.
        catalog: of tasks by tools: name or folder of the catalog; the suite's own by default.
        ray: address of a Ray cluster whose nodes do it, or `local`; empty: this machine does.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how it goes on.

    Returns:
        the verdicts on each task, and a row for each type of check.

    Raises:
        TaskError: the suite names neither a mall nor a catalog.
        RunError: no task fits the filters, or the catalog is not the one that the suite was made for.
        ClusterError: the cluster cannot be used, or a node has other software.
        ShopworldError: suite, mall or catalog are missing or wrong.
    """
    place = home_of(home)
    loaded = suite_of(suite, place, progress)
    chosen = select_tasks(loaded.tasks, (tasks,) if isinstance(tasks, str) else tuple(tasks))
    what = "Trying end states"
    with ExitStack() as opened:
        products: Catalog
        shops: Mall | None = None
        if loaded.catalog:
            products = opened.enter_context(catalog_of(loaded, catalog, place))
            folder = catalog_folder(loaded, place) if catalog is None else catalog_place(catalog, place)
        else:
            shops = opened.enter_context(mall_of(loaded, mall, place))
            products, folder = shops.catalog, mall_folder(mall if mall is not None else loaded.mall, place)
        if ray:
            found = over_nodes(ray, audited, chosen, folder, parts=_EVENLY, what=what, progress=progress)
            return SuiteAudit(loaded, tuple(found))
        return SuiteAudit(loaded, tuple(audited_tasks(tracked(chosen, counted(progress, what)), products, shops)))


class OracleWatcher:
    """Tells how the oracle fares; a `Watcher` of the scheduler.

    Args:
        told: whom.
        total: tasks that it has.
    """

    def __init__(self, told: OnProgress | None, total: int) -> None:
        self._told, self._total = told, total
        self._done = self._solved = 0

    def finished(self, result: Result) -> None:
        """One task more is through."""
        self._done += 1
        self._solved += result.reward == 1.0
        self._tell(f"{self._solved} solved")

    def retried(self, assignment: Assignment, reason: str) -> None:
        """A fault cost an attempt."""
        self._tell(f"again: {assignment.key.task}")

    def _tell(self, detail: str) -> None:
        if self._told is not None:
            self._told(Progress("Solving", self._done, self._total, detail))


def _is_of_shopgym(file: Path) -> bool:
    if not file.is_file():
        return False
    from shopworld.guru import is_shopgym_file

    return is_shopgym_file(file)


def _validated_shopgym(file: Path, shop: str, mall: Place | None, home: Home) -> Validation:
    from shopworld.guru import ShopSight, audit_tasks, read_shopgym_tasks

    tasks = read_shopgym_tasks(file)
    with closing(_with_shop(shop, mall, home)) as opened:
        known = {one.identity.id for one in opened.shops}
        sight = ShopSight(opened, shop if shop in known else opened.shops[0].identity.id)
        return Validation(len(tasks), tuple(audit_tasks(tasks, sight)))


def _with_shop(shop: str, mall: Place | None, home: Home) -> Mall:
    if mall is not None:
        return Mall.open(mall_folder(mall, home))
    if shop and is_shop_folder(Path(shop)):
        return open_single_shop(Path(shop))
    raise TaskError(
        "it is not said which shop these tasks are for",
        hint="Name the shop's folder with --shop, or a mall with --mall and the shop's id with --shop.",
    )
