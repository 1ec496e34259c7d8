"""What the oracle alone is told: the task's checks and where its offers stand. Never given to another agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never
from urllib.parse import unquote, urlsplit

from shopworld.catalog import Offer
from shopworld.errors import AgentError
from shopworld.mall import Mall
from shopworld.shop import SORT_LABELS, Shop, addresses_of, filter_views, product_slug
from shopworld.shop.pages import MenuNode
from shopworld.tasks import Buyer, Group, OfferAddress, Task
from shopworld.tasks.checks import (
    FillCart,
    GiveText,
    Ground,
    NameOffers,
    OpenListing,
    PlaceOrders,
    ReadPage,
    RecommendProduct,
    SettleOrder,
    TakeVariant,
    ViewProducts,
    WriteMessage,
)

CONTACT = "contact"
"""Handle of the page that a contact form is on."""


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

    def is_at(self, url: str) -> bool:
        """Whether an address is that of its page."""
        return url.startswith(self.shop) and unquote(urlsplit(url).path).rstrip("/") == self.path.rstrip("/")


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
class BriefedMessage:
    """What is to be written by a shop's contact form, and the page that it is on."""

    page: BriefedPage
    name: str
    email: str
    text: str


@dataclass(frozen=True, slots=True)
class BriefedSettlement:
    """How the order of one shop is to be delivered, and made cheaper.

    Attributes:
        shop: address of the shop.
        delivery: id of the way of delivery.
        delivery_name: what the shop calls it.
        code: promotion code to enter; empty if none.
    """

    shop: str
    delivery: str
    delivery_name: str
    code: str


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
    compared: tuple[BriefedPage, ...] = ()
    """Searches in shops that the solution does not lead to, where the cheapest is asked for."""
    pages: tuple[BriefedPage, ...] = ()
    """What is to be opened before anything is put into a cart."""
    messages: tuple[BriefedMessage, ...] = ()
    """What is to be written to shops."""
    settlements: tuple[BriefedSettlement, ...] = ()
    """How orders are to be settled where it matters."""

    def settlement(self, shop: str) -> BriefedSettlement | None:
        """How the order of the shop of that address is to be settled; None where it does not matter."""
        return next((one for one in self.settlements if one.shop == shop), None)


def _offer(ground: Ground, address: OfferAddress) -> Offer:
    offer = ground.catalog.offer_by_slug(address.shop, address.slug)
    if offer is None:
        raise AgentError(f"task {ground.task.id}: no offer {address.slug!r} in the shop {address.shop!r}")
    return offer


def _briefed(ground: Ground, groups: tuple[Group, ...]) -> Iterator[BriefedOffer]:
    mall = ground.shops_at_hand
    hosts = {shop_id: host for host, shop_id in mall.hosts.items()}
    for group in groups:
        offers = [_offer(ground, address) for address in group if not ground.chosen or address in ground.chosen]
        offer = next((one for one in offers if one.in_stock and not one.variants), offers[0])
        shop = f"http://{hosts[offer.shop_id]}/"
        path = addresses_of(mall.specification(offer.shop_id).identity.addresses).product(offer.slug)
        there = next((one for one in offer.variants if one.stock != 0), None)
        options = tuple(one.value for one in there.options) if there else ()
        yield BriefedOffer(shop, offer.title, shop.rstrip("/") + path, path, options)


def _options(ground: Ground, step: TakeVariant) -> tuple[str, ...]:
    """The value of each option of a variant that will do."""
    there = [one for one in _offer(ground, step.offer).variants if one.id in step.variants]
    if not there:
        names = " or ".join(step.variants)
        raise AgentError(f"task {ground.task.id}: {step.offer.slug!r} in {step.offer.shop!r} has no variant {names}")
    return tuple(one.value for one in there[0].options)


def _delivery(mall: Mall, step: SettleOrder) -> tuple[str, str]:
    """Id and name of a way of delivery."""
    methods = mall.specification(step.shop).identity.shipping
    return step.delivery, next((one.name for one in methods if one.id == step.delivery), "")


def _information_page(mall: Mall, shop_id: str, handle: str) -> BriefedPage:
    """How an information page is reached from the shop's first one."""
    shop, home = mall.storefronts[shop_id].shop, mall.address(shop_id)
    path = shop.addresses.policy(handle)
    text = shop.policies.text(handle)
    label = _link_labels(shop).get(path) or (text.title if text else handle)
    return BriefedPage(home, label, home.rstrip("/") + path, _menus_to(shop.navigation.menu, path))


def _listing(mall: Mall, step: OpenListing) -> BriefedPage:
    """How a listing is reached from the shop's first page."""
    shop, home = mall.storefronts[step.shop].shop, mall.address(step.shop)
    category = shop.navigation.named(step.category) if step.category else None
    path = shop.addresses.category(category.slug_path) if category else shop.addresses.all_products
    request = shop.listing_rules.read(())
    rules = shop.listing_rules
    found = mall.catalog.search(request.query(shop.id, step.category or (), rules.page_size, rules.facets))
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
        tuple(labels.get((name, values[0]), (name, values[0])) for name, values in step.filters),
        SORT_LABELS[step.sort] if step.sort else "",
        step.query,
        _above(shop, home, step.category or ()),
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
    return found | {node.url: node.label for entry in navigation.menu for node in entry.walk()}


def _menus_to(menu: tuple[MenuNode, ...], path: str) -> tuple[str, ...]:
    """Names of the entries above the one that leads to a path, and its own where it has entries below."""
    for node in menu:
        if node.url == path:
            return (node.label,) if node.children else ()
        below = _menus_to(node.children, path)
        if below or any(child.url == path for child in node.children):
            return (node.label, *below)
    return ()


def _alternatives(ground: Ground, found: Mapping[str, tuple[BriefedOffer, ...]]) -> Iterator[BriefedPage]:
    """A search for what the cheapest is asked of, in each shop that the solution itself does not lead to."""
    mall = ground.shops_at_hand
    taken = [one for offers in found.values() for one in offers]
    for shop_id in mall.hosts.values():
        home, addresses = mall.address(shop_id), mall.storefronts[shop_id].shop.addresses
        if taken and home not in {one.shop for one in taken}:
            title = taken[0].title
            yield BriefedPage(home, title, home.rstrip("/") + addresses.search_for(title), query=title)


def brief(mall: Mall, task: Task) -> Briefing:
    """Reads the solution out of the plan that a task's checks give.

    Raises:
        AgentError: an offer of the solution is not in the catalog, or the shops of a mall cannot do what is asked for.
    """
    ground = Ground(task, mall.catalog, mall)
    found: dict[str, tuple[BriefedOffer, ...]] = {"answers": (), "cart": (), "order": (), "visit": ()}
    quantity, buyer, text = 1, Buyer(), ""
    pages: list[BriefedPage] = []
    messages: list[BriefedMessage] = []
    settlements: list[BriefedSettlement] = []
    options: dict[str, tuple[str, ...]] = {}
    for step in ground.plan(ground.chosen):
        match step:
            case NameOffers():
                found["answers"] = tuple(_briefed(ground, step.groups))
            case FillCart():
                found["cart"], quantity = tuple(_briefed(ground, step.groups)), step.quantity
            case PlaceOrders():
                found["order"], quantity, buyer = tuple(_briefed(ground, step.groups)), step.quantity, step.buyer
            case SettleOrder():
                settlements.append(BriefedSettlement(mall.address(step.shop), *_delivery(mall, step), step.code))
            case ViewProducts():
                found["visit"] = tuple(_briefed(ground, step.groups))
            case GiveText():
                text = step.text
            case ReadPage():
                pages.append(_information_page(mall, step.shop, step.handles[0]))
            case OpenListing():
                pages.append(_listing(mall, step))
            case WriteMessage():
                page = _information_page(mall, step.shop, CONTACT)
                messages.append(BriefedMessage(page, step.name, step.email, step.text))
            case TakeVariant():
                options[step.offer.slug] = _options(ground, step)
            case RecommendProduct():
                raise AgentError(f"task {task.id}: products are recommended by tools over a catalog, not in a mall")
            case _:
                assert_never(step)
    for goods in ("cart", "order"):
        found[goods] = tuple(
            replace(one, options=options.get(product_slug(one.path) or "", one.options)) for one in found[goods]
        )
    return Briefing(
        **found,
        quantity=quantity,
        buyer=buyer,
        text=text,
        solution=mall.solution_address,
        compared=tuple(_alternatives(ground, found)) if task.compares else (),
        pages=tuple(pages),
        messages=tuple(messages),
        settlements=tuple(settlements),
    )
