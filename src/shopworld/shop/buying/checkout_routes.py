"""The checkout in one page or in steps, and the order confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from starlette.responses import Response

from shopworld.shop.buying.addresses import address_fields, address_lines
from shopworld.shop.buying.cart_view import cart_totals, order_lines, personalization_text, variant_of
from shopworld.shop.buying.checkout import CARD_FIELDS, Checkout, masked
from shopworld.shop.buying.delivery import delivery_methods, method_of_id
from shopworld.shop.buying.payment import PAYMENT_LABELS, masked_card
from shopworld.shop.events import CheckoutStep, OrderPlaced
from shopworld.shop.gift_cards import BY_EMAIL
from shopworld.shop.information.not_found import not_found
from shopworld.shop.money import delivery_price
from shopworld.shop.pages import CartLineView, CheckoutPage, CheckoutStepView, FormField, Link, OrderPage
from shopworld.shop.pages.parts import RadioChoice
from shopworld.shop.presentation import date_text, picture_of, variant_text
from shopworld.shop.shop import Shop
from shopworld.shop.state import STEPS
from shopworld.shop.visit import Visit

_STEP_LABELS = {"contact": "Contact and address", "delivery": "Delivery", "payment": "Payment"}
_ONE_PAGE = "one_page"
_LONGEST_VALUE = 300


async def checkout(visit: Visit) -> Response:
    """`GET /checkout/`, in steps with `?step=contact`, `delivery` or `payment`."""
    if not visit.state.lines:
        return visit.redirect(visit.shop.addresses.cart)
    step = _step_of(visit, visit.request.query_params.get("step", ""))
    return visit.page(_page(visit, step, visit.state.draft, {}), "checkout")


async def send(visit: Visit) -> Response:
    """`POST /checkout/`: takes a step, or places the order. Errors show the page again with what was typed."""
    form = {name: value.strip()[:_LONGEST_VALUE] for name, value in (await visit.form()).items()}
    if not visit.state.lines:
        return visit.redirect(visit.shop.addresses.cart)
    step = _step_of(visit, form.pop("step", ""))
    sent = _known_fields(visit.shop, step, form)
    values = {**visit.state.draft, **sent}
    entered = _entered(visit, values)
    errors = entered.errors_of(step, visit.episode.clock.now.date())
    visit.record(CheckoutStep.model_validate({"step": step, "values": _draft_of(sent), "errors": errors}))
    if errors:
        return visit.page(_page(visit, step, values, errors), "checkout", status=422)
    if step in {_ONE_PAGE, STEPS[-1]}:
        return _place_order(visit, entered)
    return visit.redirect(visit.shop.addresses.checkout_step(STEPS[STEPS.index(step) + 1]))


async def order_received(visit: Visit) -> Response:
    """`GET /checkout/order-received/<n>/`."""
    number = visit.request.path_params["number"]
    order = next((one for one in visit.state.orders if str(one.number) == number), None)
    if order is None:
        return not_found(visit)
    return visit.page(_order_page(visit, order), "order")


def order_number(seed: int, shop_id: str, orders_before: int) -> int:
    """The number of the next order of an episode: five digits, rising, the same for the same seed."""
    first = Random(f"{seed}:{shop_id}:order-number").randrange(10_000, 90_000)
    return first + orders_before


def _entered(visit: Visit, values: Mapping[str, str]) -> Checkout:
    """What was entered, with the ways of delivery that there are for this cart."""
    methods = delivery_methods(visit.shop, visit.state)
    if methods == (BY_EMAIL,):
        values = {**values, "delivery": BY_EMAIL.id}
    return Checkout(values, visit.shop.identity, visit.shop.address_layout, methods)


def _place_order(visit: Visit, entered: Checkout) -> Response:
    shop, state = visit.shop, visit.state
    number = order_number(visit.episode.seed, shop.id, len(state.orders))
    lines = order_lines(shop, state)
    totals = cart_totals(shop, state, entered.delivery)
    visit.record(entered.order(number, lines, totals, state.promotion_code))
    return visit.redirect(shop.addresses.order(str(number)))


def _step_of(visit: Visit, wanted: str) -> str:
    """The step to show or take: the one wanted if all before it are done, else the first that is not."""
    if visit.shop.capabilities.checkout.flow == _ONE_PAGE:
        return _ONE_PAGE
    done = visit.state.steps_done
    if _entered(visit, visit.state.draft).delivery is None:
        done = tuple(one for one in done if one != "delivery")
    first_open = next((step for step in STEPS if step not in done), STEPS[-1])
    if wanted in STEPS and STEPS.index(wanted) <= STEPS.index(first_open):
        return wanted
    return first_open


def _known_fields(shop: Shop, step: str, form: Mapping[str, str]) -> dict[str, str]:
    """The fields of the form that belong to the step; a checkbox that was not sent is off."""
    names: set[str] = set()
    if step in {_ONE_PAGE, "contact"}:
        fields = (*_contact_fields({}, {}), *_address(shop, "billing", {}, {}), *_address(shop, "shipping", {}, {}))
        names |= {field.name for field in fields} | {"billing_house_number", "shipping_house_number"}
    if step in {_ONE_PAGE, "delivery"}:
        names.add("delivery")
    if step in {_ONE_PAGE, "payment"}:
        names |= {"payment", *CARD_FIELDS}
    known = {name: value for name, value in form.items() if name in names}
    if step in {_ONE_PAGE, "contact"}:
        known["ship_elsewhere"] = "1" if form.get("ship_elsewhere") in {"1", "on", "true"} else ""
    return known


def _draft_of(sent: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(masked(sent).items()))


def _address(shop: Shop, prefix: str, values: Mapping[str, str], errors: Mapping[str, str]) -> tuple[FormField, ...]:
    return address_fields(prefix, shop.address_layout, values, errors)


def _contact_fields(values: Mapping[str, str], errors: Mapping[str, str]) -> tuple[FormField, ...]:
    return (
        FormField(
            name="email",
            label="E-mail address",
            type="email",
            value=values.get("email", ""),
            error=errors.get("email", ""),
            autocomplete="email",
        ),
        FormField(
            name="phone",
            label="Phone (optional)",
            type="tel",
            value=values.get("phone", ""),
            error=errors.get("phone", ""),
            required=False,
            autocomplete="tel",
        ),
    )


def _card_fields(values: Mapping[str, str], errors: Mapping[str, str]) -> tuple[FormField, ...]:
    rows = (
        ("card_number", "Card number", "cc-number", "full", "1234 1234 1234 1234"),
        ("card_expiry", "Expiry date (MM/YY)", "cc-exp", "half", "MM/YY"),
        ("card_cvv", "Security code (CVV)", "cc-csc", "half", "CVV"),
    )
    return tuple(
        FormField(
            name=name,
            label=label,
            value=values.get(name, ""),
            error=errors.get(name, ""),
            autocomplete=autocomplete,
            width=width,
            placeholder=placeholder,
        )
        for name, label, autocomplete, width, placeholder in rows
    )


def _delivery_choices(visit: Visit, entered: Checkout) -> tuple[RadioChoice, ...]:
    shop = visit.shop
    goods = visit.state.goods_total
    country = entered.shipping.country if shop.capabilities.checkout.flow != _ONE_PAGE else ""
    methods = delivery_methods(shop, visit.state, country)
    chosen = entered.delivery or next(iter(methods), None)
    return tuple(
        RadioChoice(
            value=method.id,
            label=method.name,
            text=method.days,
            price_text=shop.presentation.price_or_free(delivery_price(method, goods)),
            selected=method is chosen,
            total_text=shop.presentation.money(cart_totals(shop, visit.state, method).total),
        )
        for method in methods
    )


def _payment_choices(shop: Shop, entered: Checkout) -> tuple[RadioChoice, ...]:
    chosen = entered.payment or shop.identity.payment[0]
    return tuple(
        RadioChoice(
            value=name,
            label=PAYMENT_LABELS[name][0],
            text=PAYMENT_LABELS[name][1],
            price_text="",
            selected=name == chosen,
        )
        for name in shop.identity.payment
    )


def _page(visit: Visit, step: str, values: Mapping[str, str], errors: Mapping[str, str]) -> CheckoutPage:
    shop = visit.shop
    entered = _entered(visit, values)
    shows_contact, shows_delivery, shows_payment = (step in {_ONE_PAGE, one} for one in STEPS)
    takes_card = "card" in shop.identity.payment
    there = shop.addresses
    return CheckoutPage(
        shell=visit.shell("checkout"),
        title="Checkout",
        breadcrumbs=(
            Link("Home", there.home),
            Link("Cart", there.cart),
            Link("Checkout", there.checkout, current=True),
        ),
        flow=shop.capabilities.checkout.flow,
        step=step,
        steps=_step_views(visit, step),
        contact=_contact_fields(values, errors) if shows_contact else (),
        billing=_address(shop, "billing", values, errors) if shows_contact else (),
        ship_elsewhere=entered.ships_elsewhere,
        shipping=_address(shop, "shipping", values, errors) if shows_contact else (),
        delivery=_delivery_choices(visit, entered) if shows_delivery else (),
        payment=_payment_choices(shop, entered) if shows_payment else (),
        card=_card_fields(values, errors) if shows_payment and takes_card else (),
        summary=_summary(visit, step, entered),
        error_text=_error_text(errors),
        button_label="Place order" if shows_payment else f"Continue to {STEPS[STEPS.index(step) + 1]}",
    )


def _error_text(errors: Mapping[str, str]) -> str:
    if not errors:
        return ""
    if len(errors) == 1:
        return next(iter(errors.values()))
    return f"Please check {len(errors)} fields: " + " ".join(errors.values())


def _step_views(visit: Visit, step: str) -> tuple[CheckoutStepView, ...]:
    if step == _ONE_PAGE:
        return ()
    done = visit.state.steps_done
    views = []
    for name in STEPS:
        state = "current" if name == step else ("done" if name in done else "to_do")
        url = visit.shop.addresses.checkout_step(name) if state == "done" else ""
        views.append(CheckoutStepView(name, _STEP_LABELS[name], state, url))
    return tuple(views)


def _summary(visit: Visit, step: str, entered: Checkout) -> tuple[tuple[str, str], ...]:
    if step not in STEPS[1:]:
        return ()
    shipping = ", ".join(address_lines(entered.shipping))
    rows = [("Contact", entered.typed("email")), ("Ship to", shipping)]
    if entered.ships_elsewhere:
        rows.append(("Bill to", ", ".join(address_lines(entered.billing))))
    if step == "payment" and entered.delivery:
        price = delivery_price(entered.delivery, visit.state.goods_total)
        rows.append(("Delivery", f"{entered.delivery.name}, {visit.shop.presentation.price_or_free(price)}"))
    return tuple(rows)


def _order_page(visit: Visit, order: OrderPlaced) -> OrderPage:
    shop = visit.shop
    placed = next(event.at for event in visit.episode.events if event.payload is order)
    money = shop.presentation.money
    method = method_of_id(shop.identity, order.delivery_method)
    totals = [("Goods", money(order.goods_total))]
    if order.discount:
        totals.append((f"Promotion {order.promotion_code}", money(-order.discount)))
    totals += [("Delivery", shop.presentation.price_or_free(order.shipping_price)), ("Total", money(order.total))]
    payment = PAYMENT_LABELS[order.payment_method][0]
    return OrderPage(
        shell=visit.shell("order"),
        title="Thank you for your order",
        number=order.number,
        date_text=date_text(placed.date()),
        email=order.email,
        lines=_order_line_views(shop, order),
        totals=tuple(totals),
        billing=address_lines(order.billing),
        shipping=address_lines(order.shipping),
        delivery_text=f"{method.name}, {method.days}" if method else "",
        payment_text=f"{payment}, {masked_card(order.card_digits)}" if order.card_digits else payment,
    )


def _order_line_views(shop: Shop, order: OrderPlaced) -> tuple[CartLineView, ...]:
    views = []
    for line in order.lines:
        offer = shop.offer_of_id(line.offer_id)
        variant = variant_of(offer, line.variant_id) if offer else None
        views.append(
            CartLineView(
                key=line.offer_id,
                title=line.title,
                url=shop.addresses.product(line.slug),
                image_url=picture_of(offer, "front", variant) if offer else "",
                variant_text=variant_text(variant),
                price_text=shop.presentation.money(line.price),
                quantity=line.quantity,
                maximum=line.quantity,
                personalization=personalization_text(offer, line.personalization),
                total_text=shop.presentation.money(line.price * line.quantity),
            )
        )
    return tuple(views)
