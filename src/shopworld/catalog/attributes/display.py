"""How typed attributes are written for people, in facets and in queries."""

from __future__ import annotations

from shopworld.catalog.model import Attribute


def display_number(value: float) -> str:
    """A number without a needless fraction: `16`, `2.5`."""
    return str(int(value)) if value == int(value) else f"{value:.6g}"


def display_values(attribute: Attribute) -> tuple[str, ...]:
    """The display form of each value: `16 GB`, `am5`, `black`, `yes`. Facets and queries use this form."""
    value = attribute.value
    if isinstance(value, tuple):
        return value
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, str):
        return (value,)
    number = display_number(value)
    return (f"{number} {attribute.unit}" if attribute.unit else number,)
