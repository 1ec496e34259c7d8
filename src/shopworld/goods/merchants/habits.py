"""Merchants and their habits: how each of them writes titles, tables and texts, and what they ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from shopworld.goods.merchants.lexicon import made_names, names
from shopworld.goods.units import UnitStyle

Joiner = Literal["space", "comma", "dash", "pipe", "slash"]
Table = Literal["rows", "lines", "sparse"]
Letters = Literal["as they are", "capitals", "title", "small"]

_JOINERS: tuple[tuple[Joiner, float], ...] = (
    ("space", 0.58), ("comma", 0.2), ("dash", 0.14), ("pipe", 0.05), ("slash", 0.02)
)  # fmt: skip
_ORDERS = (
    "BSKNFC",
    "BSNKFC",
    "BSKFNC",
    "NBSKFC",
    "KBSNFC",
    "BNSKFC",
    "SKNFBC",
    "BSKNC",
    "BSK",
    "CBSNKF",
    "BSNC",
    "KNFBS",
)
"""Order of a title's parts: brand, series and model, key facts, noun, further facts, part number."""
_BULLETS = (*[""] * 9, *["-"] * 4, *["*"] * 3, "+", "o", "•", "•", "✔", "►", "★", "【】", "●", "✅")
_EMOJI = ("⚡", "🔥", "✨", "🎧", "🚚", "💥", "⭐", "🎁", "✅", "📦", "❗", "👍")
_TONGUES = ("", "", "", "", "", "", "", "", "", "de", "sv", "fr", "es", "it", "nl", "pl", "no")
_DEBRIS = ("", "", "", "", "", "", "", "", "&nbsp;", "\\n", "rn", "&amp;amp;", "<br>", "â€™", "{{", "[/b]")
_ENDINGS = ("99", "99", "95", "90", "00", "49", "97", "88", "odd", "odd", "odd", "odd")
_UNITS: tuple[UnitStyle, ...] = ("tight", "tight", "spaced", "spaced", "plain", "long")


@dataclass(frozen=True, slots=True)
class Merchant:
    """Who sells in a shop, and how.

    Attributes:
        name: as boilerplate names it; empty where nobody is named.
        order: of a title's parts.
        joiner: what stands between them.
        brackets: share of titles that put something in brackets.
        letters: how titles are set.
        feed: share of titles that are taken from the maker as they are.
        slips: share of titles with a slip of the pen.
        codes: share of titles that hold the part number.
        stuffing: share of titles that search words are added to.
        brandless: share of offers without a brand.
        marks: share of titles with a mark that catches the eye, and which.
        unit_style: how numbers are written.
        decimal_comma: whether decimals have a comma.
        table: whether facts stand in rows of a table, in lines of the text, or mostly nowhere.
        omitted: share of the facts that are left out.
        label: which of an attribute's labels it takes.
        length: factor on the length of descriptions.
        bullet: what list items begin with; empty for a proper list.
        tongue: language whose words slip in, by code; empty for none.
        debris: what its export leaves in texts; empty for none.
        voice: shares of stages in descriptions.
        boilerplate: number that its standing sentences come from.
        level: factor on prices.
        ending: of prices.
        list_price: whether it asks what the maker recommends.
        errors: share of offers with a wrong or outdated fact.
        second_hand: share of offers that are not new.
    """

    name: str
    order: str
    joiner: Joiner
    brackets: float
    letters: Letters
    feed: float
    slips: float
    codes: float
    stuffing: float
    brandless: float
    marks: tuple[float, str]
    unit_style: UnitStyle
    decimal_comma: bool
    table: Table
    omitted: float
    label: int
    length: float
    bullet: str
    tongue: str
    debris: str
    voice: Mapping[str, float]
    boilerplate: int
    level: float
    ending: str
    list_price: bool
    errors: float
    second_hand: float


def merchants_of(seed: int, shop_id: str, count: int) -> tuple[Merchant, ...]:
    """The merchants of a shop; the first sell most.

    Args:
        seed: of the catalog.
        shop_id: the shop.
        count: how many there are.
    """
    rng = Random(f"{seed}:merchants:{shop_id}")
    dashes = rng.uniform(0.8, 1.5)
    brackets = rng.uniform(0.85, 1.25)
    forms = names("seller_forms")
    sellers = rng.sample(made_names("seller"), count)
    return tuple(_merchant(rng, sellers[at], forms, dashes, brackets) for at in range(count))


def _merchant(rng: Random, seller: str, forms: tuple[str, ...], dashes: float, brackets: float) -> Merchant:
    few = rng.random
    joiner = rng.choices([one for one, _ in _JOINERS], [w * (dashes if one == "dash" else 1) for one, w in _JOINERS])[0]
    careless = few() ** 2
    return Merchant(
        name=rng.choice(forms).replace("~", seller) if few() < 0.8 else "",
        order=rng.choice(_ORDERS),
        joiner=joiner,
        brackets=(few() < 0.4) * rng.uniform(0.2, 0.8) * brackets,
        letters=rng.choices(("as they are", "capitals", "title", "small"), (0.86, 0.05, 0.07, 0.02))[0],
        feed=rng.choice((0.95, 0.95, 0.9, 0.8, 0.6, 0.1, 0.05)),
        slips=0.09 * careless,
        codes=rng.choice((0.05, 0.1, 0.3, 0.8)),
        stuffing=rng.choice((0.0, 0.0, 0.0, 0.1, 0.5)),
        brandless=rng.choice((0.0, 0.0, 0.0, 0.03, 0.12)),
        marks=(0.25, rng.choice(_EMOJI)) if few() < 0.06 else (0.0, ""),
        unit_style=rng.choice(_UNITS),
        decimal_comma=few() < 0.12,
        table=rng.choices(("rows", "lines", "sparse"), (0.68, 0.23, 0.09))[0],
        omitted=rng.choice((0.05, 0.15, 0.25, 0.4)),
        label=rng.randrange(100),
        length=rng.choice((0.3, 0.5, 0.75, 0.9, 1.15, 1.5)),
        bullet=rng.choice(_BULLETS),
        tongue=rng.choice(_TONGUES),
        debris=rng.choice(_DEBRIS),
        voice={
            "story": 0.2 + few(),
            "bullet": 0.6 + few(),
            "comparison": 0.2 + few() * 1.3,
            "number": 0.15 + 0.35 * few(),
            "tag": 0.1 + 0.6 * few(),
        },
        boilerplate=rng.randrange(1 << 30),
        level=rng.lognormvariate(0.0, 0.05),
        ending=rng.choice(_ENDINGS),
        list_price=few() < 0.16,
        errors=0.12 * careless,
        second_hand=rng.choice((0.0, 0.0, 0.0, 0.0, 0.02, 0.25)) if few() < 0.7 else 0.03,
    )


@cache
def tongue_words() -> Mapping[str, tuple[str, ...]]:
    """Phrases in other languages, by code."""
    return {code: names(f"tongue_{code}") for code in sorted({one for one in _TONGUES if one})}
