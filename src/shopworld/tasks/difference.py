"""What changed between two suites, or two revisions of one: tasks by id, their fields, their checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shopworld.tasks.model import Suite, Task
from shopworld.tasks.suite import suite_hash, task_hash

_LONGEST = 100


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One thing that is otherwise.

    Attributes:
        field: which one, e.g. `limits.steps` or `checks[0].quantity`.
        before: in the first suite; None where it is not there.
        after: in the second.
    """

    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class TaskChange:
    """A task that both suites hold and that is not the same.

    Attributes:
        id: of the task.
        template: of the task in the second suite.
        revisions: of the task in both; equal ones are a slip of who changed it.
        changes: what is otherwise, in the order of the fields.
    """

    id: str
    template: str
    revisions: tuple[int, int]
    changes: tuple[FieldChange, ...]

    @property
    def is_silent(self) -> bool:
        """Whether the task changed and kept its revision."""
        return self.revisions[0] == self.revisions[1]

    @property
    def changes_grading(self) -> bool:
        """Whether results of one are no results of the other: its checks changed."""
        return any(one.field.partition("[")[0].partition(".")[0] == "checks" for one in self.changes)


@dataclass(frozen=True, slots=True)
class SuiteDifference:
    """What changed from one suite to another.

    Attributes:
        hashes: of both suites.
        suite: fields of the suite itself.
        added: ids that only the second holds, with their templates.
        removed: ids that only the first holds, with their templates.
        changed: tasks that both hold.
        same: number of tasks that are the same.
        templates_added: templates that only the second holds.
        templates_removed: templates that only the first holds.
    """

    hashes: tuple[str, str]
    suite: tuple[FieldChange, ...]
    added: dict[str, str]
    removed: dict[str, str]
    changed: tuple[TaskChange, ...]
    same: int
    templates_added: tuple[str, ...]
    templates_removed: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed but perhaps the order of the tasks."""
        return not (self.suite or self.added or self.removed or self.changed)


def compare_suites(before: Suite, after: Suite) -> SuiteDifference:
    """Compares two suites task by task. The order of tasks does not count.

    Args:
        before: the first.
        after: the second.
    """
    old, new = ({task.id: task for task in suite.tasks} for suite in (before, after))
    both = [name for name in old if name in new]
    changed = tuple(
        _compare_tasks(old[name], new[name]) for name in both if task_hash(old[name]) != task_hash(new[name])
    )
    templates = [{task.template for task in suite.tasks} for suite in (before, after)]
    return SuiteDifference(
        hashes=(suite_hash(before), suite_hash(after)),
        suite=tuple(_differences(before.model_dump(exclude={"tasks"}), after.model_dump(exclude={"tasks"}))),
        added={name: task.template for name, task in new.items() if name not in old},
        removed={name: task.template for name, task in old.items() if name not in new},
        changed=changed,
        same=len(both) - len(changed),
        templates_added=tuple(sorted(templates[1] - templates[0])),
        templates_removed=tuple(sorted(templates[0] - templates[1])),
    )


def _compare_tasks(before: Task, after: Task) -> TaskChange:
    changes = tuple(_differences(before.model_dump(mode="json"), after.model_dump(mode="json")))
    return TaskChange(after.id, after.template, (before.revision, after.revision), changes)


def _differences(before: Any, after: Any, place: str = "") -> Iterator[FieldChange]:
    """The smallest parts that differ, by their place."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.get("type") == after.get("type"):
        for name in dict.fromkeys((*before, *after)):
            yield from _differences(before.get(name), after.get(name), f"{place}.{name}" if place else name)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, f"{place}[{at}]")
    else:
        yield FieldChange(place, before, after)


def in_words(value: Any) -> str:
    """A value for people: offers by shop and slug, checks by type, long texts cut."""
    text = _words(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _words(value: Any) -> str:
    if value is None or value in ("", [], (), {}):
        return "nothing"
    if isinstance(value, dict):
        if set(value) == {"shop", "slug"}:
            return f"{value['shop']}/{value['slug']}"
        told = [f"{name} {_words(one)}" for name, one in value.items() if name != "type" and one]
        return f"{value['type']} ({', '.join(told)})" if "type" in value else ", ".join(told)
    if isinstance(value, list | tuple):
        return "; ".join(map(_words, value))
    return " ".join(str(value).split())
