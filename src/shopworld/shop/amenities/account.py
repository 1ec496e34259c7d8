"""The account, and how an order is getting on."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from shopworld.shop.amenities.offered import has_amenity
from shopworld.shop.buying.checkout import is_email
from shopworld.shop.events import AccountLeft, AccountOpened, OrderLookedUp, OrderPlaced
from shopworld.shop.pages import AccountPage, FormField, Link, OrderStatusPage
from shopworld.shop.visit import Visit

_LEAST_PASSWORD = 8
_LONGEST = 200


async def account(visit: Visit) -> Response:
    """`GET` of the account."""
    return visit.page(_account_page(visit, {}, {}), "account")


async def open_account(visit: Visit) -> Response:
    """`POST` of `email` and `password`: whoever has no account yet has one now. The password is not kept."""
    form = await visit.form()
    email, password = form.get("email", "").strip()[:_LONGEST], form.get("password", "")
    errors = {}
    if not is_email(email):
        errors["email"] = "Enter an e-mail address, such as name@example.org."
    if len(password) < _LEAST_PASSWORD:
        errors["password"] = f"Enter a password of {_LEAST_PASSWORD} characters or more."
    if errors:
        return visit.page(_account_page(visit, {"email": email}, errors), "account", status=422)
    visit.record(AccountOpened(email=email))
    return visit.redirect(visit.shop.addresses.account)


async def leave_account(visit: Visit) -> Response:
    """`POST` that signs out."""
    await visit.form()
    if visit.state.account:
        visit.record(AccountLeft())
    return visit.redirect(visit.shop.addresses.account)


async def order_status(visit: Visit) -> Response:
    """`GET` of an order's state, by its `number` and the `email` address that it was placed with."""
    there, asked = visit.shop.addresses, visit.request.query_params
    number, email = asked.get("number", "").strip()[:_LONGEST], asked.get("email", "").strip()[:_LONGEST]
    order = _order(visit, number, email)
    missing = "We have no order of that number and e-mail address." if (number or email) and order is None else ""
    view = OrderStatusPage(
        shell=visit.shell("order_status"),
        title="Track an order",
        breadcrumbs=(Link("Home", there.home), Link("Track an order", there.order_status, current=True)),
        fields=(
            FormField(name="number", label="Order number", value=number),
            FormField(name="email", label="E-mail address", type="email", value=email, autocomplete="email"),
        ),
        found_text=f"Order {order.number} has been paid and is being packed." if order else "",
        order=Link(f"Order {order.number}", there.order(str(order.number))) if order else None,
        missing_text=missing,
    )
    events = (OrderLookedUp(number=number, found=order is not None),) if number or email else ()
    return visit.page(view, "order_status", *events)


def _order(visit: Visit, number: str, email: str) -> OrderPlaced | None:
    wanted = number.lstrip("#").strip()
    return next(
        (one for one in visit.state.orders if str(one.number) == wanted and one.email.casefold() == email.casefold()),
        None,
    )


def _account_page(visit: Visit, values: Mapping[str, str], errors: Mapping[str, str]) -> AccountPage:
    there, state, can = visit.shop.addresses, visit.state, visit.shop.capabilities
    links = [Link("Wish list", there.wish_list)] if has_amenity(can, "wish_list") else []
    links += [Link("Track an order", there.order_status)] if has_amenity(can, "order_status") else []
    rows = (
        ("email", "E-mail address", "email", "email"),
        ("password", "Password", "password", "current-password"),
    )
    title = "My account" if state.account else "Sign in"
    return AccountPage(
        shell=visit.shell("account"),
        title=title,
        breadcrumbs=(Link("Home", there.home), Link(title, there.account, current=True)),
        email=state.account,
        fields=tuple(
            FormField(
                name=name,
                label=label,
                type=kind,
                value=values.get(name, ""),
                error=errors.get(name, ""),
                autocomplete=autocomplete,
                hint=f"{_LEAST_PASSWORD} characters or more." if name == "password" else "",
            )
            for name, label, kind, autocomplete in rows
        ),
        orders=tuple(Link(f"Order {one.number}", there.order(str(one.number))) for one in state.orders),
        links=tuple(links),
    )
