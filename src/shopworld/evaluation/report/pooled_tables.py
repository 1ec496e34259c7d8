"""Tables over all suites of a report: completion by suite, by set and by difficulty, one row for each agent.

An agent that played several suites has one row: its results are pooled. Templates of different suites are different
clusters, even where they have the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shopworld.evaluation.measures.metrics import SET_ORDER
from shopworld.evaluation.measures.query_metrics import choice_of
from shopworld.evaluation.measures.statistics import Interval, proportion_interval
from shopworld.evaluation.records import NOT_THE_AGENTS_FAULT, Result
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry

DIFFICULTIES = ("easy", "medium", "hard")
"""Levels that every family of tasks for shops and malls uses."""

_ALL = "All"


@dataclass(frozen=True, slots=True)
class _Played:
    """A result with the suite that it is of."""

    suite: str
    result: Result


def pooled_grids(entries: Sequence[Entry]) -> list[Grid]:
    """Completion by suite and set, where there are several suites; by difficulty, where tasks have one.

    Args:
        entries: of shops and malls, not of the tool sandbox.
    """
    played = _by_agent(entries)
    grids = []
    if len({one.run.world.suite for one in entries}) > 1:
        lead = "Completion in per cent with 95 % intervals, clustered by template."
        grids.append(_grid("suites", "By suite", lead, entries, played, lambda one: one.suite, ()))
        grids.append(_grid("sets", "By set, over all suites", lead, entries, played, _set_of, SET_ORDER))
    lead = "Completion by the tasks' levels, over all suites, in per cent with 95 % intervals."
    grids.append(_grid("difficulty", "By difficulty", lead, entries, played, _level_of, DIFFICULTIES))
    return [grid for grid in grids if grid.columns]


def _by_agent(entries: Sequence[Entry]) -> dict[str, list[_Played]]:
    """What each agent played; infrastructure and grader errors say nothing and are left out."""
    found: dict[str, list[_Played]] = {}
    for entry in entries:
        counted = (one for one in entry.results if one.status not in NOT_THE_AGENTS_FAULT)
        for result in counted:
            found.setdefault(result.agent, []).append(_Played(entry.run.world.suite, result))
    return found


def _set_of(one: _Played) -> str:
    return one.result.set


def _level_of(one: _Played) -> str:
    """The level of a task; evolved queries have a table of their own."""
    own = one.result.difficulty in DIFFICULTIES and choice_of(one.result) is None
    return one.result.difficulty if own else ""


def _grid(
    name: str,
    title: str,
    lead: str,
    entries: Sequence[Entry],
    played: dict[str, list[_Played]],
    group_of: Callable[[_Played], str],
    order: Sequence[str],
) -> Grid:
    groups = list(dict.fromkeys(group_of(one) for results in played.values() for one in results))
    known = [group for group in order if group in groups]
    shown = known + [group for group in groups if group and group not in known]
    rows = []
    for agent, results in played.items():
        grouped = [one for one in results if group_of(one)]
        columns = [[one for one in grouped if group_of(one) == group] for group in shown]
        cells = [_cell(column) for column in (*columns, *([grouped] if len(shown) > 1 else []))]
        rows.append(GridRow(agent, _pooled_entry(agent, entries), tuple(cells)))
    headings = tuple(group.replace("_", " ") for group in shown)
    return Grid(name, title, lead, (*headings, _ALL) if len(shown) > 1 else headings, tuple(rows))


def _cell(played: Sequence[_Played]) -> Cell:
    return interval_cell(_completion(played)) if played else Cell(DASH)


def _completion(played: Sequence[_Played]) -> Interval:
    clusters = [f"{one.suite}/{one.result.template or one.result.task}" for one in played]
    if len(set(clusters)) == 1:
        clusters = [f"{one.suite}/{one.result.task}" for one in played]
    return proportion_interval([one.result.reward for one in played], clusters)


def _pooled_entry(agent: str, entries: Sequence[Entry]) -> Entry:
    """The agent's first entry under its plain name, for its colour."""
    first = next(entry for entry in entries if entry.results and entry.results[0].agent == agent)
    return Entry(agent, first.colour, first.run, first.results)
