"""A composed shop over the corner shop's catalog, with any value of the vocabulary and content of its own."""

from __future__ import annotations

from datetime import date
from typing import Any

from corner_shop import make_specification
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.shop import Capabilities, ShopSpecification, Style
from shopworld.shop.content import Article, CollectionContent, MenuItem, ShopContent
from shopworld.shop.specification import Fonts, Palette

BASE: dict[str, Any] = {
    "category": "electronics",
    "tone": ["warm"],
    "collection": {
        "filters": [{"name": "price", "control": "slider"}, {"name": "brand", "control": "checkbox"}],
        "sort": ["featured", "price_asc"],
        "page_size": 8,
    },
}
INK = Palette(
    background="#ffffff",
    foreground="#15171a",
    accent_primary="#0b5d7a",
    accent_secondary="#f0b429",
    surface_muted="#f4f2ee",
    border="#dcd8d0",
)


def _menu(depth: int, title: str = "Level") -> tuple[MenuItem, ...]:
    """Entries with others below them, `depth` levels in all."""
    if not depth:
        return ()
    below = _menu(depth - 1, title)
    return (
        MenuItem(title=f"{title} {depth}", type="collection", handle="hardware", children=below),
        MenuItem(title=f"Other {depth}", type="all_products"),
    )


def _articles(blog: str, *titles: str) -> tuple[Article, ...]:
    return tuple(
        Article(
            blog=blog,
            handle=title.lower().replace(" ", "-"),
            title=title,
            summary=f"All about: {title}.",
            body_html=f"<p>{title}</p>",
            author="Mara Weller",
            published_on=date(2026, 3, 2),
        )
        for title in titles
    )


CONTENT = ShopContent(
    menus={"main-menu": _menu(4), "footer": (MenuItem(title="Help", type="none", children=_menu(1)),)},
    collections=(CollectionContent(handle="hardware", title="Hardware", description_html="<p>Parts that last.</p>"),),
    articles=(
        *_articles("recipes", "Skillet cornbread", "Sunday ragout"),
        *_articles("journal", "How to choose a drive"),
    ),
    announcements=("Free delivery from €100",),
)


def merged(capabilities: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Capabilities with some of their parts changed."""
    result = dict(capabilities)
    for name, value in changes.items():
        result[name] = {**result.get(name, {}), **value} if isinstance(value, dict) else value
    return result


def composed(
    *, style: dict[str, Any] | None = None, content: ShopContent | None = CONTENT, **changes: Any
) -> ShopSpecification:
    """A composed shop; `changes` are parts of its capabilities.

    Args:
        style: tokens that differ from the plain ones.
        content: of its own.
        changes: `site_shell={"nav_depth": 3}` and the like.
    """
    plain = make_specification(addresses="shopify")
    look = Style(palette=INK, fonts=Fonts(heading="Source Serif Pro", body="Hanken Grotesk"))
    return plain.model_copy(
        update={
            "capabilities": Capabilities.model_validate(merged(BASE, changes)),
            "style": Style.model_validate({**look.model_dump(), **(style or {})}),
            "content": content,
        }
    )


def label_of(node: LexborNode) -> str:
    """The name that a node has by `aria-label`, by what `aria-labelledby` points at, or by its own text."""
    given = node.attributes.get("aria-label")
    if given:
        return given
    owner = node.attributes.get("aria-labelledby")
    if owner:
        root = node
        while root.parent is not None:
            root = root.parent
        titled = root.css_first(f'[id="{owner}"]')
        return " ".join(titled.text(deep=True).split()) if titled else ""
    return " ".join(node.text(deep=True).split())


def named(page: LexborHTMLParser | LexborNode, selector: str, name: str) -> LexborNode | None:
    """The first node of an element type or role with a name that begins like that; None where there is none."""
    return next((node for node in page.css(selector) if label_of(node).startswith(name)), None)


def needed(page: LexborHTMLParser | LexborNode, selector: str, name: str) -> LexborNode:
    """The same, but there has to be one."""
    found = named(page, selector, name)
    assert found is not None, (
        f"no {selector} named {name!r}; there are {[label_of(one) for one in page.css(selector)][:40]}"
    )
    return found
