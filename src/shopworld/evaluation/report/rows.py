"""What the report shows, as data: entries, tables, comparisons. Templates print it and compute nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.measures.comparison import Comparison, compare, corrected
from shopworld.evaluation.measures.metrics import (
    ALL,
    PASS_POWER_FROM,
    ErrorConvention,
    Summary,
    categories_of,
    pass_powers,
    sets_of,
    summarise,
)
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.settings import RunSettings


@dataclass(frozen=True, slots=True)
class ReadRun:
    """One run folder, read."""

    path: Path
    settings: RunSettings
    world: Provenance
    results: tuple[Result, ...]

    @classmethod
    def read(cls, path: Path) -> ReadRun:
        """Reads a run folder. Raises InputError where it is none."""
        folder = RunFolder(path)
        results = tuple(sorted(folder.results(), key=lambda one: one.key))
        return cls(path, folder.settings(), folder.provenance(), results)

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self.path.resolve().name

    @property
    def agents(self) -> tuple[str, ...]:
        """Those that were asked for, then those whose sessions were saved besides."""
        return tuple(dict.fromkeys((*self.settings.agents, *(one.agent for one in self.results))))

    @property
    def expected(self) -> int:
        """Number of results it has when it is complete; who saves sessions one by one plans none."""
        asked = () if self.settings.sessions else self.settings.agents
        saved = sum(one.agent not in asked for one in self.results)
        return len(asked) * len(self.world.tasks) * self.settings.trials + saved


@dataclass(frozen=True, slots=True)
class Entry:
    """One agent of one run: a row of the report.

    Attributes:
        name: of the agent; with the run's name where the agent occurs in several runs.
        colour: number of its colour.
        run: where it ran.
        results: its results, sorted.
    """

    name: str
    colour: int
    run: ReadRun
    results: tuple[Result, ...]


COLOURS = 6
"""Number of colours that the style sheet defines for entries; they repeat after that."""


def entries_of(runs: Sequence[ReadRun]) -> list[Entry]:
    """One entry for each agent of each run, in order."""
    agents = [agent for run in runs for agent in run.agents]
    entries: list[Entry] = []
    for run in runs:
        for agent in run.agents:
            name = agent if agents.count(agent) == 1 else f"{agent} ({run.name})"
            own = tuple(one for one in run.results if one.agent == agent)
            entries.append(Entry(name, len(entries) % COLOURS, run, own))
    return entries


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of the result table.

    Attributes:
        entry: whose.
        group: name of the set, or `all`.
        first: whether it is the entry's first line.
        last: whether it is the entry's last line.
        summary: errors that are not the agent's fault left out.
        with_errors: the same with them as failures.
    """

    entry: Entry
    group: str
    first: bool
    last: bool
    summary: Summary
    with_errors: Summary


def result_rows(entries: Sequence[Entry]) -> list[ResultRow]:
    """A line for each set and one for all, for each entry."""
    rows = []
    for entry in entries:
        sets = sets_of(entry.results)
        groups = [*sets, ALL] if len(sets) > 1 else [ALL]
        for group in groups:
            chosen = [one for one in entry.results if group in (ALL, one.set)]
            rows.append(
                ResultRow(
                    entry,
                    group,
                    group == groups[0],
                    group == groups[-1],
                    summarise(chosen),
                    summarise(chosen, convention=ErrorConvention.FAILURES),
                )
            )
    return rows


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """One category over all entries; `summaries` in their order, None where one has no task of it."""

    set: str
    category: str
    title: str
    tasks: int
    first_of_set: bool
    summaries: tuple[Summary | None, ...]


def category_rows(entries: Sequence[Entry]) -> list[CategoryRow]:
    """A line for each category, basic before advanced."""
    rows: list[CategoryRow] = []
    for name, category in categories_of(one for entry in entries for one in entry.results):
        groups = [[one for one in entry.results if (one.set, one.category) == (name, category)] for entry in entries]
        rows.append(
            CategoryRow(
                name,
                category,
                title(category),
                len({one.task for group in groups for one in group}),
                not rows or rows[-1].set != name,
                tuple(summarise(group) if group else None for group in groups),
            )
        )
    return rows


def title(identifier: str) -> str:
    """An identifier as words: `find_specific_product` is `Find specific product`."""
    words = identifier.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class StatusBar:
    """Shares of the statuses of one entry, in per cent, without empty ones; completion without faults and with them.

    `suspicious` of the faults met an agent each time in the same phase, while others of its trials passed.
    """

    entry: Entry
    parts: tuple[tuple[Status, int, float], ...]
    suspicious: int
    excluded: Summary
    failures: Summary


def status_bars(entries: Sequence[Entry]) -> list[StatusBar]:
    """A bar for each entry."""
    bars = []
    for entry in entries:
        summary = summarise([one.model_copy(update={"suspicious": False}) for one in entry.results])
        suspicious = sum(one.suspicious for one in entry.results)
        whole = max(1, len(entry.results))
        parts = tuple((status, count, 100 * count / whole) for status, count in summary.statuses.items() if count)
        failures = summarise(entry.results, convention=ErrorConvention.FAILURES)
        bars.append(StatusBar(entry, parts, suspicious, summary, failures))
    return bars


def comparisons(entries: Sequence[Entry]) -> list[Comparison]:
    """Each pair of entries, corrected for their number; the runs' seed is the bootstrap's."""
    pairs = []
    for first, second in combinations(entries, 2):
        named = [[one.model_copy(update={"agent": entry.name}) for one in entry.results] for entry in (first, second)]
        if all(named):
            pairs.append(compare(*named, seed=first.run.settings.seed))
    return corrected(pairs)


@dataclass(frozen=True, slots=True)
class PassPowers:
    """pass^1, pass^2, … of one entry."""

    entry: Entry
    values: tuple[float, ...]


def pass_power_rows(entries: Sequence[Entry]) -> list[PassPowers]:
    """pass^k of the entries with enough trials for it."""
    rows = [PassPowers(entry, tuple(pass_powers(entry.results))) for entry in entries]
    return [row for row in rows if len(row.values) >= PASS_POWER_FROM]
