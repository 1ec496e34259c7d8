"""What is said to a program that is asked for actions, and what it answers: one JSON object a line."""

from __future__ import annotations

import base64
from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.agents import Move
from shopworld.environments import ACTION_REFERENCE, Message, Observation, Tab, ToolDescription
from shopworld.evaluation.running.outside.lines import LineError, shown
from shopworld.evaluation.running.outside.model_lines import read_model_message
from shopworld.models import ChatRequest

PROTOCOL = 1
"""Version of what is said; an addition does not change it."""


def begin_message(goal: str, seed: int, environment: str, step_seconds: float, model: str = "") -> dict[str, Any]:
    """The first message: what is wanted, what an action looks like there, and which model may be asked, if any."""
    message: dict[str, Any] = {
        "type": "begin",
        "protocol": PROTOCOL,
        "environment": environment,
        "goal": goal,
        "seed": seed,
        "step_seconds": step_seconds,
    }
    if environment == "browser":
        message["actions"] = ACTION_REFERENCE
    if model:
        message["model"] = model
    return message


def observation_message(seen: Observation) -> dict[str, Any]:
    """What an agent sees; pictures as base64, and only where there are any."""
    message: dict[str, Any] = {
        "type": "observation",
        "step": seen.step,
        "url": seen.url,
        "title": seen.title,
        "tabs": [_tab(tab) for tab in seen.tabs],
        "focused_element": seen.focused_element,
        "last_action_error": seen.last_action_error,
        "accessibility_tree": seen.accessibility_tree,
        "messages": [_said(one) for one in seen.messages],
        "tools": [_tool(tool) for tool in seen.tools],
        "tool_result": seen.tool_result,
    }
    for name in ("screenshot", "marked_screenshot"):
        picture = getattr(seen, name)
        if picture is not None:
            message[name] = base64.b64encode(picture).decode("ascii")
    return message


def end_message(ending: str) -> dict[str, Any]:
    """The last message: how the episode ended, never how it was graded."""
    return {"type": "end", "ending": ending}


def _tab(tab: Tab) -> dict[str, Any]:
    return {"url": tab.url, "title": tab.title, "active": tab.active}


def _said(message: Message) -> dict[str, Any]:
    return {"role": message.role, "text": message.text}


def _tool(tool: ToolDescription) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}


class ActionMessage(BaseModel):
    """What a program answers to an observation in the end."""

    model_config = ConfigDict(extra="forbid", strict=True)

    type: Literal["action"] = "action"
    action: str
    thought: str = ""
    extra: dict[str, Any] = Field(default_factory=dict)


def read_answer(line: bytes) -> Move | ChatRequest:
    """Reads the answer to an observation: an action, or a question to the program's language model before it.

    Raises:
        LineError: it is no JSON object, or none that holds one of the two.
    """
    try:
        told = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise LineError(
            f"its line is no JSON ({error}): {shown(line)}; what is not for Shopworld belongs on the error output"
        ) from error
    if isinstance(told, dict) and told.get("type") == "model":
        return read_model_message(told, line)
    try:
        answer = ActionMessage.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise LineError(
            f"its line is no action ({place + ': ' if place else ''}{first['msg']}): {shown(line)}"
        ) from error
    return Move(answer.action, answer.thought, answer.extra)
