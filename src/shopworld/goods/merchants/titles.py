"""Titles as merchants write them: the maker's own, or the same facts in their own order and spelling."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from shopworld.goods.lengths import TITLE_LENGTHS, draw_length
from shopworld.goods.merchants.habits import Joiner, Merchant, tongue_words
from shopworld.goods.merchants.lexicon import names
from shopworld.goods.wording import OfferWording

LONGEST = 262
_MARKS: dict[Joiner, str] = {"space": " ", "comma": ", ", "dash": " - ", "pipe": " | ", "slash": " / "}
_MAKERS_ORDERS = ("BSKN", "BSNKF", "BSKNF", "BSNF", "BSKNFC")
_MAKERS_JOINERS: tuple[Joiner, ...] = ("space", "space", "space", "comma", "comma", "dash")


def makers_title(wording: OfferWording, mpn: str | None, rng: Random) -> str:
    """The title under which a maker lists a product.

    Args:
        wording: the facts, in the maker's units.
        mpn: part number.
        rng: chance of this product.
    """
    order = rng.choice(_MAKERS_ORDERS)
    return _composed(
        wording, order, rng.choice(_MAKERS_JOINERS), rng.random() < 0.2, mpn, draw_length(TITLE_LENGTHS, rng), rng
    )


def merchants_title(
    wording: OfferWording, merchant: Merchant, makers: Callable[[], str], mpn: str | None, rng: Random
) -> str:
    """A merchant's title of an offer.

    Args:
        wording: what the offer states.
        merchant: who writes.
        makers: writes the maker's title.
        mpn: part number.
        rng: chance of this offer.
    """
    if rng.random() < merchant.feed:
        title = makers()
    else:
        wanted = draw_length(TITLE_LENGTHS, rng)
        code = mpn if rng.random() < merchant.codes else None
        title = _composed(wording, merchant.order, merchant.joiner, rng.random() < merchant.brackets, code, wanted, rng)
        if rng.random() < merchant.stuffing:
            title += _MARKS[merchant.joiner] + _MARKS[merchant.joiner].join(
                rng.sample(names("search_words"), rng.randint(1, 3))
            )
    title = _set(title, merchant)
    if rng.random() < merchant.slips:
        title = _with_slip(title, rng)
    if merchant.tongue and rng.random() < 0.1:
        title += f", {rng.choice(tongue_words()[merchant.tongue])}"
    if rng.random() < merchant.marks[0]:
        title = f"{title} {merchant.marks[1]}"
    return cut(title)


def cut(title: str) -> str:
    """A title that is no longer than titles are."""
    return title if len(title) <= LONGEST else title[:LONGEST].rsplit(" ", 1)[0].rstrip(",|-/( ")


def _composed(
    wording: OfferWording, order: str, joiner: Joiner, brackets: bool, code: str | None, wanted: float, rng: Random
) -> str:
    brand = wording.fields["brand"]
    name = wording.fields["name"]
    model = name.replace(brand, "", 1).strip() if brand else name
    key, facts = _key_and_facts(wording, rng)
    parts = {"B": [brand], "S": [model], "N": [wording.fields["noun"]], "K": key, "C": [code or ""], "F": []}
    length = len(name) + sum(len(one) + 1 for one in key) + (len(parts["N"][0]) if "N" in order else 0)
    spoken = f" {name} {parts['N'][0]} {' '.join(key)} ".casefold()
    for fact in facts:
        if length > wanted or "F" not in order:
            break
        if f" {fact.casefold()} " not in spoken:
            parts["F"].append(fact)
            length += len(fact) + 2
    mark = _MARKS[joiner]
    head: list[str] = []
    tail: list[str] = []
    for at, letter in enumerate(order):
        texts = [one for one in parts[letter] if one]
        (head if letter in "BSN" and not tail else tail if at > 1 or letter in "FC" else head).extend(texts)
    if brackets and tail:
        inside = tail[-1:] if rng.random() < 0.6 else tail[-2:]
        tail = tail[: -len(inside)]
        text = f"({', '.join(inside)})" if rng.random() < 0.9 else f"[{', '.join(inside)}]"
        return " ".join([mark.join([" ".join(head), *tail]), text])
    return mark.join([" ".join(head), *tail])


def _key_and_facts(wording: OfferWording, rng: Random) -> tuple[list[str], list[str]]:
    """What tells the product apart, and what else a title may say."""
    kind, words = wording.kind, wording.title_words
    own = [one for one in kind.key if one != kind.variants and one in words]
    own += [
        one
        for one, axis in kind.attributes.items()
        if axis.vary and one in words and one != kind.variants and one not in own and rng.random() < 0.9
    ]
    key = list(dict.fromkeys(words[one] for one in own))
    facts: list[str] = []
    for fact in kind.facts:
        if "{" in fact:
            facts += wording.fill([fact])
        elif fact in words and fact not in own and ", " not in words[fact] and rng.random() < 0.85:
            facts.append(words[fact])
    return key, [one for one in dict.fromkeys(facts) if one not in key]


def _set(title: str, merchant: Merchant) -> str:
    if merchant.letters == "capitals":
        return title.upper()
    if merchant.letters == "small":
        return title.lower()
    if merchant.letters == "title":
        return " ".join(one if any(map(str.isdigit, one)) else one[:1].upper() + one[1:] for one in title.split(" "))
    return title


def _with_slip(title: str, rng: Random) -> str:
    """One letter of a long word doubled, dropped or swapped with the next."""
    words = title.split(" ")
    long = [at for at, one in enumerate(words) if len(one) > 5 and one.isalpha()]
    if not long:
        return title
    at = rng.choice(long)
    word, place = words[at], rng.randrange(1, len(words[at]) - 2)
    words[at] = rng.choice(
        (
            word[:place] + word[place + 1 :],
            word[:place] + word[place] + word[place:],
            word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        )
    )
    return " ".join(words)
