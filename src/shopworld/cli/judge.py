"""`shopworld judge`: have a language model judge a run, and audit its verdicts."""

from __future__ import annotations

import json
import math
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from shopworld.api import audit_judges, people_agreement
from shopworld.api import judge as judge_run
from shopworld.cli.progress import progress
from shopworld.cli.tables import table_of
from shopworld.evaluation import Interval
from shopworld.evaluation.judges import Audit
from shopworld.evaluation.report import PAGE
from shopworld.models import Budget, ModelSettings
from shopworld.plain_text import plain_line

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Judge runs with a model.")


class JudgeKind(StrEnum):
    """The judges."""

    TRAJECTORY = "trajectory"
    TRAJECTORY_FULL = "trajectory-full"
    ASPECTS = "aspects"
    RUBRICS = "rubrics"


@app.command(name="run")
def run_judge(
    folder: Annotated[Path, typer.Argument(help="Run folder.", metavar="RUN")],
    model: Annotated[str, typer.Option("--model", "-m", help="provider/model.")],
    judge: Annotated[JudgeKind, typer.Option(help="Which one.")] = JudgeKind.TRAJECTORY,
    votes: Annotated[int, typer.Option(min=1, help="Times each trial is judged; the majority counts.")] = 1,
    url_gate: Annotated[
        bool, typer.Option("--url-gate", help="trajectory: fail where a page that must be visited was not.")
    ] = False,
    suite: Annotated[str, typer.Option(help="Name or file of the suite; the run's own by default.")] = "",
    catalog: Annotated[Path | None, typer.Option(help="Folder of the catalog; the suite's own by default.")] = None,
    base_url: Annotated[str, typer.Option(help="End point of the same protocol: vLLM, Ollama, ….")] = "",
    temperature: Annotated[float | None, typer.Option(help="0 in DeepShop's paper.")] = None,
    reasoning_effort: Annotated[str | None, typer.Option(help="none, minimal, low, medium or high.")] = None,
    max_output_tokens: Annotated[int | None, typer.Option(help="Of one answer.")] = None,
    budget_usd: Annotated[float | None, typer.Option(help="For all judging in this run folder.")] = None,
    budget_tokens: Annotated[int | None, typer.Option(help="For all judging in this run folder.")] = None,
    prices: Annotated[Path | None, typer.Option(help="File with prices of your own.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Trials judged at the same time.")] = 4,
    replay: Annotated[bool, typer.Option("--replay", help="Answer from what was recorded in this run folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Have a language model judge the trials of a run. Scores stay as they are; verdicts.jsonl stands beside them.

    trajectory: the whole task, by the log (trajectory-full: by carts, orders and pictures too). aspects: attribute,
    filter and sort of evolved queries. rubrics: the requirements of a recommended product. An agent that did not end
    the episode itself fails, and a yes without evidence that can be found is a no, whatever the model says.

    Examples:

        shopworld judge run runs/first --model openai/gpt-5

        shopworld judge run runs/queries --judge aspects -m openai/gpt-4o --temperature 0

        shopworld judge run runs/intent --judge rubrics -m gemini/gemini-2.5-pro --votes 3 --budget-usd 5
    """
    settings = ModelSettings.model_validate(
        {
            "base_url": base_url,
            "temperature": temperature,
            "reasoning_effort": reasoning_effort,
            "max_output_tokens": max_output_tokens,
            "prices": str(prices.resolve()) if prices else "",
            "budget": Budget(usd=budget_usd, tokens=budget_tokens),
            "replay": str(folder) if replay else "",
        }
    )
    with progress() as told:
        done = judge_run(
            folder,
            model,
            by=judge,
            votes=votes,
            url_gate=url_gate,
            suite=suite,
            catalog=catalog,
            models=settings,
            workers=workers,
            progress=told,
        )
    if as_json:
        typer.echo(json.dumps([one.model_dump(mode="json") for one in done.verdicts], indent=2))
        return
    table = table_of("", ("agent", "left"), ("judged", "right"), ("satisfied", "right"), ("by a rule", "right"))
    for agent in dict.fromkeys(one.agent for one in done.verdicts):
        mine = [one for one in done.verdicts if one.agent == agent]
        yes, ruled = sum(one.satisfied is True for one in mine), sum(bool(one.rule) for one in mine)
        table.add_row(agent, str(len(mine)), f"{100 * yes / len(mine):.1f} %", str(ruled))
    _print(table)
    usd = sum(one.usage.get("usd", 0.0) for one in done.verdicts)
    unpriced = sum(one.usage.get("unpriced_calls", 0) for one in done.verdicts)
    typer.echo(f"{done.new} new verdicts; USD {usd:.4f} in all" + (", some prices unknown" if unpriced else "") + ".")
    undecided = sum(one.satisfied is None for one in done.verdicts)
    if undecided:
        typer.echo(f"{undecided} without a decision: the model gave no answer that can be used.")
    if done.unfit:
        typer.echo(f"{done.unfit} results that this judge cannot judge were left out.")
    if done.faults:
        typer.echo(f"{done.faults} not judged, since the provider failed; the same command tries again.")
    typer.echo(f"Verdicts are in {folder}. Next: shopworld judge audit {folder}")


@app.command(name="audit")
def run_audit(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.", metavar="RUN...")],
    labels: Annotated[
        Path | None,
        typer.Option(help="What people said, CSV or JSON lines: agent, task, trial, criterion, label."),
    ] = None,
    shown: Annotated[int, typer.Option(min=0, help="Disagreements that are listed.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="For machines; all disagreements.")] = False,
) -> None:
    """Compare judges' verdicts with the code checks, or with people.

    Agreement, false yes (accepted, of what the reference refuses), false no (refused, of what it accepts) and Cohen's
    kappa, each with its 95 % interval: for the whole task, by aspect, by type and source of rubric. Disagreements are
    listed.

    Examples:

        shopworld judge audit runs/first

        shopworld judge audit runs/queries --labels labels.csv --shown 50
    """
    found = audit_judges(folders, labels=labels)
    if as_json:
        typer.echo(json.dumps(_as_json(found), indent=2))
        return
    for judge in dict.fromkeys(row.judge for row in found.rows):
        typer.echo(f"{judge}, against {'the code checks' if found.reference == 'code' else 'people'}")
        columns = ("n", "agree %", "false yes %", "false no %", "kappa")
        table = table_of("", ("on", "left"), *((name, "right") for name in columns))
        for row in found.rows:
            if row.judge == judge:
                one = row.agreement
                shares = [_percent(each) for each in (one.agreement, one.false_accepts, one.false_rejects)]
                table.add_row(row.group, str(one.count), *shares, _plain(one.kappa))
        _print(table)
        if found.undecided.get(judge):
            typer.echo(f"{found.undecided[judge]} verdicts without a decision are left out.")
        if found.exact_rejected.get(judge):
            typer.echo(f"{found.exact_rejected[judge]} trials with the target itself had a requirement refused.")
        typer.echo("")
    typer.echo(f"{len(found.disagreements)} disagreements{':' if found.disagreements and shown else '.'}")
    for differing in found.disagreements[:shown]:
        said = "accepted" if differing.pair.judged else "refused"
        trial = differing.verdict
        typer.echo(f"- {differing.judge} {said} {differing.criterion}: {trial.agent}, {trial.task}, {trial.trial}")
        typer.echo(f"  judge: {_short(differing.reason)}\n  {found.reference}: {_short(differing.told)}")
        typer.echo(f"  {_page(differing.folder)}")


@app.command(name="people")
def run_people(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.", metavar="RUN...")],
    labels: Annotated[
        Path | None,
        typer.Option(help="Labels from elsewhere: labeller, agent, task, trial, criterion, label."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Say how far people agree: with each other, with the code checks, and with judges.

    Labels are those that `shopworld view --label` kept in the run folders. Code and judges are compared with what most
    people say; a draw says nothing. Shares and Cohen's kappa have 95 % intervals, clustered by template.

    Examples:

        shopworld judge people runs/first

        shopworld judge people runs/first --labels labels.csv --json
    """
    rows = people_agreement(folders, labels=labels)
    if as_json:
        told = [
            {
                "first": row.first,
                "second": row.second,
                "on": row.group,
                "count": row.agreement.count,
                "agreement": _interval(row.agreement.agreement),
                "kappa": _interval(row.agreement.kappa),
            }
            for row in rows
        ]
        typer.echo(json.dumps(told, indent=2))
        return
    for first, second in dict.fromkeys((row.first, row.second) for row in rows):
        typer.echo(f"{first} and {second}")
        table = table_of("", ("on", "left"), ("n", "right"), ("agree %", "right"), ("kappa", "right"))
        for row in rows:
            if (row.first, row.second) == (first, second):
                one = row.agreement
                table.add_row(row.group, str(one.count), _percent(one.agreement), _plain(one.kappa))
        _print(table)
        typer.echo("")


def _as_json(found: Audit) -> dict[str, Any]:
    return {
        "reference": found.reference,
        "rows": [
            {
                "judge": row.judge,
                "on": row.group,
                "count": row.agreement.count,
                "false_accept_count": row.agreement.accepted_wrongly,
                "false_reject_count": row.agreement.rejected_wrongly,
            }
            | {
                name: _interval(getattr(row.agreement, name))
                for name in ("agreement", "false_accepts", "false_rejects", "kappa")
            }
            for row in found.rows
        ],
        "undecided": found.undecided,
        "exact_rejected": found.exact_rejected,
        "disagreements": [
            {
                "judge": one.judge,
                "on": one.group,
                "criterion": one.criterion,
                "agent": one.verdict.agent,
                "task": one.verdict.task,
                "trial": one.verdict.trial,
                "judged": one.pair.judged,
                "reference": one.pair.reference,
                "reason": one.reason,
                "told": one.told,
                "page": str(_page(one.folder)),
            }
            for one in found.disagreements
        ],
    }


def _interval(one: Interval) -> dict[str, float | None]:
    values = {"value": one.value, "low": one.low, "high": one.high}
    return {name: None if math.isnan(value) else round(value, 6) for name, value in values.items()}


def _percent(one: Interval) -> str:
    if math.isnan(one.value):
        return "-"
    return f"{100 * one.value:.0f} ({100 * one.low:.0f}–{100 * one.high:.0f})"


def _plain(one: Interval) -> str:
    if math.isnan(one.value):
        return "-"
    return f"{one.value:.2f}" if math.isnan(one.low) else f"{one.value:.2f} ({one.low:.2f} to {one.high:.2f})"


def _page(attempt: Path) -> Path:
    """The page of an episode, where a report was written; else its folder."""
    return attempt / PAGE if (attempt / PAGE).exists() else attempt


def _short(text: str) -> str:
    line = plain_line(text)
    return line if len(line) <= 200 else f"{line[:199]}…"


def _print(table: Table) -> None:
    Console(width=None if sys.stdout.isatty() else 80, highlight=False).print(table)
