"""`shopworld plan`: what a run would take, and what it could show."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from shopworld.agents import AGENT_NAMES
from shopworld.api import plan as plan_run
from shopworld.cli.completing import agents as complete_agents
from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.tables import table_of
from shopworld.errors import AgentError
from shopworld.evaluation import Forecast


def plan(
    suite: Annotated[str, typer.Argument(autocompletion=complete_suites, help="Name of a suite, or path of its file.")],
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", "-a", autocompletion=complete_agents, help="Name as the run will have it; repeatable."),
    ] = None,
    trials: Annotated[int, typer.Option(min=1, help="Times each task is tried.")] = 1,
    filters: Annotated[
        list[str] | None, typer.Option("--filter", help="Task id or field=pattern, as for run; repeatable.")
    ] = None,
    runs: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Run folder of before, or folder that holds some; runs by default; repeatable."),
    ] = None,
    rate: Annotated[float, typer.Option(help="Completion of agents of which nothing is known.")] = 0.5,
    power: Annotated[float, typer.Option(help="Chance that a difference of that size is found.")] = 0.8,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0: one per processor.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Say what a run would take (minutes, tokens, dollars), and the smallest difference that it could show.

    Time and price are those of trials that the same agents played before. How small a difference is found depends on
    tasks, templates and trials: its variance is taken from pairs of earlier trials, else from a rate. Nothing is
    played.

    Examples:

        shopworld plan default -a keyword -a oracle --trials 4

        shopworld plan webmall -a web@openai/gpt-5 -a web@openai/gpt-5-mini --from runs/pilot

        shopworld plan hidden -a mine -a keyword --rate 0.3 --power 0.9
    """
    if not agent:
        raise AgentError("no agent is named: --agent NAME", hint=f"Built in: {', '.join(AGENT_NAMES)}.")
    found = plan_run(
        suite,
        agent,
        trials=trials,
        tasks=filters or (),
        runs=runs or [Path("runs")],
        rate=rate,
        power=power,
        workers=workers,
    )
    if as_json:
        told = asdict(found) | {"minutes": found.minutes}
        told["pairs"] = [
            one | {"smallest": None if math.isnan(one["smallest"]) else one["smallest"]} for one in told["pairs"]
        ]
        typer.echo(json.dumps(told, indent=2))
        return
    _print(found)


def _print(found: Forecast) -> None:
    typer.echo(f"{found.tasks} tasks of {found.templates} templates, {found.trials} trials each.")
    columns = ("trials", "known", "done %", "minutes", "tokens", "USD")
    table = table_of("", ("agent", "left"), *((name, "right") for name in columns))
    for one in found.agents:
        margin = "" if math.isnan(one.margin) else f" ±{100 * one.margin:.0f}"
        table.add_row(
            one.agent,
            str(one.trials),
            f"{one.known}{'' if one.same_suite or not one.known else ' elsewhere'}",
            f"{100 * one.completion:.0f}{margin}" if one.known else "–",
            _number(one.minutes, 1),
            _number(one.tokens, 0),
            _number(one.usd, 2),
        )
    Console(width=None if sys.stdout.isatty() else 80, highlight=False).print(table)
    if found.minutes is not None:
        typer.echo(f"All of it takes about {found.minutes:.0f} minutes with {found.workers} workers.")
    if unknown := [one.agent for one in found.agents if one.minutes is None]:
        typer.echo(f"Of {', '.join(unknown)} no trial is known: play some with --filter first, then plan again.")
    for pair in found.pairs:
        if math.isnan(pair.smallest):
            typer.echo("With fewer than two templates and tasks nothing can be told apart.")
            return
        known = f"{pair.known} pairs of trials" if pair.known else "assumed variances"
        typer.echo(f"{pair.first} and {pair.second} are told apart from {100 * pair.smallest:.1f} points on ({known}).")
    if found.pairs:
        corrected = f", corrected for {len(found.pairs)} pairs" if len(found.pairs) > 1 else ""
        typer.echo(f"That is with a power of {100 * found.power:.0f} %, at p < 0.05{corrected}.")


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"
