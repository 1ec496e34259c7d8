"""Reads actions from an agent's text. It is parsed as Python literals; nothing is evaluated."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shopworld.environments.action_arguments import check_argument, shorten
from shopworld.environments.actions import ACTION_KINDS, Action
from shopworld.errors import ActionError

_LONGEST_TEXT = 100_000
_MOST_MISTAKES = 50
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
    whole = _whole(text.strip())
    if whole is not None:
        return whole.bind()
    for place in (*_TAGGED.findall(text), *_FENCED.findall(text), text):
        calls = list(_calls(place))
        known = [call for call in calls if call.name in ACTION_KINDS]
        if known:
            break
    else:
        raise ActionError(_nothing_found(text, calls))
    action = known[0].bind()
    return Action(action.name, action.arguments, tuple(call.source for call in known[1:]))


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
            raise ActionError(f"{self.problem} in {shorten(self.source)}; expected {kind.signature}")
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
        return Action(
            self.name, {parameter.name: check_argument(kind, parameter, given) for parameter in kind.parameters}
        )


def _whole(text: str) -> _Call | None:
    """The call that is the whole text, if it is one."""
    match = _CALL.match(text)
    if match is None or match.group(1) not in ACTION_KINDS or _closing(text, match.end()) != len(text):
        return None
    return _read_call(match.group(1), text)


def _calls(text: str) -> Iterator[_Call]:
    """Everything in the text that reads as `name(...)`, in order, nothing twice."""
    position = mistakes = 0
    while mistakes < _MOST_MISTAKES and (match := _CALL.search(text, position)):
        name = match.group(1)
        if name not in ACTION_KINDS:
            yield _Call(name, match.group())
            position = match.end()
            continue
        end = _closing(text, match.end())
        source = text[match.start() : end]
        call = _read_call(name, source)
        if call.problem and not _looks_meant(text, match.start(), source):
            position = match.end()
            mistakes += 1
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


def _nothing_found(text: str, calls: list[_Call]) -> str:
    names = ", ".join(ACTION_KINDS)
    if calls:
        return f"unknown action {calls[0].name!r}; expected one of {names}"
    found = f"no action in {shorten(text.strip())!r}" if text.strip() else "the action is empty"
    return f"{found}; expected one of {names}, such as click('12')"
