"""What agents do: BrowserGym's twenty actions, read from text without running any of it.

The names and arguments are those of BrowserGym's high-level actions (ShopGym, appendix B.2). Text is parsed as Python
literals; nothing is evaluated.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shopworld.errors import ActionError

Value = str | float | int | list[str]

_LONGEST_TEXT = 100_000
_REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of an action."""

    name: str
    kind: str
    default: Any = _REQUIRED
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionKind:
    """One of the actions: its name, arguments, meaning and an example."""

    name: str
    parameters: tuple[Parameter, ...]
    meaning: str
    example: str

    @property
    def signature(self) -> str:
        """The action as it is written, with types and defaults."""
        return f"{self.name}({', '.join(_describe(parameter) for parameter in self.parameters)})"


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


_BID = Parameter("bid", "id")
_BUTTON = Parameter("button", "choice", "left", ("left", "middle", "right"))
_MODIFIERS = Parameter("modifiers", "choices", (), ("Alt", "Control", "Meta", "Shift"))

ACTION_KINDS: dict[str, ActionKind] = {
    kind.name: kind
    for kind in (
        ActionKind(
            "noop",
            (Parameter("wait_ms", "number", 0),),
            "Do nothing, or wait for that many milliseconds (at most 10000).",
            "noop()",
        ),
        ActionKind(
            "send_msg_to_user",
            (Parameter("text", "text"),),
            "Send a message to the user. This ends the episode.",
            "send_msg_to_user('The cheapest one costs 12.99.')",
        ),
        ActionKind(
            "report_infeasible",
            (Parameter("reason", "text"),),
            "Tell the user that the task cannot be done, and why. This ends the episode.",
            "report_infeasible('No shop sells this product.')",
        ),
        ActionKind(
            "scroll",
            (Parameter("delta_x", "number"), Parameter("delta_y", "number")),
            "Scroll the page by pixels; positive is right and down.",
            "scroll(0, 600)",
        ),
        ActionKind(
            "fill",
            (_BID, Parameter("value", "text")),
            "Replace the content of an input, a text area or an editable element.",
            "fill('237', 'wireless mouse')",
        ),
        ActionKind(
            "select_option",
            (_BID, Parameter("options", "texts")),
            "Select one or several options of a list by value or label.",
            "select_option('48', 'Price: low to high')",
        ),
        ActionKind("click", (_BID, _BUTTON, _MODIFIERS), "Click an element.", "click('51')"),
        ActionKind("dblclick", (_BID, _BUTTON, _MODIFIERS), "Click an element twice.", "dblclick('12')"),
        ActionKind("hover", (_BID,), "Move the mouse over an element.", "hover('8')"),
        ActionKind(
            "press",
            (_BID, Parameter("key_comb", "text")),
            "Focus an element and press a key or a combination.",
            "press('88', 'Control+a')",
        ),
        ActionKind("focus", (_BID,), "Focus an element.", "focus('455')"),
        ActionKind("clear", (_BID,), "Empty an input field.", "clear('996')"),
        ActionKind(
            "drag_and_drop",
            (Parameter("from_bid", "id"), Parameter("to_bid", "id")),
            "Drag one element and drop it on another.",
            "drag_and_drop('56', '498')",
        ),
        ActionKind(
            "upload_file",
            (_BID, Parameter("file", "texts")),
            "Upload files. There are none here, so it is always refused.",
            "upload_file('572', 'receipt.pdf')",
        ),
        ActionKind("go_back", (), "Go back to the previous page.", "go_back()"),
        ActionKind("go_forward", (), "Go forward to the next page.", "go_forward()"),
        ActionKind("goto", (Parameter("url", "text"),), "Open an address.", "goto('http://techtalk.example/')"),
        ActionKind("tab_close", (), "Close the active tab.", "tab_close()"),
        ActionKind("tab_focus", (Parameter("index", "index"),), "Make a tab the active one.", "tab_focus(1)"),
        ActionKind("new_tab", (), "Open an empty tab and make it the active one.", "new_tab()"),
    )
}

_TYPE_NAMES = {
    "id": "str",
    "text": "str",
    "texts": "str | list[str]",
    "number": "float",
    "index": "int",
    "choice": "str",
    "choices": "list[str]",
}


def _describe(parameter: Parameter) -> str:
    described = f"{parameter.name}: {_TYPE_NAMES[parameter.kind]}"
    if parameter.default is _REQUIRED:
        return described
    return f"{described} = {list(parameter.default) if parameter.kind == 'choices' else parameter.default!r}"


ACTION_REFERENCE = "\n".join(
    f"{kind.signature}\n    {kind.meaning} Example: {kind.example}" for kind in ACTION_KINDS.values()
)
"""All actions for an agent to read: signature, meaning, example."""

_CALL = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)[ \t]*\(")
_TAGGED = re.compile(r"<action>(.*?)(?:</action>|\Z)", re.DOTALL)
_FENCED = re.compile(r"^[ \t]*```[^\n]*\n(.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)


def parse_action(text: str) -> Action:
    """Reads the first action in an agent's text.

    What stands in `<action>` tags counts before what stands in a code fence, and that before the text around it.
    Further actions at the same place are not run; `Action.refused` names them.

    Raises:
        ActionError: there is no action, its name is unknown, or its arguments are wrong. The message says what was
            expected.
    """
    if len(text) > _LONGEST_TEXT:
        raise ActionError(f"the action has {len(text)} characters, at most {_LONGEST_TEXT} are read")
    for place in (*_TAGGED.findall(text), *_FENCED.findall(text), text):
        calls = list(_calls(place))
        known = [call for call in calls if call.name in ACTION_KINDS]
        if known:
            break
    else:
        raise ActionError(_nothing_found(text, calls))
    action = known[0].bind()
    return Action(action.name, action.arguments, tuple(call.source for call in known[1:]))


def format_action(action: Action) -> str:
    """Writes an action as text; `parse_action` reads the same action back."""
    kind = ACTION_KINDS[action.name]
    parts: list[str] = []
    for parameter in kind.parameters:
        value = action.arguments[parameter.name]
        if parameter.default is _REQUIRED:
            parts.append(repr(value))
        elif value != _default(parameter):
            parts.append(f"{parameter.name}={value!r}")
    return f"{action.name}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class _Call:
    """A call found in the text, not yet checked against the action's signature."""

    name: str
    source: str
    problem: str = ""
    positional: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    def bind(self) -> Action:
        kind = ACTION_KINDS[self.name]
        if self.problem:
            raise ActionError(f"{self.problem} in {_shorten(self.source)}; expected {kind.signature}")
        if len(self.positional) > len(kind.parameters):
            raise ActionError(
                f"{self.name} takes at most {len(kind.parameters)} arguments, {len(self.positional)} were given; "
                f"expected {kind.signature}"
            )
        given = dict(zip((parameter.name for parameter in kind.parameters), self.positional, strict=False))
        for name, value in self.named:
            if all(parameter.name != name for parameter in kind.parameters):
                raise ActionError(f"{self.name} has no argument {name!r}; expected {kind.signature}")
            if name in given:
                raise ActionError(f"{self.name} got the argument {name!r} twice; expected {kind.signature}")
            given[name] = value
        return Action(self.name, {parameter.name: _argument(kind, parameter, given) for parameter in kind.parameters})


def _calls(text: str) -> Iterator[_Call]:
    """Everything in the text that reads as `name(...)`, in order, nothing twice."""
    position = 0
    while match := _CALL.search(text, position):
        name = match.group(1)
        end = _closing(text, match.end())
        source = text[match.start() : end]
        if name not in ACTION_KINDS:
            yield _Call(name, source)
            position = match.end()
            continue
        call = _read_call(name, source)
        if call.problem and not _looks_meant(text, match.start(), source):
            position = match.end()
            continue
        yield call
        position = end


def _read_call(name: str, source: str) -> _Call:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expression = ast.parse(_escape_line_ends(source), mode="eval").body
        if not isinstance(expression, ast.Call):
            return _Call(name, source, "a mistake")
        positional = tuple(ast.literal_eval(argument) for argument in expression.args)
        named = tuple((keyword.arg or "**", ast.literal_eval(keyword.value)) for keyword in expression.keywords)
    except SyntaxError:
        return _Call(name, source, "a mistake in the syntax")
    except (ValueError, TypeError, MemoryError, RecursionError):
        return _Call(name, source, "an argument that is no plain text, number or list")
    return _Call(name, source, "", positional, named)


def _looks_meant(text: str, start: int, source: str) -> bool:
    """Whether a call with a mistake is an action and not prose: it begins a line, and ends it."""
    before = text[text.rfind("\n", 0, start) + 1 : start].strip("` \t>*-0123456789.")
    after = text[start + len(source) :].partition("\n")[0].strip("` \t<;.")
    return (not before or before.endswith(("<action", ":"))) and (not after or after.startswith(("/action", "#")))


def _closing(text: str, position: int) -> int:
    """The end of a call whose bracket opened just before `position`; the text's end where it stays open."""
    depth = 1
    quote = ""
    while position < len(text):
        character = text[position]
        if quote:
            if character == "\\":
                position += 1
            elif text.startswith(quote, position):
                position += len(quote) - 1
                quote = ""
        elif character in "'\"":
            quote = character * 3 if text.startswith(character * 3, position) else character
            position += len(quote) - 1
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return len(text)


def _escape_line_ends(source: str) -> str:
    """Line ends inside simple quotes, which models write and Python refuses, become `\\n`."""
    if "\n" not in source and "\r" not in source:
        return source
    written: list[str] = []
    quote = ""
    position = 0
    while position < len(source):
        character = source[position]
        if quote:
            if character == "\\":
                written.append(source[position : position + 2])
                position += 2
                continue
            if source.startswith(quote, position):
                written.append(quote)
                position += len(quote)
                quote = ""
                continue
            if len(quote) == 1 and character in "\r\n":
                character = "\\n" if character == "\n" else "\\r"
        elif character in "'\"":
            quote = character * 3 if source.startswith(character * 3, position) else character
            written.append(quote)
            position += len(quote)
            continue
        written.append(character)
        position += 1
    return "".join(written)


def _argument(kind: ActionKind, parameter: Parameter, given: dict[str, Any]) -> Value:
    if parameter.name not in given:
        if parameter.default is _REQUIRED:
            raise ActionError(f"{kind.name} needs the argument {parameter.name!r}; expected {kind.signature}")
        return _default(parameter)
    value = given[parameter.name]
    checked = _CHECKS[parameter.kind](value, parameter)
    if checked is None:
        wanted = f"one of {', '.join(parameter.choices)}" if parameter.choices else _WANTED[parameter.kind]
        raise ActionError(
            f"{kind.name} got {parameter.name}={_shorten(repr(value))}, expected {wanted}: {kind.signature}"
        )
    return checked


def _default(parameter: Parameter) -> Value:
    value: Value = list(parameter.default) if parameter.kind == "choices" else parameter.default
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: object, _: Parameter) -> Value | None:
    if isinstance(value, str):
        return value
    return _digits(value) if _is_number(value) else None


def _digits(value: object) -> str | None:
    try:
        return str(value)
    except ValueError:
        return None


def _identifier(value: object, parameter: Parameter) -> Value | None:
    text = _text(value, parameter)
    return text.strip().strip("[]") if isinstance(text, str) else None


def _texts(value: object, parameter: Parameter) -> Value | None:
    if not isinstance(value, list | tuple):
        return _text(value, parameter)
    texts = [text for item in value if isinstance(text := _text(item, parameter), str)]
    return texts if texts and len(texts) == len(value) else None


def _number(value: object, _: Parameter) -> Value | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if abs(value) < 1e9 and math.isfinite(value) else None


def _index(value: object, _: Parameter) -> Value | None:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9 else None


def _choice(value: object, parameter: Parameter) -> Value | None:
    return value if isinstance(value, str) and value in parameter.choices else None


def _choices(value: object, parameter: Parameter) -> Value | None:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list | tuple):
        return None
    chosen = [item for item in items if isinstance(item, str) and item in parameter.choices]
    return chosen if len(chosen) == len(items) else None


_CHECKS = {
    "id": _identifier,
    "text": _text,
    "texts": _texts,
    "number": _number,
    "index": _index,
    "choice": _choice,
    "choices": _choices,
}
_WANTED = {
    "id": "the id of an element as text, such as '12'",
    "text": "text",
    "texts": "text or a list of texts",
    "number": "a number",
    "index": "the number of a tab, from 0",
}


def _nothing_found(text: str, calls: list[_Call]) -> str:
    names = ", ".join(ACTION_KINDS)
    if calls:
        return f"unknown action {calls[0].name!r}; expected one of {names}"
    found = f"no action in {_shorten(text.strip())!r}" if text.strip() else "the action is empty"
    return f"{found}; expected one of {names}, such as click('12')"


def _shorten(text: str, length: int = 80) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
