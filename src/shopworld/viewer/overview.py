"""The overview of a collection: every run, task and trial, in columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

from pydantic import JsonValue

from shopworld.evaluation import Result, read_tags, summarise
from shopworld.evaluation.report import ReadRun
from shopworld.tasks.checks import CheckWords, in_words
from shopworld.viewer.collection import RunCollection
from shopworld.viewer.documents import CodedColumn, Overview, RunLine, TaskLine

Value = TypeVar("Value")


class Codes:
    """Numbers texts in the order in which they come."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}

    def of(self, text: str) -> int:
        """The number of a text; the same for the same."""
        return self._codes.setdefault(text, len(self._codes))

    @property
    def values(self) -> tuple[str, ...]:
        """The texts by number."""
        return tuple(self._codes)


TEXTS = ("agent", "task", "status", "ending", "category", "set", "template", "difficulty", "interface", "error")
"""Fields of a result that become columns of texts, after the name of the run."""
NUMBERS = ("trial", "reward", "state_reward", "precision", "recall", "f1", "steps", "seconds", "attempt")
USED = ("input_tokens", "output_tokens", "calls", "usd")
"""Of what an agent reported."""


def trials_of(runs: Sequence[ReadRun]) -> list[tuple[ReadRun, Result]]:
    """All trials that have a result, in the order of the overview."""
    return [(run, result) for run in runs for result in run.results]


def overview(collection: RunCollection, *, live: bool = False) -> Overview:
    """Everything that the tables show.

    Args:
        collection: the runs.
        live: whether it can change while it is looked at.

    Raises:
        InputError: a file of a run is wrong.
    """
    runs = collection.runs()
    names = run_names(runs)
    trials = trials_of(runs)
    tags = {run.path: read_tags(run.path) for run in runs}
    tag_names, check_types, reasons = Codes(), Codes(), Codes()
    columns: dict[str, CodedColumn] = {"run": _coded(names[id(run)] for run, _ in trials)}
    for field in TEXTS:
        columns[field] = _coded(str(getattr(result, field) or "") for _, result in trials)
    columns["suite"] = _coded(run.world.suite for run, _ in trials)
    columns["isolation"] = _coded(str(result.isolation) for _, result in trials)
    columns["suspicious"] = _coded("suspicious" if result.suspicious else "" for _, result in trials)
    numbers: dict[str, list[float | None]] = {
        field: [getattr(result, field) for _, result in trials] for field in NUMBERS
    }
    for field in USED:
        numbers[field] = [result.usage.get(field) for _, result in trials]
    return Overview(
        live=live,
        runs=tuple(_run_line(run, names[id(run)]) for run in runs),
        tasks=tuple(_tasks(collection, runs)),
        texts=columns,
        numbers=numbers,
        tags=[
            [tag_names.of(name) for name in tags[run.path][result.key].names] if result.key in tags[run.path] else []
            for run, result in trials
        ],
        tag_names=tag_names.values,
        checks=[
            [(check_types.of(one.type), int(one.passed), reasons.of(one.reason)) for one in result.checks]
            for _, result in trials
        ],
        check_types=check_types.values,
        reasons=reasons.values,
    )


def run_names(runs: Sequence[ReadRun]) -> dict[int, str]:
    """A name for each run, by its `id`; of runs whose folders are called alike, with the folder above."""
    plain = [run.name for run in runs]
    names: dict[int, str] = {}
    for run in runs:
        name = run.name if plain.count(run.name) == 1 else "/".join(run.path.resolve().parts[-2:])
        taken = set(names.values())
        others = (name, *(f"{name} {number}" for number in range(2, len(runs) + 1)))
        names[id(run)] = next(one for one in others if one not in taken)
    return names


def _coded(values: Iterable[str]) -> CodedColumn:
    codes = Codes()
    numbered = [codes.of(value) for value in values]
    return CodedColumn(values=codes.values, codes=numbered)


def _run_line(run: ReadRun, name: str) -> RunLine:
    return RunLine(
        name=name,
        path=str(run.path),
        agents=run.agents,
        expected=run.expected,
        results=len(run.results),
        settings=run.settings.model_dump(mode="json"),
        world=run.world.model_dump(mode="json", exclude={"tasks"}),
        figures={agent: _figures([one for one in run.results if one.agent == agent]) for agent in run.agents},
    )


def _figures(results: Sequence[Result]) -> dict[str, JsonValue]:
    """What the report says of an agent; NaN becomes null."""
    found = summarise(results)
    completion = found.completion
    values: dict[str, float] = {
        "trials": found.trials,
        "errors": found.errors,
        "completion": completion.value,
        "low": completion.low,
        "high": completion.high,
        "precision": found.precision,
        "recall": found.recall,
        "f1": found.mean_f1,
        "steps": found.steps,
        "seconds": found.seconds,
        **{name: found.usage[name] for name in USED if name in found.usage},
    }
    return {name: value if math.isfinite(value) else None for name, value in values.items()}


def _tasks(collection: RunCollection, runs: Sequence[ReadRun]) -> Iterable[TaskLine]:
    told = set()
    for run in runs:
        for result in run.results:
            key = (run.world.suite, result.task)
            if key in told:
                continue
            told.add(key)
            task = collection.task(run, result.task, result.hashes.checks)
            yield TaskLine(
                suite=run.world.suite,
                task=result.task,
                goal=task.intent if task is not None else collection.goal(run, result),
                checks=tuple(_told(in_words(check)) for check in task.checks) if task is not None else (),
                constraints=len(task.constraints) if task is not None else 0,
            )


def _told(words: CheckWords) -> str:
    return "\n".join((words.sentence, *words.lines))
