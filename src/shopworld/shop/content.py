"""What a shop says beside its products: menus, collections, pages, policies, articles, announcements, stores.

Storefronts read it from `ShopSpecification.content`; it comes from the shop folder's `data/`. Shops of a mall have
none: their menus come from the category tree, and their policies are composed from the identity.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from shopworld.shop.capabilities import Part


class MenuItem(Part):
    """An entry of a menu, with those below it."""

    title: str
    type: Literal[
        "home", "all_products", "collection", "product", "page", "policy", "blog", "article", "search", "none"
    ]
    """What it leads to; `none` is a heading that leads nowhere."""
    handle: str = ""
    """Of the collection, product, page, policy or blog; `blog/article` for an article."""
    children: tuple[MenuItem, ...] = ()


class CollectionContent(Part):
    """A collection: a category of a generated shop."""

    handle: str
    title: str
    """The one name of its category path: offers of the collection carry `(title,)` among their categories."""
    description_html: str = ""
    """Sanitised."""
    image_alt: str = ""
    """What its picture shows; empty where it has none."""


class ContentPage(Part):
    """A page or a policy."""

    handle: str
    title: str
    body_html: str
    """Sanitised."""


class Article(Part):
    """An article of a blog: a story, a guide, a recipe."""

    blog: str
    """Handle of its blog: `recipes`, `journal`."""
    handle: str
    title: str
    summary: str = ""
    body_html: str
    """Sanitised."""
    author: str = ""
    published_on: date | None = None
    product_handles: tuple[str, ...] = ()
    """Products that it speaks of."""


class StoreLocation(Part):
    """A shop that can be walked into."""

    name: str
    address: str
    hours: str = ""
    phone: str = ""


class ShopContent(Part):
    """All of it."""

    menus: dict[str, tuple[MenuItem, ...]] = Field(default_factory=dict)
    """By handle: `main-menu`, `footer` and others."""
    collections: tuple[CollectionContent, ...] = ()
    """In the order in which the shop lists them."""
    pages: tuple[ContentPage, ...] = ()
    policies: tuple[ContentPage, ...] = ()
    articles: tuple[Article, ...] = ()
    announcements: tuple[str, ...] = ()
    """Texts of the announcement bar, in order."""
    locations: tuple[StoreLocation, ...] = ()

    def menu(self, handle: str) -> tuple[MenuItem, ...]:
        """The entries of a menu; none where there is no such menu."""
        return self.menus.get(handle, ())

    def page(self, handle: str) -> ContentPage | None:
        """The page or policy of that handle."""
        return next((one for one in (*self.pages, *self.policies) if one.handle == handle), None)

    def collection(self, handle: str) -> CollectionContent | None:
        """The collection of that handle."""
        return next((one for one in self.collections if one.handle == handle), None)

    @property
    def blogs(self) -> tuple[str, ...]:
        """Handles of its blogs, in the order of their first articles."""
        return tuple(dict.fromkeys(one.blog for one in self.articles))

    def articles_of(self, blog: str) -> tuple[Article, ...]:
        """The articles of a blog, in order."""
        return tuple(one for one in self.articles if one.blog == blog)


def blog_title(handle: str) -> str:
    """What a blog is called: `style-notes` is `Style notes`."""
    return handle.replace("-", " ").capitalize()


class Theme(Part):
    """What a shop lays over the shipped look."""

    templates: dict[str, str] = Field(default_factory=dict)
    """Sources by their name under `templates/`; each replaces the shipped template of that name, or is a new one."""
    styles: tuple[str, ...] = ()
    """CSS, appended to the shop's stylesheet in order."""
