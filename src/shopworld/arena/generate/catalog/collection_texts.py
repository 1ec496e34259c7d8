"""What a collection says of itself: its kinds, makers, materials and uses, in a sentence or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from string import Formatter

from shopworld.arena.generate.catalog.candidates import CollectionCandidate, Stock
from shopworld.goods.trades import begun, spoken, trade_kinds

_KINDS = ("{kinds}.", "{kinds}, from makers such as {maker} and {other}.", "{kinds}, by {maker}, {other} and others.")
_SENTENCES: dict[str, tuple[str, ...]] = {
    "all": ("Everything we sell, in one place.",),
    "new": ("The latest additions to our shelves, newest first.",),
    "best": ("What our customers come back for.",),
    "sale": ("Good things at lower prices, while they last.",),
    "price": ("Small prices, no small print.", "{kinds}, all for little money."),
    "audience": ("{kinds}, made for {audience}.", "Everything for {audience}: {kinds}."),
    "group": _KINDS,
    "audience group": (
        "{kinds} for {audience}.",
        "{kinds} for {audience}, by {maker} and others.",
        "{kinds} for {audience}, from small makers and familiar ones.",
    ),
    "type": (
        "All {kinds} that we carry, by {maker}, {other} and others.",
        "{kinds}, in {material}, {other_material} and more.",
        "{kinds} for every day, and a few for special ones.",
        "{kinds} that we would buy ourselves, and did.",
        "Our {kinds}: few, but each has a reason to be here.",
        "{kinds} by {maker}, {other} and makers that you may not know yet.",
    ),
    "audience type": (
        "{kinds} for {audience}, in {material} and {other_material}.",
        "{kinds} for {audience}, by {maker} and others.",
        "{kinds} for {audience}, chosen by people who wear them.",
    ),
    "use": ("What we reach for ourselves: {kinds}.", "{kinds}, picked with one purpose in mind."),
    "season": ("What this time of the year calls for: {kinds}.",),
    "material": ("{kinds}, all of {material}.",),
    "type material": ("{kinds}, all of {material}.",),
    "material group": ("{kinds}, all of {material}.",),
    "color": ("One color, many things: {kinds}.",),
    "color group": ("One color, many things: {kinds}.",),
    "vendor": ("All that we carry from {maker}: {kinds}.", "From the workshop of {maker}: {kinds}."),
    "vendor group": ("{kinds}, all from {maker}.",),
    "line": ("Pieces of one family that go together.",),
    "by hand": (
        "Put together by our team, one piece at a time.",
        "No algorithm, just people with opinions.",
        "{kinds}: things we would buy again.",
        "Chosen around our lunch table. Nobody agreed on everything.",
    ),
}
_OTHERS = ("{kinds}, chosen with care.",)
_MOST_KINDS = 3


def said_of(chosen: Sequence[CollectionCandidate], stock: Sequence[Stock], rng: Random) -> list[str]:
    """The descriptions of a shop's collections, in their order.

    Args:
        chosen: the collections.
        stock: all products, by the places that they name.
        rng: chooses among the sentences that a collection's products can fill, the least used first.
    """
    used: Counter[str] = Counter()
    texts = []
    for one in chosen:
        fields = _fields([stock[at] for at in one.members])
        sentences = [text for text in _SENTENCES.get(one.source, _OTHERS) if all(map(fields.get, _named(text)))]
        rng.shuffle(sentences)
        sentence = min(sentences, key=used.__getitem__, default="Chosen with care.")
        used[sentence] += 1
        texts.append(begun(sentence.format_map(fields)))
    return texts


def _named(text: str) -> list[str]:
    return [field for _, field, _, _ in Formatter().parse(text) if field]


def _fields(members: Sequence[Stock]) -> dict[str, str]:
    goods = [one.item.good for one in members if one.item.department]
    makers = _most(good.vendor for good in goods)
    materials = [spoken(one) for one in _most(one.material for one in members if one.item.department)]
    return {
        "kinds": _listed([spoken(trade_kinds()[kind].plural) for kind in _most(good.kind for good in goods)]),
        "maker": _at(makers, 0),
        "other": _at(makers, 1),
        "material": _at(materials, 0),
        "other_material": _at(materials, 1),
        "audience": _at([one.lower() for one in _most(good.audience for good in goods)], 0),
    }


def _at(values: Sequence[str], place: int) -> str:
    return values[place] if len(values) > place else ""


def _most(values: Iterable[str]) -> list[str]:
    """Values that are said, the most frequent first."""
    return [value for value, _ in Counter(value for value in values if value).most_common()]


def _listed(names: Sequence[str]) -> str:
    """`mugs`, `mugs and kettles`, `mugs, kettles, teapots and more`."""
    if len(names) > _MOST_KINDS:
        return f"{', '.join(names[:_MOST_KINDS])} and more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
