"""The cart as pages print it."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.catalog import Offer, Variant
from shopworld.shop.browsing.rails import bought_together
from shopworld.shop.buying.checkout import chosen_delivery
from shopworld.shop.buying.delivery import delivery_methods, estimate_view, is_shipped
from shopworld.shop.events import OrderLine
from shopworld.shop.extras import has_extras
from shopworld.shop.money import Totals, missing_for_free_delivery, totals_of
from shopworld.shop.pages import Card, CartLineView, CartView
from shopworld.shop.personalization import personalization_of
from shopworld.shop.presentation import largest_quantity, picture_of, variant_text
from shopworld.shop.promotions import find_promotion
from shopworld.shop.shop import Shop
from shopworld.shop.specification import ShippingMethod
from shopworld.shop.state import CartLine, ShopState

_PANEL_UPSELLS = 2


def line_key(offer: Offer, variant: Variant | None, personalization: str = "") -> str:
    """What forms call a line: the offer's number, behind colons the variant's id and the shopper's own text."""
    key = f"{offer.number}:{variant.id}" if variant else str(offer.number)
    return f"{key}:{'' if variant else ':'}{personalization}" if personalization else key


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
    """The way of delivery that the cart is reckoned with: the one chosen, else the first to the place asked about."""
    chosen = chosen_delivery(delivery_methods(shop, state), state.draft.get("delivery", ""))
    country = state.estimate.country if state.estimate else shop.identity.country
    return chosen or next(iter(delivery_methods(shop, state, country) or shop.identity.shipping), None)


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
            personalization=line.personalization,
            title=offer.title,
            quantity=line.quantity,
            price=line.price,
        )
        for line, offer, _ in cart_offers(shop, state)
    )


def _line_views(shop: Shop, state: ShopState) -> Iterator[CartLineView]:
    money = shop.presentation.money
    for line, offer, variant in cart_offers(shop, state):
        taken = state.ordered(line.offer_id, line.variant_id)
        elsewhere = state.held(line.offer_id, line.variant_id) - line.quantity
        saved = _saving(line, offer, variant) if has_extras(shop.specification) else 0
        yield CartLineView(
            key=line_key(offer, variant, line.personalization),
            title=offer.title,
            url=shop.addresses.product(offer.slug),
            image_url=picture_of(offer, "front", variant),
            variant_text=variant_text(variant),
            price_text=money(line.price),
            quantity=line.quantity,
            maximum=max(largest_quantity(offer, variant, taken) - elsewhere, 0),
            total_text=money(line.total),
            personalization=personalization_text(offer, line.personalization),
            regular_text=money(line.price + saved) if saved else "",
        )


def personalization_text(offer: Offer | None, text: str) -> str:
    """The shopper's own text on a line, for people: `Engraving: “Ada”`; empty if there is none."""
    if not text:
        return ""
    return f"{personalization_of(offer).label}: “{text}”" if offer else f"“{text}”"


def _saving(line: CartLine, offer: Offer, variant: Variant | None) -> int:
    """What one piece of a line costs less than regularly, in cents."""
    regular = variant.regular_price if variant else offer.regular_price
    return max(0, regular - line.price) if regular else 0


def _promotion_error(shop: Shop, state: ShopState) -> str:
    promotion = find_promotion(shop.identity.promotions, state.promotion_code or "")
    if promotion is None or state.goods_total >= promotion.minimum:
        return ""
    missing = shop.presentation.money(promotion.minimum - state.goods_total)
    return f"{promotion.code} needs goods for {missing} more. It is kept, but takes nothing off yet."


def _missing_for_free(shop: Shop, state: ShopState) -> int | None:
    """Cents that are missing until delivery is free, to the place asked about or in the shop's own country."""
    country = state.estimate.country if state.estimate else ""
    methods = delivery_methods(shop, state, country or shop.identity.country)
    return missing_for_free_delivery(methods, state.goods_total)


def _free_shipping_text(shop: Shop, state: ShopState) -> str:
    missing = _missing_for_free(shop, state)
    if missing is None:
        return ""
    if missing == 0:
        return "Your order ships free."
    return f"{shop.presentation.money(missing)} more for free delivery."


def _free_shipping_percent(shop: Shop, state: ShopState) -> int | None:
    missing, goods = _missing_for_free(shop, state), state.goods_total
    return None if missing is None else goods * 100 // (goods + missing or 1)


def upsells_of(shop: Shop, state: ShopState, limit: int) -> tuple[Card, ...]:
    """What goes with the thing added last and is not in the cart yet; none where the shop does not offer any."""
    held = list(cart_offers(shop, state))
    if not held or not shop.capabilities.cart.has_upsells:
        return ()
    in_cart = {offer.id for _, offer, _ in held}
    if has_extras(shop.specification):
        offers = bought_together(shop, held[-1][1], in_cart, limit)
    else:
        related = shop.catalog.related(held[-1][1], limit + len(in_cart))
        offers = tuple(offer for offer in related if offer.id not in in_cart)[:limit]
    return shop.presentation.cards(offers)


def cart_view(shop: Shop, state: ShopState, promotion_error: str = "") -> CartView:
    """The cart of a shopper.

    Args:
        shop: where.
        state: of the shopper there.
        promotion_error: why the code entered last was not taken; empty if it was.
    """
    money = shop.presentation.money
    totals = cart_totals(shop, state)
    can = shop.capabilities.cart
    extras, shipped = has_extras(shop.specification), is_shipped(shop, state)
    in_panel = extras and can.type in {"drawer", "popover"}
    saved = sum(_saving(line, offer, variant) * line.quantity for line, offer, variant in cart_offers(shop, state))
    return CartView(
        lines=tuple(_line_views(shop, state)),
        count=state.piece_count,
        goods_text=money(totals.goods),
        discount_text=money(-totals.discount) if totals.discount else "",
        promotion_code=state.promotion_code or "",
        promotion_error=promotion_error or _promotion_error(shop, state),
        shipping_text=shop.presentation.price_or_free(totals.shipping),
        total_text=money(totals.total),
        free_shipping_text=_free_shipping_text(shop, state) if state.lines and shipped else "",
        free_shipping_percent=_free_shipping_percent(shop, state) if extras and shipped else None,
        saving_text=money(saved) if saved and extras else "",
        editable=in_panel,
        upsells=upsells_of(shop, state, _PANEL_UPSELLS) if in_panel else (),
        estimate=estimate_view(shop, state) if extras and can.has_shipping_estimate and shipped else None,
    )
