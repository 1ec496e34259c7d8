"""All values of the capability vocabulary, read from the models themselves."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel

from shopworld.shop import Capabilities, Filter

_LEFT_OUT = frozenset({"schema_version", "other"})
_OURS = frozenset({"amenities", "checkout.frame"})
"""Not the paper's vocabulary: asked for by name, never dealt."""
_WIDEST = 12
"""A range of more whole numbers is a quantity, not a list of values."""


def vocabulary(model: type[BaseModel] = Capabilities, prefix: str = "") -> dict[str, tuple[Any, ...]]:
    """The values that each field can have, by dotted name; fields of free text and of quantities are left out."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, field in model.model_fields.items():
        kind = field.annotation
        if (name in _LEFT_OUT and not prefix) or prefix + name in _OURS:
            continue
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            found |= vocabulary(kind, f"{prefix}{name}.")
        elif kind == tuple[Filter, ...]:
            found |= {f"{prefix}{name}.control": _values(Filter.model_fields["control"].annotation, ())}
        elif values := _values(kind, tuple(field.metadata)):
            found[f"{prefix}{name}"] = values
    return found


def values_used(capabilities: Capabilities) -> Iterator[tuple[str, Any]]:
    """The values of the vocabulary that capabilities use, with the names that `vocabulary` gives them."""
    known = vocabulary()
    for name in known:
        if name.endswith(".filters.control"):
            yield from ((name, one.control) for one in capabilities.collection.filters)
            continue
        value: Any = capabilities
        for part in name.split("."):
            value = getattr(value, part)
        yield from ((name, one) for one in (value if isinstance(value, tuple) else (value,)) if value is not None)


def _values(kind: Any, limits: tuple[Any, ...]) -> tuple[Any, ...]:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(kind)
    origin = get_origin(kind)
    if origin is Literal:
        return get_args(kind)
    if origin is tuple:
        return _values(get_args(kind)[0], ())
    if kind is bool or (origin in (Union, UnionType) and bool in get_args(kind)):
        return (True, False)
    if origin in (Union, UnionType):
        return next((found for one in get_args(kind) if (found := _values(one, limits))), ())
    least = next((one.ge for one in limits if isinstance(one, Ge)), None)
    most = next((one.le for one in limits if isinstance(one, Le)), None)
    if kind is int and isinstance(least, int) and isinstance(most, int) and most - least <= _WIDEST:
        return tuple(range(least, most + 1))
    return ()
