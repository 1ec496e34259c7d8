"""Payment: card number (Luhn, ISO/IEC 7812-1 Annex B), expiry and CVV, and the names of the ways to pay.

No real card exists in these worlds; the checks are those a shopper meets.
"""

from __future__ import annotations

import re
from datetime import date

PAYMENT_LABELS: dict[str, tuple[str, str]] = {
    "card": ("Credit or debit card", "Visa, Mastercard, American Express and Maestro."),
    "invoice": ("Invoice", "Pay within 14 days of receiving your order."),
    "prepayment": ("Bank transfer in advance", "We ship as soon as your transfer has arrived."),
    "paypal": ("PayPal", "You approve the payment in your PayPal account."),
    "cash_on_delivery": ("Cash on delivery", "Pay the carrier at your door."),
}
"""Label and explanation of each way to pay."""

_EXPIRY = re.compile(r"^\s*(\d{1,2})\s*[/\-. ]\s*(\d{4}|\d{2})\s*$|^\s*(\d{2})(\d{2}|\d{4})\s*$", re.ASCII)


def card_digits(typed: str) -> str:
    """The digits of a card number typed with spaces or hyphens; empty if anything else stands in it."""
    compact = re.sub(r"[\s\-]", "", typed)
    return compact if compact.isascii() and compact.isdigit() else ""


def passes_luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of those before it."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return bool(digits) and total % 10 == 0


def card_brand(digits: str) -> str:
    """The brand that a number's first digits tell; `Card` if none is known."""
    if digits.startswith("4"):
        return "Visa"
    if digits[:2] in {"34", "37"}:
        return "American Express"
    if digits[:2] in {"51", "52", "53", "54", "55"} or "2221" <= digits[:4] <= "2720":
        return "Mastercard"
    if digits[:2] in {"50", "56", "57", "58", "67"}:
        return "Maestro"
    return "Card"


def card_number_error(typed: str) -> str:
    """What is wrong with a card number; empty if nothing."""
    if not typed.strip():
        return "Enter your card number."
    digits = card_digits(typed)
    if not 12 <= len(digits) <= 19:
        return "A card number has 12 to 19 digits."
    if not passes_luhn(digits):
        return "This card number is not valid. Check it for a typing mistake."
    return ""


def parse_expiry(typed: str) -> tuple[int, int] | None:
    """Month and four-digit year of `MM/YY`, `MM / YYYY` and near spellings; None if it is neither."""
    match = _EXPIRY.match(typed)
    if match is None:
        return None
    month, year = (int(part) for part in match.groups() if part is not None)
    if not 1 <= month <= 12:
        return None
    return month, year + 2000 if year < 100 else year


def expiry_error(typed: str, today: date) -> str:
    """What is wrong with an expiry date; a card is good until the last day of its month.

    Args:
        typed: as typed.
        today: the day by the episode's virtual clock.
    """
    if not typed.strip():
        return "Enter the expiry date."
    expiry = parse_expiry(typed)
    if expiry is None:
        return "Write the expiry date as MM/YY."
    month, year = expiry
    if (year, month) < (today.year, today.month):
        return "This card has expired."
    if year > today.year + 25:
        return "Check the year of the expiry date."
    return ""


def cvv_error(typed: str) -> str:
    """What is wrong with a card's security code; empty if nothing."""
    compact = typed.strip()
    if not compact:
        return "Enter the security code."
    if not (compact.isascii() and compact.isdigit() and 3 <= len(compact) <= 4):
        return "The security code has 3 or 4 digits."
    return ""


def masked_card(digits: str) -> str:
    """Brand and last four digits, for people: `Visa ending in 4242`."""
    return f"{card_brand(digits)} ending in {digits[-4:]}"
