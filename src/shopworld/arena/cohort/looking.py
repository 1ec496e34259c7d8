"""Looks at the main pages of a shop as a visitor: roles, words, places, and a picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from shopworld.arena.cohort.spread import PageTraits, ShopTraits
from shopworld.arena.explore.probes.variants import add_button
from shopworld.arena.explore.sight import INTERACTIVE, Box, Sight, product_cards
from shopworld.arena.similarity.interface_states import add_to_cart
from shopworld.arena.similarity.subjects import open_subject
from shopworld.arena.similarity.visitor import visitor_of
from shopworld.environments import BrowserProcess
from shopworld.shop import ShopFolder, addresses_of

_LANDMARKS = ("banner", "navigation", "search", "complementary", "contentinfo", "region", "form")
_COLUMNS, _ROWS = 32, 24
_SEEN = (1280.0, 1600.0)
"""Width and height of what is looked at, in CSS pixels."""
_HASH = 16
_WORD = re.compile(r"[a-z][a-z']+")


@dataclass(frozen=True, slots=True)
class SeenShop:
    """What was seen of a shop.

    Attributes:
        traits: for measures.
        pictures: JPEG of each page's top, by the page's name.
    """

    traits: ShopTraits
    pictures: dict[str, bytes]


def look_at(shop: ShopFolder, browser: BrowserProcess) -> SeenShop:
    """Visits home, the largest listing, a product and the cart with that product in it.

    Args:
        shop: whose pages.
        browser: runs the visit.
    """
    there, data = addresses_of(shop.specification.identity.addresses), shop.data
    named = [one for one in data.collections if len(one.product_handles) < len(data.products)]
    largest = max(named or data.collections, key=lambda one: len(one.product_handles))
    product = next((one for one in data.products if one.has_options), data.products[0])
    catalog = _words_of_catalog(shop)
    pages: dict[str, PageTraits] = {}
    pictures: dict[str, bytes] = {}
    with open_subject(str(shop.path)) as subject, visitor_of(subject, browser) as visitor:
        visitor.dismiss(visitor.open("/"))
        for name, path in (
            ("home", there.home),
            ("listing", there.category((largest.handle,))),
            ("product", there.product(product.handle)),
            ("cart", there.cart),
        ):
            if name == "cart":
                add_to_cart(visitor, visitor.open(there.product(product.handle)))
            sight = visitor.open(path)
            picture = visitor.look().picture
            pages[name] = _traits(sight, picture, catalog)
            pictures[name] = picture
    style = shop.specification.style
    return SeenShop(ShopTraits(name=shop.specification.identity.name, family=style.family, pages=pages), pictures)


def _traits(sight: Sight, picture: bytes, catalog: frozenset[str]) -> PageTraits:
    shown = [one for one in sight.root.walk() if one.visible]
    cells: dict[str, set[int]] = {}
    for one in shown:
        kind = "control" if one.role in INTERACTIVE else one.role if one.role in _LANDMARKS else ""
        if kind:
            cells.setdefault(kind, set()).update(_cells(one.box))
    for card in product_cards(sight.main):
        cells.setdefault("card", set()).update(_cells(card.box))
    button = add_button(sight)
    if button is not None:
        cells["add"] = _cells(button.box)
    return PageTraits(
        roles=tuple(one.role for one in shown if one.role and one.role != "text"),
        words=frozenset(_WORD.findall(sight.root.text.casefold())) - catalog,
        cells={kind: frozenset(found) for kind, found in sorted(cells.items())},
        picture=_hash(picture),
        picture_bits=_HASH * _HASH,
    )


def _cells(box: Box) -> set[int]:
    """The cells of the grid whose middle lies in a box."""
    width, height = _SEEN[0] / _COLUMNS, _SEEN[1] / _ROWS
    return {
        row * _COLUMNS + column
        for row in range(_ROWS)
        for column in range(_COLUMNS)
        if box.holds((column + 0.5) * width, (row + 0.5) * height)
    }


def _hash(picture: bytes) -> int:
    """Difference hash: whether each cell is brighter than the one at its left."""
    small = Image.open(BytesIO(picture)).convert("L").resize((_HASH + 1, _HASH))
    values = small.tobytes()
    bits = 0
    for row in range(_HASH):
        for column in range(_HASH):
            at = row * (_HASH + 1) + column
            bits = bits << 1 | (values[at + 1] > values[at])
    return bits


def _words_of_catalog(shop: ShopFolder) -> frozenset[str]:
    """All words of what the shop sells and writes: these differ between shops whatever they look like."""
    text = shop.data.model_dump_json().casefold() + " " + shop.specification.identity.model_dump_json().casefold()
    return frozenset(_WORD.findall(re.sub(r"\\[nu]\w*", " ", text)))
