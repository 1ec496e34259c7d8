"""The cart: its page and the forms that change it. Every form is answered by a redirect."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from shopworld.catalog import Offer, Variant
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.browsing.rails import viewed_rail
from shopworld.shop.browsing.variants import matching_variant, option_names
from shopworld.shop.buying.addresses import postcode_error
from shopworld.shop.buying.cart_view import cart_offers, line_key, upsells_of
from shopworld.shop.buying.countries import countries, country_code
from shopworld.shop.events import (
    CartChanged,
    CartRefused,
    DeliveryEstimated,
    PromotionApplied,
    PromotionRefused,
    PromotionRemoved,
    line_name,
)
from shopworld.shop.extras import has_extras
from shopworld.shop.pages import CartPage, Link
from shopworld.shop.personalization import personalization_of
from shopworld.shop.presentation import LARGEST_QUANTITY, largest_quantity
from shopworld.shop.promotions import find_promotion
from shopworld.shop.state import CartLine
from shopworld.shop.visit import Visit

_UPSELLS = 4


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be put into the cart, or is in it.

    Attributes:
        offer: what.
        variant: which one.
        personalization: the shopper's own text on it; empty if none.
        options: what was chosen of each axis.
    """

    offer: Offer
    variant: Variant | None
    personalization: str = ""
    options: tuple[str, ...] = ()

    @property
    def variant_id(self) -> str | None:
        """Of the variant; None for a simple offer."""
        return self.variant.id if self.variant else None


async def cart(visit: Visit) -> Response:
    """`GET` of the cart's page."""
    shop, state = visit.shop, visit.state
    can = shop.capabilities.cart
    extras = has_extras(shop.specification)
    viewed = viewed_rail(shop, state, {line.offer_id for line in state.lines.values()})
    view = CartPage(
        shell=visit.shell("cart"),
        title="Cart",
        breadcrumbs=(Link("Home", shop.addresses.home), Link("Cart", shop.addresses.cart, current=True)),
        upsells=upsells_of(shop, state, _UPSELLS),
        shipping_options=tuple(
            (method.name, shop.presentation.price_or_free(method.price), method.days)
            for method in shop.identity.shipping
        )
        if can.has_shipping_estimate and not extras
        else (),
        rails=(viewed,) if viewed and extras and can.has_upsells else (),
    )
    return visit.page(view, "cart")


async def add(visit: Visit) -> Response:
    """`POST /cart/add`: `offer`, `quantity`, `option_1`…, `personalization`, `return_path`."""
    form = await visit.form()
    offer = visit.shop.offer_of_number(form.get("offer", ""))
    if offer is None:
        visit.record(CartRefused(number=None, reason="unknown", message="This product does not exist any more."))
        return visit.back(form)
    names = option_names(offer)
    options = tuple(clean_text(form.get(f"option_{place}", "")) for place in range(1, len(names) + 1))
    own_text = form.get("personalization", "").strip() if visit.shop.capabilities.product.has_personalization else ""
    wanted = _Wanted(offer, matching_variant(offer, options), own_text, options)
    refusal = _refusal(visit, wanted, form.get("quantity", "1"))
    if refusal is not None:
        visit.record(refusal)
        on_product = refusal.reason in {"choice_missing", "bad_text"}
        return visit.redirect(visit.shop.addresses.product(offer.slug)) if on_product else visit.back(form)
    _set_quantity(visit, wanted, _in_line(visit, wanted) + int(form.get("quantity", "1") or "1"))
    return visit.back(form)


def why_not(visit: Visit, offer: Offer, variant: Variant | None, quantity: str) -> str:
    """Why so many pieces of an offer cannot be put into the cart; empty where they can."""
    refusal = _refusal(visit, _Wanted(offer, variant), quantity)
    return refusal.message if refusal else ""


def put_into_cart(visit: Visit, offer: Offer, variant: Variant | None, pieces: int) -> None:
    """Puts pieces of an offer into the cart; whether they can be is asked before, of `why_not`."""
    wanted = _Wanted(offer, variant)
    _set_quantity(visit, wanted, _in_line(visit, wanted) + pieces)


async def update(visit: Visit) -> Response:
    """`POST /cart/update`: `line`, `quantity`, `return_path`; quantity 0 removes the line."""
    form = await visit.form()
    held = _line_of(visit, form.get("line", ""))
    quantity = _quantity(form.get("quantity", ""))
    if held is not None:
        line, wanted = held
        elsewhere = visit.state.held(line.offer_id, line.variant_id) - line.quantity
        if quantity is None:
            visit.record(_refuse(wanted, "bad_quantity", "Write the quantity as a whole number."))
        else:
            pieces = _pieces(visit, wanted)
            if quantity + elsewhere > pieces:
                visit.record(_too_many(wanted, pieces, elsewhere))
            elif quantity != line.quantity:
                _set_quantity(visit, wanted, quantity)
    return visit.back({"return_path": visit.shop.addresses.cart, **form})


async def remove(visit: Visit) -> Response:
    """`POST /cart/remove`: `line`, `return_path`."""
    form = await visit.form()
    held = _line_of(visit, form.get("line", ""))
    if held is not None:
        _set_quantity(visit, held[1], 0)
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


async def estimate_delivery(visit: Visit) -> Response:
    """`POST /cart/estimate`: `country`, `postcode`, `return_path`."""
    form = await visit.form()
    country = country_code(form.get("country", "")) or ""
    postcode = clean_text(form.get("postcode", ""))[:20]
    served = any(one.delivers_to(country) for one in visit.shop.identity.shipping)
    if not country:
        message = "Choose a country."
    elif not served:
        message = f"We do not deliver to {countries().get(country, country)}."
    else:
        message = postcode_error(country, postcode)
    visit.record(DeliveryEstimated(country=country, postcode=postcode, message=message))
    return visit.back({"return_path": visit.shop.addresses.cart, **form})


def _line_of(visit: Visit, key: str) -> tuple[CartLine, _Wanted] | None:
    for line, offer, variant in cart_offers(visit.shop, visit.state):
        if line_key(offer, variant, line.personalization) == key:
            return line, _Wanted(offer, variant, line.personalization)
    return None


def _quantity(typed: str) -> int | None:
    """A quantity as typed; None if it is no whole number from 0 on."""
    text = typed.strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        return None
    return int(text)


def _in_line(visit: Visit, wanted: _Wanted) -> int:
    """Pieces of exactly that in the cart."""
    line = visit.state.lines.get((wanted.offer.id, line_name(wanted.variant_id, wanted.personalization)))
    return line.quantity if line else 0


def _pieces(visit: Visit, wanted: _Wanted) -> int:
    return largest_quantity(wanted.offer, wanted.variant, visit.state.ordered(wanted.offer.id, wanted.variant_id))


def _refusal(visit: Visit, wanted: _Wanted, typed_quantity: str) -> CartRefused | None:
    """Why that cannot be added; None if it can."""
    offer, options = wanted.offer, wanted.options
    if offer.price is None:
        return _refuse(wanted, "not_for_sale", f"“{offer.title}” is currently not for sale.")
    if offer.variants and wanted.variant is None:
        names = option_names(offer)
        missing = [name.lower() for name, option in zip(names, options, strict=True) if not option]
        text = (
            f"Please choose {' and '.join(missing)} first."
            if missing
            else "We do not have it like that. Please choose again."
        )
        return _refuse(wanted, "choice_missing", text)
    wrong = personalization_of(offer).error(wanted.personalization)
    if wrong:
        return _refuse(wanted, "bad_text", wrong)
    quantity = _quantity(typed_quantity or "1")
    if not quantity:
        return _refuse(wanted, "bad_quantity", "Write the quantity as a whole number from 1 on.")
    pieces = _pieces(visit, wanted)
    if pieces <= 0:
        return _refuse(wanted, "sold_out", f"“{offer.title}” is sold out.")
    held = visit.state.held(offer.id, wanted.variant_id)
    return _too_many(wanted, pieces, held) if held + quantity > pieces else None


def _refuse(wanted: _Wanted, reason: str, message: str) -> CartRefused:
    return CartRefused.model_validate(
        {
            "number": wanted.offer.number,
            "reason": reason,
            "message": message,
            "options": wanted.options,
            "personalization": wanted.personalization,
        }
    )


def _too_many(wanted: _Wanted, pieces: int, held: int) -> CartRefused:
    if pieces >= LARGEST_QUANTITY:
        text = f"At most {LARGEST_QUANTITY} pieces of “{wanted.offer.title}” can be ordered."
    else:
        text = f"We have only {pieces} of “{wanted.offer.title}”."
    if held:
        text += f" You have {held} in your cart already."
    return _refuse(wanted, "too_many", text)


def _set_quantity(visit: Visit, wanted: _Wanted, quantity: int) -> None:
    offer, variant = wanted.offer, wanted.variant
    price = variant.price if variant else offer.price
    visit.record(
        CartChanged(
            offer_id=offer.id,
            slug=offer.slug,
            variant_id=wanted.variant_id,
            personalization=wanted.personalization,
            quantity=quantity,
            price=price or 0,
            currency=visit.shop.identity.currency,
        )
    )
