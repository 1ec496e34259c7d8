"""`shopworld tasks check`: proves tasks, of one suite or of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

from shopworld.api import SuiteProofs, check_suite, home_of
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.progress import progress
from shopworld.cli.tasks.options import AsJson, CatalogFolder, Filters, MallFolder, console, print_json
from shopworld.cli.worker_option import WorkersOption
from shopworld.errors import ShopworldError, TaskError
from shopworld.evaluation import TaskProofs, failing_lines, probe_table, proof_table, proofs_for_machines, unproven
from shopworld.stranger import StrangerOpinion, StrangerStance, tally
from shopworld.tasks import Proof, Suite, find_suite
from shopworld.tasks import tally as probe_tally

_WIDTH = 80
"""Characters of a line."""


def check(
    suite: Annotated[
        str,
        typer.Argument(autocompletion=complete_suites, metavar="[SUITE]", help="Name of a suite, or path of its file."),
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="Check all suites of this machine.")] = False,
    mall: MallFolder = None,
    filters: Filters = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="Have the oracle solve each task through the real pages, too.")
    ] = False,
    stranger: Annotated[
        bool, typer.Option(help="Ask a stranger, too, who finds the answers by pages or tools alone.")
    ] = True,
    interface: Annotated[str, typer.Option(help="Have it solve each task by this interface instead: tools, ….")] = "",
    catalog: CatalogFolder = None,
    workers: WorkersOption = 0,
    ray: Annotated[str, typer.Option(help="Prove on a Ray cluster: HOST:PORT, auto, or local.")] = "",
    out: Annotated[Path | None, typer.Option(help="Run folder to keep of the oracle.")] = None,
    as_json: AsJson = False,
) -> None:
    """Prove tasks: the right answer passes; nothing, everything, near misses and parts of the answer fail.

    Without --browser the proofs work on events made by hand. For generated tasks, a second solver derives the answers
    again from the mall's pages, and a stranger, who shares no code with makers and graders, tells where it would answer
    otherwise. Tasks by tools are proven by probes over the catalog, and solved by the oracle through
    the tools. The exit status is 1 where a proof does not hold.

    Examples:

        shopworld tasks check webmall

        shopworld tasks check webmall --filter category=checkout --browser

        shopworld tasks check default --interface tools

        shopworld tasks check intent --filter category=coupon_budget

        shopworld tasks check --all --json
    """
    solving = interface or ("browser" if browser else "")
    if every:
        _refuse_with_all(suite=suite, mall=mall, catalog=catalog, out=out, filters=filters, interface=interface)
        _check_all(solving=solving, workers=workers, ray=ray, as_json=as_json)
        return
    if not suite:
        raise TaskError("name a suite, or give --all", hint="`shopworld tasks list` shows what there is.")
    with progress() as told:
        found = check_suite(
            suite,
            tasks=filters or (),
            interface=solving,
            stranger=stranger,
            mall=mall,
            catalog=catalog,
            workers=workers,
            ray=ray,
            out=out,
            progress=told,
        )
    _print(found, as_json=as_json)
    if not found.holds:
        raise typer.Exit(1)


def _refuse_with_all(**given: Any) -> None:
    named = [name for name, value in given.items() if value]
    if named:
        raise TaskError(f"--all checks every suite as it is; leave {', '.join(named)} out")


def _check_all(*, solving: str, workers: int, ray: str, as_json: bool) -> None:
    home = home_of(None)
    names = home.suite_names()
    found: dict[str, Sequence[TaskProofs]] = {}
    for name in names:
        found[name] = _prove_where_possible(find_suite(name, home.folder), solving, workers, ray)
        if not as_json:
            holding = sum(one.hold for one in found[name])
            typer.echo(f"{name}: {holding} of {len(found[name])} tasks are proven")
            for line in failing_lines(found[name]):
                typer.echo(f"  {line}")
    proven = [one for of_suite in found.values() for one in of_suite]
    if as_json:
        missing = [{"suite": name, **one} for name, of_suite in found.items() for one in unproven(of_suite)]
        counts = {"tasks": len(proven), "proven": sum(one.hold for one in proven)}
        print_json({**counts, "unproven": missing, "suites": list(names)})
    elif not names:
        typer.echo(f"No suites in {home.folder / 'suites'}. `shopworld tasks make` makes some.")
    if not all(one.hold for one in proven):
        raise typer.Exit(1)


def _prove_where_possible(suite: Suite, solving: str, workers: int, ray: str) -> Sequence[TaskProofs]:
    """The proofs of a suite; where its mall or catalog cannot be opened, no task is proven, for that reason."""
    try:
        with progress() as told:
            return check_suite(suite, interface=solving, workers=workers, ray=ray, progress=told).tasks
    except ShopworldError as error:
        missing = (Proof("world", False, str(error)),)
        return [TaskProofs(task.id, task.category, task.defects, missing) for task in suite.tasks]


def _print(found: SuiteProofs, *, as_json: bool) -> None:
    if as_json:
        told = proofs_for_machines(found.tasks, found.suite)
        if found.probed:
            told["probes"] = [
                asdict(one) for one in probe_tally(probe for each in found.probed for probe in each.probes)
            ]
        if found.opinions:
            told["stranger"] = stranger_for_machines(found.opinions)
        print_json(told)
        return
    console().print(proof_table(found.tasks, found.suite))
    if found.probed:
        console().print()
        console().print(probe_table(found.probed))
    for line in failing_lines(found.tasks):
        typer.echo(line)
    if found.opinions:
        typer.echo("")
        for line in stranger_lines(found.opinions):
            typer.echo(line)


def stranger_for_machines(opinions: Sequence[StrangerOpinion]) -> dict[str, Any]:
    """How often a stranger agrees, and each task where it does not, JSON-able."""
    counted = tally(opinions)
    return {
        **asdict(counted),
        "rate": round(counted.rate, 4),
        "opinions": [asdict(one) for one in opinions if one.stance is not StrangerStance.AGREE],
    }


def _implied_lines(opinions: Sequence[StrangerOpinion]) -> list[str]:
    """How many wishes the words do not name, where there are any: of these it took the form's word."""
    implied = sum(len(one.implied) for one in opinions)
    tasks = sum(bool(one.implied) for one in opinions)
    return [f"  {implied} wishes in {tasks} tasks are implied; they are read as the tasks' form has them."] * bool(
        tasks
    )


def stranger_lines(opinions: Sequence[StrangerOpinion]) -> list[str]:
    """The same for people: a line of numbers, then one for each task where the stranger disagrees or abstains."""
    counted = tally(opinions)
    return [
        f"Stranger: {counted.agree} of {counted.tasks} agree, {counted.disagree} ({counted.rate:.1%}) disagree, "
        f"{counted.abstain} abstain.",
        *_implied_lines(opinions),
        *(
            fill(f"{one.task}: {one.stance}: {one.text}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
            for one in opinions
            if one.stance is not StrangerStance.AGREE
        ),
    ]
