"""Listings: category pages, all products, and search results."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response

from shopworld.catalog import Category, Match, SearchResult
from shopworld.catalog.importers import plain_text
from shopworld.shop.amenities.offered import has_amenity
from shopworld.shop.browsing.filters import active_filters, filter_views
from shopworld.shop.browsing.listing_request import (
    SORT_LABELS,
    ListingRequest,
    address_of,
    clean_text,
)
from shopworld.shop.events import SearchPerformed
from shopworld.shop.information.not_found import not_found
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.pages import Card, Link, ListingPage, MenuNode, Pagination, QuickView, Shell, SortOption
from shopworld.shop.schemes import product_slug
from shopworld.shop.visit import Visit

_NEIGHBOURS = 2
_QUICK_FACTS = 4


async def all_products(visit: Visit) -> Response:
    """Everything the shop sells."""
    base, page = visit.shop.addresses.split_page(visit.request.scope["path"])
    request = _read(visit, page)
    return _listing(visit, base, request, "All products", "category", category=None)


async def category(visit: Visit) -> Response:
    """One category or collection, and what is below it; a product's address within a collection leads to its own."""
    base, page = visit.shop.addresses.split_page(visit.request.scope["path"])
    there = visit.shop.addresses
    slug_path = there.category_of(base)
    if not slug_path:
        return visit.redirect(there.all_products, 301)
    slug = product_slug(base)
    if slug is not None:
        return visit.redirect(there.product(slug), 301)
    found = visit.shop.navigation.at(slug_path)
    if found is None:
        return not_found(visit, " ".join(slug_path))
    request = _read(visit, page)
    url = there.category(found.slug_path)
    if base != url:
        return visit.redirect(address_of(url, request, page=request.page), 301)
    return _listing(visit, base, request, found.name, "category", category=found)


async def search(visit: Visit) -> Response:
    """Search results; without a text all products."""
    base, page = visit.shop.addresses.split_page(visit.request.scope["path"])
    text = clean_text(visit.request.query_params.get(visit.shop.addresses.search_field, ""))
    request = _read(visit, page, text)
    title = f"Search results for “{text}”" if text else "All products"
    return _listing(visit, base if text else visit.shop.addresses.all_products, request, title, "search", category=None)


def listing_of_maker(visit: Visit, base: str, maker: str, above: Link) -> Response:
    """What there is of one maker, narrowed and sorted like any listing.

    Args:
        visit: the request.
        base: path of the page.
        maker: as the catalog names it.
        above: the page of all makers.
    """
    return _listing(visit, base, _read(visit, None), maker, "brand", category=None, maker=(maker, above))


def _read(visit: Visit, page: int | None, text: str = "") -> ListingRequest:
    return visit.shop.listing_rules.read(visit.request.query_params.multi_items(), text=text, page=page)


def _search(
    visit: Visit, request: ListingRequest, category: Category | None, maker: str
) -> tuple[ListingRequest, SearchResult]:
    """The results; of the last page where the one asked for does not exist."""
    rules = visit.shop.listing_rules
    path = category.path if category else ()

    def found(asked: ListingRequest) -> SearchResult:
        query = asked.query(visit.shop.id, path, rules.page_size, rules.facets)
        return visit.shop.catalog.search(replace(query, brands=(maker,)) if maker else query)

    result = found(request)
    last = max(1, -(-result.total // rules.page_size))
    if request.page > last:
        request = replace(request, page=last)
        result = found(request)
    return request, result


def _listing(
    visit: Visit,
    base: str,
    request: ListingRequest,
    title: str,
    name: str,
    *,
    category: Category | None,
    maker: tuple[str, Link] | None = None,
) -> Response:
    shop = visit.shop
    request, result = _search(visit, request, category, maker[0] if maker else "")
    path = category.path if category else ()
    there = shop.addresses
    crumbs = (
        shop.navigation.breadcrumbs(path)
        if path
        else (Link("Home", there.home), *((maker[1],) if maker else ()), Link(title, address_of(base, request)))
    )
    rules = shop.listing_rules
    sorts = rules.sorts_for(request.text)
    view = ListingPage(
        shell=_with_quick_view(visit, visit.shell(name, category=path, search_text=request.text), base, request),
        title=title,
        breadcrumbs=crumbs,
        intro=_intro(visit, category, result.total) if not request.is_filtered and request.page == 1 else "",
        cards=_cards(visit, request, result),
        total=result.total,
        range_text=_range_text(request, len(result.offers), result.total, rules.page_size),
        subcategories=() if maker else _subcategories(visit, category, request, result.total),
        filters=tuple(one for one in filter_views(shop, request, result) if not maker or one.name != "brand"),
        active_filters=active_filters(shop, base, request),
        clear_url=address_of(base, request.without_filters()),
        sort_options=tuple(SortOption(there.sort_words[one], SORT_LABELS[one], one is request.sort) for one in sorts),
        pagination=_pagination(base, request, result.total, rules.page_size),
        form_url=base,
        hidden_fields=((there.search_field, request.text),) if request.text else (),
        query=request.text,
        match_text=_match_text(request, result),
    )
    seen = SearchPerformed(
        query=request.text,
        category=path,
        filters=request.recorded_filters() | ({"brand": (maker[0],)} if maker else {}),
        sort=request.sort.value,
        page=request.page,
        total=result.total,
        results=tuple(offer.id for offer in result.offers),
    )
    return visit.page(view, name, seen)


def _cards(visit: Visit, request: ListingRequest, result: SearchResult) -> tuple[Card, ...]:
    """The products; with a button for a quick view where the shop has that, and a form to send it with."""
    cards = visit.shop.presentation.cards(result.offers)
    fullpage = visit.shop.capabilities.search.results_layout == "fullpage" and request.text
    if fullpage or not has_amenity(visit.shop.capabilities, "quick_view"):
        return cards
    return tuple(replace(one, has_quick_view=True) for one in cards)


def _with_quick_view(visit: Visit, shell: Shell, base: str, request: ListingRequest) -> Shell:
    """The shell with the product over it that `quick` asks for by its number."""
    number = visit.request.query_params.get("quick", "")
    if not number or not has_amenity(visit.shop.capabilities, "quick_view"):
        return shell
    offer = visit.shop.offer_of_number(number)
    if offer is None or shell.overlays.covers_page:
        return shell
    view = QuickView(
        card=visit.shop.presentation.card(offer),
        text=offer.short_description,
        facts=tuple((row.label, row.text) for row in offer.specifications[:_QUICK_FACTS]),
        close_url=address_of(base, request, page=request.page),
    )
    return replace(shell, overlays=replace(shell.overlays, quick_view=view))


def _subcategories(
    visit: Visit, category: Category | None, request: ListingRequest, total: int
) -> tuple[MenuNode, ...]:
    """The categories below; where a search found nothing, those of the first level as a way out."""
    if request.text and total:
        return ()
    children = category.children if category else visit.shop.navigation.roots
    if is_composed(visit.shop.specification.style):
        children = tuple(sorted(children, key=lambda one: (-one.count, one.path)))
    return tuple(visit.shop.navigation.node(child, depth=1) for child in children)


def _intro(visit: Visit, category: Category | None, total: int) -> str:
    if category is None or not total:
        return ""
    if said := _own_words(visit, category):
        return said
    below = [child.name for child in sorted(category.children, key=lambda one: -one.count)[:3]]
    names = f", from {' and '.join(below[:2])} to {below[2]}" if len(below) == 3 else ""
    products = "product" if total == 1 else "products"
    return f"{category.name} at {visit.shop.identity.name}: {total} {products}{names}."


def _own_words(visit: Visit, category: Category) -> str:
    """What the shop's own content says of a collection; empty where it says nothing."""
    content = visit.shop.specification.content
    found = next((one for one in content.collections if (one.title,) == category.path), None) if content else None
    return plain_text(found.description_html) if found else ""


def _range_text(request: ListingRequest, shown: int, total: int, page_size: int) -> str:
    if not total:
        return "No products found"
    if total == 1:
        return "Showing the single result"
    if shown == total:
        return f"Showing all {total} results"
    first = (request.page - 1) * page_size + 1
    return f"Showing {first}–{first + shown - 1} of {total} results"


def _match_text(request: ListingRequest, result: SearchResult) -> str:
    match result.match:
        case Match.ANY_WORD:
            return f"No exact match for “{request.text}”; showing results for any of its words."
        case Match.CORRECTED:
            return f"No match for “{request.text}”; showing results for “{result.corrected_text or 'similar words'}”."
        case Match.NOTHING if request.is_filtered:
            return "Nothing matches all of your choices. Remove a filter or clear them all."
        case Match.NOTHING:
            return (
                f"Nothing was found for “{request.text}”. Check the spelling, use fewer words or browse the categories."
            )
        case _ if not result.total:
            return "Nothing matches all of your choices. Remove a filter or clear them all."
        case _:
            return ""


def _pagination(base: str, request: ListingRequest, total: int, page_size: int) -> Pagination:
    pages = max(1, -(-total // page_size))
    page = request.page

    def url(number: int) -> str:
        return address_of(base, request, page=number)

    shown = sorted({1, pages, *range(max(1, page - _NEIGHBOURS), min(pages, page + _NEIGHBOURS) + 1)})
    links: list[Link | None] = []
    before = 0
    for number in shown:
        if number - before == 2:
            links.append(Link(str(number - 1), url(number - 1)))
        elif number - before > 2:
            links.append(None)
        links.append(Link(str(number), url(number), number == page))
        before = number
    return Pagination(
        page=page,
        pages=pages,
        links=tuple(links),
        previous_url=url(page - 1) if page > 1 else "",
        next_url=url(page + 1) if page < pages else "",
    )
