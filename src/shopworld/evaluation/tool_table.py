"""Results in the tool sandbox on a terminal: a table that fits 80 columns, and the same for machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from shopworld.evaluation.figures import interval, number, percent
from shopworld.evaluation.measures.metrics import ALL
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.measures.tool_metrics import (
    DIFFICULTIES,
    INTENTS,
    RUBRIC_TYPES,
    SOURCES,
    failures_of,
    groups_by,
    satisfaction_by,
    satisfaction_by_wording,
    style_of,
    summarise_tools,
)
from shopworld.evaluation.records import Result


def tool_table(results: Sequence[Result], agents: Sequence[str]) -> Table:
    """A row per agent and number of implicit requirements, with a row for all where there are several."""
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False, pad_edge=False)
    add_agent_column(table)
    table.add_column("implicit", no_wrap=True)
    for name in ("tasks", "right %", "95 %", "rubric %", "end %", "exact %", "calls", "med"):
        table.add_column(name, justify="right", no_wrap=True)
    for agent in agents:
        own = [one for one in results if one.agent == agent]
        buckets = groups_by(own, "difficulty", DIFFICULTIES)
        groups = {**(buckets if len(buckets) > 1 else {}), ALL: own}
        for name, group in groups.items():
            summary = summarise_tools(group)
            table.add_row(
                agent_cell(agent) if name == next(iter(groups)) else "",
                name,
                str(summary.tasks),
                percent(summary.accuracy.value),
                interval(summary.accuracy),
                percent(summary.satisfaction.value),
                percent(summary.finished, 0),
                percent(summary.exact),
                number(summary.calls),
                number(summary.median_calls, 0),
                style="bold" if name == ALL else "",
                end_section=name == ALL and agent != agents[-1],
            )
    return table


def add_agent_column(table: Table) -> None:
    """A column of agents that takes what the other columns leave: rich makes only columns narrower that may wrap."""
    table.add_column("agent", overflow="ellipsis")


def agent_cell(name: str) -> str:
    """The name of an agent for that column, in one line: what has no blanks is cut, not wrapped."""
    return name.replace(" ", "\N{NO-BREAK SPACE}")


def tool_summary(results: Sequence[Result]) -> dict[str, Any]:
    """All metrics of one agent, JSON-able but for NaN."""
    return {
        **asdict(summarise_tools(results)),
        "by_source": _plain(satisfaction_by(results, SOURCES, "source")),
        "by_wording": _plain(satisfaction_by_wording(results)),
        "by_type": _plain(satisfaction_by(results, RUBRIC_TYPES, "type")),
        "by_intent": _accuracies(groups_by(results, "category", INTENTS)),
        "by_difficulty": _accuracies(groups_by(results, "difficulty", DIFFICULTIES)),
        "style": asdict(style_of(results)),
        "failures": asdict(failures_of(results)),
    }


def _accuracies(groups: dict[str, list[Result]]) -> dict[str, Any]:
    return _plain({name: summarise_tools(group).accuracy for name, group in groups.items()})


def _plain(intervals: dict[str, Interval]) -> dict[str, Any]:
    return {name: asdict(interval) for name, interval in intervals.items()}
