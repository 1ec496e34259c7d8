"""Directories: all makers by letter, what there is of one, and the map of the shop."""

from __future__ import annotations

from itertools import groupby

from starlette.responses import Response

from shopworld.shop.amenities.offered import has_amenity
from shopworld.shop.browsing.listing import listing_of_maker
from shopworld.shop.content import blog_title
from shopworld.shop.information.links import information_links
from shopworld.shop.information.not_found import not_found
from shopworld.shop.pages import DirectoryPage, Link, LinkGroup
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit


def maker_url(shop: Shop, brand: str) -> str:
    """The page of a maker; empty where the shop has none."""
    found = shop.makers.get(brand) if brand and has_amenity(shop.capabilities, "brand_pages") else None
    return shop.addresses.brand(found[0]) if found else ""


async def brands(visit: Visit) -> Response:
    """`GET` of all makers."""
    shop = visit.shop
    there = shop.addresses
    links = [Link(f"{name} ({count})", there.brand(slug)) for name, (slug, count) in shop.makers.items()]
    groups = groupby(links, key=lambda one: one.label[0].upper() if one.label[0].isalpha() else "0–9")
    view = DirectoryPage(
        shell=visit.shell("brands"),
        title="All brands",
        breadcrumbs=(Link("Home", there.home), Link("All brands", there.brands, current=True)),
        intro=f"{len(links)} makers, from A to Z.",
        groups=tuple(LinkGroup(letter, tuple(below)) for letter, below in groups),
        kind="brands",
    )
    return visit.page(view, "brands")


async def brand(visit: Visit) -> Response:
    """`GET` of what there is of a maker."""
    slug = visit.request.path_params["slug"]
    maker = next((name for name, (end, _) in visit.shop.makers.items() if end == slug), None)
    if maker is None:
        return not_found(visit, slug)
    there = visit.shop.addresses
    return listing_of_maker(visit, there.brand(slug), maker, Link("All brands", there.brands))


async def help_center(visit: Visit) -> Response:
    """`GET` of all that is to be known, in one place."""
    shop = visit.shop
    there, content = shop.addresses, shop.specification.content
    stories = tuple(Link(blog_title(one), there.blog(one)) for one in content.blogs) if content else ()
    texts = [Link(one.label, one.url) for one in information_links(shop, "")]
    contact = [Link("Contact", there.contact)] if there.contact not in {one.url for one in texts} else []
    groups = (LinkGroup("Answers", (*texts, *contact)), LinkGroup("To read", stories))
    view = DirectoryPage(
        shell=visit.shell("help_center"),
        title="Customer care",
        breadcrumbs=(Link("Home", there.home), Link("Customer care", there.help_center, current=True)),
        intro=f"Write to {shop.identity.support_email} or call {shop.identity.support_phone}.",
        groups=tuple(one for one in groups if one.links),
        kind="help-center",
    )
    return visit.page(view, "help_center")


async def site_map(visit: Visit) -> Response:
    """`GET` of the map of the shop."""
    shop = visit.shop
    there = shop.addresses
    shelves = tuple(Link(one.name, there.category(one.slug_path)) for one in shop.navigation.all_categories)
    service = [Link(one.label, one.url) for one in information_links(shop, "")]
    service += [Link("All brands", there.brands)] if has_amenity(shop.capabilities, "brand_pages") else []
    groups = (
        LinkGroup("Departments", (Link("All products", there.all_products), *shelves)),
        LinkGroup("Service and information", tuple(service)),
        LinkGroup("Your order", (Link("Cart", there.cart),)),
    )
    view = DirectoryPage(
        shell=visit.shell("site_map"),
        title="Site map",
        breadcrumbs=(Link("Home", there.home), Link("Site map", there.site_map, current=True)),
        intro="",
        groups=groups,
        kind="site-map",
    )
    return visit.page(view, "site_map")
