"""Which kinds of goods titles name: the nouns of all departments, the one that ends the name of the thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from shopworld.catalog import stems
from shopworld.goods.trades.directory import departments, trade_kinds
from shopworld.goods.trades.worth import worth_of

_HEAD_END = re.compile(r"\s+(?:for|with|from|compatible|fits?|in|of)\s|[,(|\[;:]|\s[-–—/]\s", re.IGNORECASE)
_HOLDER = re.compile(
    r"^(?:an? )?(?:sets?|packs?|pairs?|box(?:es)?|bags?|strings?|rolls?|bunch|bottles?|jars?|cups?|pieces?) of ",
    re.IGNORECASE,
)
_ROUNDS = 2
_ANYTHING = frozenset(
    stems("set sets pack kit stand case light bar box book piece machine drive card game maker drink food string")
)
"""Last words that say little of what a thing is."""


@dataclass(frozen=True, slots=True)
class NamedGood:
    """What is known of a product whose kind is looked for.

    Attributes:
        title: what it is called.
        groups: what it stands under: its type, its categories; most telling first.
        price: what it costs; None where nobody knows.
    """

    title: str
    groups: tuple[str, ...] = ()
    price: float | None = None


@dataclass(frozen=True, slots=True)
class KindOfGoods:
    """A kind as one department sells it."""

    department: str
    kind: str


def kinds_of(goods: Sequence[NamedGood], currency: str = "USD") -> list[KindOfGoods | None]:
    """The kind of each product, in order; None where nothing names one, or none that may cost as much.

    Where several departments sell what a title names, the department decides that sells most of the others.

    Args:
        goods: the products of one shop.
        currency: of their prices, as ISO code.
    """
    able = [_able(one, currency) for one in goods]
    weight: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        now: Counter[str] = Counter()
        for several in able:
            for one in several:
                now[one.department] += (1 + weight[one.department]) / sum(1 + weight[o.department] for o in several)  # type: ignore[assignment]
        weight = now
    return [max(several, key=lambda one: weight[one.department], default=None) for several in able]


def _able(good: NamedGood, currency: str) -> list[KindOfGoods]:
    """The kinds that a title names, else those that its groups name, that may cost what it costs."""
    for text in (good.title, *good.groups):
        named = [one for one in _named(text) if may_cost(one, good.price, currency)]
        if named:
            return named
    return []


def may_cost(of: KindOfGoods, price: float | None, currency: str) -> bool:
    """Whether a price lies in the range of a kind."""
    if price is None:
        return True
    lowest, highest = departments()[of.department].kinds[of.kind].range
    worth = worth_of(currency)
    return lowest * worth <= price <= highest * worth


def _named(text: str) -> list[KindOfGoods]:
    """The kinds whose noun ends the name of the thing: of the longest nouns the last one."""
    text = _HOLDER.sub("", text)
    head = _HEAD_END.split(text, maxsplit=1)[0]
    for nouns in (_nouns(), _last_nouns()):
        for part in (head, text):
            words = tuple(stems(part))
            for end in range(len(words), 0, -1):
                for begin in range(max(0, end - 4), end):  # the longest first
                    known = nouns.get(words[begin:end])
                    if known:
                        return list(known)
    return []


@cache
def _nouns() -> Mapping[tuple[str, ...], tuple[KindOfGoods, ...]]:
    """Kinds by what they are called, as stems."""
    found: dict[tuple[str, ...], dict[KindOfGoods, None]] = {}
    for department, data in departments().items():
        for name, kind in data.kinds.items():
            one = KindOfGoods(department, name)
            for noun in (*kind.nouns, name.replace("_", " "), trade_kinds()[name].label, trade_kinds()[name].plural):
                words = tuple(stems(noun))
                if words:
                    found.setdefault(words, {})[one] = None
    return {words: tuple(several) for words, several in found.items()}


@cache
def _last_nouns() -> Mapping[tuple[str, ...], tuple[KindOfGoods, ...]]:
    """Kinds by the last words of their nouns: a storm lantern may be what a camping lantern is."""
    found: dict[tuple[str, ...], dict[KindOfGoods, None]] = {}
    for words, several in _nouns().items():
        if len(words) > 1 and words[-1] not in _ANYTHING:
            found.setdefault(words[-1:], {}).update(dict.fromkeys(several))
    return {words: tuple(several) for words, several in found.items()}
