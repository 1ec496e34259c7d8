"""What a shopper is told on the page after an action, worked out from the event that the action left."""

from __future__ import annotations

from shopworld.shop.events import (
    AccountLeft,
    AccountOpened,
    CartChanged,
    CartRefused,
    ComparisonChanged,
    ContactSent,
    DeliveryEstimated,
    NewsletterRefused,
    NewsletterSubscribed,
    PromotionApplied,
    PromotionRefused,
    PromotionRemoved,
    WishListChanged,
)
from shopworld.shop.pages import Link, Notice
from shopworld.shop.shop import Shop
from shopworld.shop.state import ShopState


def notice_of(shop: Shop, state: ShopState, page: str) -> Notice | None:
    """The notice at the top of the next page; None where nothing is to be told.

    Args:
        shop: where.
        state: of the shopper there.
        page: kind of the page that will show it.
    """
    match state.untold:
        case CartChanged() as change:
            return _cart_notice(shop, change, state.quantity_before, page)
        case CartRefused(message=message) | PromotionRefused(message=message):
            return Notice("error", message)
        case PromotionApplied(code=code):
            return Notice("success", f"Promotion code {code} was applied.")
        case PromotionRemoved(code=code):
            return Notice("info", f"Promotion code {code} was removed.")
        case ContactSent():
            return Notice("success", "Thank you for your message. We answer within two working days.")
        case NewsletterSubscribed(email=email):
            return Notice("success", f"Thank you. Our newsletter goes to {email} from now on.")
        case NewsletterRefused():
            return Notice("error", "Enter an e-mail address, such as name@example.org, to get our newsletter.")
        case WishListChanged(offer_id=offer_id, kept=kept):
            return _kept_notice(
                shop, offer_id, Link("View wish list", shop.addresses.wish_list), "wish list", kept=kept
            )
        case ComparisonChanged(offer_id=offer_id, kept=kept):
            return _kept_notice(shop, offer_id, Link("Compare now", shop.addresses.compare), "comparison", kept=kept)
        case AccountOpened(email=email):
            return Notice("success", f"You are signed in as {email}.")
        case AccountLeft():
            return Notice("info", "You are signed out.")
        case _:
            return None


def _kept_notice(shop: Shop, offer_id: str, link: Link, where: str, *, kept: bool) -> Notice:
    offer = shop.offer_of_id(offer_id)
    title = f"“{offer.title}”" if offer else "The product"
    if kept:
        return Notice("success", f"{title} is on your {where} now.", link)
    return Notice("info", f"{title} was taken off your {where}.")


def _cart_notice(shop: Shop, change: CartChanged, quantity_before: int, page: str) -> Notice:
    offer = shop.offer_of_id(change.offer_id)
    title = offer.title if offer else "The product"
    if change.quantity == 0:
        return Notice("info", f"“{title}” was removed from your cart.")
    if page == "cart" and quantity_before:
        return Notice("success", "Cart updated.")
    if change.quantity < quantity_before:
        return Notice(
            "success", f"Your cart now holds {change.quantity} × “{title}”.", Link("View cart", shop.addresses.cart)
        )
    added = change.quantity - quantity_before
    pieces = f"{added} × “{title}” were" if added > 1 else f"“{title}” was"
    return Notice("success", f"{pieces} added to your cart.", Link("View cart", shop.addresses.cart))


def opens_cart(shop: Shop, state: ShopState, page: str) -> bool:
    """Whether the cart's drawer, popover or toast is to be shown opened: right after the cart was changed from it."""
    if shop.capabilities.cart.type == "page" or page in {"cart", "checkout", "order"}:
        return False
    if shop.capabilities.cart.type == "toast":
        return isinstance(state.untold, CartChanged) and state.untold.quantity > 0
    return isinstance(
        state.untold, CartChanged | PromotionApplied | PromotionRefused | PromotionRemoved | DeliveryEstimated
    )
