"""Products on a page: what holds a price and leads to one page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from shopworld.arena.explore.sight.element import PICTURES, Box, SightElement
from shopworld.arena.explore.words import ADD_TO_CART, info_page_of
from shopworld.money import amounts_in, has_amount

_SMALLEST = 60.0
_MOST_TEXT = 1500
_LEAST_PICTURE = 30.0
_MOST_INFORMATION_WORDS = 3
_MUCH = 0.35
_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|pdf|mp4|webm)$", re.I)
_SHELL = frozenset({"banner", "contentinfo"})
_MEMORY = "product cards"


@dataclass(frozen=True, slots=True)
class ProductCard:
    """A product in a grid, list, rail or panel."""

    element: SightElement
    link: SightElement
    title: str
    price: float | None
    struck: bool
    picture: SightElement | None

    @property
    def box(self) -> Box:
        """Its place."""
        return self.element.box

    @property
    def url(self) -> str:
        """Where it leads."""
        return self.link.url


def product_cards(area: SightElement) -> list[ProductCard]:
    """Products with a price in a part of a page, in order, each once for each place."""
    known: list[ProductCard] | None = area.memory.get(_MEMORY)
    if known is None:
        known = area.memory[_MEMORY] = _found_cards(area)
    return known


def _found_cards(area: SightElement) -> list[ProductCard]:
    found: list[ProductCard] = []
    taken: set[int] = set()
    shelves = {one for nav in area.find("navigation") for one in _targets(nav)}  # a buy box may name its shelf
    for text in [one for one in area.walk() if one.role == "text" and any(sign.isdigit() for sign in one.own_text)]:
        holder = _holder(text, area)
        if holder is None or id(holder) in taken:
            continue
        taken.add(id(holder))
        grown = _grown(holder, area)
        beside = _targets(grown) <= shelves and bool(grown.first("button", where=_adds))
        card = None if beside or _is_the_page(grown, area) else _card(grown)
        if card is not None and not any(card.element is one.element for one in found):
            found.append(card)
    return found


def columns_of(boxes: Iterable[Box]) -> int:
    """How many boxes stand side by side, at most."""
    rows: dict[int, set[int]] = {}
    for box in boxes:
        rows.setdefault(round(box.top / 12), set()).add(round(box.left / 8))
    merged = sorted(rows.items())
    best = 0
    for position, (row, lefts) in enumerate(merged):
        together = set(lefts)
        if position + 1 < len(merged) and merged[position + 1][0] == row + 1:
            together |= merged[position + 1][1]
        best = max(best, len(together))
    return best


def picture_of(area: SightElement) -> SightElement | None:
    """The largest picture in an area."""
    pictures = [
        one for one in area.walk() if one.role in PICTURES and min(one.box.width, one.box.height) > _LEAST_PICTURE
    ]
    backgrounds = [
        one
        for one in area.walk()
        if one.style.get("background-image", "none").startswith("url") and min(one.box[2:]) > _LEAST_PICTURE
    ]
    return max((*pictures, *backgrounds), key=lambda one: one.box.area, default=None)


def _targets(element: SightElement) -> set[str]:
    """The pages that an element leads to; a larger picture is none."""
    return {
        bare
        for one in element.walk()
        if one.url and "#" not in one.url[-1:]
        if not _FILE.search(bare := one.url.partition("?")[0].partition("#")[0])
    }


def _leads_to_information(link: SightElement) -> bool:
    """Whether a link beside a price leads to something to read, such as a size guide, and to no product."""
    words = link.label.split()
    return len(words) <= _MOST_INFORMATION_WORDS and info_page_of(link.label, "") not in ("", "gift-cards")


def _holder(text: SightElement, area: SightElement) -> SightElement | None:
    """The smallest element around a price that has a link in it."""
    if not has_amount(text.parent.text if text.parent is not None else text.own_text):
        return None
    for above in (text, *text.above()):
        if above is area or above.parent is None or above.role in _SHELL:
            return None
        if _targets(above):
            return above
    return None


def _grown(holder: SightElement, area: SightElement) -> SightElement:
    """The largest element around the holder that still leads to one page only: picture and buttons belong to it."""
    targets = _targets(holder)
    current = holder
    for above in holder.above():
        if above is area or above.parent is None or above.role in ("list", "main", "region", "navigation"):
            break
        if _targets(above) - targets or len(above.text) > _MOST_TEXT:
            break
        current = above
    return current


def _is_the_page(element: SightElement, area: SightElement) -> bool:
    """Whether it is what the page is about: it has the page's title and takes much of it."""
    heading = element.first("heading", where=lambda one: str(one.states.get("level")) == "1")
    if heading is not None and element.first("button", where=_adds):
        return True  # what it is about can be bought: a buy box is no card
    if element.box.height < area.box.height * _MUCH:
        return False
    return heading is not None


def _adds(one: SightElement) -> bool:
    return bool(ADD_TO_CART.search(one.label))


def _card(element: SightElement) -> ProductCard | None:
    targets = _targets(element)
    if len(targets) != 1 or (not element.visible and not element.text):
        return None
    if len(element.text) > _MOST_TEXT or max(element.box.width, element.box.height) < _SMALLEST:
        return None
    links = [one for one in element.walk() if one.url]
    if all(_leads_to_information(one) for one in links):
        return None
    titles = [one.label for one in links] + [one.label for one in element.walk() if one.role == "heading"]
    title = max((one for one in titles if one and not has_amount(one)), key=len, default="") or max(titles, key=len)
    prices = amounts_in(element.text.replace(title, "\n", 1)) or amounts_in(element.text)
    struck = any(
        "line-through" in one.style.get("text-decoration-line", "") and any(sign.isdigit() for sign in one.text)
        for one in element.walk()
    ) or any(one.role == "deletion" for one in element.walk())
    link = max(links, key=lambda one: one.box.area)
    return ProductCard(element, link, title, float(prices[0].value) if prices else None, struck, picture_of(element))
