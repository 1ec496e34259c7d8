"""Titles of offers: the same facts in each shop's order, with its separators, to the length that fits."""

from __future__ import annotations

from random import Random

from shopworld.catalog.synthetic.assortment import ShopAssortment
from shopworld.catalog.synthetic.lengths import TITLE_LENGTHS, draw_length
from shopworld.catalog.synthetic.wording import OfferWording

LONGEST = 264


def write_title(wording: OfferWording, shop: ShopAssortment, mpn: str | None, condition: str, rng: Random) -> str:
    """The title of an offer.

    Args:
        wording: what the shop states.
        shop: how it writes.
        mpn: part number, which some titles end in.
        condition: words for a condition other than new; empty for new.
        rng: chance of this offer.
    """
    wanted = draw_length(TITLE_LENGTHS, rng)
    kind = wording.kind
    noun = wording.fields["noun"]
    key = _key_words(wording, rng)
    length = len(wording.name) + sum(len(one) + 1 for one in key)
    if length + len(noun) + 1 > wanted + 12 and rng.random() < 0.75:
        noun = ""
    spoken = f" {wording.name} {noun} ".lower()
    key = [one for one in key if f" {one.lower()} " not in spoken]
    length = len(wording.name) + sum(len(one) + 1 for one in key) + len(noun) + 1
    said = f" {wording.name} {noun} {' '.join(key)} ".lower()
    facts: list[str] = []
    for fact in _facts(wording, kind.facts, f" {wording.name} {noun} ".lower()):
        if length >= wanted - 5:
            break
        if f" {fact.lower()} " not in said and fact not in facts:
            if rng.random() < 0.12 and length < wanted - 40:
                continue
            facts.append(fact)
            length += len(fact) + 2
    phrases = wording.fill(kind.phrases)
    rng.shuffle(phrases)
    while length < wanted - 24 and phrases:
        facts.append(phrases.pop())
        length += len(facts[-1]) + 2
    if mpn and length < wanted - 8 and rng.random() < 0.7:
        facts.append(mpn)
    title = _join(wording.name, key, noun, facts, shop, rng)
    if condition:
        title = f"{title} - {condition}" if rng.random() < 0.5 else f"{condition} {title}"
    return title if len(title) <= LONGEST else title[:LONGEST].rsplit(" ", 1)[0].rstrip(",|-( ")


def _key_words(wording: OfferWording, rng: Random) -> list[str]:
    """What tells the product apart: its key attributes, then mostly the others that vary within its family."""
    kind, words = wording.kind, wording.title_words
    names = [one for one in kind.key if one != kind.variants]
    if kind.variants and ", " not in words.get(kind.variants, ", "):
        names.append(kind.variants)
    names += [
        name for name, axis in kind.attributes.items() if axis.vary and name != kind.variants and rng.random() < 0.85
    ]
    return list(dict.fromkeys(words[one] for one in names if one in words))


def _facts(wording: OfferWording, facts: list[str], spoken: str) -> list[str]:
    found = []
    for fact in facts:
        if "{" in fact:
            found.extend(wording.fill([fact]))
        elif (
            fact in wording.title_words
            and not (fact == wording.kind.variants and ", " in wording.title_words[fact])
            and f" {wording.values.get(fact, '-').lower()} " not in spoken
        ):
            found.append(wording.title_words[fact])
    return found


def _join(name: str, key: list[str], noun: str, facts: list[str], shop: ShopAssortment, rng: Random) -> str:
    if shop.title_style == "commas":
        first = " ".join(one for one in (name, *key, noun) if one)
        return ", ".join([first, *facts])
    if shop.title_style == "dashes":
        first = " ".join(one for one in (name, noun) if one)
        return " - ".join([first, *([" ".join(key)] if key else []), *facts])
    if shop.title_style == "pipes":
        first = " ".join(one for one in ((noun, name) if rng.random() < 0.6 else (name, noun)) if one)
        return " | ".join([first, *key, *facts])
    first = " ".join(one for one in (name, noun) if one)
    inside = [*key, *facts[:3]]
    title = f"{first} ({', '.join(inside)})" if inside else first
    return ", ".join([title, *facts[3:]])
