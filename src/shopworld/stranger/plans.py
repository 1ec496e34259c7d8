"""Goals that hang together: a fact decides between two products, and what is taken decides what else is bought."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shopworld.stranger.numbers import money
from shopworld.stranger.policies import days_to_return, delivery_fact, reductions, return_fee
from shopworld.stranger.reading import StrangerCard, StrangerListing
from shopworld.stranger.walking import StrangerShop
from shopworld.stranger.wishes import TITLE, Unread, Wish, in_stock, keys, listing, shown, titled
from shopworld.stranger.words import even

_MASK = re.compile(r"<(\d+)>")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_MONEY = r"[$€£] ?[\d.,]*\d"
_DAYS = re.compile(r"(\d+) days\b")
_SINGLE = re.compile(r"\b(?:single|one piece|alone)\b")
_FEE = re.compile(r"a return costs|(?:sending|send) [\w ]*back costs")
_STARS = re.compile(r"better rated|\bstars\b|buyers like")
_CHEAPER = re.compile(r"cheaper|costs less|paying less|comes to less|lower one|by the price")
_MOST = re.compile(r"dearest|most expensive|as much of it")
_STEP = re.compile(r"next one up|dearer than")
_MAKER = re.compile(r"same maker|whoever makes it|same brand")
_WISHES = (
    re.compile(r"with (?P<both>[^.]+)\. My second wish would be (?P<second>.+?)\."),
    re.compile(r"one thing more, (?P<label>[^:]+): (?P<first>.+?) if they have it, (?P<second>.+?) if they don't"),
)
_HAVE_DECIDED = re.compile(rf"<\d+>|{_MONEY}")


def read_plan(said: str, shop: StrangerShop) -> list[Wish] | None:
    """What a plan leads to, purchase by purchase; None where no two products are to be decided between.

    Args:
        said: a part of a goal.
        shop: where it is done.

    Raises:
        Unread: not all of it is understood, or a page does not tell what it asks for.
    """
    names = TITLE.findall(said)
    count = iter(range(len(names)))
    masked = TITLE.sub(lambda _: f"<{next(count)}>", said)
    sentences = _SENTENCE.split(masked.strip())
    decided = _decided(sentences, names, shop)
    if decided is None:
        return None
    places, end = decided
    one, other = (listing(names[place], shop) for place in places)
    taken = _taken(" ".join(sentences[:end]), names, places, (one, other), shop)
    left = other if taken is one else one
    wishes = [Wish(frozenset({taken.key}), f"it is decided for, not “{left.title}”")]
    if end < len(sentences):
        wishes.append(_sequel(" ".join(sentences[end:]), names, taken, shop))
    return wishes


def _decided(sentences: Sequence[str], names: Sequence[str], shop: StrangerShop) -> tuple[tuple[int, int], int] | None:
    """The places of the two names that a decision is between, and with which sentence it has ended."""
    products: list[int] = []
    last = 0
    for number, sentence in enumerate(sentences):
        for mask in _MASK.finditer(sentence):
            if len(products) < 2 and titled(names[int(mask[1])], shop):
                products.append(int(mask[1]))
                last = number
    if len(products) < 2:
        return None
    end = next(
        (number for number in range(last + 1, len(sentences)) if _follows(sentences[number])),
        len(sentences),
    )
    decision = " ".join(sentences[:end]).casefold()
    if not _kind(decision) or "waver between" in decision or "change your mind" in decision or "compare <" in decision:
        return None
    return (products[0], products[1]), end


def _follows(sentence: str) -> bool:
    return bool(_HAVE_DECIDED.search(sentence)) or bool(re.match(r"For a little|I like sets", sentence))


def _kind(low: str) -> str:
    """By what a decision is made; empty where that is not understood."""
    if _FEE.search(low) and re.search(_MONEY, low):
        return "fee"
    if _DAYS.search(low) and re.search(r"\bback\b|\breturn", low):
        return "days"
    if _STARS.search(low):
        return "stars"
    if "free" in low and _SINGLE.search(low):
        return "free"
    if re.search(r"\bcode\b", low) and _CHEAPER.search(low):
        return "code"
    if _CHEAPER.search(low):
        return "price"
    return ""


def _price(page: StrangerListing) -> float:
    if page.price is None:
        raise Unread(f"no price on the page of “{page.title}”")
    return page.price


def _known(value: float | None, what: str) -> float:
    if value is None:
        raise Unread(f"no page says {what}")
    return value


def _taken(
    said: str,
    names: Sequence[str],
    places: tuple[int, int],
    two: tuple[StrangerListing, StrangerListing],
    shop: StrangerShop,
) -> StrangerListing:
    """Which of two a decision leads to."""
    one, other = two
    low = said.casefold()
    others = [names[int(mask[1])] for mask in _MASK.finditer(said) if int(mask[1]) not in places]
    match _kind(low):
        case "fee":
            limit = money(next(iter(re.findall(_MONEY, said))))[0]
            return one if _known(return_fee(shop), "what a return costs") <= limit + 1e-9 else other
        case "days":
            days = _known(days_to_return(shop), "how long things can be sent back")
            return one if days >= float(_DAYS.findall(low)[0]) else other
        case "stars":
            stars = [_known(page.stars, f"how “{page.title}” is rated") for page in two]
            return _apart(stars, two, most=True)
        case "free" if others:
            bound = _known(delivery_fact("free from", others[0], shop), f"from what value “{others[0]}” is free")
            return one if _price(one) >= bound - 1e-9 else other
        case "code":
            found = reductions(shop)
            if len(found) != 1:
                raise Unread("it is not clear which code is meant")
            return _apart([found[0].paid(_price(page)) for page in two], two)
        case "price" if others:
            cost = _known(delivery_fact("cost", others[0], shop), f"what “{others[0]}” costs")
            least = delivery_fact("free from", others[0], shop)
            free = float("inf") if least is None else least - 1e-9
            paid = [_price(page) + (0.0 if _price(page) >= free else cost) for page in two]
            return _apart(paid, two)
        case "price":
            return _apart([_price(page) for page in two], two)
    raise Unread("it is not said how to choose")


def _apart(
    values: Sequence[float], two: tuple[StrangerListing, StrangerListing], *, most: bool = False
) -> StrangerListing:
    if abs(values[0] - values[1]) < 1e-9:
        raise Unread(f"“{two[0].title}” and “{two[1].title}” come to the same")
    return two[0] if (values[0] > values[1]) is most else two[1]


def _sequel(said: str, names: Sequence[str], taken: StrangerListing, shop: StrangerShop) -> Wish:
    """What is bought beside what was taken."""
    masks = [int(mask[1]) for mask in _MASK.finditer(said)]
    if len(masks) != 1:
        raise Unread(f"not understood: {said[:80]}")
    name = names[masks[0]]
    for pattern in _WISHES:
        wish = pattern.search(said)
        if wish is not None:
            return _wished(wish.groupdict(), name, shop)
    low = said.casefold()
    pages = in_stock(shown(name, (), "", shop), shop)
    if _MAKER.search(low):
        if not taken.maker:
            raise Unread(f"no page says who makes “{taken.title}”")
        own = [card for card, page in pages if even(page.maker) == even(taken.maker)]
        return Wish(keys(own), f"of “{name}”, by {taken.maker}")
    priced = [(_price(page), card) for card, page in pages]
    price = _price(taken)
    if _STEP.search(low):
        above = [one for one in priced if one[0] > price + 1e-9]
        return _all_at(min((cost for cost, _ in above), default=None), above, f"the next one up in “{name}”")
    if not _MOST.search(low):
        raise Unread(f"not understood: {said[:80]}")
    limit = _limit(said, price)
    within = [one for one in priced if one[0] <= limit + 1e-9]
    return _all_at(max((cost for cost, _ in within), default=None), within, f"the dearest in “{name}” up to {limit:g}")


def _limit(said: str, price: float) -> float:
    """What may be spent beside a price."""
    low = said.casefold()
    whole = re.search(_MONEY, said)
    if whole is not None and re.search(r"for everything|together|left", low):
        return round(money(whole[0])[0] - price, 2)
    if re.search(r"\bhalf\b", low):
        return price / 2
    if re.search(r"not cost more than what you have|is what i may spend", low):
        return price
    raise Unread(f"not understood: {said[:80]}")


def _all_at(value: float | None, priced: Sequence[tuple[float, StrangerCard]], why: str) -> Wish:
    if value is None:
        raise Unread(f"there is nothing that is {why}")
    return Wish(keys([card for cost, card in priced if abs(cost - value) < 1e-9]), why)


def _wished(said: dict[str, str], name: str, shop: StrangerShop) -> Wish:
    """What shows the first value of a filter, or else the second one."""
    address = shop.collection(name)
    if not address:
        raise Unread(f"no link to a collection “{name}”")
    page = shop.page(address)
    label, first = said.get("label", ""), said.get("first", "")
    if not label:
        both = said["both"]
        labels = sorted({one[0] for one in page.filters if both.startswith(f"{one[0]} ")}, key=len)
        if not labels or not labels[-1]:
            raise Unread(f"“{name}” offers no such filter")
        label = labels[-1]
        first = both[len(label) :].strip()
    offered = {even(value) for own, value, _, _ in page.filters if even(own) == even(label)}
    for value in (first, said["second"]):
        if even(value) not in offered:
            continue
        cards = [card for card, _ in in_stock(shown(name, [(label, value)], "", shop), shop)]
        if cards:
            return Wish(keys(cards), f"of “{name}”, {label} {value}")
    raise Unread(f"“{name}” shows neither {first} nor {said['second']}")
