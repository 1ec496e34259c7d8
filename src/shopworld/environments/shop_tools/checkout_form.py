"""Filling in a checkout: the values that are given go into the forms that the shop shows, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shopworld.environments.shop_tools.content import Content, checkout_content, order_content
from shopworld.environments.shop_tools.visitor import MallVisitor, ShopAnswer
from shopworld.errors import ActionError
from shopworld.shop.pages import CheckoutPage, OrderPage, RadioChoice

_MOST_STEPS = 4
_CHOICES = ("delivery", "payment")
_CARD = "card"


def send_checkout(visitor: MallVisitor, address: str, values: Mapping[str, str]) -> Content:
    """Opens the checkout and sends each step for which values are given; the last one places the order.

    Args:
        visitor: asks the shop.
        address: of the checkout.
        values: by field name, or by label where it is unmistakable.

    Returns:
        the confirmation of the order, or the step that is still open with its fields.

    Raises:
        ActionError: the cart is empty, no field has such a name, or the shop does not take a value.
    """
    seen, page = _opened(visitor.get(address))
    left = dict(values)
    for _ in range(_MOST_STEPS):
        given = _taken(page, left)
        if not given and not _passes(page, left):
            break
        seen = visitor.post(address, {"step": page.step, **_filled(page, given)})
        if isinstance(seen.page, OrderPage):
            return order_content(seen, seen.page)
        seen, page = _opened(seen)
        if page.error_text:
            raise ActionError(f"The shop did not take it. {page.error_text}{_wrong_fields(page)}")
    if left:
        names = ", ".join(_fields_of(page))
        raise ActionError(f"the checkout has no field {', '.join(left)} now; its fields are {names}")
    return checkout_content(seen, page)


def _opened(seen: ShopAnswer) -> tuple[ShopAnswer, CheckoutPage]:
    if not isinstance(seen.page, CheckoutPage):
        raise ActionError("The cart is empty: there is nothing to check out.")
    return seen, seen.page


def _fields_of(page: CheckoutPage) -> dict[str, str]:
    """The form as it stands: names and what is entered or chosen."""
    fields = {one.name: one.value for one in (*page.contact, *page.billing, *page.card)}
    if page.shipping:
        fields |= {one.name: one.value for one in page.shipping}
        fields["ship_elsewhere"] = "1" if page.ship_elsewhere else ""
    for name, choices in zip(_CHOICES, (page.delivery, page.payment), strict=True):
        if choices:
            fields[name] = next((one.value for one in choices if one.selected), "")
    return fields


def _taken(page: CheckoutPage, left: dict[str, str]) -> dict[str, str]:
    """The given values that belong to this step, by field name; they are taken out of what is left."""
    names = {name: name for name in _fields_of(page)}
    labels = [(one.label, one.name) for one in (*page.contact, *page.billing, *page.card)]
    names |= {label.casefold(): name for label, name in labels}
    return {names[key]: left.pop(given) for given in list(left) if (key := _key(given, names))}


def _passes(page: CheckoutPage, left: Mapping[str, str]) -> bool:
    """Whether a step in which everything is chosen already leads to one for which values are given."""
    only_choices = not (page.contact or page.billing or page.card or page.payment)
    return only_choices and any(name == "payment" or name.startswith(f"{_CARD}_") for name in left)


def _key(given: str, names: Mapping[str, str]) -> str:
    return given if given in names else given.casefold() if given.casefold() in names else ""


def _filled(page: CheckoutPage, given: Mapping[str, str]) -> dict[str, str]:
    """The form with the given values in it."""
    fields = {**_fields_of(page), **given}
    if any(name.startswith("shipping_") and value for name, value in given.items()) and "ship_elsewhere" not in given:
        fields["ship_elsewhere"] = "1"
    for name, choices in zip(_CHOICES, (page.delivery, page.payment), strict=True):
        if name in given:
            fields[name] = _choice(name, given[name], choices)
    paid_by_card = any(name.startswith(f"{_CARD}_") for name in given) and "payment" not in given
    if paid_by_card and any(one.value == _CARD for one in page.payment):
        fields["payment"] = _CARD
    return fields


def _choice(name: str, wanted: str, choices: Iterable[RadioChoice]) -> str:
    """The value of the choice that is named by its value or its label."""
    for one in choices:
        if wanted.strip().casefold() in (one.value.casefold(), one.label.casefold()):
            return one.value
    raise ActionError(f"there is no {name} {wanted!r}; expected {', '.join(one.value for one in choices)}")


def _wrong_fields(page: CheckoutPage) -> str:
    fields = (*page.contact, *page.billing, *page.shipping, *page.card)
    wrong = [f"{one.name}: {one.error}" for one in fields if one.error]
    return f" ({'; '.join(wrong)})" if wrong else ""
