"""A data set declared as a benchmark: Hugging Face's `eval.yaml`, a leaderboard for each split.

Source: the Hub's documentation of evaluation results. `evaluation_framework` is a name of a list that the Hub keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import orjson

from shopworld.tasks import SPLITS, Suite, split_tasks

FRAMEWORK: Final = "shopworld"
"""Who evaluates: no solver and scorer that the Hub knows could grade what happens in shops."""


def splits_of(suite: Suite) -> tuple[str, ...]:
    """The splits that a suite has tasks of, in order."""
    there = set(split_tasks(suite.tasks).values())
    return tuple(one for one in SPLITS if one in there)


def declaration_of(suite: Suite, *, configuration: str) -> str:
    """The declaration as YAML, what is held out first.

    Args:
        suite: what is declared.
        configuration: of the data set, that tasks are given from.
    """
    about = suite.description or "Grounded shopping tasks for agents, graded from what happens in the shops."
    lines = [
        f"name: {quoted(suite.name)}",
        f"description: {quoted(about)}",
        f"evaluation_framework: {FRAMEWORK}",
        "tasks:",
    ]
    for split in _held_out_first(splits_of(suite)):
        lines += [f"- id: {quoted(f'{suite.name}_{split}')}", f"  config: {configuration}", f"  split: {split}"]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text as YAML reads it, whatever stands in it: JSON's strings are YAML's."""
    return orjson.dumps(text).decode()


def _held_out_first(splits: Sequence[str]) -> list[str]:
    return sorted(splits, reverse=True, key=SPLITS.index)
