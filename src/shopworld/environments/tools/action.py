"""The action of a step: JSON text with one tool call, or a list of which the first is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

EXPECTED = 'expected JSON with one tool call, {"name": "search_products", "arguments": {"query": "…"}}'
_LONGEST = 100_000
_DEEPEST = 20


class NoCall(ValueError):
    """The text holds no tool call; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class WrittenToolCall:
    """A tool call as the agent wrote it.

    Attributes:
        name: of the tool, not checked.
        arguments: not checked.
        refused: names of the calls that followed in the same step.
    """

    name: str
    arguments: dict[str, Any]
    refused: tuple[str, ...] = ()


def parse_call(action: str) -> WrittenToolCall:
    """Reads an action.

    Raises:
        NoCall: there is no call in it.
    """
    if len(action) > _LONGEST:
        raise NoCall(f"an action of {len(action)} characters, {EXPECTED}")
    try:
        written = orjson.loads(action)
    except orjson.JSONDecodeError as error:
        raise NoCall(f"no tool call found ({error}); {EXPECTED}") from error
    calls = written if isinstance(written, list) else [written]
    if not calls:
        raise NoCall(f"an empty list of calls; {EXPECTED}")
    first = calls[0]
    if not isinstance(first, dict) or not isinstance(first.get("name"), str) or not first["name"]:
        raise NoCall(f"no tool is named; {EXPECTED}")
    arguments = first.get("arguments", {})
    if not isinstance(arguments, dict):
        raise NoCall(f'"arguments" is no object; {EXPECTED}')
    if _is_deeper(arguments, _DEEPEST):
        raise NoCall(f'"arguments" is nested deeper than {_DEEPEST} levels; {EXPECTED}')
    return WrittenToolCall(first["name"], arguments, tuple(_name(one) for one in calls[1:]))


def _is_deeper(value: object, levels: int) -> bool:
    """Whether lists and objects lie within each other more than that many levels deep."""
    inside: list[object] = [value]
    for _ in range(levels):
        inside = [
            part
            for one in inside
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not inside:
            return False
    return any(isinstance(one, dict | list) for one in inside)


def _name(call: object) -> str:
    name = call.get("name") if isinstance(call, dict) else None
    return name if isinstance(name, str) and name else "(no name)"
