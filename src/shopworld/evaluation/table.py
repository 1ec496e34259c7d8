"""Results on a terminal: a table that fits 80 columns, and the same as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from shopworld.evaluation.figures import interval, percent, without_nan
from shopworld.evaluation.measures.metrics import (
    ALL,
    ErrorConvention,
    pass_powers,
    sets_of,
    summarise,
)
from shopworld.evaluation.measures.query_metrics import query_results, satisfied, solved
from shopworld.evaluation.records import Result
from shopworld.evaluation.tool_table import add_agent_column, agent_cell, tool_summary, tool_table
from shopworld.plain_text import plain_line


def result_table(results: Sequence[Result], agents: Sequence[str]) -> Table:
    """A row per agent and set, with a row for all where there are several sets; see `tool_table` for runs by tools."""
    if any(one.tools is not None for one in results):
        return tool_table(results, agents)
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False, pad_edge=False)
    add_agent_column(table)
    told = any(one.without_evidence for one in results)  # a column that the agents' names lack, where there is nothing
    blind = (("blind", 5),) if told else ()
    for name, width in (("set", 8), ("tasks", 5), ("done %", 6), *blind, ("95 %", 9), ("P", 5), ("R", 5), ("F1", 5)):
        table.add_column(name, justify="left" if name == "set" else "right", min_width=width, no_wrap=True)
    for name in ("steps", "s"):
        table.add_column(name, justify="right", no_wrap=True)
    for agent in agents:
        own = [one for one in results if one.agent == agent]
        sets = sets_of(own)
        groups = [*sets, ALL] if len(sets) > 1 else [ALL]
        for group in groups:
            summary = summarise([one for one in own if group in (ALL, one.set)])
            table.add_row(
                agent_cell(agent) if group == groups[0] else "",
                group,
                str(summary.tasks),
                percent(summary.completion.value),
                *((str(summary.without_evidence or 0),) if told else ()),
                interval(summary.completion),
                percent(summary.precision),
                percent(summary.recall),
                percent(summary.f1_of_means),
                _number(summary.steps),
                _number(summary.seconds),
                style="bold" if group == ALL else "",
                end_section=group == groups[-1] and agent != agents[-1],
            )
    return table


def status_lines(results: Sequence[Result], agents: Sequence[str]) -> list[str]:
    """One line per agent that has anything but passed and failed: `keyword: 2 limit, 1 infra_error`.

    Under it the first error, with its task, and what is suspicious.
    """
    lines = []
    for agent in agents:
        statuses = summarise([one for one in results if one.agent == agent]).statuses
        rest = [
            f"{count} {status}" for status, count in statuses.items() if count and status not in ("passed", "failed")
        ]
        if rest:
            lines.append(f"{agent}: {', '.join(rest)}")
            lines += [f"  {one.task}: {plain_line(one.error)}" for one in results if one.agent == agent and one.error][
                :1
            ]
        odd = [one for one in results if one.agent == agent and one.suspicious]
        if odd:
            lines.append(
                f"  {len(odd)} suspicious, counted as failed: every attempt met a fault while {odd[0].fault_phase}, "
                f"and other trials passed (first: {odd[0].task})"
            )
    return lines


def result_summary(results: Sequence[Result], agents: Sequence[str], answers: str = "") -> dict[str, Any]:
    """The same for machines: agent, then set (or `all`), then metrics; NaN becomes null.

    Args:
        results: of a run.
        agents: in the order of the rows.
        answers: what the suite gives away of its answers, as the run folder says it.
    """
    summary: dict[str, Any] = {}
    for agent in agents:
        own = [one for one in results if one.agent == agent]
        groups = {ALL: own} | {name: [one for one in own if one.set == name] for name in sets_of(own)}
        summary[agent] = {name: _plain(group) for name, group in groups.items()}
        summary[agent]["pass_powers"] = pass_powers(own)
        if queries := query_results(own):
            aspects = {**satisfied(queries), "success": solved(queries)}
            summary[agent]["aspects"] = without_nan({name: asdict(value) for name, value in aspects.items()})
        if isolations := sorted({str(one.isolation) for one in own if one.isolation}):
            summary[agent]["isolation"] = isolations
        if answers:
            summary[agent]["answers"] = answers
        if any(one.tools is not None for one in own):
            summary[agent]["tools"] = without_nan(tool_summary(own))
    return summary


def _plain(results: Sequence[Result]) -> dict[str, Any]:
    summary = summarise(results)
    failures = summarise(results, convention=ErrorConvention.FAILURES)
    values: dict[str, Any] = {
        "tasks": summary.tasks,
        "trials": summary.trials,
        "errors": summary.errors,
        "completion": summary.completion.value,
        "completion_low": summary.completion.low,
        "completion_high": summary.completion.high,
        "without_evidence": summary.without_evidence,
        "completion_with_errors_as_failures": failures.completion.value,
        "precision": summary.precision,
        "recall": summary.recall,
        "f1_of_means": summary.f1_of_means,
        "mean_f1": summary.mean_f1,
        "checkpoint_score": summary.checkpoint,
        "steps": summary.steps,
        "seconds": summary.seconds,
        "statuses": {str(status): count for status, count in summary.statuses.items()},
        "usage": summary.usage,
    }
    plain: dict[str, Any] = without_nan(values)
    return plain


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.1f}"
