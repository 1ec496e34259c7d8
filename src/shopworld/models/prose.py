"""Tool calls that a model wrote into its text, instead of making them: read where they are meant."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from shopworld.models.messages import ToolCall

_TAGGED = re.compile(r"<(tool_call|function_call|tool)>(.*?)(?:</\1>|\Z)", re.DOTALL)
_NAMES = ("name", "tool", "function", "tool_name")
_ARGUMENTS = ("arguments", "parameters", "args", "input")


def calls_in_prose(text: str, names: Collection[str]) -> tuple[ToolCall, ...]:
    """Finds calls written as JSON objects with a name and arguments, first in tags, then anywhere.

    Args:
        text: what the model said.
        names: of the tools there are; other objects are no calls.
    """
    for places in ([inner for _, inner in _TAGGED.findall(text)], [text]):
        found = [call for place in places for value in _values(place) for call in _read(value, names)]
        if found:
            return tuple(
                ToolCall(id=f"prose_{number}", name=name, arguments=arguments)
                for number, (name, arguments) in enumerate(found)
            )
    return ()


def _values(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    position = 0
    while (start := _first(text, position)) >= 0:
        try:
            value, position = decoder.raw_decode(text, start)
        except ValueError:
            position = start + 1
            continue
        yield value


def _first(text: str, position: int) -> int:
    starts = [at for at in (text.find("{", position), text.find("[", position)) if at >= 0]
    return min(starts, default=-1)


def _read(value: Any, names: Collection[str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for one in value:
            yield from _read(one, names)
        return
    if not isinstance(value, dict):
        return
    if isinstance(value.get("function"), dict):
        yield from _read(value["function"], names)
        return
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    if name is None or name not in names:
        return
    arguments: Any = next((value[key] for key in _ARGUMENTS if key in value), {})
    yield name, arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
