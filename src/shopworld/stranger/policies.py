"""What a shop says of delivery, returns and codes: facts of its tables and sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.stranger.numbers import money
from shopworld.stranger.reading import Page
from shopworld.stranger.walking import StrangerShop
from shopworld.stranger.words import even

_DAYS_BACK = re.compile(r"(\d+)\s*(?:calendar |working )?days?")
_FEE = re.compile(r"[^.]*(?:return|send|parcel|back)[^.]*?([$€£]\s?\d+(?:\.\d+)?)", re.IGNORECASE)
_NO_FEE = re.compile(r"free of charge|returns are free", re.IGNORECASE)
_CODE = re.compile(
    r"(?:(\d+) ?%|([$€£] ?[\d.,]*\d)) off\b([^·|.]*?(?:over|from|above) ([$€£] ?[\d.,]*\d))?[^·|]*? code [A-Z0-9]+"
)


@dataclass(frozen=True, slots=True)
class Reduction:
    """What a code takes off: a share or an amount, from a value on."""

    share: float
    amount: float
    above: float

    def paid(self, price: float) -> float:
        """What is left of a price."""
        return price if price < self.above - 1e-9 else round(max(0.0, price * (1 - self.share) - self.amount), 2)


def reductions(shop: StrangerShop) -> list[Reduction]:
    """The codes that the first page announces."""
    return [
        Reduction(int(one[1] or 0) / 100, money(one[2])[0] if one[2] else 0.0, money(one[4])[0] if one[4] else 0.0)
        for one in _CODE.finditer(shop.page(shop.home).whole)
    ]


def days_to_return(shop: StrangerShop) -> float | None:
    """Within how many days things can be sent back."""
    found = _DAYS_BACK.search(_about_returns(shop))
    return float(found[1]) if found else None


def return_fee(shop: StrangerShop) -> float | None:
    """What it costs to send something back."""
    text = _about_returns(shop)
    cost = _FEE.search(text)
    if cost is not None:
        return money(cost[1])[0]
    return 0.0 if _NO_FEE.search(text) else None


def _about_returns(shop: StrangerShop) -> str:
    return " ".join(page.text for page in information(shop, ("return", "refund")))


def information(shop: StrangerShop, words: Sequence[str]) -> list[Page]:
    """The pages whose links say one of these words."""
    links = [
        link
        for said, link in shop.page(shop.home).links
        if any(word in said.casefold() for word in words) and "/product" not in link
    ]
    return [shop.page(link) for link in dict.fromkeys(links)]


def in_table(pages: Sequence[Page], name: str, column: str) -> str:
    """The cell of the row that names something, in the column of a name."""
    for page in pages:
        for rows in page.tables:
            heads = [even(one) for one in rows[0]] if rows else []
            place = next((number for number, head in enumerate(heads) if column in head), None)
            for row in rows[1:]:
                if place is not None and place < len(row) and even(name) in even(row[0]):
                    return row[place]
    return ""


def delivery_fact(what: str, name: str, shop: StrangerShop) -> float | None:
    """What a way of delivery costs, or from what value on it is free, by a table or else by a sentence."""
    pages = information(shop, ("shipping", "delivery"))
    column = "free" if what == "free from" else "price"
    cell = in_table(pages, name, column) or (in_table(pages, name, "cost") if column == "price" else "")
    if cell:
        amounts = money(cell)
        return amounts[0] if amounts else None
    for page in pages:
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", page.text):
            if even(name) in even(sentence) and ("free" in even(sentence)) == (what == "free from"):
                amounts = money(sentence)
                if amounts:
                    return amounts[-1] if what == "free from" else amounts[0]
    return None
