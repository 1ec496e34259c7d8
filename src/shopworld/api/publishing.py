"""Suites for the public: a data set with its card, and a page that shows a suite to people."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from shopworld.agents import ORACLE
from shopworld.api.places import Place, catalog_place, home_of, mall_folder
from shopworld.api.progress import OnProgress
from shopworld.api.proving import OracleWatcher, SuiteProofs
from shopworld.api.suite_world import suite_of
from shopworld.evaluation import (
    Leaderboard,
    RunSettings,
    Screenshots,
    Workers,
    prepare,
    run,
    select_tasks,
    write_leaderboard,
    write_suite_page,
)
from shopworld.evaluation import write_card as card_of
from shopworld.tasks import Suite


def write_card(
    suite: Place | Suite,
    out: Place,
    *,
    proofs: SuiteProofs | None = None,
    licence: str = "",
    address: str = "",
    published: str = "",
    home: Place | None = None,
) -> tuple[Path, ...]:
    """Writes a suite as a data set: a card (README.md), the tasks, their schema, and a Croissant description.

    The card says what the suite holds, how it was made, what it is for and not for, what is proven, what it cannot
    tell, and the canary. The answers are in it.

    Args:
        suite: its name, the path of its file, or a loaded one.
        out: folder to write.
        proofs: what is proven, from `check_suite`; the card says nothing of proofs by default.
        licence: SPDX identifier, e.g. `CC-BY-4.0`; not stated by default.
        address: where the data set will be found on the web.
        published: date for the description, e.g. `2027-03-01`.
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the files.

    Raises:
        TaskError: there is no such suite.
        InputError: the suite's file is wrong.
    """
    loaded = suite_of(suite, home_of(home))
    proven = proofs.tasks if proofs is not None else ()
    return card_of(loaded, Path(out), licence=licence, proven=proven, address=address, published=published)


def write_page(
    suite: Place | Suite,
    out: Place,
    *,
    tasks: str | Sequence[str] = (),
    pictures: bool = True,
    run_folder: Place | None = None,
    mall: Place | None = None,
    catalog: Place | None = None,
    workers: Workers = "auto",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> Path:
    """Writes a page that shows a suite: intents, checks in words, and the oracle's path step by step, with pictures.

    It works from the file system. It holds the answers: it is for people, never for agents.

    Args:
        suite: its name, the path of its file, or a loaded one.
        out: folder to write.
        tasks: filters, such as an id or `set=basic`; all tasks by default.
        pictures: whether the oracle solves the tasks, in a browser or by tools, and its path is shown.
        run_folder: of a run of the oracle that is there already, to take its path from.
        mall: name or folder of the mall; the suite's own by default.
        catalog: of tasks by tools: name or folder of the catalog; the suite's own by default.
        workers: processes for the oracle; `auto`: as processors, memory and trials ask for.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how the oracle fares.

    Returns:
        the page.

    Raises:
        InputError: the run folder is none, or a file in it is wrong.
        ShopworldError: suite, mall, catalog or browser are missing or wrong.
    """
    place = home_of(home)
    loaded = suite_of(suite, place, progress)
    filters = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    chosen = select_tasks(loaded.tasks, filters)
    if run_folder is not None or not pictures:
        kept = Path(run_folder) if run_folder is not None else None
        return write_suite_page(loaded, Path(out), run=kept, tasks=chosen)
    settings = RunSettings.from_values(
        suite=loaded.name if isinstance(suite, Suite) else str(suite),
        mall=str(mall_folder(mall, place)) if mall is not None else "",
        catalog=str(catalog_place(catalog, place)) if catalog is not None else "",
        agents=(ORACLE,),
        filters=filters,
        screenshots=Screenshots.ALL,
    )
    plan = prepare(settings, home=place, suite=loaded)
    with tempfile.TemporaryDirectory(prefix="shopworld-page-") as folder:
        run(plan, Path(folder), workers=workers, watcher=OracleWatcher(progress, len(chosen)))
        return write_suite_page(loaded, Path(out), run=Path(folder), tasks=chosen)


def leaderboard(submissions: Place | Sequence[Place], out: Place) -> Leaderboard:
    """Writes a static page that ranks submissions; what does not pass `check_submission` is left out and named.

    Only what played the same suite, tasks and limits stands in one table. Places have ranges: agents that their trials
    cannot tell apart share them.

    Args:
        submissions: files, or folders that hold some.
        out: the page.

    Returns:
        the page, its tables, and what was refused.

    Raises:
        RunError: there is no valid submission.
    """
    places = [submissions] if isinstance(submissions, str | Path) else list(submissions)
    return write_leaderboard([Path(one) for one in places], Path(out))
