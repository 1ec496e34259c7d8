"""Reads a model's reply: the one tool call of a step, and why."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from shopworld.models import ModelReply, ToolCall, calls_in_prose

_HEADING = re.compile(r"\A\**thought\**\s*:\**\s*", re.IGNORECASE)
_SHOWN = 200
"""Characters of arguments that an error repeats."""


@dataclass(frozen=True, slots=True)
class ToolDecision:
    """What a model decided.

    Attributes:
        action: the calls as the environment takes them; the model's own words where there is none.
        thought: why.
        call: the first call; None where there is none that can be read.
        in_prose: whether it was written into the text instead of being made.
        broken: whether a call is there, and its arguments cannot be read.
        problem: why there is no call; empty where there is one.
    """

    action: str
    thought: str = ""
    call: ToolCall | None = None
    in_prose: bool = False
    broken: bool = False
    problem: str = ""


def read_decision(reply: ModelReply, names: Collection[str]) -> ToolDecision:
    """Reads a reply.

    Calls that the model made count; without any, those that it wrote into its text.

    Args:
        reply: the model's.
        names: of the tools there are.
    """
    calls = reply.tool_calls or calls_in_prose(reply.text, names)
    in_prose = bool(calls) and not reply.tool_calls
    text = _before_call(reply.text) if in_prose else reply.text
    thought = _HEADING.sub("", text.strip()) or reply.reasoning.strip()
    if not calls:
        return ToolDecision(reply.text, thought, problem=_no_call(reply))
    first = calls[0]
    arguments = _arguments(first)
    if arguments is None:
        said = f"the arguments of {first.name} are no JSON object: {first.arguments[:_SHOWN]!r}"
        return ToolDecision(f"{first.name}: {first.arguments}", thought, in_prose=in_prose, broken=True, problem=said)
    written = [{"name": one.name, "arguments": _arguments(one) or {}} for one in calls]
    action = json.dumps(written if len(written) > 1 else written[0], ensure_ascii=False)
    return ToolDecision(action, thought, first, in_prose)


def _arguments(call: ToolCall) -> dict[str, Any] | None:
    try:
        arguments = json.loads(call.arguments.strip() or "{}")
    except ValueError:
        return None
    return arguments if isinstance(arguments, dict) else None


def _before_call(text: str) -> str:
    return re.split(r"[{\[]|<(?:tool_call|function_call|tool)>|```", text, maxsplit=1)[0].strip()


def _no_call(reply: ModelReply) -> str:
    if reply.finish == "length":
        return "it was cut off, since it got too long"
    if reply.finish == "content_filter":
        return "it was withheld by the provider's filter"
    return "it holds words only" if reply.text.strip() else "it is empty"
