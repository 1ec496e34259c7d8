"""Amounts as they are written: in files and addresses, and in texts."""

from __future__ import annotations

from shopworld.money.conventions import DOT_DECIMAL, Convention


def plain(cents: int) -> str:
    """Hundredths as files have them: `1299.50`."""
    return f"{cents // 100}.{cents % 100:02d}"


def plain_short(cents: int) -> str:
    """Hundredths without decimals that say nothing: `12`, `12.50`."""
    return plain(cents) if cents % 100 else str(cents // 100)


def grouped(cents: int, convention: Convention = DOT_DECIMAL) -> str:
    """Hundredths as people read them: `1,299.50`; thousands only, whatever the convention."""
    whole, rest = divmod(cents, 100)
    return f"{whole:,}".replace(",", convention.groups[:1]) + f"{convention.decimal}{rest:02d}"
