"""Reads a model's reply: thought, note, and the one action."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from shopworld.environments.action_parser import parse_action
from shopworld.environments.actions import ACTION_KINDS
from shopworld.errors import ActionError
from shopworld.models import ModelReply, ToolCall, calls_in_prose

_TAG = r"<{0}>(.*?)(?:</{0}>|(?=<(?:think|memory|action)>)|\Z)"
_THINK, _MEMORY, _ACTION = (re.compile(_TAG.format(name), re.DOTALL) for name in ("think", "memory", "action"))


@dataclass(frozen=True, slots=True)
class WebDecision:
    """What a model decided.

    Attributes:
        action: one action as text; whatever stands in its place, where there is none.
        thought: why.
        memory: what it wants to keep.
        problem: why `action` is none; empty where it is one.
    """

    action: str
    thought: str = ""
    memory: str = ""
    problem: str = ""


def read_decision(reply: ModelReply) -> WebDecision:
    """Reads a reply.

    An action stands in `<action>` tags. Where it does not, what reads as an action in the text counts, then a tool call
    that was made or written down.
    """
    text = reply.text
    thought = _joined(_THINK, text) or reply.reasoning.strip()
    memory = _joined(_MEMORY, text)
    tagged = [found.strip() for found in _ACTION.findall(text) if found.strip()]
    rest = _MEMORY.sub("", _THINK.sub("", text)).strip()
    action = "\n".join(tagged) or rest
    try:
        parse_action(action)
    except ActionError as error:
        called = _called(reply)
        if called:
            return WebDecision(called, thought or _before_call(rest), memory)
        return WebDecision(action, thought, memory, _problem(reply, str(error)))
    return WebDecision(action, thought, memory)


def _joined(tag: re.Pattern[str], text: str) -> str:
    return "\n".join(found.strip() for found in tag.findall(text) if found.strip())


def _called(reply: ModelReply) -> str:
    """A tool call as an action; empty without one, or where its arguments do not fit."""
    for call in (*reply.tool_calls, *calls_in_prose(reply.text, ACTION_KINDS)):
        action = _as_action(call)
        if action:
            return action
    return ""


def _as_action(call: ToolCall) -> str:
    try:
        arguments = json.loads(call.arguments or "{}")
        if call.name not in ACTION_KINDS or not isinstance(arguments, dict):
            return ""
        written = f"{call.name}({', '.join(f'{name}={value!r}' for name, value in arguments.items())})"
        return str(parse_action(written))
    except (ValueError, ActionError):
        return ""


def _before_call(text: str) -> str:
    return re.split(r"[{<\[`]", text, maxsplit=1)[0].strip()


def _problem(reply: ModelReply, error: str) -> str:
    if reply.finish == "length":
        return "the answer was cut off, since it got too long; think in fewer words"
    if reply.finish == "content_filter":
        return "the answer was withheld by the provider's filter"
    return error
