"""Products that have no page of their own: places on one page, each with its price and with what orders it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lxml import html

from shopworld.arena.explore.prefetch.identity import place_on
from shopworld.arena.explore.prefetch.prices import price_of
from shopworld.arena.explore.prefetch.repeats import ListingCard, RepeatReader, path_of
from shopworld.arena.explore.prefetch.text import own_heading, text_of
from shopworld.arena.explore.words import ADD_TO_CART, QUANTITY, SOLD_OUT

_WHOLE = ("main", "body", "html")
_NAMES = (("h2", "h3", "h4", "h5", "h6"), ("th", "dt", "summary", "figcaption"), ("strong", "b", "label"))
"""What holds the name of a product that no link names, most telling first."""
_NUMBERS = re.compile(r"^\d{1,3}\+?$")


def placed_goods(reader: RepeatReader, page: str) -> list[ListingCard]:
    """The products that a page sells where they stand, in order; none where the page is of one product.

    Args:
        reader: of the page.
        page: its address. A product's address is that of its title on the page, as a text fragment (WICG, Scroll To
            Text Fragment).
    """
    prices = reader.prices()
    orders = {node: kind for node in reader.tree.iter() if (kind := _orders(node)) and reader.inside(node)}
    if len(prices) < 2 or len(orders) < 2:
        return []
    holders = [one for price in prices if (one := _holder(price, orders)) is not None]
    grown = [_grown(one, orders, prices) for one in dict.fromkeys(holders)]
    paths = Counter(path_of(one) for one in grown)
    if not paths:
        return []
    common = paths.most_common(1)[0][0]
    elements = [one for one in reader.tree.iter(common.rpartition("/")[2]) if path_of(one) == common]
    found = [card for one in elements if (card := _good(reader, one, orders, page)) is not None]
    several = len({one.url for one in found}) > 1
    return found if several and not _is_of_one_product(reader, elements) else []


def _orders(node: html.HtmlElement) -> str:
    """How an element orders something: by a number of pieces, or at once; empty for not at all."""
    if not isinstance(node.tag, str):
        return ""
    kind = (node.get("type") or "").lower()
    if node.tag == "select":
        options = [text_of(one) for one in node.iter("option")]
        return "number" if len(options) > 1 and all(_NUMBERS.match(one) for one in options) else ""
    if node.tag == "input" and kind in ("number", "text", "tel", ""):
        named = f"{node.get('name') or ''} {node.get('aria-label') or ''} {node.get('title') or ''}".replace("_", " ")
        return "number" if kind == "number" or QUANTITY.search(named) else ""
    if node.tag == "button" or (node.tag == "input" and kind in ("submit", "button", "image")):
        words = node.get("aria-label") or text_of(node) or node.get("value") or node.get("alt") or ""
        return "add" if ADD_TO_CART.search(words) else ""
    return ""


def _of_one(element: html.HtmlElement, orders: dict[html.HtmlElement, str]) -> bool:
    """Whether an element orders no more than one product."""
    kinds = Counter(orders[one] for one in element.iter() if one in orders)
    return max(kinds.values(), default=0) <= 1


def _holder(price: html.HtmlElement, orders: dict[html.HtmlElement, str]) -> html.HtmlElement | None:
    """The smallest element around a price that orders something; None where it orders several things."""
    for above in (price, *price.iterancestors()):
        if above.tag in _WHOLE:
            return None
        if any(one in orders for one in above.iter()):
            return above if _of_one(above, orders) else None
    return None


def _grown(
    holder: html.HtmlElement, orders: dict[html.HtmlElement, str], prices: list[html.HtmlElement]
) -> html.HtmlElement:
    """The largest element around a holder that is of the same product."""
    known = set(prices)
    own = {one for one in holder.iter() if one in known}
    element = holder
    for above in holder.iterancestors():
        if above.tag in _WHOLE or not _of_one(above, orders) or any(one in known - own for one in above.iter()):
            break
        element = above
    return element


def _good(
    reader: RepeatReader, element: html.HtmlElement, orders: dict[html.HtmlElement, str], page: str
) -> ListingCard | None:
    gone = not any(one in orders for one in element.iter())
    if (gone and not SOLD_OUT.search(text_of(element))) or not _of_one(element, orders):
        return None
    nodes, named = reader.amounts_of(element)
    price, former, currency, doubtful = price_of(element, nodes, reader.bare)
    title = next((one for one in _titles(element) if reader.may_be_title(one, named)), "")
    if not title or price is None:
        return None
    return ListingCard(place_on(page, title), title, price, former, currency, path_of(element), doubtful, gone)


def _titles(element: html.HtmlElement) -> Iterator[str]:
    for tags in _NAMES:
        yield from (text_of(one) for one in element.iter(*tags))
    yield from (" ".join(one.split()) for one in element.itertext() if one.strip())


def _is_of_one_product(reader: RepeatReader, elements: list[html.HtmlElement]) -> bool:
    """Whether a price stands between the page's heading and the first of the elements: these are parts or others."""
    heading, below = own_heading(reader.tree), False
    prices = set(reader.prices())
    for node in reader.tree.iter():
        below = below or node is heading
        if node in elements:
            return False
        if below and node in prices and price_of(reader.tree, [node], reader.bare)[0] is not None:
            return True
    return False
