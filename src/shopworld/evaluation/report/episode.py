"""The page of one episode: goal, checks, steps with pictures and page text, events, carts and orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import orjson

from shopworld.environments.tools import ToolCalled, UserAsked
from shopworld.episode import Event
from shopworld.errors import InputError
from shopworld.evaluation.error_tags.tag import Mark
from shopworld.evaluation.event_log import read_events
from shopworld.evaluation.event_text import amount, describe, is_strong, told_once
from shopworld.evaluation.folder import RunFolder, read_score
from shopworld.evaluation.measures.tool_metrics import is_exact, rubrics_of
from shopworld.evaluation.records import Result, Step, packed_steps, read_steps
from shopworld.evaluation.report.call_text import answer_of, call_text, code_of, result_summary, result_text
from shopworld.evaluation.report.rendering import link, render
from shopworld.evaluation.report.rows import title
from shopworld.evaluation.trajectory import EVENTS, GOAL, STEPS, TRACEBACK
from shopworld.tasks import EVIDENCE, ProductRecommended, RubricResult

PAGE = "index.html"
STYLE = "style.css"
"""Lies once in a run's `episodes/`, for the pages of all its episodes."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One event, short, under the step it happened in."""

    text: str
    strong: bool


@dataclass(frozen=True, slots=True)
class StepView:
    """One step as the page prints it."""

    number: int
    action: str
    target: str
    thought: str
    error: str
    url: str
    title: str
    seconds: float
    screenshot: str
    tree: str
    same_page: bool
    code: str
    said: str
    result: str
    result_summary: str
    extra: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """One event as the page prints it."""

    time: str
    shop: str
    text: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Goods:
    """Something the episode came to."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class RubricView:
    """One rubric as it was graded."""

    id: str
    type: str
    source: str
    satisfied: bool
    reason: str
    evidence: str


def _rubric(result: RubricResult) -> RubricView:
    return RubricView(
        result.id, title(result.type), str(result.source), result.satisfied, result.reason, result.evidence
    )


@dataclass(frozen=True, slots=True)
class TagView:
    """An error tag as the page prints it."""

    title: str
    step: int | None
    text: str


@dataclass(frozen=True, slots=True)
class EarlierAttempt:
    """An attempt that a fault cost."""

    number: int
    link: str
    reason: str


def write_episode_page(folder: RunFolder, result: Result, report: str, marks: Sequence[Mark] = ()) -> Path | None:
    """Writes the page of a result's last attempt beside its files; None where they are gone.

    Args:
        folder: of the run.
        result: whose page.
        report: address of the report, relative to the attempt's folder.
        marks: error tags that the trial has.
    """
    attempt = folder.attempt(result.key, result.attempt)
    if not attempt.is_dir():
        return None
    path = attempt / PAGE
    text = episode_page(attempt, result, report, _earlier(folder, result), marks)
    path.write_text(text, encoding="utf-8")
    return path


def episode_page(
    attempt: Path,
    result: Result,
    report: str,
    earlier: Sequence[EarlierAttempt] = (),
    marks: Sequence[Mark] = (),
) -> str:
    """The page as HTML.

    Args:
        attempt: folder of the attempt.
        result: what became of it.
        report: address of the report, relative to the folder.
        earlier: attempts that faults cost.
        marks: error tags that the trial has.
    """
    events, problem = _events(attempt / EVENTS)
    return render(
        "episode.html",
        style_link=f"../../../../{STYLE}",
        result=result,
        category=title(result.category),
        goal=_text(attempt / GOAL),
        traceback=_text(attempt / TRACEBACK) or problem,
        report_link=link(report),
        in_tools=result.tools is not None,
        exact=is_exact(result),
        rubrics=[_rubric(one) for one in rubrics_of(result)],
        by_calls=result.by_calls,
        steps=_steps(read_steps(attempt / STEPS), events, by_calls=result.by_calls),
        events=[
            EventView(f"{one.at:%H:%M:%S}", one.shop or "", describe(one), is_strong(one)) for one in told_once(events)
        ],
        goods=_goods(events),
        earlier=list(earlier),
        tags=[TagView(title(one.tag), one.step, one.text) for one in marks],
        files=sorted(one.name for one in attempt.iterdir() if one.name in FILES),
    )


FILES = frozenset({STEPS, packed_steps(Path(STEPS)).name, EVENTS, GOAL, TRACEBACK, "score.json"})


def _earlier(folder: RunFolder, result: Result) -> list[EarlierAttempt]:
    earlier = []
    for attempt in folder.attempts(result.key):
        number = int(attempt.name)
        score = read_score(attempt)
        if number < result.attempt and score is not None:
            report_link = "../" * 6 + "report.html"
            (attempt / PAGE).write_text(episode_page(attempt, score, report_link), encoding="utf-8")
            earlier.append(EarlierAttempt(number + 1, link(f"../{number}/{PAGE}"), score.error))
    return earlier


def _events(path: Path) -> tuple[list[Event], str]:
    """The log; a log that cannot be read becomes a note, so that the rest of the page can still be seen."""
    try:
        return list(read_events(path)), ""
    except InputError as error:
        return [], str(error)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _steps(steps: Sequence[Step], events: Sequence[Event], *, by_calls: bool) -> list[StepView]:
    before = [0, *(step.events for step in steps)]
    trees = [None, *(step.tree for step in steps)]
    return [
        StepView(
            number=step.number,
            action=call_text(step.action) if by_calls else step.action,
            target=action_target(step.action, earlier_tree or ""),
            thought=step.thought,
            error=step.error,
            url=step.url,
            title=step.title,
            seconds=step.seconds,
            screenshot=step.screenshot,
            tree=step.tree,
            same_page=bool(step.tree) and earlier_tree == step.tree,
            code=code_of(step.action),
            said=answer_of(step.result),
            result=result_text(step.result),
            result_summary=result_summary(step.result),
            extra=orjson.dumps(step.extra, option=orjson.OPT_INDENT_2).decode() if step.extra else "",
            chips=tuple(
                Chip(describe(one), is_strong(one))
                for one in told_once(events[start:end])
                if not isinstance(one.payload, ToolCalled)  # the call itself stands above
            ),
        )
        for step, (start, end), earlier_tree in zip(steps, pairwise(before), trees, strict=False)
    ]


def action_target(action: str, tree: str) -> str:
    """What the element is that an action names, as the agent saw it: `link 'Add to cart'`."""
    named = _ELEMENT.search(action)
    if named is None:
        return ""
    line = next((one.strip() for one in tree.splitlines() if one.strip().startswith(f"[{named[1]}] ")), "")
    text = line.partition("] ")[2]
    return text if len(text) <= LONGEST_TARGET else f"{text[: LONGEST_TARGET - 1]}…"


_ELEMENT = re.compile(r"""\(\s*['"](\w+)['"]""")
LONGEST_TARGET = 100


def _goods(events: Sequence[Event]) -> list[Goods]:
    evidence = EVIDENCE.over(events)
    goods = [Goods("Answer", evidence.answer)] if evidence.answer else []
    for event in events:
        match event.payload:
            case UserAsked(question=question, response=response):
                goods.append(Goods(question, response))
            case ProductRecommended(product_id=product_id, reasoning=reasoning):
                goods.append(Goods(f"Recommended {product_id}", reasoning))
            case _:
                pass
    for address, pieces in evidence.cart.items():
        goods.append(Goods(f"Cart of {address.shop}", f"{pieces} × {address.slug}"))
    for placed in evidence.orders:
        lines = ", ".join(f"{line.quantity} × {line.title}" for line in placed.order.lines)
        total = amount(placed.order.total, placed.order.currency)
        to = placed.order.shipping
        goods.append(
            Goods(
                f"Order {placed.order.number} in {placed.shop}",
                f"{lines}; {total} in all, by {placed.order.payment_method}; "
                f"to {to.name}, {to.street} {to.house_number}, {to.zip} {to.city}, {to.country}; {placed.order.email}",
            )
        )
    return goods
