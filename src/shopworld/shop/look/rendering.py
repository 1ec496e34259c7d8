"""Rendering a storefront: view models in, HTML out; stylesheets, script and fonts as assets with hashed names.

Templates are loaded once a process and shared by all shops. What a shop can do decides which partials are put
together (`Structure`); how it looks is a stylesheet of its own, made from its style tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from minijinja import Environment

from shopworld.shop import pages
from shopworld.shop.content import Theme
from shopworld.shop.look.behaviours import FINISHED, asked_for, script_of
from shopworld.shop.look.families import CLASSIC, StorefrontFamily, load_family
from shopworld.shop.look.fonts import font_file
from shopworld.shop.look.item_list import item_list
from shopworld.shop.look.languages import PhraseBook, phrase_book, read_phrases
from shopworld.shop.look.structure import structure_of
from shopworld.shop.look.stylesheet import amenity_sheet, is_composed, stylesheet
from shopworld.shop.photographs import PHOTOGRAPH_STYLE
from shopworld.shop.schemes import addresses_of
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
    | pages.StoresPage
    | pages.BlogPage
    | pages.ArticlePage
    | pages.ErrorPage
    | pages.WishListPage
    | pages.ComparisonPage
    | pages.DirectoryPage
    | pages.AccountPage
    | pages.OrderStatusPage
    | pages.QuickOrderPage
    | pages.PicksPage
)

_FOLDER = Path(__file__).parent
_THEME_FUEL = 5_000_000
"""Instructions of the template engine that a page of a shop with a theme may take."""
_TEMPLATES: dict[type[Page], str] = {
    pages.HomePage: "pages/home.html",
    pages.ListingPage: "pages/listing.html",
    pages.ProductPage: "pages/product.html",
    pages.CartPage: "pages/cart.html",
    pages.CheckoutPage: "pages/checkout.html",
    pages.OrderPage: "pages/order.html",
    pages.InfoPage: "pages/info.html",
    pages.ContactPage: "pages/contact.html",
    pages.StoresPage: "pages/stores.html",
    pages.BlogPage: "pages/blog.html",
    pages.ArticlePage: "pages/article.html",
    pages.ErrorPage: "pages/error.html",
    pages.WishListPage: "pages/wish_list.html",
    pages.ComparisonPage: "pages/comparison.html",
    pages.DirectoryPage: "pages/directory.html",
    pages.AccountPage: "pages/account.html",
    pages.OrderStatusPage: "pages/order_status.html",
    pages.QuickOrderPage: "pages/quick_order.html",
    pages.PicksPage: "pages/picks.html",
}


@cache
def template_sources(family: str = CLASSIC) -> dict[str, str]:
    """Every template of a family by its name: the package's under `templates/`, with the family's own laid over them.

    Raises:
        ShopError: there is no such family.
    """
    folder = _FOLDER / "templates"
    shared = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))
    }
    return shared | load_family(family).templates


@cache
def _environment(family: str) -> Environment:
    return _make_environment(template_sources(family))


@cache
def _wording(family: str, name: str) -> PhraseBook | None:
    """A family's own words for what the shared templates say; None where there is no such set."""
    text = load_family(family).wordings.get(name)
    return read_phrases(text) if text is not None else None


def _themed_environment(theme: Theme, family: str) -> Environment:
    """A family's templates with those of a theme laid over them; a theme cannot keep the server busy for ever."""
    environment = _make_environment({**template_sources(family), **theme.templates})
    environment.fuel = _THEME_FUEL
    return environment


def _make_environment(templates: Mapping[str, str]) -> Environment:
    return Environment(
        templates=dict(templates),
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
        ShopError: the style names an unknown font or character.
    """

    def __init__(self, specification: ShopSpecification) -> None:
        theme = specification.theme
        self.family = load_family(specification.style.family)
        name = self.family.name
        self._environment = _themed_environment(theme, name) if theme.templates else _environment(name)
        self._traits = self.family.chosen(specification.capabilities.other)
        self._wording = _wording(name, specification.capabilities.other.get("look.wording", ""))
        self._addresses = addresses_of(specification.identity.addresses)
        self._structure = structure_of(specification.capabilities, composed=is_composed(specification.style))
        amenities = (amenity_sheet(),) if specification.capabilities.amenities else ()
        photographs = (PHOTOGRAPH_STYLE,) if specification.photographs is not None else ()
        style = "\n".join((stylesheet(specification.style), *amenities, *photographs, *theme.styles)).encode()
        script = _script(specification, self.family)
        self.stylesheet_url = f"/static/shop.{_hash(style)}.css"
        self.script_url = f"/static/shop.{_hash(script)}.js" if script else ""
        icon = _icon(specification).encode()
        self.icon_url = f"/static/icon.{_hash(icon)}.svg"
        self._assets = {
            self.icon_url.removeprefix("/static/"): (icon, "image/svg+xml"),
            self.stylesheet_url.removeprefix("/static/"): (style, "text/css; charset=utf-8"),
        }
        if script:
            self._assets[self.script_url.removeprefix("/static/")] = (script, "text/javascript; charset=utf-8")

    def render(self, page: Page) -> bytes:
        """The page as HTML in UTF-8."""
        shell = page.shell
        return self._print(
            _TEMPLATES[type(page)],
            shell.language,
            page=page,
            shell=shell,
            identity=shell.specification.identity,
            capabilities=shell.specification.capabilities,
            structure=self._structure,
            traits=self._traits,
            listing_data=item_list,
            addresses=self._addresses,
            icon_url=self.icon_url,
        )

    @property
    def draws_listings(self) -> bool:
        """Whether pages of listings hold their products themselves; else the client asks for them as JSON."""
        return self.family.listing == "server"

    def render_suggestions(self, query: str, suggestions: Sequence[pages.SuggestionView]) -> bytes:
        """The fragment that the script puts under the search field while somebody types."""
        return self._print("fragments/suggestions.html", "en", query=query, suggestions=suggestions)

    def render_suggestion_panel(self, panel: pages.SuggestionPanel, language: str) -> bytes:
        """The same for composed shops: suggestions in groups, of products with pictures."""
        return self._print("fragments/composed/suggestions.html", language, panel=panel)

    def _print(self, template: str, language: str, **context: object) -> bytes:
        """Renders a template. The engine escapes the slash too, which only makes addresses unreadable."""
        html = self._environment.render_template(template, **context).replace("&#x2f;", "/")
        book = phrase_book(language) or self._wording
        return (book.page(html) if book else html).encode()

    def asset(self, name: str) -> tuple[bytes, str] | None:
        """Content and media type of an asset by its name under `/static/` or `/fonts/`; None where there is none."""
        return self._assets.get(name) or font_file(name)


def _script(specification: ShopSpecification, family: StorefrontFamily) -> bytes:
    """The script of a shop: what its family does, and what its capabilities ask for; empty where that is nothing."""
    if not is_composed(specification.style):
        return script_of(FINISHED)
    return script_of({*family.behaviours, *asked_for(specification.capabilities)})


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
