"""Why trials failed, in few words: what failing checks say, without what differs from task to task."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from shopworld.evaluation.records import Result, Status
from shopworld.plain_text import plain_line

_PHRASE = re.compile(r"(?:^|; )([a-z][a-z ]*):")
_LONGEST = 60
MOST = 3
"""Causes that are told of an agent."""


def cause_of(result: Result) -> str:
    """The cause of a trial that did not pass: `answer set: missing, not asked for`; empty where it passed."""
    if result.status is Status.PASSED:
        return ""
    if result.error:
        return f"{str(result.status).replace('_', ' ')}: {result.error.partition(':')[0][:_LONGEST]}"
    failing = next((one for one in result.checks if not one.passed), None)
    if failing is None:
        return str(result.status).replace("_", " ")
    phrases = ", ".join(_PHRASE.findall(failing.reason)) or failing.reason[:_LONGEST]
    return f"{failing.type.replace('_', ' ')}: {phrases}"


def cause_lines(results: Sequence[Result], agents: Sequence[str]) -> list[str]:
    """A line for each agent whose trials did not all pass, with its most frequent causes."""
    lines = []
    for agent in agents:
        causes = Counter(cause for one in results if one.agent == agent and (cause := cause_of(one)))
        if causes:
            frequent = sorted(causes.items(), key=lambda one: (-one[1], one[0]))
            told = [f"{count} × {plain_line(cause)}" for cause, count in frequent[:MOST]]
            more = len(causes) - MOST
            lines.append(f"{agent} failed by {'; '.join(told)}" + (f"; {more} other causes" if more > 0 else ""))
    return lines
