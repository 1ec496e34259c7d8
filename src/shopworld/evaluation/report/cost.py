"""What language models used up, by agent and set: the columns of WebMall's Table 5 (section 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.evaluation.report.rows import Entry, ResultRow, number

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CostRow:
    """One line of the table: means per trial, as text.

    Attributes:
        row: whose, and of which set.
        cells: steps, input tokens, cached ones, output tokens, seconds of the model, seconds in all, USD, USD for each
            trial that passed.
    """

    row: ResultRow
    cells: tuple[str, ...]


FAULTS = frozenset(
    {
        "model_retries",
        "model_repairs",
        "lost_seconds",
        "unpriced_calls",
        "uncounted_calls",
        "asked_again",
        "context_overflows",
    }
)
"""What went wrong on the way, as agents with a language model report it."""
HEADINGS = ("Steps", "Input tokens", "Cached", "Output tokens", "Model s", "All s", "USD", "USD per pass")


def cost_rows(rows: Sequence[ResultRow]) -> list[CostRow]:
    """The lines of agents that called a language model.

    Args:
        rows: of the result table.
    """
    return [CostRow(row, _cells(row)) for row in rows if row.summary.usage.get("model_calls")]


def _cells(row: ResultRow) -> tuple[str, ...]:
    summary, usage = row.summary, row.summary.usage
    tokens = (f"{usage.get(name, 0.0):,.0f}" for name in ("input_tokens", "cached_tokens", "output_tokens"))
    return (
        number(summary.steps, 1),
        *tokens,
        number(usage.get("model_seconds", 0.0), 1),
        number(summary.seconds, 1),
        *_prices(row),
    )


def _prices(row: ResultRow) -> tuple[str, str]:
    """USD per trial and per pass. Where some calls have no known price, the sum is a lower bound; so it is said."""
    usage = row.summary.usage
    if "usd" not in usage:
        return UNKNOWN, UNKNOWN
    least = "at least " if usage.get("unpriced_calls") else ""
    passed = row.summary.completion.value
    per_pass = f"{least}{usage['usd'] / passed:.4f}" if passed else "none passed"
    return f"{least}{usage['usd']:.4f}", per_pass


def priced(entries: Sequence[Entry]) -> list[tuple[Entry, float, float]]:
    """Agents whose price is known in full: with mean USD per trial, and the share of trials that passed."""
    points = []
    for entry in entries:
        counted = [one for one in entry.results if "usd" in one.usage and not one.usage.get("unpriced_calls")]
        if counted and len(counted) == sum("model_calls" in one.usage for one in entry.results):
            usd = sum(one.usage["usd"] for one in counted) / len(counted)
            points.append((entry, usd, sum(one.reward for one in counted) / len(counted)))
    return points
