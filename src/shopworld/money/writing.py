"""Amounts as they are written: in files and addresses, and in texts."""

from __future__ import annotations

from shopworld.money.conventions import DOT_DECIMAL, Convention


def plain(cents: int) -> str:
    """Hundredths as files have them: `1299.50`."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def plain_short(cents: int) -> str:
    """Hundredths without decimals that say nothing: `12`, `12.50`."""
    return plain(cents).removesuffix(".00")


def grouped(cents: int, convention: Convention = DOT_DECIMAL) -> str:
    """Hundredths as people read them: `1,299.50`; thousands are grouped, whatever the convention."""
    whole, rest = divmod(abs(cents), 100)
    text = f"{'-' if cents < 0 else ''}{whole:,}".replace(",", convention.groups[:1])
    return f"{text}{convention.decimal}{rest:02d}"
