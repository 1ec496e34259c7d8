"""The report's tables of interfaces: what each came to on the same trials, and the paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from shopworld.evaluation.figures import number, percent
from shopworld.evaluation.measures.metrics import summarise
from shopworld.evaluation.measures.paired_interfaces import (
    InterfacePair,
    has_price,
    has_tokens,
    interface_pairs,
    shared,
    tokens_of,
)
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry

_COLUMNS = ("Interface", "Trials", "Completion", "Prec.", "Recall", "F1", "Steps", "Tokens", "USD", "Seconds")
_DIFFERENCES = ("Tasks", "Completion", "p", "F1", "Steps", "Tokens", "USD", "Seconds")
_DIGITS = {"steps": 1, "tokens": 0, "usd": 4, "seconds": 1}


def interface_groups(entries: Sequence[Entry]) -> list[tuple[Entry, list[Result]]]:
    """Each agent that met a mall, with its results on the trials that all of them played; none where all met it by one
    interface, or share no trial.

    Args:
        entries: of shops and malls.
    """
    met = [one for one in entries if one.results and one.results[0].interface]
    if len({one.results[0].interface for one in met}) < 2:
        return []
    groups = shared([one.results for one in met])
    return list(zip(met, groups, strict=True)) if all(groups) else []


def compared_pairs(entries: Sequence[Entry]) -> list[InterfacePair]:
    """The paired differences between these entries; their places are those of the entries."""
    return interface_pairs([one.results for one in entries], seed=entries[0].run.settings.seed) if entries else []


def interface_grids(entries: Sequence[Entry]) -> list[Grid]:
    """Both tables; none where all agents met the mall by one interface.

    Args:
        entries: of shops and malls.
    """
    grouped = interface_groups(entries)
    if not grouped:
        return []
    met = [entry for entry, _ in grouped]
    rows = tuple(GridRow(entry.name, entry, _cells(group)) for entry, group in grouped)
    lead = (
        "What each interface came to, on the trials that all of these agents played. Tokens are those in and out; "
        "tokens, dollars and seconds are means per trial."
    )
    grids = [Grid("interfaces", "By interface", lead, _COLUMNS, rows)]
    pairs = compared_pairs(met)
    if pairs:
        lead = (
            "First minus second, on the tasks that both played with the same model, or by the same rules: mean paired "
            "difference with a cluster bootstrap over templates, McNemar's exact test for completion; completion, F1 "
            "in points. p is corrected for the number of pairs (Holm); the intervals are not."
        )
        grids.append(
            Grid(
                "interface-differences",
                "Interfaces compared, in pairs",
                lead,
                _DIFFERENCES,
                tuple(_difference_row(pair, met) for pair in pairs),
            )
        )
    return grids


def _cells(results: Sequence[Result]) -> tuple[Cell, ...]:
    summary = summarise(results)
    tokens, usd = mean_cost(results)
    return (
        Cell(results[0].interface),
        Cell(str(summary.trials)),
        interval_cell(summary.completion),
        Cell(percent(summary.precision)),
        Cell(percent(summary.recall)),
        Cell(percent(summary.f1_of_means)),
        Cell(number(summary.steps, 1)),
        Cell(number(tokens, 0) if tokens is not None else DASH),
        Cell(number(usd, 4) if usd is not None else DASH),
        Cell(number(summary.seconds, 1)),
    )


def mean_cost(results: Sequence[Result]) -> tuple[float | None, float | None]:
    """Mean tokens and dollars of the trials of which they are known; None where of none."""
    tokens = [tokens_of(one) for one in results if has_tokens(one)]
    usd = [one.usage["usd"] for one in results if has_price(one)]
    return fmean(tokens) if tokens else None, fmean(usd) if usd else None


def _difference_row(pair: InterfacePair, entries: Sequence[Entry]) -> GridRow:
    first, second = entries[pair.first], entries[pair.second]
    differences = pair.differences
    return GridRow(
        f"{first.name} – {second.name}",
        first,
        (
            Cell(str(pair.tasks)),
            _points(pair.completion),
            Cell(f"{pair.corrected:.3f}"),
            _points(differences["f1"]),
            *(_signed(differences[name], digits) for name, digits in _DIGITS.items()),
        ),
    )


def _points(value: Interval) -> Cell:
    return _signed(value, 1, 100.0)


def _signed(value: Interval, digits: int, scale: float = 1.0) -> Cell:
    if not value.count:
        return Cell(DASH)
    bounds = f"{scale * value.low:+,.{digits}f} to {scale * value.high:+,.{digits}f}" if value.clusters > 1 else ""
    return Cell(f"{scale * value.value:+,.{digits}f}", bounds)
