"""What came of episodes: a score from events alone, reports over runs, and runs that are graded again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from shopworld.api.places import Place, catalog_place, home_of
from shopworld.api.suite_world import catalog_of, mall_of, suite_of
from shopworld.catalog import Catalog
from shopworld.episode import Ending, Event
from shopworld.errors import InputError, TaskError
from shopworld.evaluation import Regrade, RunFolder, read_events, refuse_other_world, write_paper_page, write_report
from shopworld.evaluation import regrade as grade_again
from shopworld.mall import CATALOG_FOLDER, Home
from shopworld.tasks import Score, Suite, Task, ending_of, find_suite, task_hash
from shopworld.tasks import score as grade


def score(
    task: Task,
    events: Place | Iterable[Event],
    *,
    suite: Place | Suite | None = None,
    home: Place | None = None,
    ending: str | None = None,
) -> Score:
    """Scores an episode from its events alone, as runs and sessions do.

    Args:
        task: with its checks, e.g. of `load_suite(…).tasks`.
        events: an event log (`events.jsonl`), or all events of the episode in order.
        suite: whose mall or catalog the episode was in: its name, the path of its file, or a loaded one; by default the
            suite at home that holds the task.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        ending: how the episode ended: `submitted`, `message`, `infeasible`, `limit` or `stopped`; by default as the
            events tell. A limit leaves no event: where one was reached, say so, since a limit never passes.

    Returns:
        the score, check by check; the same as the one in the `score.json` of that episode.

    Raises:
        TaskError: no suite at home holds the task, and none is given.
        RunError: mall or catalog is not the one that the suite was made for.
        InputError: task or events are none, the log is missing or wrong, or there is no such ending.
        ShopworldError: suite, mall or catalog are missing or wrong.
    """
    given: object = task
    if not isinstance(given, Task):
        hint = "Tasks with their checks are in load_suite(…).tasks."
        raise InputError(f"found {task!r}, expected a task", field="task", hint=hint)
    if ending is not None and ending not in list(Ending):
        raise InputError(f"no ending {ending!r}, expected one of {', '.join(Ending)}", field="ending")
    happened = list(read_events(Path(events)) if isinstance(events, str | Path) else events)
    if stranger := [one for one in happened if not isinstance(one, Event)]:
        raise InputError(f"found {type(stranger[0]).__name__}, expected events", field="events")
    place = home_of(home)
    loaded = suite_of(suite, place) if suite is not None else _suite_with(task, place)
    ended = Ending(ending) if ending is not None else ending_of(happened)
    if loaded.catalog:
        with catalog_of(loaded, None, place) as products:
            return grade(task, happened, ending=ended, hosts={}, catalog=products)
    with mall_of(loaded, None, place) as mall:
        refuse_other_world(loaded, mall)
        return grade(task, happened, ending=ended, hosts=mall.hosts, catalog=mall.catalog)


def report(runs: Place | Sequence[Place], out: Place | None = None, *, home: Place | None = None) -> Path:
    """Writes a report over one or more runs, and a page for each episode. The pages need no server and fetch nothing.

    Args:
        runs: run folders, finished or not.
        out: file to write, or a folder for `report.html`; the first run folder by default.
        home: where the runs' suites are, for what is told of errors; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the page.

    Raises:
        InputError: a folder is no run folder, or a file in it is wrong.
        RunError: there are no results.
    """
    folders = [Path(runs)] if isinstance(runs, str | Path) else [Path(one) for one in runs]
    if not folders:
        raise InputError("expected one run folder or more", field="runs")
    return write_report(folders, Path(out) if out is not None else None, home=home_of(home))


def reproduce(
    paper: str, runs: Place | Sequence[Place], out: Place | None = None, *, home: Place | None = None
) -> Path:
    """Writes the tables and figures of a paper with rows of these runs beside the published ones, as one HTML file.

    Args:
        paper: `webmall`, `deepshop`, `ecomagentbench` or `shopgym`.
        runs: run folders, finished or not.
        out: file to write, or a folder for `PAPER.html`; the first run folder by default.
        home: where the runs' suites and malls are, for tables about them; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the page.

    Raises:
        InputError: a folder is no run folder, or a file in it is wrong.
        RunError: there is no page for that paper.
    """
    folders = [Path(runs)] if isinstance(runs, str | Path) else [Path(one) for one in runs]
    return write_paper_page(paper, folders, Path(out) if out is not None else None, home=home_of(home)).file


def regrade(
    run: Place,
    *,
    suite: Place | Suite | None = None,
    catalog: Place | None = None,
    write: bool = False,
    home: Place | None = None,
) -> Regrade:
    """Scores a run again from its event logs alone. The new scores go to `regrade.jsonl` in its folder.

    Args:
        run: its folder.
        suite: the one that the run was made with, of which another is refused; looked up at home by default.
        catalog: name or folder of the one that products are looked up in; the suite's or its mall's by default.
        write: whether the results are replaced; the old ones are kept as `results.<n>.jsonl`.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        all results, graded again, and those that changed.

    Raises:
        RunError: suite or catalog is another one, or an event log is gone.
        InputError: the folder is no run folder, or a file in it is wrong.
        TaskError: there is no such suite.
    """
    place, folder = home_of(home), Path(run)
    settings = RunFolder(folder).settings()
    loaded = suite_of(suite or settings.suite, place)
    with ExitStack() as opened:
        shelf = None
        if loaded.catalog:
            given = catalog if catalog is not None else settings.catalog or None
            shelf = opened.enter_context(catalog_of(loaded, given, place, same=False))
        elif any(check.needs_catalog for task in loaded.tasks for check in task.checks):
            mall = Path(settings.mall) if settings.mall else place.mall(loaded.mall)
            where = catalog_place(catalog, place) if catalog is not None else mall / CATALOG_FOLDER
            shelf = opened.enter_context(Catalog.open(where))
        return grade_again(folder, loaded, catalog=shelf, write=write)


def _suite_with(task: Task, home: Home) -> Suite:
    """The first suite at home that holds this very task."""
    wanted = task_hash(task)
    for name in home.suite_names():
        if task.id.encode() not in home.suite(name).read_bytes():
            continue
        try:
            found = find_suite(name, home.folder)
        except InputError:
            continue
        if any(task_hash(one) == wanted for one in found.tasks):
            return found
    raise TaskError(
        f"no suite in {home.folder / 'suites'} holds the task {task.id!r} as it is, so its shops are not known",
        hint="Name the suite that it is of: score(task, events, suite=…).",
    )
