"""Compares a wish with titles and texts: words, model numbers, quantities."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from shopworld.agents.keyword.goal import Bound, Wish, canonical_quantity

_STOP = frozenset(
    {
        "a",
        "all",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "available",
        "be",
        "best",
        "but",
        "by",
        "can",
        "cannot",
        "cheapest",
        "compatible",
        "do",
        "does",
        "each",
        "every",
        "find",
        "for",
        "from",
        "has",
        "have",
        "having",
        "i",
        "in",
        "into",
        "is",
        "it",
        "item",
        "its",
        "kind",
        "like",
        "matching",
        "me",
        "model",
        "models",
        "my",
        "new",
        "not",
        "of",
        "offer",
        "offers",
        "on",
        "one",
        "or",
        "our",
        "page",
        "price",
        "product",
        "products",
        "respective",
        "same",
        "series",
        "set",
        "shop",
        "shops",
        "single",
        "so",
        "some",
        "specific",
        "suitable",
        "suited",
        "support",
        "supports",
        "that",
        "the",
        "their",
        "them",
        "these",
        "this",
        "those",
        "to",
        "two",
        "up",
        "via",
        "want",
        "which",
        "with",
        "without",
        "works",
        "you",
        "your",
    }
)
_QUANTITY = re.compile(
    r"(?<![\w.])(\d+(?:[.,]\d+)?)\s*(gb|tb|mhz|ghz|hz|w|watts?|mm|cm|inch(?:es)?|\"|mp|megapixels?|mah)(?![a-z])", re.I
)
_SYNONYMS = {
    "gpu": ("graphics", "rtx", "radeon", "geforce", "vga"),
    "gpus": ("graphics", "rtx", "radeon", "geforce", "vga"),
    "cpu": ("processor", "ryzen", "core"),
    "cpus": ("processor", "ryzen", "core"),
    "psu": ("power",),
    "ram": ("memory", "ddr4", "ddr5"),
    "headphones": ("headphone", "headset"),
    "smartphone": ("phone",),
}


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Lower-case words and numbers without accents, letters and digits parted: `RTX4070` gives `rtx`, `4070`."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return tuple(re.findall(r"[a-z]+|\d+(?:\.\d+)?", plain))


def terms(text: str) -> tuple[str, ...]:
    """The words of a wish that carry meaning, in order, without repeats."""
    return tuple(dict.fromkeys(word for word in words(text) if word not in _STOP))


def _stem(word: str) -> str:
    for ending in ("ies", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word


def coverage(wanted: tuple[str, ...], text: str) -> float:
    """Share of the wanted words that a text has, 0 to 1; words with digits weigh double."""
    if not wanted:
        return 0.0
    present = {_stem(word) for word in words(text)} | set(words(text))
    weight = total = 0.0
    for word in wanted:
        value = 2.0 if word[0].isdigit() else 1.0
        total += value
        choices = (word, _stem(word), *_SYNONYMS.get(word, ()))
        if any(choice in present for choice in choices):
            weight += value
    return weight / total


def has_all_numbers(wanted: tuple[str, ...], text: str) -> bool:
    """Whether every number of the wish (model numbers above all) stands in the text."""
    present = set(words(text))
    return all(word in present for word in wanted if word[0].isdigit())


def quantities(text: str) -> list[tuple[float, str]]:
    """All numbers with units in a text, in the units that bounds use."""
    return [canonical_quantity(float(number.replace(",", ".")), unit) for number, unit in _QUANTITY.findall(text)]


def within_bounds(bounds: tuple[Bound, ...], text: str, price: int | None) -> bool:
    """Whether a text and a price in cents satisfy every bound; a bound that nothing speaks of fails."""
    for bound in bounds:
        if bound.unit in ("euro", ""):
            numbers = [price / 100] if price is not None else []
        else:
            numbers = [number for number, unit in quantities(text) if unit == bound.unit]
        if not any(bound.accepts(number) for number in numbers):
            return False
    return True


def fits(wish: Wish, title: str, price: int | None, *, threshold: float = 0.99) -> bool:
    """Whether a title with its price looks like what is wished."""
    wanted = terms(wish.text)
    if coverage(wanted, title) < threshold or not has_all_numbers(wanted, title):
        return False
    if any(word in words(title) for word in wish.excluded):
        return False
    return within_bounds(wish.bounds, title, price)
