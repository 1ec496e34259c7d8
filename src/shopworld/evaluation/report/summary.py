"""What the report's tables over several agents say, for machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from shopworld.evaluation.figures import without_nan
from shopworld.evaluation.measures.metrics import summarise
from shopworld.evaluation.measures.paired_interfaces import InterfacePair
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.interface_tables import compared_pairs, interface_groups, mean_cost
from shopworld.evaluation.report.pooled_tables import pooled_tables
from shopworld.evaluation.report.rows import Entry

_NAMES = {"suites": "by_suite", "sets": "by_set", "difficulty": "by_difficulty"}


def comparison_summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """`by_suite`, `by_set`, `by_difficulty` (agent, then group, then completion with its interval) and `interfaces`.

    Args:
        entries: of shops and malls, not of the tool sandbox.
    """
    pooled = {
        _NAMES[table.id]: {
            agent: {group: asdict(value) for group, value in row.items()} for agent, row in table.rows.items() if row
        }
        for table in pooled_tables(entries)
    }
    found: dict[str, Any] = without_nan(pooled | {"interfaces": _interfaces(entries)})
    return found


def _interfaces(entries: Sequence[Entry]) -> dict[str, Any]:
    """What each interface came to and the paired differences; both empty where agents met malls by one interface."""
    grouped = interface_groups(entries)
    met = [entry for entry, _ in grouped]
    return {
        "agents": {entry.name: _came_to(results) for entry, results in grouped},
        "pairs": [_pair(one, met) for one in compared_pairs(met)],
    }


def _came_to(results: Sequence[Result]) -> dict[str, Any]:
    summary = summarise(results)
    tokens, usd = mean_cost(results)
    return {
        "interface": results[0].interface,
        "trials": summary.trials,
        "completion": asdict(summary.completion),
        "precision": summary.precision,
        "recall": summary.recall,
        "f1_of_means": summary.f1_of_means,
        "steps": summary.steps,
        "tokens": tokens,
        "usd": usd,
        "seconds": summary.seconds,
    }


def _pair(pair: InterfacePair, entries: Sequence[Entry]) -> dict[str, Any]:
    measures = {name: asdict(value) if value.count else None for name, value in pair.differences.items()}
    return {
        "first": entries[pair.first].name,
        "second": entries[pair.second].name,
        "tasks": pair.tasks,
        "completion": asdict(pair.completion),
        "p_value": pair.p_value,
        "corrected": pair.corrected,
        **measures,
    }
