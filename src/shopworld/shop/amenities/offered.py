"""Which amenities a shop has, and what leads to them."""

from __future__ import annotations

from shopworld.catalog import Offer
from shopworld.shop.addressing import Addresses
from shopworld.shop.capabilities import Amenity, Capabilities
from shopworld.shop.pages import KeepForm, Link
from shopworld.shop.state import ShopState


def has_amenity(capabilities: Capabilities, name: Amenity) -> bool:
    """Whether a specification asks for it."""
    return name in (capabilities.amenities or ())


def header_links(capabilities: Capabilities, there: Addresses, state: ShopState) -> tuple[Link, ...]:
    """What leads from every header to the shopper's own things.

    Args:
        capabilities: of the shop.
        there: its addresses.
        state: of the shopper.
    """
    links: dict[Amenity, Link] = {
        "quick_order": Link("Quick order", there.quick_order),
        "account": Link("My account" if state.account else "Sign in", there.account),
        "wish_list": Link(f"Wish list ({len(state.wish_list)})", there.wish_list),
        "compare": Link(f"Compare ({len(state.compared)})", there.compare),
        "gift_finder": Link("Gift finder", there.gift_finder),
        "deals": Link("Deals", there.deals),
    }
    return tuple(link for name, link in links.items() if has_amenity(capabilities, name))


def footer_links(capabilities: Capabilities, there: Addresses) -> tuple[Link, ...]:
    """What leads from every footer to the pages that are looked for rarely."""
    links: dict[Amenity, Link] = {
        "help_center": Link("Customer care", there.help_center),
        "brand_pages": Link("All brands", there.brands),
        "order_status": Link("Track an order", there.order_status),
        "site_map": Link("Site map", there.site_map),
    }
    return tuple(link for name, link in links.items() if has_amenity(capabilities, name))


def keep_forms(capabilities: Capabilities, there: Addresses, state: ShopState, offer: Offer) -> tuple[KeepForm, ...]:
    """The buttons of a product page that keep the product: on the wish list, in the comparison."""
    forms = []
    if has_amenity(capabilities, "wish_list"):
        forms.append(wish_form(there, offer.title, offer.number, kept=offer.id not in state.wish_list))
    if has_amenity(capabilities, "compare"):
        forms.append(compare_form(there, offer.title, offer.number, kept=offer.id not in state.compared))
    return tuple(forms)


def wish_form(there: Addresses, title: str, number: int, *, kept: bool) -> KeepForm:
    """The button that puts a product on the wish list, or takes it off."""
    label = "Save to wish list" if kept else "Remove from wish list"
    return KeepForm(there.wish_list_change, label, f"{label}: {title}", number, kept)


def compare_form(there: Addresses, title: str, number: int, *, kept: bool) -> KeepForm:
    """The button that puts a product beside others, or takes it away."""
    label = "Compare" if kept else "Remove from comparison"
    return KeepForm(there.compare_change, label, f"{label}: {title}", number, kept)
