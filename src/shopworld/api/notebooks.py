"""What notebooks show of runs: results as tables, an episode step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from shopworld.evaluation import Result, Step

_LONGEST = 400
"""Characters of one cell."""


@dataclass(frozen=True, slots=True)
class ShownEpisode:
    """One trial of a run, for people: a notebook shows it inline, `print` as text.

    Attributes:
        result: how it was graded.
        goal: what the user wanted.
        steps: what was done, from number 0, the first page.
    """

    result: Result
    goal: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        one = self.result
        head = f"{one.agent} on {one.task}, trial {one.trial}: {one.status.value}\n{self.goal}"
        return "\n".join([head, *(f"{row[0]}. {' | '.join(filter(None, row[1:]))}" for row in _steps(self.steps))])

    def _repr_html_(self) -> str:
        one = self.result
        title = f"{one.agent} on {one.task}, trial {one.trial}: {one.status.value}"
        checks = [(check.type, "yes" if check.passed else "no", check.reason) for check in one.checks]
        return (
            f"<h4>{escape(title)}</h4><p>{escape(self.goal)}</p>"
            + table_html(("step", "thought", "action", "what came of it"), _steps(self.steps))
            + table_html(("check", "fulfilled", "why"), checks)
        )


def table_html(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; whatever stands in it is text."""
    head = "".join(f"<th>{escape(one)}</th>" for one in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def agents_html(results: Iterable[Result]) -> str:
    """What each agent came to, as a table."""
    by_agent: dict[str, list[Result]] = {}
    for one in results:
        by_agent.setdefault(one.agent, []).append(one)
    rows = [
        (
            agent,
            f"{sum(one.reward == 1.0 for one in played)} of {len(played)}",
            f"{sum(one.f1 for one in played) / len(played):.2f}",
            f"{sum(one.steps for one in played) / len(played):.1f}",
        )
        for agent, played in by_agent.items()
    ]
    return table_html(("agent", "passed", "mean F1", "mean steps"), rows)


def _steps(steps: Iterable[Step]) -> list[tuple[str, ...]]:
    return [tuple(map(_short, (str(one.number), one.thought, one.action, _outcome(one)))) for one in steps]


def _outcome(step: Step) -> str:
    return step.error or step.result or step.url


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
