"""The values of a specification by dotted name, as text in manuals and as data in files.

Capabilities have their own names (`cart.type`), the rest a prefix: `stats.products_total`, `style.density`,
`promises.returns_days`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from shopworld.arena.bundle.promises import ShopPromises
from shopworld.arena.bundle.statistics import Statistics
from shopworld.shop import Capabilities, Filter, Style

UNKNOWN = "unknown"
"""How a manual writes a value that nobody could find out."""
NOTHING = "none"
"""How a manual writes an empty list."""
PREFIXES: Mapping[str, type[BaseModel]] = {
    "": Capabilities,
    "stats.": Statistics,
    "style.": Style,
    "promises.": ShopPromises,
}
"""The parts of a specification by the prefix of their values' names."""
_WITH_CONTROL = re.compile(r"^(?P<name>[^()]+?)\s*\((?P<control>[^()]+)\)$")
_QUOTED = re.compile(r"'([^']*)'")
_UNMARKED = ("schema_version", "other")


@cache
def value_types() -> Mapping[str, Any]:
    """The type of every value that can be marked, by dotted name."""
    found: dict[str, Any] = {}
    for prefix, model in PREFIXES.items():
        _collect(prefix, model, found)
    return found


def _collect(prefix: str, model: type[BaseModel], found: dict[str, Any]) -> None:
    for name, field in model.model_fields.items():
        if name in _UNMARKED:
            continue
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            _collect(f"{prefix}{name}.", field.annotation, found)
        else:
            found[prefix + name] = field.annotation


def flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Names and values of a part given as JSON data."""
    for name, value in data.items():
        if not prefix and name in _UNMARKED:
            continue
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def put(data: dict[str, Any], name: str, value: Any) -> None:
    """Sets a value in JSON data by its dotted name."""
    *areas, last = name.split(".")
    for area in areas:
        data = data.setdefault(area, {})
    data[last] = value


def text_of(value: Any) -> str:
    """A JSON value as manuals write it: `yes`, `unknown`, `24`, `availability (checkbox), price (slider)`."""
    if value is None:
        return UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, list | tuple):
        return ", ".join(text_of(one) for one in value) or NOTHING
    if isinstance(value, dict):
        return f"{value['name']} ({value.get('control', 'checkbox')})"
    return str(value)


def value_of(name: str, text: str) -> Any:
    """The JSON value that a manual's text means.

    Args:
        name: dotted name of the value, one of `value_types()`.
        text: as it stands in the manual.

    Raises:
        ValidationError: it is no value of that name.
    """
    annotation = value_types()[name]
    adapter = TypeAdapter(annotation)
    return adapter.dump_python(adapter.validate_python(_candidate(annotation, text.strip())), mode="json")


def _candidate(annotation: Any, text: str) -> Any:
    if text == UNKNOWN:
        return None
    listed = next((one for one in _alternatives(annotation) if get_origin(one) is tuple), None)
    if listed is not None:
        parts = [] if text in ("", NOTHING) else [one.strip() for one in text.split(",")]
        return [_filter(one) for one in parts] if get_args(listed)[0] is Filter else parts
    if bool in _alternatives(annotation) and text in ("yes", "no"):
        return text == "yes"
    return text


def _filter(text: str) -> dict[str, str]:
    with_control = _WITH_CONTROL.match(text)
    return with_control.groupdict() if with_control else {"name": text}


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """The types that a value may have; a tuple is one of them."""
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def folded(text: str) -> str:
    """A word of the vocabulary whatever its writing: `two-row sticky` is `two_row_sticky`."""
    return re.sub(r"[\s_-]+", "_", text.strip().casefold())


def allowed_values(error: Mapping[str, Any]) -> list[str]:
    """The values that would have been right, of one error of pydantic; empty where they cannot be listed."""
    if error["type"] not in ("enum", "literal_error"):
        return []
    return _QUOTED.findall(str(error.get("ctx", {}).get("expected", "")))


def nearest(found: str, allowed: list[str]) -> str:
    """What a misspelt value was probably meant to be, as a sentence; empty where nothing is near."""
    by_fold = {folded(one): one for one in allowed}
    near = get_close_matches(folded(found), list(by_fold), n=2, cutoff=0.6)
    return f"did you mean {' or '.join(repr(by_fold[one]) for one in near)}?" if near else ""


def first_error(error: ValidationError) -> Mapping[str, Any]:
    """The first thing that is wrong."""
    return error.errors(include_url=False)[0]
