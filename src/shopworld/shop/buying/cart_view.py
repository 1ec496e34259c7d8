"""The cart as pages print it."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.catalog.model import Offer, Variant
from shopworld.shop.addressing import picture_url
from shopworld.shop.buying.checkout import chosen_delivery
from shopworld.shop.events import OrderLine
from shopworld.shop.money import Totals, missing_for_free_delivery, totals_of
from shopworld.shop.pages import CartLineView, CartView
from shopworld.shop.presentation import largest_quantity, variant_text
from shopworld.shop.promotions import find_promotion
from shopworld.shop.shop import Shop
from shopworld.shop.specification import ShippingMethod
from shopworld.shop.state import CartLine, ShopState


def line_key(offer: Offer, variant: Variant | None) -> str:
    """What forms call a line: the offer's number, and the variant's id behind a colon."""
    return f"{offer.number}:{variant.id}" if variant else str(offer.number)


def variant_of(offer: Offer, variant_id: str | None) -> Variant | None:
    """The variant of that id."""
    return next((one for one in offer.variants if one.id == variant_id), None) if variant_id else None


def cart_offers(shop: Shop, state: ShopState) -> Iterator[tuple[CartLine, Offer, Variant | None]]:
    """Each line of the cart with what it holds."""
    for line in state.lines.values():
        offer = shop.offer_of_id(line.offer_id)
        if offer is not None:
            yield line, offer, variant_of(offer, line.variant_id)


def delivery_of(shop: Shop, state: ShopState) -> ShippingMethod | None:
    """The way of delivery that the cart is reckoned with: the one chosen, else the shop's first."""
    chosen = chosen_delivery(shop.identity, state.draft.get("delivery", ""))
    return chosen or next(iter(shop.identity.shipping), None)


def cart_totals(shop: Shop, state: ShopState, delivery: ShippingMethod | None = None) -> Totals:
    """What the cart comes to, with the way of delivery given, else with `delivery_of`."""
    promotion = find_promotion(shop.identity.promotions, state.promotion_code or "")
    return totals_of(state.goods_total, promotion, delivery or delivery_of(shop, state))


def order_lines(shop: Shop, state: ShopState) -> tuple[OrderLine, ...]:
    """The cart as lines of an order."""
    return tuple(
        OrderLine(
            offer_id=offer.id,
            slug=offer.slug,
            variant_id=line.variant_id,
            title=offer.title,
            quantity=line.quantity,
            price=line.price,
        )
        for line, offer, _ in cart_offers(shop, state)
    )


def _line_views(shop: Shop, state: ShopState) -> Iterator[CartLineView]:
    money = shop.presentation.money
    for line, offer, variant in cart_offers(shop, state):
        ordered = state.ordered(line.offer_id, line.variant_id)
        yield CartLineView(
            key=line_key(offer, variant),
            title=offer.title,
            url=shop.addresses.product(offer.slug),
            image_url=picture_url(offer.number, "front", variant),
            variant_text=variant_text(variant),
            price_text=money(line.price),
            quantity=line.quantity,
            maximum=largest_quantity(offer, variant, ordered),
            total_text=money(line.total),
        )


def _promotion_error(shop: Shop, state: ShopState) -> str:
    promotion = find_promotion(shop.identity.promotions, state.promotion_code or "")
    if promotion is None or state.goods_total >= promotion.minimum:
        return ""
    missing = shop.presentation.money(promotion.minimum - state.goods_total)
    return f"{promotion.code} needs goods for {missing} more. It is kept, but takes nothing off yet."


def _free_shipping_text(shop: Shop, goods: int) -> str:
    missing = missing_for_free_delivery(shop.identity.shipping, goods)
    if missing is None:
        return ""
    if missing == 0:
        return "Your order ships free."
    return f"{shop.presentation.money(missing)} more for free delivery."


def cart_view(shop: Shop, state: ShopState, promotion_error: str = "") -> CartView:
    """The cart of a shopper.

    Args:
        shop: where.
        state: of the shopper there.
        promotion_error: why the code entered last was not taken; empty if it was.
    """
    money = shop.presentation.money
    totals = cart_totals(shop, state)
    return CartView(
        lines=tuple(_line_views(shop, state)),
        count=state.piece_count,
        goods_text=money(totals.goods),
        discount_text=money(-totals.discount) if totals.discount else "",
        promotion_code=state.promotion_code or "",
        promotion_error=promotion_error or _promotion_error(shop, state),
        shipping_text=shop.presentation.price_or_free(totals.shipping),
        total_text=money(totals.total),
        free_shipping_text=_free_shipping_text(shop, totals.goods) if state.lines else "",
    )
