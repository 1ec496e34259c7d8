"""The home page and its sections."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, Link
from shopworld.shop.pages.shell import Shell


@dataclass(frozen=True, slots=True)
class Quote:
    """A customer's words on the home page."""

    text: str
    author: str
    rating: int


@dataclass(frozen=True, slots=True)
class HomePromise:
    """A promise of the shop: short title, one sentence, name of a built-in icon."""

    icon: str
    """`truck`, `return`, `shield`, `chat`, `star`, `tag`, `lock`, `leaf`."""
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A picture with a label and a link."""

    label: str
    url: str
    image_url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Slide:
    """One picture of a carousel with what stands beside it."""

    heading: str
    text: str
    action: Link
    image_url: str = ""
    eyebrow: str = ""
    more_urls: tuple[str, ...] = ()
    """Further pictures, for families that show several things at once."""


@dataclass(frozen=True, slots=True)
class Video:
    """A film, of which there are a picture and a text: the text is shown when it is played."""

    title: str
    text: str
    poster_url: str
    author: str = ""
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class ArticleCard:
    """An article, a guide or a recipe."""

    title: str
    url: str
    text: str
    meta: str = ""
    """Who wrote it and when."""
    image_url: str = ""


@dataclass(frozen=True, slots=True)
class Spokesperson:
    """Somebody who speaks for the shop."""

    name: str
    role: str
    initials: str


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the home page; which fields are filled depends on `type` (a `SectionType` value)."""

    type: str
    heading: str = ""
    text: str = ""
    eyebrow: str = ""
    action: Link | None = None
    second_action: Link | None = None
    image_url: str = ""
    cards: tuple[Card, ...] = ()
    tiles: tuple[Tile, ...] = ()
    quotes: tuple[Quote, ...] = ()
    features: tuple[HomePromise, ...] = ()
    slides: tuple[Slide, ...] = ()
    videos: tuple[Video, ...] = ()
    articles: tuple[ArticleCard, ...] = ()
    people: tuple[Spokesperson, ...] = ()


@dataclass(frozen=True, slots=True)
class HomePage:
    """The home page."""

    shell: Shell
    title: str
    sections: tuple[Section, ...]
