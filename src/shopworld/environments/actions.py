"""What agents do: BrowserGym's twenty actions, with their arguments (ShopGym, appendix B.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Value = str | float | int | list[str]

_REQUIRED = object()
_TYPE_NAMES = {
    "id": "str",
    "text": "str",
    "texts": "str | list[str]",
    "number": "float",
    "index": "int",
    "choice": "{}",
    "choices": "list[{}]",
}


@dataclass(frozen=True, slots=True)
class ActionParameter:
    """One argument of an action."""

    name: str
    kind: str
    default: Any = _REQUIRED
    choices: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        """Whether the argument must be given."""
        return self.default is _REQUIRED

    @property
    def default_value(self) -> Value:
        """What an argument that is not given means."""
        value: Value = list(self.default) if self.kind == "choices" else self.default
        return value

    def __str__(self) -> str:
        written = _TYPE_NAMES[self.kind].format(" | ".join(repr(choice) for choice in self.choices))
        described = f"{self.name}: {written}"
        return described if self.required else f"{described} = {self.default_value!r}"


@dataclass(frozen=True, slots=True)
class ActionKind:
    """One of the actions: its name, arguments, meaning and an example."""

    name: str
    parameters: tuple[ActionParameter, ...]
    meaning: str
    example: str

    @property
    def signature(self) -> str:
        """The action as it is written, with types and defaults."""
        return f"{self.name}({', '.join(str(parameter) for parameter in self.parameters)})"


@dataclass(frozen=True, slots=True)
class Action:
    """One action, with every argument filled in.

    Attributes:
        name: which action.
        arguments: by name, in the order of the signature.
        refused: further actions in the same text, which are not run.
    """

    name: str
    arguments: dict[str, Value] = field(default_factory=dict)
    refused: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return format_action(self)


_BID = ActionParameter("bid", "id")
_BUTTON = ActionParameter("button", "choice", "left", ("left", "middle", "right"))
_MODIFIERS = ActionParameter("modifiers", "choices", (), ("Alt", "Control", "Meta", "Shift"))

ACTION_KINDS: dict[str, ActionKind] = {
    kind.name: kind
    for kind in (
        ActionKind(
            "noop",
            (ActionParameter("wait_ms", "number", 0),),
            "Do nothing, or wait for that many milliseconds (at most 10000).",
            "noop()",
        ),
        ActionKind(
            "send_msg_to_user",
            (ActionParameter("text", "text"),),
            "Send a message to the user. This ends the episode.",
            "send_msg_to_user('The cheapest one costs 12.99.')",
        ),
        ActionKind(
            "report_infeasible",
            (ActionParameter("reason", "text"),),
            "Tell the user that the task cannot be done, and why. This ends the episode.",
            "report_infeasible('No shop sells this product.')",
        ),
        ActionKind(
            "scroll",
            (ActionParameter("delta_x", "number"), ActionParameter("delta_y", "number")),
            "Scroll the page by pixels; positive is right and down.",
            "scroll(0, 600)",
        ),
        ActionKind(
            "fill",
            (_BID, ActionParameter("value", "text")),
            "Replace the content of an input, a text area or an editable element.",
            "fill('237', 'wireless mouse')",
        ),
        ActionKind(
            "select_option",
            (_BID, ActionParameter("options", "texts")),
            "Select one or several options of a list by value or label.",
            "select_option('48', 'Price: low to high')",
        ),
        ActionKind("click", (_BID, _BUTTON, _MODIFIERS), "Click an element.", "click('51')"),
        ActionKind("dblclick", (_BID, _BUTTON, _MODIFIERS), "Click an element twice.", "dblclick('12')"),
        ActionKind("hover", (_BID,), "Move the mouse over an element.", "hover('8')"),
        ActionKind(
            "press",
            (_BID, ActionParameter("key_comb", "text")),
            "Focus an element and press a key or a combination.",
            "press('88', 'Control+a')",
        ),
        ActionKind("focus", (_BID,), "Focus an element.", "focus('455')"),
        ActionKind("clear", (_BID,), "Empty an input field.", "clear('996')"),
        ActionKind(
            "drag_and_drop",
            (ActionParameter("from_bid", "id"), ActionParameter("to_bid", "id")),
            "Drag one element and drop it on another.",
            "drag_and_drop('56', '498')",
        ),
        ActionKind(
            "upload_file",
            (_BID, ActionParameter("file", "texts")),
            "Upload files. There are none here, so it is always refused.",
            "upload_file('572', 'receipt.pdf')",
        ),
        ActionKind("go_back", (), "Go back to the previous page.", "go_back()"),
        ActionKind("go_forward", (), "Go forward to the next page.", "go_forward()"),
        ActionKind("goto", (ActionParameter("url", "text"),), "Open an address.", "goto('http://techtalk.example/')"),
        ActionKind("tab_close", (), "Close the active tab.", "tab_close()"),
        ActionKind("tab_focus", (ActionParameter("index", "index"),), "Make a tab the active one.", "tab_focus(1)"),
        ActionKind("new_tab", (), "Open an empty tab and make it the active one.", "new_tab()"),
    )
}


ACTION_REFERENCE = "\n".join(
    f"{kind.signature}\n    {kind.meaning} Example: {kind.example}" for kind in ACTION_KINDS.values()
)
"""All actions for an agent to read: signature, meaning, example."""


def format_action(action: Action) -> str:
    """Writes an action as text; `shopworld.environments.parse_action` reads the same action back."""
    kind = ACTION_KINDS[action.name]
    parts: list[str] = []
    for parameter in kind.parameters:
        value = action.arguments[parameter.name]
        if parameter.required:
            parts.append(repr(value))
        elif value != parameter.default_value:
            parts.append(f"{parameter.name}={value!r}")
    return f"{action.name}({', '.join(parts)})"
