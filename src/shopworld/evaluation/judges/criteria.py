"""A task's criteria as judges are shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from shopworld.tasks import Task

MOST_OFFERS = 30
"""Offers or products of one list that are shown."""


def write_criteria(task: Task, hosts: Mapping[str, str]) -> str:
    """The task's checks as JSON, each with what it means; shops by their hosts, as addresses have them."""
    checks = [
        {"type": check.type, "means": check.meaning, **_readable(check.model_dump(mode="json"), hosts)}
        for check in task.checks
    ]
    return orjson.dumps(checks, option=orjson.OPT_INDENT_2).decode()


def _readable(value: Any, hosts: Mapping[str, str]) -> Any:
    """Without what is empty, and without long lists."""
    if isinstance(value, dict):
        if set(value) == {"shop", "slug"}:
            return f"{hosts.get(value['shop'], value['shop'])}: {value['slug']}"
        told = {name: _readable(inner, hosts) for name, inner in value.items()}
        return {name: inner for name, inner in told.items() if inner not in (None, "", [], {})}
    if isinstance(value, list):
        shown = [_readable(inner, hosts) for inner in value[:MOST_OFFERS]]
        return shown if len(value) <= MOST_OFFERS else [*shown, f"and {len(value) - MOST_OFFERS} more"]
    return value
