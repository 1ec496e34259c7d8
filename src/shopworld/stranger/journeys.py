"""Tasks in one shop: the sentences of the goal are read, done by links and forms, and what comes out is compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from shopworld.stranger.asked import Key, answers
from shopworld.stranger.numbers import money
from shopworld.stranger.reading import Page, StrangerCard, StrangerListing, offer_key
from shopworld.stranger.verdict import StrangerOpinion, Weighing
from shopworld.stranger.walking import StrangerShop
from shopworld.stranger.words import even, tokens

_QUOTED = r"[“\"]([^”\"]+)[”\"]"
_TITLE = re.compile(_QUOTED)
_MONEY_LIMIT = re.compile(r"(?:no more than|at most|up to|under|not more than) ([$€£]\s?[\d.,]*\d)", re.IGNORECASE)
_SORTED = re.compile(rf"sort(?:ed)? (?:it |them )?by {_QUOTED}", re.IGNORECASE)
_FILTERS = (
    re.compile(rf"filter {_QUOTED} to (?:show only )?{_QUOTED}", re.IGNORECASE),
    re.compile(r"set the filter ([A-Z][\w &-]*?) to ([A-Z][^.]*?)(?:\.|,| and )"),
)
_AMONG = re.compile(r"among this shop's ([a-z][\w &'-]*?) (?:that|for)\b")
_QUESTION = re.compile(r"([^.?!]*\?)")


@dataclass(frozen=True, slots=True)
class Wish:
    """Products of which any one is wanted, and why."""

    offers: frozenset[Key]
    why: str
    perhaps: frozenset[Key] = frozenset()
    """Offers that may be wanted, as far as their pages tell."""


class _Unread(Exception):
    """A sentence that this stranger does not understand."""


def judge_journey(task: Mapping[str, Any], shop: StrangerShop, hosts: Mapping[str, str]) -> StrangerOpinion:
    """Holds the cart and the answer of a task in one shop against what its pages lead to.

    Args:
        task: its public form.
        shop: where it is done.
        hosts: the host of each shop by the name that suites give it.
    """
    weighing = Weighing(task)
    said = str(task["intent"])
    try:
        wishes = _wishes(said, shop)
    except _Unread as unread:
        weighing.unsure.append(str(unread))
        wishes = None
    groups = [set(group) for group in answers(task, hosts)]
    if wishes is not None:
        _compare(wishes, groups, shop, weighing)
    try:
        _pieces(task, said, shop, weighing)
        _answer(task, said, shop, weighing)
    except _Unread as unread:
        weighing.unsure.append(str(unread))
    return weighing.close()


def _compare(wishes: Sequence[Wish], groups: Sequence[set[Key]], shop: StrangerShop, weighing: Weighing) -> None:
    left = list(groups)
    for wish in wishes:
        if not left:
            weighing.accepts.append((wish.why, "the cart does not ask for it"))
            weighing.about.append("cart")
            continue
        best = max(left, key=lambda group: (len(group & wish.offers), -len(group ^ wish.offers)))
        left.remove(best)
        for key in sorted(wish.offers - best):
            weighing.accepts.append((_called(key, shop), wish.why))
        for key in sorted(best & wish.perhaps):
            weighing.unsure.append(f"{_called(key, shop)}: its page does not say whether it is {wish.why}")
        for key in sorted(best - wish.offers - wish.perhaps):
            weighing.refuses.append((_called(key, shop), wish.why))
        if not wish.offers <= best <= wish.offers | wish.perhaps:
            weighing.about.append("cart")
    for group in left:
        weighing.refuses.append((", ".join(_called(key, shop) for key in sorted(group)[:2]), "nobody asked for it"))


def _called(key: Key, shop: StrangerShop) -> str:
    return next((card.title for card in shop.cards if offer_key(card.address) == key), key[1])


def _wishes(said: str, shop: StrangerShop) -> list[Wish]:
    """What is to be in the cart at the end, wish by wish."""
    body = re.split(r"(?:My question|The cart is the end|Leave everything in the cart)", said)[0]
    told = re.split(r"\bThen: ", body, maxsplit=1)[-1]
    found = []
    for part in re.split(r"\bAfter that: ", told):
        wish = _wish(part, shop)
        if wish is not None:
            found.append(wish)
    return found


def _wish(said: str, shop: StrangerShop) -> Wish | None:
    low = said.casefold()
    titles = _TITLE.findall(said)
    readers: tuple[tuple[bool, Callable[[], Wish | None]], ...] = (
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
        ("what does" in low or "how long" in low or "how many" in low or "from what" in low, lambda: None),
    )
    for fits, reader in readers:
        if fits:
            return reader()
    raise _Unread(f"not understood: {said.strip()[:80]}")


def _titled(title: str, shop: StrangerShop) -> list[StrangerCard]:
    return [card for card in shop.cards if even(card.title).split() == even(title).split()]


def _keys(cards: Sequence[StrangerCard]) -> frozenset[Key]:
    return frozenset(offer_key(card.address) for card in cards)


def _named(title: str, shop: StrangerShop) -> Wish:
    return Wish(_keys(_titled(title, shop)), f"it is called “{title}”")


def _kept(said: str, shop: StrangerShop) -> Wish:
    gone = re.search(rf"remove {_QUOTED}", said)
    kept = [title for title in dict.fromkeys(_TITLE.findall(said)) if gone is None or title != gone[1]]
    if len(kept) != 1:
        raise _Unread("it is not clear what is to be kept")
    return _named(kept[0], shop)


def _listing(title: str, shop: StrangerShop) -> StrangerListing:
    cards = _titled(title, shop)
    opened = shop.open(cards[0].address) if cards else None
    if opened is None:
        raise _Unread(f"no page of “{title}”")
    return opened


def _better(said: str, titles: Sequence[str], shop: StrangerShop) -> Wish:
    two = [_listing(title, shop) for title in titles[:2]]
    if "better rated" in said:
        best = max(two, key=lambda one: one.stars or 0.0)
        return Wish(frozenset({best.key}), "it is the better rated one")
    if "cheaper" in said:
        best = min(two, key=lambda one: one.price or 0.0)
        return Wish(frozenset({best.key}), "it is the cheaper one")
    raise _Unread("it is not said how to choose")


def _instead(said: str, titles: Sequence[str], shop: StrangerShop) -> Wish:
    limit, among = _MONEY_LIMIT.search(said), _AMONG.search(said)
    if limit is None or among is None:
        raise _Unread("neither limit nor kind of the substitute")
    most = money(limit[1])[0]
    noun = tokens(among[1])
    address = shop.collection(among[1])
    cards = list(shop.listed(address)) if address else []
    own = _titled(titles[0], shop)
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
    return Wish(_keys(fitting), f"of the {among[1]}, for at most {most:g}", _keys(perhaps))


def _shown(name: str, filters: Sequence[tuple[str, str]], sort: str, shop: StrangerShop) -> list[StrangerCard]:
    address = shop.collection(name)
    if not address:
        raise _Unread(f"no link to a collection “{name}”")
    if filters or sort:
        address = shop.filtered(address, filters, sort)
        if not address:
            raise _Unread(f"“{name}” offers no such filter or sort")
    return list(shop.listed(address))


def _in_stock(cards: Sequence[StrangerCard], shop: StrangerShop) -> list[tuple[StrangerCard, StrangerListing]]:
    pages = [(card, shop.open(card.address)) for card in cards]
    return [(card, page) for card, page in pages if page is not None and not page.gone]


def _any_of(name: str, filters: Sequence[tuple[str, str]], sort: str, shop: StrangerShop) -> Wish:
    cards = [card for card, _ in _in_stock(_shown(name, filters, sort, shop), shop)]
    return Wish(_keys(cards), f"it is shown in “{name}”")


def _filters_of(said: str) -> list[tuple[str, str]]:
    found = [(one[1], one[2].strip(" “”")) for pattern in _FILTERS for one in pattern.finditer(said)]
    return list(dict.fromkeys(found))


def _filtered(said: str, titles: Sequence[str], shop: StrangerShop) -> Wish:
    filters, sort = _filters_of(said), _SORTED.search(said)
    if not filters:
        raise _Unread("a filter that is not understood")
    name = titles[0]
    if sort is None:
        return _any_of(name, filters, "", shop)
    pages = _in_stock(_shown(name, filters, sort[1], shop), shop)
    if not pages:
        return Wish(frozenset(), f"nothing is shown in “{name}”")
    if "low" in sort[1].casefold() and "price" in sort[1].casefold():
        least = pages[0][1].price
        same = [card for card, page in pages if page.price == least]
        return Wish(_keys(same), f"it costs least in “{name}” under the filter")
    return Wish(_keys([pages[0][0]]), f"it comes first in “{name}”")


def _least(titles: Sequence[str], shop: StrangerShop) -> Wish:
    pages = _in_stock(_shown(titles[0], (), "", shop), shop)
    priced = [(page.price, card) for card, page in pages if page.price is not None]
    least = min(price for price, _ in priced)
    return Wish(_keys([card for price, card in priced if price == least]), f"it costs least in “{titles[0]}”")


def _pieces(task: Mapping[str, Any], said: str, shop: StrangerShop, weighing: Weighing) -> None:
    """Whether the number of pieces is the one that the goal leads to."""
    cart = next((one for one in task["checks"] if one["type"] == "cart"), None)
    if cart is None:
        return
    wanted = 1
    stated = re.search(r"quantity of [^.]*? to (\d+)", said)
    if stated is not None:
        wanted = int(stated[1])
    free = re.search(rf"I want {_QUOTED}(?: \([^)]*\))?, and I do not want to pay for {_QUOTED}", said)
    if free is not None:
        page = _listing(free[1], shop)
        bound = _delivery_fact("free from", free[2], shop)
        if bound is None or not page.price:
            weighing.unsure.append("the value for free delivery was not found")
            return
        wanted = max(1, ceil(bound / page.price - 1e-9))
    if cart.get("quantity", 1) != wanted:
        weighing.refuses.append((f"{cart.get('quantity', 1)} pieces", f"the goal leads to {wanted}"))
        weighing.about.append("quantity")


def _information(shop: StrangerShop, words: Sequence[str]) -> list[Page]:
    """The pages whose links say one of these words."""
    links = [
        link
        for said, link in shop.page(shop.home).links
        if any(word in said.casefold() for word in words) and "/product" not in link
    ]
    return [shop.page(link) for link in dict.fromkeys(links)]


def _in_table(pages: Sequence[Page], name: str, column: str) -> str:
    """The cell of the row that names something, in the column of a name."""
    for page in pages:
        for rows in page.tables:
            heads = [even(one) for one in rows[0]] if rows else []
            place = next((number for number, head in enumerate(heads) if column in head), None)
            for row in rows[1:]:
                if place is not None and place < len(row) and even(name) in even(row[0]):
                    return row[place]
    return ""


def _delivery_fact(what: str, name: str, shop: StrangerShop) -> float | None:
    """What a way of delivery costs, or from what value on it is free, by a table or else by a sentence."""
    pages = _information(shop, ("shipping", "delivery"))
    column = "free" if what == "free from" else "price"
    cell = _in_table(pages, name, column) or (_in_table(pages, name, "cost") if column == "price" else "")
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


def _answer(task: Mapping[str, Any], said: str, shop: StrangerShop, weighing: Weighing) -> None:
    """Whether the accepted text is what the pages answer to the goal's question."""
    check = next((one for one in task["checks"] if one["type"] == "answer_text"), None)
    if check is None:
        return
    questions = _QUESTION.findall(said)
    mine = _looked_up(questions[-1], shop) if questions else None
    if mine is None:
        weighing.unsure.append(f"no answer found to {questions[-1].strip() if questions else 'no question'}")
        return
    accepted = [_figures(one) for one in check["accepted"]]
    if mine not in accepted:
        weighing.refuses.append((check["accepted"][0], f"the pages say {' '.join(f'{one:g}' for one in mine)}"))
        weighing.about.append("answer")


def _figures(text: str) -> tuple[float, ...]:
    """All numbers of an answer: `$7.95` and `7.95` are the same, so are `4 to 6 days` and `4-6 days`."""
    return tuple(float(one) for one in re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")))


def _looked_up(question: str, shop: StrangerShop) -> tuple[float, ...] | None:
    low = question.casefold()
    names = _TITLE.findall(question)
    found: float | None = None
    if "free" in low and names:
        found = _delivery_fact("free from", names[0], shop)
    elif "cost" in low and names:
        found = _delivery_fact("cost", names[0], shop)
    elif "how long" in low and names:
        pages = _information(shop, ("shipping", "delivery"))
        said = _in_table(pages, names[0], "time") or " ".join(
            sentence
            for page in pages
            for sentence in re.split(r"(?<=[.!?])\s+", page.text)
            if even(names[0]) in even(sentence)
        )
        days = re.search(r"(\d+)\s*(?:to|-|–)\s*(\d+)\s*(?:\w+ )?(?:day|week)", said)
        return (float(days[1]), float(days[2])) if days else None
    elif "send" in low and "back" in low:
        text = " ".join(page.text for page in _information(shop, ("return", "refund")))
        if "how many" in low:
            number = re.search(r"(\d+)\s*(?:calendar |working )?days?", text)
            found = float(number[1]) if number else None
        else:
            cost = re.search(r"[^.]*(?:return|send|parcel|back)[^.]*?([$€£]\s?\d+(?:\.\d+)?)", text)
            found = (
                money(cost[1])[0] if cost else (0.0 if re.search(r"free of charge|returns are free", text) else None)
            )
    return None if found is None else (found,)
