"""What judges say, beside what the code checks say: a table for each judge."""

from __future__ import annotations

from collections.abc import Sequence

from shopworld.evaluation.judges.agreement import Pair, agree
from shopworld.evaluation.judges.auditing import name_of
from shopworld.evaluation.judges.records import Verdict, read_verdicts
from shopworld.evaluation.measures.metrics import clusters_of
from shopworld.evaluation.measures.statistics import proportion_interval
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry

LEAD = (
    "Trials that the judge accepts, and that the code checks pass, in per cent. Agreement: both say the same; "
    "false yes: accepted, of what the checks refuse; false no: refused, of what they pass. "
    "More: shopworld judge audit."
)
COLUMNS = ("Judged", "Judge", "Checks", "Agreement", "False yes", "False no")


def judge_grids(entries: Sequence[Entry]) -> list[Grid]:
    """A table for each judge that has judged something; none without verdicts."""
    by_run = {entry.run.path: read_verdicts(entry.run.path) for entry in entries}
    names = sorted({name_of(one) for verdicts in by_run.values() for one in verdicts})
    grids = []
    for number, name in enumerate(names, start=1):
        rows = []
        for entry in entries:
            mine = [one for one in by_run[entry.run.path] if name_of(one) == name]
            judged = _judged(entry, mine)
            if judged:
                rows.append(GridRow(entry.name, entry, _cells(judged)))
        if rows:
            grids.append(Grid(f"judge-{number}", f"Judged by {name}", LEAD, COLUMNS, tuple(rows)))
    return grids


def _judged(entry: Entry, verdicts: Sequence[Verdict]) -> list[tuple[Result, bool]]:
    """The results with a verdict on their last attempt."""
    said = {(one.trial_key, one.attempt): one.satisfied for one in verdicts}
    pairs = [(result, said.get((result.key, result.attempt))) for result in entry.results]
    return [(result, satisfied) for result, satisfied in pairs if satisfied is not None]


def _cells(judged: Sequence[tuple[Result, bool]]) -> tuple[Cell, ...]:
    results = [result for result, _ in judged]
    clusters = clusters_of(results)
    found = agree(
        [
            Pair(satisfied, result.reward == 1.0, cluster)
            for (result, satisfied), cluster in zip(judged, clusters, strict=True)
        ]
    )
    shares = (
        proportion_interval([float(satisfied) for _, satisfied in judged], clusters),
        proportion_interval([result.reward for result in results], clusters),
        found.agreement,
        found.false_accepts,
        found.false_rejects,
    )
    return (Cell(str(len(judged))), *map(interval_cell, shares))
