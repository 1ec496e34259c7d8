"""The walk that both sides of the browser benchmark take. It needs the standard library only, so both can import it.

Each step names its target by role and name, so that both sides act on the same elements whatever ids they give them.
A step is timed from the action until its observation is there as text: action, settling, reading.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

VIEWPORT = (1280, 720)
"""Width and height in CSS pixels, on both sides."""

LATE = "late"
"""Kind of a step that only waited, because an observation had come before its page."""
FAILED = "failed"
"""Kind of a step whose action did not work; it is tried again."""
_TRIES = 20


@dataclass(frozen=True)
class Step:
    """One action of the walk.

    Attributes:
        kind: `scroll` or `click`.
        target: pattern of the tree's line to click on.
        lands: pattern of the address after it.
    """

    kind: str
    target: str = ""
    lands: str = ""


LISTING_WALK = (
    Step("scroll"),
    Step("click", r"link 'Next page'", r"/page/2/"),
    Step("scroll"),
    Step("click", r"link 'Previous page'", r"/shop/(page/1/)?$"),
)
"""Around the first two pages of a listing of 24 offers; half of the steps load a page."""


@dataclass(frozen=True)
class Seen:
    """What a side observed after an action."""

    tree: str
    address: str
    error: str = ""


@dataclass
class Walked:
    """What a walk gave.

    Attributes:
        steps: kind and seconds of each step: `scroll`, `click`, `late` or `failed`.
        seconds: of the whole walk, the late and failed steps included.
        errors: how often a side reported an error, whether or not the action had worked.
    """

    steps: list[tuple[str, float]] = field(default_factory=list)
    seconds: float = 0.0
    errors: int = 0


def take_walk(act: Callable[[str], Seen], seen: Seen, *, rounds: int = 0, seconds: float = 0.0) -> Walked:
    """Takes the walk so many rounds, or else for so many seconds.

    Args:
        act: carries out an action text and observes.
        seen: the observation now, of the walk's first page.
        rounds: how often; 0 lets `seconds` decide.
        seconds: after which no step begins.

    Raises:
        LookupError: a step does not come to its page, whatever the waiting.
    """
    walked = Walked()
    began = time.perf_counter()
    done = 0
    while done < rounds or not rounds:
        for step in LISTING_WALK:
            if not rounds and walked.seconds >= seconds:
                return walked
            seen = _take_step(step, act, seen, walked)
            walked.seconds = time.perf_counter() - began
        done += 1
    return walked


def _take_step(step: Step, act: Callable[[str], Seen], seen: Seen, walked: Walked) -> Seen:
    """Takes one step; waits for its target and for its page, and tries again where it did not come about.

    A side may report an error although the action worked (a time limit of its own): the step then counts.
    """
    for _ in range(_TRIES):
        action = action_text(step, seen.tree)
        began = time.perf_counter()
        seen = act(action or "noop(100)")
        seconds = time.perf_counter() - began
        worked = bool(re.search(step.lands, seen.address)) if step.lands else not seen.error
        walked.errors += bool(seen.error)
        walked.steps.append((step.kind if action and worked else FAILED if action else LATE, seconds))
        if worked and (action or step.lands):
            return seen
    raise LookupError(f"{step} does not come about at {seen.address}: {seen.error or 'no such node'}")


LINE = re.compile(r"^\s*\[(?P<id>[^\]]+)\] (?P<text>.*)$")


def action_text(step: Step, tree: str) -> str | None:
    """The step as BrowserGym-style action text, its target looked up in the tree; None where it is not there."""
    if step.kind == "scroll":
        return "scroll(0, 400)"
    for line in tree.splitlines():
        match = LINE.match(line)
        if match and re.match(step.target, match["text"]):
            return f"click('{match['id']}')"
    return None


def names_in(tree: str) -> list[str]:
    """Role and name of every node, in order: what both sides must observe alike."""
    found = []
    for line in tree.splitlines():
        text = re.sub(r"^\s*(\[[^\]]+\] )?", "", line)
        match = re.match(r"(\w+) ('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", text)
        if match:
            found.append(f"{match[1]} {match[2]}")
    return found


def say_ready_and_wait() -> None:
    """Tells the benchmark that the walk can begin, and waits for its word; ends the process where it is gone."""
    print("ready", flush=True)
    if not sys.stdin.readline():
        raise SystemExit(1)


def report(walked: Walked, **more: Any) -> None:
    """Hands the figures to the benchmark, as one line of JSON."""
    print(json.dumps({**asdict(walked), **more}), flush=True)
