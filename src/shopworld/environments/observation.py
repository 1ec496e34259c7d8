"""What an agent sees after each step, whatever the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

import orjson


class Pictures(StrEnum):
    """What an agent wants to see of pages besides the tree."""

    NONE = "none"
    PLAIN = "plain"
    """The page as it is."""
    MARKED = "marked"
    """The page with the elements' ids drawn on."""


Box = tuple[float, float, float, float]
"""Left, top, width and height, in parts of the viewport; beyond 0 to 1 where a page must be scrolled to it."""


@dataclass(frozen=True, slots=True)
class Tab:
    """One open browser tab."""

    url: str
    title: str
    active: bool


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the conversation with the user."""

    role: str
    """`user`, `assistant` or `infeasible`."""
    text: str


@dataclass(frozen=True, slots=True)
class ToolDescription:
    """One function that an agent may call, as language models take them."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema of its arguments."""


@dataclass(frozen=True, slots=True)
class ToolReply:
    """What a call returned.

    Attributes:
        text: the result as JSON, or what was wrong.
        failed: whether it is an error.
    """

    text: str
    failed: bool = False

    @property
    def data(self) -> Any:
        """The result as Python has it; None of an error."""
        return None if self.failed or not self.text else orjson.loads(self.text)

    @classmethod
    def of(cls, seen: Observation) -> Self:
        """What a step by a call came to."""
        return cls(seen.last_action_error, failed=True) if seen.last_action_error else cls(seen.tool_result)


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent sees.

    Attributes:
        url: address of the active tab.
        title: its title.
        tabs: all tabs, in order of opening.
        focused_element: id of the focused element as in the tree (`12`), or empty.
        last_action_error: why the last action failed, or empty.
        accessibility_tree: the page as text, one node a line, indented by tab; elements carry ids:
            `[12] link 'Add to cart', clickable`.
        screenshot: JPEG bytes of the viewport, where asked for.
        marked_screenshot: the same with element ids drawn on, where asked for.
        messages: the conversation so far, the goal first.
        tools: what can be called, in the tool sandbox; there an action is JSON, `{"name": …, "arguments": {…}}`.
        tool_result: what the last call returned, as JSON; empty without one.
        step: number of actions taken so far.
        acted: where the element of the last action lay before it, in a browser; None for other actions.
    """

    url: str = ""
    title: str = ""
    tabs: tuple[Tab, ...] = ()
    focused_element: str = ""
    last_action_error: str = ""
    accessibility_tree: str = ""
    screenshot: bytes | None = None
    marked_screenshot: bytes | None = None
    messages: tuple[Message, ...] = ()
    tools: tuple[ToolDescription, ...] = ()
    tool_result: str = ""
    step: int = 0
    acted: Box | None = None
