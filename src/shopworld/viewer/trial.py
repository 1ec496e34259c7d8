"""One trial: what was said and done in it, and what is large of it."""

from __future__ import annotations

import base64
import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

from shopworld.episode import Ending, Event
from shopworld.errors import ShopworldError
from shopworld.evaluation import (
    Result,
    RunFolder,
    Step,
    action_target,
    call_text,
    describe,
    is_strong,
    read_events,
    read_steps,
    told_once,
)
from shopworld.evaluation.report import ReadRun
from shopworld.tasks import score
from shopworld.viewer.collection import RunCollection
from shopworld.viewer.documents import CheckState, EventText, ModelCall, StepText, TrialDetail, TrialTexts

STEPS, EVENTS, CALLS, TRACEBACK = "steps.jsonl", "events.jsonl", "model.jsonl.gz", "traceback.txt"
SAME = "="
"""Stands for a tree that is that of the step before."""


class ShownTrial:
    """One trial of a run.

    Args:
        collection: what it is shown in.
        run: its run.
        result: its result.
        attempt: another attempt than the one that counts.
    """

    def __init__(self, collection: RunCollection, run: ReadRun, result: Result, *, attempt: int | None = None) -> None:
        self._collection, self._run, self._result = collection, run, result
        self._folder = RunFolder(run.path)
        self.folder = self._folder.attempt(result.key, result.attempt if attempt is None else attempt)
        """Of the attempt."""
        self._problem = ""
        self._steps: Sequence[Step] = ()
        self._events: Sequence[Event] = ()
        try:
            self._steps = read_steps(self.folder / STEPS)
            if (self.folder / EVENTS).exists():
                self._events = list(read_events(self.folder / EVENTS))
        except ShopworldError as error:  # what else is there can still be shown
            self._problem = str(error)
        if not self.folder.is_dir():
            self._problem = "the files of this trial are gone"

    def texts(self) -> TrialTexts:
        """What was said and done."""
        trees = ["", *(step.tree for step in self._steps)]
        shown = call_text if self._result.by_calls else str
        return TrialTexts(
            steps=tuple(
                StepText(
                    action=shown(step.action),
                    target=action_target(step.action, tree),
                    thought=step.thought,
                    error=step.error,
                    url=step.url,
                    title=step.title,
                    seconds=step.seconds,
                    picture=step.screenshot,
                    events=step.events,
                    box=step.box,
                )
                for step, tree in zip(self._steps, trees, strict=False)
            ),
            events=tuple(self._told()),
            problem=self._problem,
        )

    def detail(self, *, page: Path | None = None, inside: bool = False) -> TrialDetail:
        """What is large.

        Args:
            page: folder of the page that shows it, which its pictures are found from; None: they are served.
            inside: whether pictures become part of it.
        """
        trees = ["", *(step.tree for step in self._steps)]
        return TrialDetail(
            folder=os.path.relpath(self.folder.resolve(), page.resolve()) if page is not None and not inside else "",
            trees=tuple(SAME if one and one == before else one for before, one in pairwise(trees)),
            results=tuple(step.result for step in self._steps),
            extras=tuple(step.extra for step in self._steps),
            calls=tuple(self._calls()),
            states=tuple(self._states()),
            pictures={step.screenshot: self._picture(step.screenshot) for step in self._steps if step.screenshot}
            if inside
            else {},
            traceback=_text(self.folder / TRACEBACK),
            attempts=len(self._folder.attempts(self._result.key)),
        )

    def _told(self) -> Iterator[EventText]:
        """The events in words, each with the step that caused it."""
        caused: dict[int, int] = {}
        begin = 0
        for step in self._steps:
            caused |= {id(one): step.number for one in self._events[begin : step.events]}
            begin = max(begin, step.events)
        for one in told_once(self._events):
            step_number = caused.get(id(one), self._steps[-1].number if self._steps else 0)
            yield EventText(
                step=step_number,
                at=f"{one.at:%H:%M:%S}",
                shop=one.shop or "",
                kind=one.kind,
                text=describe(one),
                strong=is_strong(one),
            )

    def _picture(self, name: str) -> str:
        if Path(name).name != name or not name.endswith(".jpg"):  # the folder may be somebody else's
            return ""
        try:
            return "data:image/jpeg;base64," + base64.b64encode((self.folder / name).read_bytes()).decode()
        except OSError:
            return ""

    def _calls(self) -> Iterator[ModelCall]:
        """Questions to the model; each without the messages that the one before had."""
        path = self.folder / CALLS
        if not path.exists():
            return
        try:
            lines = gzip.decompress(path.read_bytes()).splitlines()
        except (OSError, EOFError, zlib.error) as error:
            self._problem = f"{path}: cannot be unpacked: {error}"
            return
        before: list[Any] = []
        by_call = _steps_of_calls(self._steps, len(lines))
        for line, step in zip(lines, by_call, strict=True):
            try:
                call = orjson.loads(line)
                request, reply = call["request"], call["reply"]
                messages = list(request["messages"])
            except (orjson.JSONDecodeError, KeyError, TypeError):
                return  # torn: the run was killed
            same = next(
                (at for at, (one, other) in enumerate(zip(messages, before, strict=False)) if one != other),
                min(len(messages), len(before)),
            )
            model = str(request.get("model", ""))
            yield ModelCall(step=step, model=model, messages=messages[same:], repeated=same, reply=reply)
            before = messages

    def _states(self) -> Iterator[CheckState]:
        """What the checks said after each step, where that changed: graded from the events so far."""
        task = self._collection.task(self._run, self._result.task, self._result.hashes.checks)
        if task is None or not self._steps or not self._events:
            return
        hosts = {host: shop for shop, host in self._run.world.shops.items()}
        before: tuple[bool, ...] = ()
        last = self._steps[-1].number
        ended = Ending(self._result.ending) if self._result.ending else None
        with self._collection.catalog(self._run) as catalog:
            for step in self._steps:
                so_far = self._events if step.number == last else self._events[: step.events]
                try:
                    found = score(
                        task, so_far, ending=ended if step.number == last else None, hosts=hosts, catalog=catalog
                    )
                except Exception:  # kinds of other people too: without their say there are no states
                    return
                passed = tuple(one.passed for one in found.checks)
                if passed != before:
                    yield CheckState(step=step.number, passed=passed)
                before = passed


def _steps_of_calls(steps: Sequence[Step], calls: int) -> list[int]:
    """The step that each call was made for; -1 where that is not known."""
    told = [(step.number, int(step.extra.get("calls") or 0)) for step in steps[1:]]
    if sum(count for _, count in told) == calls:
        return [number for number, count in told for _ in range(count)]
    if len(told) == calls:
        return [number for number, _ in told]
    return [-1] * calls


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
