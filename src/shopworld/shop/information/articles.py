"""Blogs: the list of a blog's articles, and the articles (stories, guides, recipes)."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.catalog import Offer
from shopworld.shop.content import Article, blog_title
from shopworld.shop.events import ArticleViewed
from shopworld.shop.information.not_found import not_found
from shopworld.shop.pages import ArticlePage, ArticleTeaser, BlogPage, Link
from shopworld.shop.presentation import date_text, picture_of
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit

_PRODUCTS = 4
_OTHERS = 3


async def blog(visit: Visit) -> Response:
    """`GET` of a blog: all its articles, the newest first."""
    shop, handle = visit.shop, visit.request.path_params["blog"]
    articles = articles_of(shop, handle)
    if not articles:
        return not_found(visit, handle)
    title = blog_title(handle)
    view = BlogPage(
        shell=visit.shell("blog"),
        title=title,
        breadcrumbs=(Link("Home", shop.addresses.home), Link(title, shop.addresses.blog(handle), current=True)),
        articles=tuple(teaser(shop, one) for one in articles),
    )
    return visit.page(view, "blog", ArticleViewed(blog=handle))


async def article(visit: Visit) -> Response:
    """`GET` of an article."""
    shop = visit.shop
    blog_handle, handle = visit.request.path_params["blog"], visit.request.path_params["handle"]
    articles = articles_of(shop, blog_handle)
    found = next((one for one in articles if one.handle == handle), None)
    if found is None:
        return not_found(visit, handle)
    title, there = blog_title(blog_handle), shop.addresses
    offers = _offers_of(shop, found)
    view = ArticlePage(
        shell=visit.shell("article"),
        title=found.title,
        breadcrumbs=(
            Link("Home", there.home),
            Link(title, there.blog(blog_handle)),
            Link(found.title, there.article(blog_handle, handle), current=True),
        ),
        summary=found.summary,
        byline=_byline(found),
        body_html=found.body_html,
        image_url=_picture(offers),
        cards=shop.presentation.cards(offers[:_PRODUCTS]),
        others=tuple(teaser(shop, one) for one in articles if one.handle != handle)[:_OTHERS],
        blog=Link(title, there.blog(blog_handle)),
    )
    return visit.page(view, "article", ArticleViewed(blog=blog_handle, article=handle))


def articles_of(shop: Shop, blog_handle: str) -> tuple[Article, ...]:
    """The articles of a blog, the newest first, those without a date last and in their order."""
    content = shop.specification.content
    articles = content.articles_of(blog_handle) if content else ()
    return tuple(sorted(articles, key=lambda one: -one.published_on.toordinal() if one.published_on else 0))


def teaser(shop: Shop, one: Article) -> ArticleTeaser:
    """An article as a card."""
    return ArticleTeaser(
        title=one.title,
        url=shop.addresses.article(one.blog, one.handle),
        summary=one.summary,
        byline=_byline(one),
        image_url=_picture(_offers_of(shop, one)),
    )


def _offers_of(shop: Shop, one: Article) -> tuple[Offer, ...]:
    found = (shop.catalog.offer_by_slug(shop.id, handle) for handle in one.product_handles)
    return tuple(offer for offer in found if offer is not None)


def _picture(offers: tuple[Offer, ...]) -> str:
    """The picture of the first product that it speaks of; empty where it speaks of none."""
    return picture_of(offers[0], "angle") if offers else ""


def _byline(one: Article) -> str:
    day = date_text(one.published_on) if one.published_on else ""
    return ", ".join(part for part in (f"By {one.author}" if one.author else "", day) if part)
