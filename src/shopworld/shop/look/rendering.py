"""Rendering a storefront: view models in, HTML out; stylesheets, script and fonts as assets with hashed names.

Templates are loaded once a process and shared by all shops. What a shop can do decides which partials are put
together (`Structure`); how it looks is a stylesheet of its own, made from its style tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from minijinja import Environment

from shopworld.errors import ShopError
from shopworld.shop import pages
from shopworld.shop.addressing import addresses_of
from shopworld.shop.look.fonts import font_file
from shopworld.shop.look.structure import structure_of
from shopworld.shop.look.stylesheet import stylesheet
from shopworld.shop.specification import ShopSpecification

Page: TypeAlias = (
    pages.HomePage
    | pages.ListingPage
    | pages.ProductPage
    | pages.CartPage
    | pages.CheckoutPage
    | pages.OrderPage
    | pages.InfoPage
    | pages.ContactPage
    | pages.ErrorPage
)

_FOLDER = Path(__file__).parent
_TEMPLATES: dict[type[Page], str] = {
    pages.HomePage: "pages/home.html",
    pages.ListingPage: "pages/listing.html",
    pages.ProductPage: "pages/product.html",
    pages.CartPage: "pages/cart.html",
    pages.CheckoutPage: "pages/checkout.html",
    pages.OrderPage: "pages/order.html",
    pages.InfoPage: "pages/info.html",
    pages.ContactPage: "pages/contact.html",
    pages.ErrorPage: "pages/error.html",
}


@cache
def template_sources() -> dict[str, str]:
    """Every template of the package by its name under `templates/`."""
    folder = _FOLDER / "templates"
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))
    }


@cache
def _environment() -> Environment:
    return Environment(
        templates=template_sources(),
        auto_escape_callback=lambda name: "html",  # noqa: ARG005 - everything we print is HTML
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Renderer:
    """Renders the pages of one shop and serves its assets.

    Args:
        specification: the shop.

    Raises:
        ShopError: the style names an unknown font or character, or the home page a section without a template.
    """

    def __init__(self, specification: ShopSpecification) -> None:
        for section in specification.capabilities.homepage.section_types:
            if f"sections/{section}.html" not in template_sources():
                raise ShopError(f"home page section {section.value!r} has no template")
        self._environment = _environment()
        self._addresses = addresses_of(specification.identity.addresses)
        self._structure = structure_of(specification.capabilities)
        style = stylesheet(specification.style).encode()
        script = (_FOLDER / "static" / "shop.js").read_bytes()
        self.stylesheet_url = f"/static/shop.{_hash(style)}.css"
        self.script_url = f"/static/shop.{_hash(script)}.js"
        icon = _icon(specification).encode()
        self.icon_url = f"/static/icon.{_hash(icon)}.svg"
        self._assets = {
            self.icon_url.removeprefix("/static/"): (icon, "image/svg+xml"),
            self.stylesheet_url.removeprefix("/static/"): (style, "text/css; charset=utf-8"),
            self.script_url.removeprefix("/static/"): (script, "text/javascript; charset=utf-8"),
        }

    def render(self, page: Page) -> bytes:
        """The page as HTML in UTF-8."""
        shell = page.shell
        return self._print(
            _TEMPLATES[type(page)],
            page=page,
            shell=shell,
            identity=shell.specification.identity,
            capabilities=shell.specification.capabilities,
            structure=self._structure,
            addresses=self._addresses,
            icon_url=self.icon_url,
        )

    def render_suggestions(self, query: str, suggestions: Sequence[pages.SuggestionView]) -> bytes:
        """The fragment that the script puts under the search field while somebody types."""
        return self._print("fragments/suggestions.html", query=query, suggestions=suggestions)

    def _print(self, template: str, **context: object) -> bytes:
        """Renders a template. The engine escapes the slash too, which only makes addresses unreadable."""
        return self._environment.render_template(template, **context).replace("&#x2f;", "/").encode()

    def asset(self, name: str) -> tuple[bytes, str] | None:
        """Content and media type of an asset by its name under `/static/` or `/fonts/`; None where there is none."""
        return self._assets.get(name) or font_file(name)


def _icon(specification: ShopSpecification) -> str:
    """The icon that browsers show beside the title: the accent colour with a notch of the second one."""
    palette = specification.style.palette
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
        f'<rect width="16" height="16" rx="3" fill="{palette.accent_primary}"/>'
        f'<path d="M4 11 8 4l4 7z" fill="{palette.accent_secondary}"/></svg>'
    )


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()[:12]
