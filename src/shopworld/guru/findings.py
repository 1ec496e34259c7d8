"""What a rule says about a task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a task.

    Attributes:
        rule: name of the rule.
        severity: `error`: the task is unfair or cannot be solved; `warning`: look at it.
        task: id of the task.
        place: field of the task.
        text: what is wrong, for people.
        cure: what to do about it.
    """

    rule: str
    severity: Literal["error", "warning"]
    task: str
    place: str
    text: str
    cure: str
