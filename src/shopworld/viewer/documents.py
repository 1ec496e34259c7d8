"""What the viewer's page reads: an overview of all trials, their texts, and the details of one trial. JSON."""

from __future__ import annotations

import gzip
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, JsonValue

FORMAT = 1
"""Rises when a page of before could not read what is written now."""


class ViewDocument(BaseModel):
    """Base of what the page reads."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> bytes:
        """As JSON."""
        return orjson.dumps(self.model_dump(mode="json"))


class RunLine(ViewDocument):
    """One run folder."""

    name: str
    """Unique among those shown."""
    path: str
    agents: tuple[str, ...]
    expected: int
    """Results that it has when it is complete."""
    results: int
    settings: dict[str, JsonValue]
    world: dict[str, JsonValue]
    """Hashes and versions, without the tasks."""
    figures: dict[str, dict[str, JsonValue]]
    """By agent: completion with its interval, and the like, as the report computes them."""


class TaskLine(ViewDocument):
    """One task, as it can be shown to people."""

    suite: str
    task: str
    goal: str
    checks: tuple[str, ...] = ()
    """In words; empty where the suite is not at home, or has other checks by now."""
    constraints: int = 0
    least_steps: int | None = None


class CodedColumn(ViewDocument):
    """A column of texts, each written once."""

    values: tuple[str, ...]
    codes: list[int]


class Overview(ViewDocument):
    """All trials as columns, so that 100,000 of them stay small.

    Attributes:
        format: version of this form.
        live: whether it can change: then its page asks for it again.
        runs: the run folders.
        tasks: each task that a trial is about.
        texts: columns of texts by name.
        numbers: columns of numbers by name; None where there is none.
        tags: for each trial, its error tags as codes into `tag_names`.
        tag_names: names of error tags.
        checks: for each trial, type, whether passed (1 or 0), and reason of each check: codes into `check_types` and
            `reasons`.
    """

    format: int = FORMAT
    live: bool = False
    runs: tuple[RunLine, ...]
    tasks: tuple[TaskLine, ...]
    texts: dict[str, CodedColumn]
    numbers: dict[str, list[float | None]]
    tags: list[list[int]]
    tag_names: tuple[str, ...]
    checks: list[list[tuple[int, int, int]]]
    check_types: tuple[str, ...]
    reasons: tuple[str, ...]


class StepText(ViewDocument):
    """One step, without what is large."""

    action: str = ""
    target: str = ""
    """The element that the action names, as the agent saw it."""
    thought: str = ""
    error: str = ""
    url: str = ""
    title: str = ""
    seconds: float = 0.0
    picture: str = ""
    events: int = 0
    """Events so far."""
    box: tuple[float, float, float, float] | None = None
    """Left, top, width and height of the element acted on, in parts of the picture before; None where not recorded."""


class EventText(ViewDocument):
    """One event in words."""

    step: int
    """The action that caused it."""
    at: str
    shop: str
    kind: str
    text: str
    strong: bool


class TrialTexts(ViewDocument):
    """What is said and done in one trial."""

    steps: tuple[StepText, ...]
    events: tuple[EventText, ...]
    problem: str = ""
    """Why something cannot be shown."""


class ModelCall(ViewDocument):
    """One question to a language model, and its answer."""

    step: int
    model: str
    messages: list[dict[str, Any]]
    """Those that the question before did not have."""
    repeated: int
    """Messages that the question before had, too."""
    reply: dict[str, Any]


class CheckState(ViewDocument):
    """What the checks say after a step."""

    step: int
    passed: tuple[bool, ...]


class TrialDetail(ViewDocument):
    """What is large of one trial: loaded when it is opened."""

    folder: str
    """Where its pictures are, as an address relative to the page; empty where they are inside."""
    trees: tuple[str, ...]
    """After each step; `=` where it is that of the step before."""
    results: tuple[str, ...]
    """What tools returned, as JSON."""
    extras: tuple[dict[str, Any], ...]
    calls: tuple[ModelCall, ...] = ()
    states: tuple[CheckState, ...] = ()
    """Only where they change; empty where the suite or its world is not at home."""
    pictures: dict[str, str] = {}
    """As data addresses, by name, where they are inside."""
    traceback: str = ""
    attempts: int = 1


def packed(document: ViewDocument, level: int = 6) -> bytes:
    """A document in little space: gzip, always the same bytes. Level 1 is soon done, for what is not kept."""
    return gzip.compress(document.to_json(), compresslevel=level, mtime=0)
