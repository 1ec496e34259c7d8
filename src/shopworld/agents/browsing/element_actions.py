"""Actions as Playwright names them, on an element of the page: read into the environment's actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shopworld.agents.tree import Node
from shopworld.errors import ActionError

SCROLL = 600
"""Pixels of a scroll for which no number is given."""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to operate an element, or the browser.

    Attributes:
        name: as models write it.
        element: whether it needs an element.
        arguments: what it needs beside, for people.
        write: the environment's action, from the element's id and the arguments.
        required: how many arguments it needs.
    """

    name: str
    element: bool
    arguments: str
    write: Callable[[str, Sequence[str]], str]
    required: int = 0


def _direction(arguments: Sequence[str]) -> str:
    said = arguments[0].strip().lower() if arguments else "down"
    if re.fullmatch(r"-?\d+(\.\d+)?", said):
        return f"scroll(0, {int(float(said))})"
    return f"scroll(0, {-SCROLL if said.startswith('up') else SCROLL})"


def _milliseconds(arguments: Sequence[str]) -> str:
    number = re.fullmatch(r"\d{1,6}", arguments[0].strip()) if arguments else None
    return f"noop({min(10_000, int(number[0]) if number else 1000)})"


METHODS: dict[str, Method] = {
    method.name.lower(): method
    for method in (
        Method("click", True, "", lambda at, _: f"click({at!r})"),
        Method("dblclick", True, "", lambda at, _: f"dblclick({at!r})"),
        Method("hover", True, "", lambda at, _: f"hover({at!r})"),
        Method("focus", True, "", lambda at, _: f"focus({at!r})"),
        Method("clear", True, "", lambda at, _: f"clear({at!r})"),
        Method("fill", True, "the text", lambda at, given: f"fill({at!r}, {given[0]!r})", 1),
        Method("press", True, "the key, e.g. Enter", lambda at, given: f"press({at!r}, {given[0]!r})", 1),
        Method("selectOption", True, "the option's label", lambda at, given: f"select_option({at!r}, {given[0]!r})", 1),
        Method("check", True, "", lambda at, _: f"click({at!r})"),
        Method("uncheck", True, "", lambda at, _: f"click({at!r})"),
        Method("goto", False, "the address", lambda _, given: f"goto({given[0]!r})", 1),
        Method("goBack", False, "", lambda _, __: "go_back()"),
        Method("goForward", False, "", lambda _, __: "go_forward()"),
        Method("scroll", False, "up or down, or pixels", lambda _, given: _direction(given)),
        Method("wait", False, "milliseconds", lambda _, given: _milliseconds(given)),
        Method("newTab", False, "", lambda _, __: "new_tab()"),
        Method("closeTab", False, "", lambda _, __: "tab_close()"),
        Method("focusTab", False, "the tab's number", lambda _, given: f"tab_focus({_number(given[0])})", 1),
    )
}
"""Methods by their name in small letters."""

_SAME = {"type": "fill", "enter_text": "fill", "select": "selectOption", "back": "goBack", "navigate": "goto"}


def write_action(method: str, element: str, arguments: Sequence[str], nodes: Sequence[Node]) -> str:
    """The environment's action for a method on an element.

    Args:
        method: its name; case and underscores do not matter.
        element: the element's id on the page; empty for none.
        arguments: of the method.
        nodes: of the page, to see whether a box is already ticked.

    Raises:
        ActionError: there is no such method, or something it needs is missing.
    """
    wanted = _SAME.get(method.strip().lower(), method)
    kind = METHODS.get(re.sub(r"[\s_]", "", wanted).lower())
    if kind is None:
        known = ", ".join(one.name for one in METHODS.values())
        raise ActionError(f"there is no method {method[:50]!r}; expected one of {known}")
    if kind.element and not element:
        raise ActionError(f"{kind.name} needs an element of the page")
    if len(arguments) < kind.required:
        raise ActionError(f"{kind.name} needs an argument: {kind.arguments}")
    if kind.name in ("check", "uncheck"):
        node = next((one for one in nodes if one.id == element), None)
        ticked = node is not None and node.properties.get("checked", "false").lower() not in ("", "false")
        if ticked == (kind.name == "check"):
            return "noop()"
    return kind.write(element, arguments)


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text.strip()):
        raise ActionError(f"focusTab needs the tab's number, not {text[:50]!r}")
    return int(text)


METHOD_REFERENCE = "\n".join(
    f"- {method.name}: {'an element' if method.element else 'no element'}"
    + (f"; arguments: {method.arguments}" if method.arguments else "")
    for method in METHODS.values()
)
"""All methods for a model to read."""
