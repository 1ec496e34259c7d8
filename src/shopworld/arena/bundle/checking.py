"""From JSON data to a part of a specification, with errors that say which field, what was found and what is near."""

from __future__ import annotations

import copy
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from shopworld.arena.bundle.values import allowed_values, first_error, folded, nearest
from shopworld.errors import InputError
from shopworld.shop import INFO_PAGES

P = TypeVar("P", bound=BaseModel)

FILTER_NAMES = (
    "size",
    "color",
    "colour",
    "price",
    "material",
    "availability",
    "on_sale",
    "brand",
    "type",
    "rating",
    "review_count",
    "shipping",
    "new_arrivals",
    "returns",
    "warranty",
    "condition",
    "seller",
    "capacity",
)
"""Filters that ShopGym names; others are attributes by name."""


def checked(model: type[P], data: dict[str, Any], file: Path) -> P:
    """The part that the data describe; words of the vocabulary may be written with spaces, hyphens or capitals.

    Raises:
        InputError: a field or value is not in the vocabulary.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        mended = _mended(data, error)
    try:
        return model.model_validate(mended)
    except ValidationError as error:
        raise misspelt(model, error, file) from error


def _mended(data: dict[str, Any], error: ValidationError) -> dict[str, Any]:
    mended = copy.deepcopy(data)
    for one in error.errors(include_url=False):
        found = one["input"]
        by_fold = {folded(allowed): allowed for allowed in allowed_values(one)}
        if not isinstance(found, str) or folded(found) not in by_fold:
            continue
        *areas, last = one["loc"]
        holder: Any = mended
        for area in areas:
            holder = holder[area]
        holder[last] = by_fold[folded(found)]
    return mended


def misspelt(
    model: type[BaseModel], error: ValidationError, file: Path, *, line: int | None = None, field: str | None = None
) -> InputError:
    """The error for people: file, field, what was found, what is allowed and near."""
    first = first_error(error)
    name = field or ".".join(str(one) for one in first["loc"])
    found = first["input"]
    allowed = allowed_values(first)
    if first["type"] == "extra_forbidden":
        word = str(first["loc"][-1])
        allowed = _fields_at(model, first["loc"][:-1])
        message = f"no such field: {word!r}"
    elif allowed:
        word = str(found)
        message = f"found {found!r}, which is not in the vocabulary"
    else:
        word = ""
        shown = "" if isinstance(found, dict | list) else f", found {found!r}"
        message = f"{first['msg']}{shown}"
    hint = " ".join(one for one in (nearest(word, allowed) if word else "", _listed(allowed)) if one)
    if hint:
        message = f"{message}; {hint}"
    return InputError(message, file=file, line=line, field=name)


def _listed(allowed: list[str]) -> str:
    return f"allowed: {', '.join(allowed)}" if allowed else ""


def _fields_at(model: type[BaseModel], place: tuple[Any, ...]) -> list[str]:
    for step in place:
        field = model.model_fields.get(str(step))
        if field is None or not (isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)):
            return []
        model = field.annotation
    return list(model.model_fields)


def check_free_words(capabilities: Any, file: Path) -> None:
    """Refuses names of filters and of information pages that look like slips of known ones.

    Raises:
        InputError: a name is nearly, but not quite, a known one.
    """
    for at, one in enumerate(capabilities.collection.filters):
        _refuse_slip(one.name, FILTER_NAMES, file, f"collection.filters.{at}.name")
    for at, page in enumerate(capabilities.info_pages_present):
        _refuse_slip(page, INFO_PAGES, file, f"info_pages_present.{at}")


def _refuse_slip(word: str, known: tuple[str, ...], file: Path, field: str) -> None:
    if word in known:
        return
    near = _slip_of(word, known)
    if near:
        raise InputError(f"found {word!r}; did you mean {near!r}? allowed: {', '.join(known)}", file=file, field=field)


def _slip_of(word: str, known: tuple[str, ...]) -> str:
    """The known word that this one is probably a slip of: same letters but one or two; empty if none."""
    for one in known:
        same = SequenceMatcher(None, folded(word), folded(one)).ratio()
        if same >= 0.84 and abs(len(word) - len(one)) <= 2:
            return one
    return ""
