"""Checks the arguments of an action and brings them into one form."""

from __future__ import annotations

import math
from typing import Any

from shopworld.environments.actions import ActionKind, ActionParameter, Value
from shopworld.errors import ActionError


def check_argument(kind: ActionKind, parameter: ActionParameter, given: dict[str, Any]) -> Value:
    """The argument as given, in the form that its kind asks for, or its default.

    Raises:
        ActionError: it is missing or of the wrong kind; the text says what was expected.
    """
    if parameter.name not in given:
        if parameter.required:
            raise ActionError(f"{kind.name} needs the argument {parameter.name!r}; expected {kind.signature}")
        return parameter.default_value
    value = given[parameter.name]
    checked = _CHECKS[parameter.kind](value, parameter)
    if checked is None:
        wanted = f"one of {', '.join(parameter.choices)}" if parameter.choices else _WANTED[parameter.kind]
        raise ActionError(
            f"{kind.name} got {parameter.name}={shorten(repr(value))}, expected {wanted}: {kind.signature}"
        )
    return checked


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: object, _: ActionParameter) -> Value | None:
    if isinstance(value, str):
        return value
    return _digits(value) if _is_number(value) else None


def _digits(value: object) -> str | None:
    try:
        return str(value)
    except ValueError:
        return None


def _identifier(value: object, parameter: ActionParameter) -> Value | None:
    text = _text(value, parameter)
    return text.strip().strip("[]") if isinstance(text, str) else None


def _texts(value: object, parameter: ActionParameter) -> Value | None:
    if not isinstance(value, list | tuple):
        return _text(value, parameter)
    texts = [text for item in value if isinstance(text := _text(item, parameter), str)]
    return texts if texts and len(texts) == len(value) else None


def _number(value: object, _: ActionParameter) -> Value | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if abs(value) < 1e9 and math.isfinite(value) else None


def _index(value: object, _: ActionParameter) -> Value | None:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9 else None


def _choice(value: object, parameter: ActionParameter) -> Value | None:
    return value if isinstance(value, str) and value in parameter.choices else None


def _choices(value: object, parameter: ActionParameter) -> Value | None:
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


def shorten(text: str, length: int = 80) -> str:
    """The text, cut where it is longer than `length` characters."""
    return text if len(text) <= length else text[: length - 1] + "…"
