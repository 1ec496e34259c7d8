"""Tables over all suites of a report: completion by suite, by set and by difficulty, one row for each agent.

An agent that played several suites has one row: its results are pooled. Templates of different suites are different
clusters, even where they have the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shopworld.evaluation.measures.metrics import ALL, SET_ORDER
from shopworld.evaluation.measures.query_metrics import choice_of
from shopworld.evaluation.measures.statistics import Interval, proportion_interval
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry

DIFFICULTIES = ("easy", "medium", "hard")
"""Levels that every family of tasks for shops and malls uses."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A result with the suite that it is of."""

    suite: str
    result: Result


@dataclass(frozen=True, slots=True)
class PooledTable:
    """Completion of each agent by groups of tasks, over all suites.

    Attributes:
        id: `suites`, `sets` or `difficulty`.
        title: heading.
        lead: what it shows.
        groups: in order; with `ALL` behind them where there are several.
        rows: by agent, then by group; what an agent has not played is not there.
    """

    id: str
    title: str
    lead: str
    groups: tuple[str, ...]
    rows: dict[str, dict[str, Interval]]


def pooled_tables(entries: Sequence[Entry]) -> list[PooledTable]:
    """Completion by suite, by set and by difficulty; a table without groups says that no task has one.

    Args:
        entries: of shops and malls, not of the tool sandbox.
    """
    played = _by_agent(entries)
    lead = "Completion in per cent with 95 % intervals, clustered by template."
    of_levels = "Completion by the tasks' levels, over all suites, in per cent with 95 % intervals."
    return [
        _table("suites", "By suite", lead, played, lambda one: one.suite, ()),
        _table("sets", "By set, over all suites", lead, played, _set_of, SET_ORDER),
        _table("difficulty", "By difficulty", of_levels, played, _level_of, DIFFICULTIES),
    ]


def pooled_grids(entries: Sequence[Entry]) -> list[Grid]:
    """The same for the report: by suite and set, where there are several suites; by difficulty, where tasks have one.

    Args:
        entries: of shops and malls, not of the tool sandbox.
    """
    several = len({one.run.world.suite for one in entries}) > 1
    tables = [one for one in pooled_tables(entries) if one.groups and (several or one.id == "difficulty")]
    return [_grid(one, entries) for one in tables]


def _by_agent(entries: Sequence[Entry]) -> dict[str, list[_Played]]:
    """What each agent played; infrastructure and grader errors say nothing and are left out."""
    found: dict[str, list[_Played]] = {}
    for entry in entries:
        counted = (one for one in entry.results if not one.excused)
        for result in counted:
            found.setdefault(result.agent, []).append(_Played(entry.run.world.suite, result))
    return found


def _set_of(one: _Played) -> str:
    return one.result.set


def _level_of(one: _Played) -> str:
    """The level of a task; evolved queries have a table of their own."""
    own = one.result.difficulty in DIFFICULTIES and choice_of(one.result) is None
    return one.result.difficulty if own else ""


def _table(
    name: str,
    title: str,
    lead: str,
    played: dict[str, list[_Played]],
    group_of: Callable[[_Played], str],
    order: Sequence[str],
) -> PooledTable:
    groups = list(dict.fromkeys(group_of(one) for results in played.values() for one in results))
    known = [group for group in order if group in groups]
    shown = known + [group for group in groups if group and group not in known]
    rows = {}
    for agent, results in played.items():
        columns = {group: [one for one in results if group_of(one) == group] for group in shown}
        if len(shown) > 1:
            columns[ALL] = [one for one in results if group_of(one)]
        rows[agent] = {group: _completion(column) for group, column in columns.items() if column}
    return PooledTable(name, title, lead, tuple(shown) if len(shown) < 2 else (*shown, ALL), rows)


def _grid(table: PooledTable, entries: Sequence[Entry]) -> Grid:
    rows = tuple(
        GridRow(
            agent,
            _pooled_entry(agent, entries),
            tuple(interval_cell(found[group]) if group in found else Cell(DASH) for group in table.groups),
        )
        for agent, found in table.rows.items()
    )
    headings = tuple("All" if group == ALL else group.replace("_", " ") for group in table.groups)
    return Grid(table.id, table.title, table.lead, headings, rows)


def _completion(played: Sequence[_Played]) -> Interval:
    clusters = [f"{one.suite}/{one.result.template or one.result.task}" for one in played]
    if len(set(clusters)) == 1:
        clusters = [f"{one.suite}/{one.result.task}" for one in played]
    return proportion_interval([one.result.reward for one in played], clusters)


def _pooled_entry(agent: str, entries: Sequence[Entry]) -> Entry:
    """The agent's first entry under its plain name, for its colour."""
    first = next(entry for entry in entries if entry.results and entry.results[0].agent == agent)
    return Entry(agent, first.colour, first.run, first.results)
