"""Who orders: the buyer that a task names, compared with what an order says, and checked for what shops refuse."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

from shopworld.episode import WORLD_START
from shopworld.shop import Address, OrderPlaced, card_number_error, country_code, cvv_error, expiry_error
from shopworld.tasks import contact


class Buyer(BaseModel):
    """Who orders, where to, and how it is paid. Empty fields are not checked.

    Compared by meaning (`tasks/contact.py`): the name may be split over first and last name, the house number may stand
    in the street field, codes and names of states and countries are the same. Billing and delivery address must both be
    the buyer's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = ""
    street: str = ""
    house_number: str = ""
    zip: str = ""
    city: str = ""
    state: str = ""
    country: str = ""
    email: str = ""
    card: str = ""
    cvv: str = ""
    expiry_date: str = ""


def buyer_differences(buyer: Buyer, payment_method: str, order: OrderPlaced) -> list[str]:
    """What an order says otherwise than the task: one line a field, empty where all is right.

    The billing address and, where it was given, the delivery address must both be the buyer's. Empty fields of the
    buyer are not compared.
    """
    differences = _address_differences(buyer, order.billing, "")
    if order.shipping not in (order.billing, Address()):
        differences += _address_differences(buyer, order.shipping, "delivery ")
    pairs = (
        ("e-mail", buyer.email, order.email, contact.email),
        ("card number", buyer.card, order.card_digits, contact.digits),
        ("expiry date", buyer.expiry_date, order.card_expiry, contact.card_expiry),
        ("CVV", buyer.cvv, order.card_cvv, contact.digits),
    )
    differences += [
        f"{label} {found!r} instead of {wanted!r}"
        for label, wanted, found, form in pairs
        if wanted and form(found) != form(wanted)
    ]
    if payment_method and order.payment_method != payment_method:
        differences.append(f"paid by {order.payment_method!r} instead of {payment_method!r}")
    return differences


def _address_differences(buyer: Buyer, address: Address, prefix: str) -> list[str]:
    pairs = (
        ("name", buyer.name, address.name, contact.person_name),
        ("zip", buyer.zip, address.zip, contact.zip_code),
        ("city", buyer.city, address.city, contact.city),
        ("state", buyer.state, address.state, contact.state),
        ("country", buyer.country, address.country, contact.country),
    )
    differences = [
        f"{prefix}{label} {found!r} instead of {wanted!r}"
        for label, wanted, found, form in pairs
        if wanted and form(found) != form(wanted)
    ]
    if buyer.street or buyer.house_number:
        wanted_forms = contact.street_forms(buyer.street, buyer.house_number)
        if wanted_forms.isdisjoint(contact.street_forms(address.street, address.house_number)):
            wanted = f"{buyer.street} {buyer.house_number}".strip()
            found = f"{address.street} {address.house_number}".strip()
            differences.insert(1 if differences else 0, f"{prefix}street {found!r} instead of {wanted!r}")
    return differences


def buyer_problems(buyer: Buyer, payment_method: str) -> Iterator[str]:
    """Why no shop would take an order of that buyer, for people."""
    if buyer.country and country_code(buyer.country) is None:
        yield f"no shop delivers to {buyer.country!r}"
    if payment_method != "card":
        return
    if buyer.card and (error := card_number_error(buyer.card)):
        yield f"card number {buyer.card}: {error}"
    if buyer.cvv and (error := cvv_error(buyer.cvv)):
        yield f"CVV {buyer.cvv}: {error}"
    if buyer.expiry_date and (error := expiry_error(buyer.expiry_date, WORLD_START.date())):
        yield f"expiry date {buyer.expiry_date}, on {WORLD_START:%Y-%m-%d}: {error}"
