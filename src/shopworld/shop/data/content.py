"""From a shop's data to what its storefront says: menus, collections, pages, policies, articles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from shopworld.catalog.importers import description_html, plain_text
from shopworld.shop.content import Article, CollectionContent, ContentPage, MenuItem, ShopContent
from shopworld.shop.data.fields import day_of
from shopworld.shop.data.model import ArticleData, CollectionData, MenuItemData, PageData, PolicyData, ShopData

ALL = "all"
"""Handle of the collection that every shop has without saying so."""
_HEADING = re.compile(r"(</?h)([34])>")


def content_of(data: ShopData, composed_pages: Collection[str] = ()) -> ShopContent:
    """What a storefront says, from a shop's data. HTML is sanitised; menu entries that lead nowhere are left out.

    Args:
        data: of the shop.
        composed_pages: handles of pages that the storefront composes itself where the data has none.
    """
    reader = _MenuReader(data, frozenset(composed_pages))
    menus = {handle: tuple(reader.items(entries)) for handle, entries in data.navigation.items()}
    return ShopContent(
        menus=menus,
        collections=tuple(
            CollectionContent(
                handle=one.handle,
                title=title,
                description_html=description_html(one.description_html),
                image_alt=(plain_text(one.image.alt) or title) if one.image else "",
            )
            for one, title in titled_collections(data.collections)
        ),
        pages=_pages(data.pages),
        policies=_pages(data.policies),
        articles=tuple(_article(one) for one in data.articles),
        announcements=tuple(plain_text(one) for one in data.store.announcements),
        locations=data.store.locations,
    )


def titled_collections(collections: Iterable[CollectionData]) -> Iterator[tuple[CollectionData, str]]:
    """Each collection with a title that no other has, without `all`: the title names its category."""
    listed = [one for one in collections if one.handle != ALL]
    titles = Counter(plain_text(one.title) for one in listed)
    for one in listed:
        title = plain_text(one.title) or one.handle
        yield one, title if titles[title] < 2 else f"{title} ({one.handle})"


def _pages(pages: Sequence[PageData | PolicyData]) -> tuple[ContentPage, ...]:
    return tuple(
        ContentPage(handle=one.handle, title=plain_text(one.title), body_html=_page_html(one.body_html))
        for one in pages
    )


def _page_html(html: str) -> str:
    """Sanitised; its headings stand right below the title of the page."""
    return _HEADING.sub(lambda tag: f"{tag[1]}{int(tag[2]) - 1}>", description_html(html))


def _article(article: ArticleData) -> Article:
    return Article(
        blog=article.blog,
        handle=article.handle,
        title=plain_text(article.title),
        summary=plain_text(article.summary),
        body_html=_page_html(article.body_html),
        author=plain_text(article.author),
        published_on=day_of(article.published_at),
        product_handles=article.product_handles,
    )


@dataclass(frozen=True, slots=True)
class _Leads:
    """Where a menu entry leads: a type of `MenuItem`, and a handle."""

    type: str
    handle: str = ""


_SINGLE = {(): "home", ("collections",): "all_products", ("collections", ALL): "all_products", ("search",): "search"}
_NAMED = {"collections": "collection", "products": "product", "pages": "page", "policies": "policy", "blogs": "blog"}


class _MenuReader:
    """Reads menus, knowing what is there to lead to."""

    def __init__(self, data: ShopData, composed_pages: frozenset[str]) -> None:
        pages = {one.handle for one in (*data.pages, *data.policies)} | composed_pages | {"contact"}
        self._domain = data.store.domain.casefold()
        self._known = {
            "collection": {one.handle for one in data.collections},
            "product": {one.handle for one in data.products if one.status == "active"},
            "page": pages,
            "policy": pages,
            "blog": {one.blog for one in data.articles},
            "article": {f"{one.blog}/{one.handle}" for one in data.articles},
        }

    def items(self, entries: Iterable[MenuItemData]) -> Iterator[MenuItem]:
        """The entries that lead somewhere, or have some below them that do."""
        for entry in entries:
            children = tuple(self.items(entry.children))
            leads = self._leads(entry.url)
            if leads is None and not children:
                continue
            leads = leads or _Leads("none")
            yield MenuItem.model_validate(
                {
                    "title": plain_text(entry.title),
                    "type": leads.type,
                    "handle": leads.handle,
                    "children": children,
                }
            )

    def _leads(self, url: str) -> _Leads | None:
        try:
            parts = urlsplit(url.strip())
        except ValueError:
            return None
        if parts.scheme and parts.scheme not in {"http", "https"}:
            return None
        if parts.netloc and parts.netloc.casefold().removeprefix("www.") != self._domain.removeprefix("www."):
            return None
        if not parts.path:
            return _Leads("home") if parts.netloc else None
        segments = tuple(unquote(part).lower() for part in parts.path.split("/") if part)
        if segments in _SINGLE:
            return _Leads(_SINGLE[segments])
        if len(segments) > 2 and segments[0] == "collections" and segments[2] == "products":
            segments = segments[2:]
        kind = _NAMED.get(segments[0])
        if kind is None or len(segments) < 2:
            return None
        if kind == "blog" and len(segments) > 2:
            kind = "article"
        handle = "/".join(segments[1:3]) if kind == "article" else segments[1]
        return _Leads(kind, handle) if handle in self._known[kind] else None
