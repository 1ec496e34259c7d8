"""What the oracle alone is told: the task's checks and where its offers stand. Never given to another agent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.errors import AgentError
from shopworld.mall import Mall
from shopworld.shop.addressing import addresses_of
from shopworld.shop.browsing.filters import filter_views
from shopworld.shop.browsing.listing_request import SORT_LABELS
from shopworld.shop.pages import MenuNode
from shopworld.shop.shop import Shop
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    CartVariant,
    ChosenProduct,
    Group,
    ListingUsed,
    OfferAddress,
    Order,
    PageRead,
    PageVisited,
    Task,
)


@dataclass(frozen=True, slots=True)
class BriefedOffer:
    """An offer of the solution.

    Attributes:
        shop: address of its shop.
        title: what to search for.
        address: of its page.
        path: of its page within the shop.
    """

    shop: str
    title: str
    address: str
    path: str
    options: tuple[str, ...] = ()
    """Of the variant to take: the value of each option; empty where there is no choice."""


@dataclass(frozen=True, slots=True)
class BriefedPage:
    """A page that is reached by links: an information page, or a listing to be narrowed and sorted.

    Attributes:
        shop: address of its shop.
        label: what the link to it says.
        address: of the page.
        via: names of the menus that the link stands in, outermost first.
        filters: label and value of each filter to be set.
        sort: label of the sort to be chosen, or empty.
        query: what is searched for instead of following a link, or empty.
        above: label and address of each listing that it is part of, outermost first.
    """

    shop: str
    label: str
    address: str
    via: tuple[str, ...] = ()
    filters: tuple[tuple[str, str], ...] = ()
    sort: str = ""
    query: str = ""
    above: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Briefing:
    """How the task is solved.

    Attributes:
        answers: what is to be named: one offer of each group.
        cart: offers to leave in the carts.
        order: offers to order.
        quantity: pieces of each.
        visit: pages to view.
        buyer: who orders.
        text: a text to submit, where the answer is one.
        solution: address of the solution page.
    """

    answers: tuple[BriefedOffer, ...]
    cart: tuple[BriefedOffer, ...]
    order: tuple[BriefedOffer, ...]
    visit: tuple[BriefedOffer, ...]
    quantity: int
    buyer: Buyer
    text: str
    solution: str
    pages: tuple[BriefedPage, ...] = ()
    """What is to be opened before anything is put into a cart."""


def _offer(catalog: Catalog, address: OfferAddress, task: Task) -> Offer:
    offer = catalog.offer_by_slug(address.shop, address.slug)
    if offer is None:
        raise AgentError(f"task {task.id}: no offer {address.slug!r} in the shop {address.shop!r}")
    return offer


def _briefed(mall: Mall, task: Task, groups: tuple[Group, ...]) -> Iterator[BriefedOffer]:
    hosts = {shop_id: host for host, shop_id in mall.hosts.items()}
    for group in groups:
        offers = [_offer(mall.catalog, address, task) for address in group]
        offer = next((one for one in offers if one.in_stock and not one.variants), offers[0])
        shop = f"http://{hosts[offer.shop_id]}/"
        path = addresses_of(mall.specification(offer.shop_id).identity.addresses).product(offer.slug)
        there = next((one for one in offer.variants if one.stock != 0), None)
        options = tuple(one.value for one in there.options) if there else ()
        yield BriefedOffer(shop, offer.title, shop.rstrip("/") + path, path, options)


def _page(mall: Mall, check: PageRead | ListingUsed) -> BriefedPage:
    """How a page is reached from the shop's first one."""
    shop = mall.storefronts[check.shop].shop
    home = mall.address(check.shop)
    if isinstance(check, PageRead):
        path = shop.addresses.policy(check.handles[0])
        text = shop.policies.text(check.handles[0])
        label = _link_labels(shop).get(path) or (text.title if text else check.handles[0])
        return BriefedPage(home, label, home.rstrip("/") + path, _menus_to(shop.navigation.menu, path))
    category = shop.navigation.named(check.category) if check.category else None
    path = shop.addresses.category(category.slug_path) if category else shop.addresses.all_products
    request = shop.listing_rules.read(())
    rules = shop.listing_rules
    found = mall.catalog.search(request.query(shop.id, check.category or (), rules.page_size, rules.facets))
    labels = {
        (view.name, value.value): (view.label, value.label)
        for view in filter_views(shop, request, found)
        for value in view.values
    }
    return BriefedPage(
        home,
        _link_labels(shop).get(path) or (category.name if category else "All products"),
        home.rstrip("/") + path,
        _menus_to(shop.navigation.menu, path),
        tuple(labels.get((one.field, one.values[0]), (one.field, one.values[0])) for one in check.filters),
        SORT_LABELS[check.sort] if check.sort else "",
        check.query,
        _above(shop, home, check.category or ()),
    )


def _above(shop: Shop, home: str, path: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Name and address of each category above the one of a path, outermost first."""
    found = [shop.navigation.named(path[:length]) for length in range(1, len(path))]
    return tuple((one.name, home.rstrip("/") + shop.addresses.category(one.slug_path)) for one in found if one)


def _link_labels(shop: Shop) -> dict[str, str]:
    """What the links in menu and footer say, by where they lead."""
    navigation = shop.navigation
    links = [*navigation.footer_links, *navigation.quick_links]
    links += [link for group in navigation.footer_groups for link in group.links]
    found = {link.url: link.label for link in links}
    return found | {node.url: node.label for node in _nodes(navigation.menu)}


def _nodes(menu: tuple[MenuNode, ...]) -> Iterator[MenuNode]:
    for node in menu:
        yield node
        yield from _nodes(node.children)


def _menus_to(menu: tuple[MenuNode, ...], path: str) -> tuple[str, ...]:
    """Names of the entries above the one that leads to a path, and its own where it has entries below."""
    for node in menu:
        if node.url == path:
            return (node.label,) if node.children else ()
        below = _menus_to(node.children, path)
        if below or any(child.url == path for child in node.children):
            return (node.label, *below)
    return ()


def brief(mall: Mall, task: Task) -> Briefing:
    """Reads the solution out of a task's checks.

    Raises:
        AgentError: an offer of the solution is not in the catalog.
    """
    found: dict[str, tuple[BriefedOffer, ...]] = {"answers": (), "cart": (), "order": (), "visit": ()}
    quantity, buyer, text = 1, Buyer(), ""
    pages: list[BriefedPage] = []
    options: dict[str, tuple[str, ...]] = {}
    for check in task.checks:
        match check:
            case AnswerSet():
                found["answers"] = tuple(_briefed(mall, task, check.groups))
            case ChosenProduct():
                found["answers"] = tuple(_briefed(mall, task, (check.accepted,)))
            case Cart():
                found["cart"], quantity = tuple(_briefed(mall, task, check.groups)), check.quantity
            case Order():
                found["order"], quantity, buyer = tuple(_briefed(mall, task, check.groups)), check.quantity, check.buyer
            case PageVisited():
                found["visit"] = tuple(_briefed(mall, task, check.groups))
            case AnswerText():
                text = check.accepted[0]
            case PageRead() | ListingUsed():
                pages.append(_page(mall, check))
            case CartVariant():
                offer = _offer(mall.catalog, check.offer, task)
                variant = next(one for one in offer.variants if one.id in check.variants)
                options[offer.slug] = tuple(one.value for one in variant.options)
            case _:
                pass
    found["cart"] = tuple(
        replace(one, options=options.get(one.path.rstrip("/").rpartition("/")[2], one.options)) for one in found["cart"]
    )
    return Briefing(
        **found, quantity=quantity, buyer=buyer, text=text, solution=mall.solution_address, pages=tuple(pages)
    )
