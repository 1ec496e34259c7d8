"""Types of single fields of a shop's data, read as the world writes them and kept in one form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Any

from pydantic import BeforeValidator

from shopworld.catalog.importers import price_field
from shopworld.money import DOT_DECIMAL, plain

_HANDLE = re.compile(r"[^\s/?#\\%\x00-\x1f\x7f]{1,255}")


def _price(value: object) -> object:
    """A price as the contract writes it: text with two decimals; numbers are amounts, not cents."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        value = f"{value:.2f}"
    if isinstance(value, str):
        try:
            amount = price_field(value, DOT_DECIMAL)
        except ValueError as error:
            raise ValueError("expected a price such as '12.50'") from error
        return None if amount is None else plain(amount.cents)
    raise ValueError("expected a price such as '12.50'")


def _handle(value: object) -> object:
    if not isinstance(value, str):
        return value
    text = value.strip().lower()
    if not _HANDLE.fullmatch(text) or text in {".", ".."}:
        raise ValueError("expected a handle such as 'linen-shirt': no spaces, slashes, '?', '#' or '%'")
    return text


def _tags(value: object) -> object:
    """Tags as a list; text is taken apart at its commas."""
    if isinstance(value, str):
        return tuple(part for part in (one.strip() for one in value.split(",")) if part)
    return () if value is None else value


def _day(value: object) -> object:
    """A day, or a moment whose day is looked at."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        try:
            date.fromisoformat(value[:10])
        except ValueError as error:
            raise ValueError("expected a day such as '2026-03-01', or a time that begins with one") from error
        return value
    raise ValueError("expected a day such as '2026-03-01'")


def _text(value: object) -> object:
    """Text; numbers are written out, null is empty."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _option(value: object) -> object:
    """The value of an option; empty text is none."""
    text = _text(value)
    return text.strip() or None if isinstance(text, str) else text


def _objects_of_source(value: object) -> object:
    """A list of pictures: objects, or bare addresses."""
    if value is None:
        return ()
    if isinstance(value, list):
        return [{"src": one} if isinstance(one, str) else one for one in value]
    return value


def _object_of_source(value: object) -> object:
    return {"src": value} if isinstance(value, str) and value else (value or None)


def _none_as_empty(value: object) -> object:
    return () if value is None else value


def _none_as_true(value: object) -> object:
    return True if value is None else value


Price = Annotated[str, BeforeValidator(_price)]
"""`12.50`."""
OptionalPrice = Annotated[str | None, BeforeValidator(_price)]
Handle = Annotated[str, BeforeValidator(_handle)]
"""Names a thing in an address; lower case."""
OptionValue = Annotated[str | None, BeforeValidator(_option)]
Tags = Annotated[tuple[str, ...], BeforeValidator(_tags)]
Day = Annotated[str | None, BeforeValidator(_day)]
"""A day or a moment in ISO 8601, as it was written."""
RequiredDay = Annotated[str, BeforeValidator(_day)]
Text = Annotated[str, BeforeValidator(_text)]
Sources = BeforeValidator(_objects_of_source)
Source = BeforeValidator(_object_of_source)
Listed = BeforeValidator(_none_as_empty)
Available = Annotated[bool, BeforeValidator(_none_as_true)]


def first_of(data: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The first of these fields that holds something; None if none does."""
    return next((data[name] for name in names if data.get(name) not in (None, "")), None)


def cents(price: str | None) -> int | None:
    """A price of the contract in cents."""
    amount = None if price is None else price_field(price, DOT_DECIMAL)
    return None if amount is None else amount.cents


def price_text(amount: int | None) -> str | None:
    """Cents as a price of the contract."""
    return None if amount is None else plain(amount)


def day_of(moment: str | None) -> date | None:
    """The day of a moment."""
    return None if moment is None else date.fromisoformat(moment[:10])
