"""Policies, contact, and the page for what is not there."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, FormField, Link
from shopworld.shop.pages.shell import Shell, TitledPage


@dataclass(frozen=True, slots=True)
class InfoPage(TitledPage):
    """A policy or information page."""

    body_html: str
    links: tuple[Link, ...] = ()
    cards: tuple[Card, ...] = ()
    """Products that the page speaks of."""


@dataclass(frozen=True, slots=True)
class ContactPage(TitledPage):
    """The contact page with its form."""

    fields: tuple[FormField, ...]
    lines: tuple[tuple[str, str], ...]
    """E-mail, phone, address: label and text."""
    sent: bool
    intro_html: str = ""
    """Sanitised."""
    links: tuple[Link, ...] = ()
    """Pages that answer most questions."""


@dataclass(frozen=True, slots=True)
class StoreView:
    """A shop that can be walked into."""

    name: str
    address: tuple[str, ...]
    """Line by line."""
    hours: str
    phone: str


@dataclass(frozen=True, slots=True)
class StoresPage(TitledPage):
    """The store locator; its form is sent by GET with the field `near`."""

    form_url: str
    near: str
    found_text: str
    stores: tuple[StoreView, ...]
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ArticleTeaser:
    """An article in a list."""

    title: str
    url: str
    summary: str
    byline: str
    """Author and day; empty where neither is known."""
    image_url: str
    """Empty where it has no picture."""


@dataclass(frozen=True, slots=True)
class BlogPage(TitledPage):
    """The articles of a blog."""

    articles: tuple[ArticleTeaser, ...]


@dataclass(frozen=True, slots=True)
class ArticlePage(TitledPage):
    """An article: a story, a guide, a recipe."""

    summary: str
    byline: str
    body_html: str
    """Sanitised."""
    image_url: str
    cards: tuple[Card, ...]
    """Products that it speaks of."""
    others: tuple[ArticleTeaser, ...]
    blog: Link


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Not found, not allowed, or broken."""

    shell: Shell
    title: str
    status: int
    text: str
    links: tuple[Link, ...]
    cards: tuple[Card, ...] = ()
