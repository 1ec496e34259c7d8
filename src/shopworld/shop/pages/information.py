"""Policies, contact, and the page for what is not there."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, FormField, Link
from shopworld.shop.pages.shell import Shell


@dataclass(frozen=True, slots=True)
class InfoPage:
    """A policy or information page."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    body_html: str
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ContactPage:
    """The contact page with its form."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    fields: tuple[FormField, ...]
    lines: tuple[tuple[str, str], ...]
    """E-mail, phone, address: label and text."""
    sent: bool


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Not found, not allowed, or broken."""

    shell: Shell
    title: str
    status: int
    text: str
    links: tuple[Link, ...]
    cards: tuple[Card, ...] = ()
