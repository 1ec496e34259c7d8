"""What no visitor could see, because the shop's data does not show it: a second page of twelve products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shopworld.arena.bundle.agreement import agreement_of
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.shop.browsing.filters import filter_views
from shopworld.shop.browsing.variants import control_of
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.data import MenuItemData


@dataclass(frozen=True, slots=True)
class Unseen:
    """Why a value cannot be seen as it is specified.

    Attributes:
        reason: in words, for people.
        left: what can still be seen of a list; None where nothing can be seen, or the value is no list.
    """

    reason: str
    left: tuple[object, ...] | None = None


def unseen(name: str, wanted: Capabilities, found: object, subject: VerifiedShop) -> str:
    """Why a value that was not found as specified cannot be seen in this shop; empty where it could be.

    Args:
        name: of the value, dotted.
        wanted: the specification.
        found: what a visitor saw instead; None where it was not found out.
        subject: the shop.
    """
    rule = _RULES.get(name)
    why = rule(wanted, subject) if rule is not None else None
    if why is None:
        return ""
    if why.left is not None and found is not None and agreement_of(name, list(why.left), _plain(found)) < 1:
        return ""
    count = len(subject.folder.data.products)
    return f"not visible with {count} products: {why.reason}"


def _plain(found: object) -> object:
    return [_plain(one) for one in found] if isinstance(found, tuple | list) else found


def _pages(wanted: Capabilities, subject: VerifiedShop) -> Unseen | None:
    size, longest = wanted.collection.page_size, _longest(subject)
    return Unseen(f"the longest listing has {longest}, a page {size}") if longest <= size else None


def _columns(wanted: Capabilities, subject: VerifiedShop) -> Unseen | None:
    columns, longest = wanted.collection.columns_desktop, _longest(subject)
    return Unseen(f"the longest listing has {longest}, a row {columns}") if longest < columns else None


def _longest(subject: VerifiedShop) -> int:
    data = subject.folder.data
    sold = {one.handle for one in data.products if one.status == "active"}
    return max((len(sold), *(len(sold.intersection(one.product_handles)) for one in data.collections)))


def _filters(wanted: Capabilities, subject: VerifiedShop) -> Unseen | None:
    shop = subject.storefront.shop
    rules = shop.listing_rules
    request = rules.read([], text="", page=None)
    result = shop.catalog.search(request.query(shop.id, (), rules.page_size, rules.facets))
    shown = {one.name for one in filter_views(shop, request, result)}
    missing = {one.name for name, one in rules.filters.items() if name not in shown}
    if not missing:
        return None
    left = tuple(one.model_dump(mode="json") for one in wanted.collection.filters if one.name not in missing)
    return Unseen(f"none of them has {', '.join(sorted(missing))}", left)


def _selectors(wanted: Capabilities, subject: VerifiedShop) -> Unseen | None:
    shown = {
        control_of(wanted, axis.name, len(axis.values))
        for product in subject.folder.data.products
        if product.has_options and product.status == "active"
        for axis in product.options
    }
    specified: Sequence[str] = wanted.product.variant_selectors
    if shown.issuperset(specified):
        return None
    if not shown:
        return Unseen("none of them has anything to choose")
    left = tuple(one for one in specified if one in shown)
    return Unseen("they offer nothing to choose by " + ", ".join(one for one in specified if one not in shown), left)


def _gallery(_: Capabilities, subject: VerifiedShop) -> Unseen | None:
    most = max((len(one.images) for one in subject.folder.data.products), default=0)
    return Unseen("none of them has more than one picture") if most < 2 else None


def _navigation(wanted: Capabilities, subject: VerifiedShop) -> Unseen | None:
    levels = _levels(subject.folder.data.navigation.get("main-menu", ()))
    return (
        Unseen(f"the menu of data/navigation.json is {levels} deep") if levels < wanted.site_shell.nav_depth else None
    )


def _levels(items: Sequence[MenuItemData]) -> int:
    return max((1 + _levels(one.children) for one in items), default=0)


def _recommendations(_: Capabilities, subject: VerifiedShop) -> Unseen | None:
    return Unseen("there is nothing to recommend") if len(subject.folder.data.products) < 2 else None


def _reviews(_: Capabilities, subject: VerifiedShop) -> Unseen | None:
    return None if any(subject.folder.data.reviews.values()) else Unseen("none of them has reviews")


_RULES: dict[str, Callable[[Capabilities, VerifiedShop], Unseen | None]] = {
    "collection.pagination": _pages,
    "collection.page_size": _pages,
    "collection.columns_desktop": _columns,
    "collection.filters": _filters,
    "product.variant_selectors": _selectors,
    "product.gallery_style": _gallery,
    "product.has_recommendations": _recommendations,
    "product.has_reviews": _reviews,
    "cart.has_upsells": _recommendations,
    "site_shell.nav_depth": _navigation,
}
