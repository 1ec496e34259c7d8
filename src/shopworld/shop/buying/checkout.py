"""The checkout as data: what was entered, what is wrong with it, and the order it makes. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from shopworld.shop.buying.addresses import AddressLayout, address_errors, read_address
from shopworld.shop.buying.countries import countries
from shopworld.shop.buying.payment import card_digits, card_number_error, cvv_error, expiry_error
from shopworld.shop.events import Address, OrderLine, OrderPlaced
from shopworld.shop.money import Totals
from shopworld.shop.specification import Identity, ShippingMethod

CARD_FIELDS = ("card_number", "card_expiry", "card_cvv")
_EMAIL = re.compile(r"[^@\s,;<>]+@[^@\s,;<>.]+(\.[^@\s,;<>.]+)+")
_PHONE = re.compile(r"[0-9+()/.\- ]{5,30}")

Step = Literal["contact", "delivery", "payment"]


def is_email(text: str) -> bool:
    """Whether the text has the form of an e-mail address."""
    return _EMAIL.fullmatch(text.strip()) is not None


@dataclass(frozen=True, slots=True)
class Checkout:
    """What was entered in a checkout, read.

    Attributes:
        values: as typed, by field name.
        identity: of the shop: what it offers.
        layout: of its addresses.
        methods: ways in which the cart can be delivered; None: all that the shop has.
    """

    values: Mapping[str, str]
    identity: Identity
    layout: AddressLayout
    methods: tuple[ShippingMethod, ...] | None = None

    def typed(self, name: str) -> str:
        """What was typed into a field, trimmed; empty if nothing."""
        return self.values.get(name, "").strip()

    @property
    def ships_elsewhere(self) -> bool:
        """Whether the delivery address differs from the billing address."""
        return self.typed("ship_elsewhere") in {"1", "on", "true"}

    @property
    def billing(self) -> Address:
        """The billing address."""
        return read_address(self.values, "billing", self.layout)

    @property
    def shipping(self) -> Address:
        """The delivery address."""
        return read_address(self.values, "shipping", self.layout) if self.ships_elsewhere else self.billing

    @property
    def delivery(self) -> ShippingMethod | None:
        """The way of delivery that was chosen; the only one where there is one only."""
        methods = self.identity.shipping if self.methods is None else self.methods
        return chosen_delivery(methods, self.typed("delivery"))

    @property
    def payment(self) -> str:
        """The way to pay that was chosen; the only one where there is one only; empty if none."""
        chosen = self.typed("payment")
        if not chosen and len(self.identity.payment) == 1:
            return self.identity.payment[0]
        return chosen if chosen in self.identity.payment else ""

    def contact_errors(self) -> dict[str, str]:
        """What is wrong with e-mail, phone and addresses, by field name."""
        errors: dict[str, str] = {}
        if not self.typed("email"):
            errors["email"] = "Enter your e-mail address."
        elif not is_email(self.typed("email")):
            errors["email"] = "This is no e-mail address. It needs an @ and a domain, such as name@example.org."
        if self.typed("phone") and not _PHONE.fullmatch(self.typed("phone")):
            errors["phone"] = "Write the phone number with digits, spaces and + only."
        errors |= address_errors(self.billing, "billing", self.layout)
        if self.ships_elsewhere:
            errors |= address_errors(self.shipping, "shipping", self.layout)
        return errors

    def delivery_errors(self) -> dict[str, str]:
        """What is wrong with the choice of delivery, by field name."""
        method, country = self.delivery, self.shipping.country
        if method is None:
            return {"delivery": "Choose how we should deliver."}
        if country and not method.delivers_to(country):
            return {"delivery": f"{method.name} does not deliver to {countries().get(country, country)}."}
        return {}

    def payment_errors(self, today: date) -> dict[str, str]:
        """What is wrong with the payment, by field name; `today` by the episode's virtual clock."""
        if not self.payment:
            return {"payment": "Choose how you want to pay."}
        if self.payment != "card":
            return {}
        found = {
            "card_number": card_number_error(self.typed("card_number")),
            "card_expiry": expiry_error(self.typed("card_expiry"), today),
            "card_cvv": cvv_error(self.typed("card_cvv")),
        }
        return {name: text for name, text in found.items() if text}

    def errors_of(self, step: str, today: date) -> dict[str, str]:
        """What is wrong with a step (`contact`, `delivery`, `payment`), or with everything (`one_page`)."""
        errors: dict[str, str] = {}
        if step in {"contact", "one_page"}:
            errors |= self.contact_errors()
        if step in {"delivery", "one_page"}:
            errors |= self.delivery_errors()
        if step in {"payment", "one_page"}:
            errors |= self.payment_errors(today)
        return errors

    def order(
        self, number: int, lines: tuple[OrderLine, ...], totals: Totals, promotion_code: str | None
    ) -> OrderPlaced:
        """The order that these entries, free of errors, make."""
        by_card = self.payment == "card"
        return OrderPlaced(
            number=number,
            lines=lines,
            email=self.typed("email"),
            phone=self.typed("phone"),
            billing=self.billing,
            shipping=self.shipping,
            delivery_method=self.delivery.id if self.delivery else "",
            payment_method=self.payment,
            card_digits=card_digits(self.typed("card_number")) if by_card else "",
            card_expiry=self.typed("card_expiry") if by_card else "",
            card_cvv=self.typed("card_cvv") if by_card else "",
            promotion_code=promotion_code,
            goods_total=totals.goods,
            discount=totals.discount,
            shipping_price=totals.shipping,
            total=totals.total,
            currency=self.identity.currency,
        )


def chosen_delivery(methods: Sequence[ShippingMethod], method_id: str) -> ShippingMethod | None:
    """The way of delivery of that id; where there is one only and none was named, that one; else None."""
    if not method_id and len(methods) == 1:
        return methods[0]
    return next((method for method in methods if method.id == method_id), None)


def masked(values: Mapping[str, str]) -> dict[str, str]:
    """The values with card number and CVV hidden, as they may stand in an event of a step."""
    hidden = dict(values)
    if hidden.get("card_number"):
        hidden["card_number"] = "•••• " + card_digits(hidden["card_number"])[-4:]
    if hidden.get("card_cvv"):
        hidden["card_cvv"] = "•••"
    return hidden
