"""Purchases that a goal names, asks to filter, to compare or to look for: which products each leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shopworld.stranger.asked import Key
from shopworld.stranger.numbers import money
from shopworld.stranger.reading import StrangerCard, StrangerListing, offer_key
from shopworld.stranger.walking import StrangerShop
from shopworld.stranger.words import even, tokens

QUOTED = r"[“\"]([^”\"]+)[”\"]"
TITLE = re.compile(QUOTED)
_MONEY_LIMIT = re.compile(r"(?:no more than|at most|up to|under|not more than) ([$€£]\s?[\d.,]*\d)", re.IGNORECASE)
_SORTED = re.compile(rf"sort(?:ed)? (?:it |them )?by {QUOTED}", re.IGNORECASE)
_FILTERS = (
    re.compile(rf"filter {QUOTED} to (?:show only )?{QUOTED}", re.IGNORECASE),
    re.compile(r"set the filter ([A-Z][\w &-]*?) to ([A-Z][^.]*?)(?:\.|,| and )"),
)
_DETOUR = re.compile(r"i have a question\.?:?\s*$|page [“\"][^”\"]+[”\"] before you (?:buy|put)[^.]*\.\s*$")
_LOOKED_UP = re.compile(r"what does|how long|how many|from what")
_AMONG = re.compile(r"among this shop's ([a-z][\w &'-]*?) (?:that|for)\b")


@dataclass(frozen=True, slots=True)
class Wish:
    """Products of which any one is wanted, and why."""

    offers: frozenset[Key]
    why: str
    perhaps: frozenset[Key] = frozenset()
    """Offers that may be wanted, as far as their pages tell."""


class Unread(Exception):
    """A sentence that this stranger does not understand, or a page that does not tell what it asks for."""


def read_wish(said: str, shop: StrangerShop) -> Wish | None:
    """What a part of a goal asks to buy; None where it only has something looked up.

    Args:
        said: the part.
        shop: where it is done.

    Raises:
        Unread: it is not understood, or a page does not tell what it asks for.
    """
    low = said.casefold()
    titles = TITLE.findall(said)
    readers: tuple[tuple[bool, Callable[[], Wish | None]], ...] = (
        (bool(_DETOUR.search(low)), lambda: None),
        ("change your mind" in low and "remove" in low, lambda: _kept(said, shop)),
        (
            "waver between" in low or bool(re.search("compare “|^compare", low)),
            lambda: _better(said, titles, shop),
        ),
        ("something similar" in low or "what else is there" in low, lambda: _instead(said, titles, shop)),
        ("nothing of the kind" in low, lambda: _any_of(titles[-1], (), "", shop)),
        ("costs least" in low, lambda: _least(titles, shop)),
        ("filter" in low, lambda: _filtered(said, titles, shop)),
        ("do not want to pay for" in low, lambda: _named(titles[0], shop)),
        (
            bool(re.search(r"collection|navigation|\bmenu\b", low)) and bool(titles),
            lambda: _any_of(titles[0], (), "", shop),
        ),
        (
            bool(re.search(r"search|named|by this name|add (?:one |1 )?“", low)) and bool(titles),
            lambda: _named(titles[0], shop),
        ),
        (bool(_LOOKED_UP.search(low)), lambda: None),
    )
    for fits, reader in readers:
        if fits:
            return reader()
    raise Unread(f"not understood: {said.strip()[:80]}")


def titled(title: str, shop: StrangerShop) -> list[StrangerCard]:
    """The products of a name."""
    return [card for card in shop.cards if even(card.title).split() == even(title).split()]


def keys(cards: Sequence[StrangerCard]) -> frozenset[Key]:
    """What tells these offers apart."""
    return frozenset(offer_key(card.address) for card in cards)


def _named(title: str, shop: StrangerShop) -> Wish:
    found = titled(title, shop)
    if not found:
        raise Unread(f"no product is called “{title}”")
    return Wish(keys(found), f"it is called “{title}”")


def _kept(said: str, shop: StrangerShop) -> Wish:
    gone = re.search(rf"remove {QUOTED}", said)
    kept = [title for title in dict.fromkeys(TITLE.findall(said)) if gone is None or title != gone[1]]
    if len(kept) != 1:
        raise Unread("it is not clear what is to be kept")
    return _named(kept[0], shop)


def listing(title: str, shop: StrangerShop) -> StrangerListing:
    """The page of the product of a name."""
    cards = titled(title, shop)
    opened = shop.open(cards[0].address) if cards else None
    if opened is None:
        raise Unread(f"no page of “{title}”")
    return opened


def _better(said: str, titles: Sequence[str], shop: StrangerShop) -> Wish:
    two = [listing(title, shop) for title in titles[:2]]
    if "better rated" in said:
        if any(one.stars is None for one in two):
            raise Unread("a page does not say how the product is rated")
        best = max(two, key=lambda one: one.stars or 0.0)
        return Wish(frozenset({best.key}), "it is the better rated one")
    if "cheaper" in said:
        if any(one.price is None for one in two):
            raise Unread("a page does not say what the product costs")
        best = min(two, key=lambda one: one.price or 0.0)
        return Wish(frozenset({best.key}), "it is the cheaper one")
    raise Unread("it is not said how to choose")


def _instead(said: str, titles: Sequence[str], shop: StrangerShop) -> Wish:
    limit, among = _MONEY_LIMIT.search(said), _AMONG.search(said)
    if limit is None or among is None:
        raise Unread("neither limit nor kind of the substitute")
    most = money(limit[1])[0]
    noun = tokens(among[1])
    address = shop.collection(among[1])
    cards = list(shop.listed(address)) if address else []
    own = titled(titles[0], shop)
    fitting: list[StrangerCard] = []
    perhaps: list[StrangerCard] = []
    for card in shop.cards:
        if card in own or even(card.title) == even(titles[0]):
            continue
        words = tokens(card.title)
        named = noun in [words[place : place + len(noun)] for place in range(len(words))]
        page = shop.open(card.address)
        if page is None or page.gone or page.price is None or page.price > most + 1e-9:
            continue
        if named or card in cards or among[1].casefold() in (one.casefold() for one in page.trail):
            fitting.append(card)
        elif noun[-1] in words:
            perhaps.append(card)
    return Wish(keys(fitting), f"of the {among[1]}, for at most {most:g}", keys(perhaps))


def shown(name: str, filters: Sequence[tuple[str, str]], sort: str, shop: StrangerShop) -> list[StrangerCard]:
    """What a collection shows under filters and a sort."""
    address = shop.collection(name)
    if not address:
        raise Unread(f"no link to a collection “{name}”")
    if next(shop.listed(address), None) is None:
        raise Unread(f"no product is seen in “{name}”")
    if filters or sort:
        address = shop.filtered(address, filters, sort)
        if not address:
            raise Unread(f"“{name}” offers no such filter or sort")
    return list(shop.listed(address))


def in_stock(cards: Sequence[StrangerCard], shop: StrangerShop) -> list[tuple[StrangerCard, StrangerListing]]:
    """Those that can be bought now, with their pages."""
    pages = [(card, shop.open(card.address)) for card in cards]
    return [(card, page) for card, page in pages if page is not None and not page.gone]


def _any_of(name: str, filters: Sequence[tuple[str, str]], sort: str, shop: StrangerShop) -> Wish:
    cards = [card for card, _ in in_stock(shown(name, filters, sort, shop), shop)]
    return Wish(keys(cards), f"it is shown in “{name}”")


def _filters_of(said: str) -> list[tuple[str, str]]:
    found = [(one[1], one[2].strip(" “”")) for pattern in _FILTERS for one in pattern.finditer(said)]
    return list(dict.fromkeys(found))


def _filtered(said: str, titles: Sequence[str], shop: StrangerShop) -> Wish:
    filters, sort = _filters_of(said), _SORTED.search(said)
    if not filters:
        raise Unread("a filter that is not understood")
    name = titles[0]
    if sort is None:
        return _any_of(name, filters, "", shop)
    pages = in_stock(shown(name, filters, sort[1], shop), shop)
    if not pages:
        return Wish(frozenset(), f"nothing is shown in “{name}”")
    if "low" in sort[1].casefold() and "price" in sort[1].casefold():
        least = pages[0][1].price
        if least is None:
            raise Unread(f"no price on the page of “{pages[0][1].title}”")
        same = [card for card, page in pages if page.price == least]
        return Wish(keys(same), f"it costs least in “{name}” under the filter")
    return Wish(keys([pages[0][0]]), f"it comes first in “{name}”")


def _least(titles: Sequence[str], shop: StrangerShop) -> Wish:
    pages = in_stock(shown(titles[0], (), "", shop), shop)
    priced = [(page.price, card) for card, page in pages if page.price is not None]
    if len(priced) < len(pages) or not priced:
        raise Unread(f"not every page of “{titles[0]}” says what the product costs")
    least = min(price for price, _ in priced)
    return Wish(keys([card for price, card in priced if price == least]), f"it costs least in “{titles[0]}”")
