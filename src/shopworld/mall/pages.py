"""The mall's own pages: refusals, the solution page, the front page. One file each, no other resource."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from minijinja import Environment

from shopworld.mall.fonts import BODY_FONT, HEADING_FONT
from shopworld.shop import font_faces

_FOLDER = Path(__file__).parent / "templates"
_FONTS = (HEADING_FONT, BODY_FONT)
_TITLES = {
    400: "Not a good address",
    403: "Not part of this world",
    404: "Nothing here",
    405: "Not allowed",
    407: "Credentials needed",
    410: "This episode is over",
    413: "Too large",
    414: "Too long",
    431: "Too large",
    500: "Something broke",
    503: "Not open yet",
}


@dataclass(frozen=True, slots=True)
class SiteCard:
    """A site on the front page.

    Attributes:
        title: its name.
        text: one line about it.
        description: a few sentences more; may be empty.
        host: stable address.
        url: where the visitor finds it; empty without a visitor.
        background: CSS colours of its card.
        foreground: of the text.
        accent: of the stripe.
        font: family of its heading; empty for the mall's own.
        upper: whether the heading is in capitals.
    """

    title: str
    text: str
    description: str
    host: str
    url: str
    background: str
    foreground: str
    accent: str
    font: str
    upper: bool


@cache
def _environment() -> Environment:
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(_FOLDER.glob("*.html"))}
    return Environment(
        templates=sources,
        auto_escape_callback=lambda name: "html",  # noqa: ARG005 - everything we print is HTML
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _render(template: str, *, fonts: tuple[str, ...] = (), **values: Any) -> str:
    return _environment().render_template(template, font_rules=font_faces(fonts), **values)


def refusal_page(status: int, text: str, *, front: str = "") -> str:
    """Why a request was not answered.

    Args:
        status: of the answer.
        text: the reason.
        front: address of the list of shops, for people; empty for none.
    """
    return _render("refusal.html", title=_TITLES.get(status, "Not answered"), text=text, status=status, front=front)


def not_found_page() -> str:
    """For an unknown path of one of the mall's own sites."""
    return refusal_page(404, "There is no such page on this site.")


def solution_page(field: str, *, error: str = "") -> str:
    """The form that takes the answer.

    Args:
        field: name of the form's field.
        error: what was wrong with the last try.
    """
    return _render("solution.html", fonts=_FONTS, title="Submit your result", field=field, error=error)


def submitted_page(text: str) -> str:
    """The confirmation, with what was submitted."""
    return _render("submitted.html", fonts=_FONTS, title="Your result was submitted", text=text)


def front_page(name: str, shops: Sequence[SiteCard], solution: SiteCard, *, visiting: bool) -> str:
    """The list of shops.

    Args:
        name: of the mall.
        shops: cards, in order.
        solution: card of the solution page.
        visiting: whether an episode is open for whoever looks.
    """
    fonts = (*_FONTS, *(shop.font for shop in shops if shop.font))
    return _render(
        "front.html", fonts=fonts, title=f"The mall “{name}”", shops=shops, solution=solution, visiting=visiting
    )
