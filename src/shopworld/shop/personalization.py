"""A text of the shopper's own on a product: an engraving, a monogram, a message on a gift card."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.catalog import Offer
from shopworld.shop.gift_cards import is_gift_card

_TEXTILES = (
    "apparel",
    "cloth",
    "fashion",
    "shirt",
    "tee",
    "dress",
    "trouser",
    "pant",
    "jacket",
    "coat",
    "hoodie",
    "sweater",
    "sock",
    "legging",
    "sportswear",
    "activewear",
    "loungewear",
    "robe",
    "bag",
    "towel",
    "bedding",
    "linen",
    "apron",
    "scarf",
    "hat",
)


@dataclass(frozen=True, slots=True)
class Personalization:
    """What can be written on a product.

    Attributes:
        label: what it is called.
        longest: characters that there is room for.
    """

    label: str
    longest: int

    def error(self, text: str) -> str:
        """Why a text cannot be taken; empty if it can."""
        if len(text) > self.longest:
            return f"{self.label}: at most {self.longest} characters, you wrote {len(text)}."
        if "\n" in text:
            return f"{self.label}: write it on one line."
        return ""


_ENGRAVING = Personalization("Engraving", 20)
_MONOGRAM = Personalization("Monogram", 4)
_MESSAGE = Personalization("Gift message", 120)


def personalization_of(offer: Offer) -> Personalization:
    """What can be written on that product."""
    if is_gift_card(offer):
        return _MESSAGE
    words = f"{offer.department} {offer.kind} {' '.join(name for path in offer.categories for name in path)}".casefold()
    return _MONOGRAM if any(word in words for word in _TEXTILES) else _ENGRAVING
