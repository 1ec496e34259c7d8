"""The cart: its page and the forms that change it. Every form is answered by a redirect."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.catalog.model import Offer, Variant
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.browsing.product import matching_variant, option_names
from shopworld.shop.buying.cart_view import cart_offers, line_key
from shopworld.shop.events import CartChanged, CartRefused, PromotionApplied, PromotionRefused, PromotionRemoved
from shopworld.shop.pages import CartPage, Link
from shopworld.shop.presentation import LARGEST_QUANTITY, largest_quantity
from shopworld.shop.promotions import find_promotion
from shopworld.shop.state import CartLine
from shopworld.shop.visit import Visit

_UPSELLS = 4


async def cart(visit: Visit) -> Response:
    """`GET /cart/`."""
    shop = visit.shop
    upsells: tuple[Offer, ...] = ()
    held = list(cart_offers(shop, visit.state))
    if held and shop.capabilities.cart.has_upsells:
        in_cart = {offer.id for _, offer, _ in held}
        related = shop.catalog.related(held[-1][1], _UPSELLS + len(in_cart))
        upsells = tuple(offer for offer in related if offer.id not in in_cart)[:_UPSELLS]
    view = CartPage(
        shell=visit.shell("cart"),
        title="Cart",
        breadcrumbs=(Link("Home", shop.addresses.home), Link("Cart", shop.addresses.cart, current=True)),
        upsells=shop.presentation.cards(upsells),
        shipping_options=tuple(
            (method.name, shop.presentation.price_or_free(method.price), method.days)
            for method in shop.identity.shipping
        )
        if shop.capabilities.cart.has_shipping_estimate
        else (),
    )
    return visit.page(view, "cart")


async def add(visit: Visit) -> Response:
    """`POST /cart/add`: `offer`, `quantity`, `option_1`…, `return_path`."""
    form = await visit.form()
    offer = _offer_of(visit, form.get("offer", ""))
    if offer is None:
        visit.record(CartRefused(number=None, reason="unknown", message="This product does not exist any more."))
        return visit.back(form)
    names = option_names(offer)
    options = tuple(clean_text(form.get(f"option_{place}", "")) for place in range(1, len(names) + 1))
    variant = matching_variant(offer, options)
    refusal = _refusal(visit, offer, variant, options, form.get("quantity", "1"))
    if refusal is not None:
        visit.record(refusal)
        return (
            visit.redirect(visit.shop.addresses.product(offer.slug))
            if refusal.reason == "choice_missing"
            else visit.back(form)
        )
    quantity = _held(visit, offer, variant) + int(form.get("quantity", "1") or "1")
    _set_quantity(visit, offer, variant, quantity)
    return visit.back(form)


async def update(visit: Visit) -> Response:
    """`POST /cart/update`: `line`, `quantity`, `return_path`; quantity 0 removes the line."""
    form = await visit.form()
    held = _line_of(visit, form.get("line", ""))
    quantity = _quantity(form.get("quantity", ""))
    if held is not None:
        line, offer, variant = held
        if quantity is None:
            visit.record(_refuse(offer, "bad_quantity", "Write the quantity as a whole number."))
        else:
            pieces = _pieces(visit, offer, variant)
            if quantity > pieces:
                visit.record(_too_many(offer, pieces, 0))
            elif quantity != line.quantity:
                _set_quantity(visit, offer, variant, quantity)
    return visit.back({"return_path": visit.shop.addresses.cart, **form})


async def remove(visit: Visit) -> Response:
    """`POST /cart/remove`: `line`, `return_path`."""
    form = await visit.form()
    held = _line_of(visit, form.get("line", ""))
    if held is not None:
        _, offer, variant = held
        _set_quantity(visit, offer, variant, 0)
    return visit.back({"return_path": visit.shop.addresses.cart, **form})


async def apply_promotion(visit: Visit) -> Response:
    """`POST /cart/promotion`: `code`, `return_path`."""
    form = await visit.form()
    typed = clean_text(form.get("code", ""))[:60]
    identity, state = visit.shop.identity, visit.state
    promotion = find_promotion(identity.promotions, typed)
    if not typed:
        visit.record(PromotionRefused(code="", message="Enter a promotion code."))
    elif promotion is None:
        visit.record(PromotionRefused(code=typed, message=f"The promotion code “{typed}” does not exist."))
    elif not state.lines:
        visit.record(PromotionRefused(code=promotion.code, message="Put something into your cart first."))
    elif state.goods_total < promotion.minimum:
        money = visit.shop.presentation.money
        message = (
            f"{promotion.code} needs goods for {money(promotion.minimum)} or more; "
            f"{money(promotion.minimum - state.goods_total)} are missing."
        )
        visit.record(PromotionRefused(code=promotion.code, message=message))
    elif promotion.code == state.promotion_code:
        visit.record(PromotionRefused(code=promotion.code, message=f"{promotion.code} is applied already."))
    else:
        visit.record(PromotionApplied(code=promotion.code))
    return visit.back({"return_path": visit.shop.addresses.cart, **form})


async def remove_promotion(visit: Visit) -> Response:
    """`POST /cart/promotion/remove`: `return_path`."""
    form = await visit.form()
    code = visit.state.promotion_code
    if code is not None:
        visit.record(PromotionRemoved(code=code))
    return visit.back({"return_path": visit.shop.addresses.cart, **form})


def _offer_of(visit: Visit, typed: str) -> Offer | None:
    number = typed.strip()
    if not (number.isascii() and number.isdigit()) or len(number) > 15:
        return None
    return visit.shop.catalog.offer_by_number(visit.shop.id, int(number))


def _line_of(visit: Visit, key: str) -> tuple[CartLine, Offer, Variant | None] | None:
    for held in cart_offers(visit.shop, visit.state):
        if line_key(held[1], held[2]) == key:
            return held
    return None


def _quantity(typed: str) -> int | None:
    """A quantity as typed; None if it is no whole number from 0 on."""
    text = typed.strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        return None
    return int(text)


def _held(visit: Visit, offer: Offer, variant: Variant | None) -> int:
    line = visit.state.lines.get((offer.id, variant.id if variant else None))
    return line.quantity if line else 0


def _pieces(visit: Visit, offer: Offer, variant: Variant | None) -> int:
    return largest_quantity(offer, variant, visit.state.ordered(offer.id, variant.id if variant else None))


def _refusal(
    visit: Visit, offer: Offer, variant: Variant | None, options: tuple[str, ...], typed_quantity: str
) -> CartRefused | None:
    """Why that cannot be added; None if it can."""
    if offer.price is None:
        return _refuse(offer, "not_for_sale", f"“{offer.title}” is currently not for sale.")
    if offer.variants and variant is None:
        names = option_names(offer)
        missing = [name.lower() for name, option in zip(names, options, strict=True) if not option]
        text = (
            f"Please choose {' and '.join(missing)} first."
            if missing
            else "We do not have it like that. Please choose again."
        )
        return _refuse(offer, "choice_missing", text, options)
    quantity = _quantity(typed_quantity or "1")
    if not quantity:
        return _refuse(offer, "bad_quantity", "Write the quantity as a whole number from 1 on.", options)
    pieces = _pieces(visit, offer, variant)
    if pieces <= 0:
        return _refuse(offer, "sold_out", f"“{offer.title}” is sold out.", options)
    held = _held(visit, offer, variant)
    return _too_many(offer, pieces, held, options) if held + quantity > pieces else None


def _refuse(offer: Offer, reason: str, message: str, options: tuple[str, ...] = ()) -> CartRefused:
    return CartRefused.model_validate(
        {"number": offer.number, "reason": reason, "message": message, "options": options}
    )


def _too_many(offer: Offer, pieces: int, held: int, options: tuple[str, ...] = ()) -> CartRefused:
    if pieces >= LARGEST_QUANTITY:
        text = f"At most {LARGEST_QUANTITY} pieces of “{offer.title}” can be ordered."
    else:
        text = f"We have only {pieces} of “{offer.title}”."
    if held:
        text += f" You have {held} in your cart already."
    return _refuse(offer, "too_many", text, options)


def _set_quantity(visit: Visit, offer: Offer, variant: Variant | None, quantity: int) -> None:
    price = variant.price if variant else offer.price
    visit.record(
        CartChanged(
            offer_id=offer.id,
            slug=offer.slug,
            variant_id=variant.id if variant else None,
            quantity=quantity,
            price=price or 0,
        )
    )
