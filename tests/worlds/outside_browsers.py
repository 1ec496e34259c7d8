"""What a browser agent of somebody else's does in the small suite, told by attributes of what is on the pages."""

from __future__ import annotations

from dataclasses import dataclass, field

SOLUTION = "http://solution.example/"
SHOP = "http://lumenhouse.example"
FIRST_TWO = ("http://kernel-and-coil.example", "http://swiftlap.example")


@dataclass(frozen=True)
class Deed:
    """One thing done: `goto` an address, or `fill`, `select` or `click` the one element with these attributes."""

    what: str
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)

    @property
    def selector(self) -> str:
        """For who names elements by CSS."""
        return "".join(f'[{name}="{value}"]' for name, value in self.attributes.items())


def submitting(text: str) -> tuple[Deed, ...]:
    """Sends a solution."""
    return (Deed("goto", SOLUTION), Deed("fill", text, {"name": "solution"}), Deed("click", "", {"type": "submit"}))


_CART = (
    Deed("goto", f"{SHOP}/product/brisk-ssd-3-tb/"),
    Deed("click", "", {"aria-label": "Add to cart: Brisk SSD 3 TB"}),
)
_NEXT = Deed("click", "", {"class": "button button-large"})
_BUYER = {
    "email": "jessica.morgan@example.com",
    "billing_first_name": "Jessica",
    "billing_last_name": "Morgan",
    "billing_street": "Maple Avenue",
    "billing_house_number": "742",
    "billing_zip": "60614",
    "billing_city": "Chicago",
    "billing_state": "IL",
}
_CARD = {"card_number": "4242424242424242", "card_expiry": "12/28", "card_cvv": "123"}
DEEDS: dict[str, tuple[Deed, ...]] = {
    "answer": submitting(" ### ".join(f"{shop}/product/brisk-ssd-2-tb/" for shop in FIRST_TWO)),
    "cart": (*_CART, *submitting("Done")),
    "order": (
        *_CART,
        Deed("goto", f"{SHOP}/checkout/"),
        *(Deed("fill", text, {"name": name}) for name, text in _BUYER.items()),
        Deed("select", "United States (USA)", {"name": "billing_country"}),
        _NEXT,  # to delivery
        _NEXT,  # to payment, by card
        *(Deed("fill", text, {"name": name}) for name, text in _CARD.items()),
        _NEXT,
        *submitting("Done"),
    ),
}
"""Kind of task to what solves it."""
