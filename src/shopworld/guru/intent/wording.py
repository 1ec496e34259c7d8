"""Sentences of queries, profiles and answers. Data: `wording.toml`, `persona.toml`."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from shopworld.guru.intent.phrases import money
from shopworld.guru.intent.things import ProductNoun
from shopworld.shop.vouchers import Discount, Voucher

REGISTERS = ("plain", "chatty", "terse", "polite")
_RELATIVE = ("that ", "whose ")

Sentences = Mapping[str, Mapping[str, Sequence[str]]]


@cache
def wording() -> Sentences:
    """Section, register, templates."""
    found: Sentences = tomllib.loads((files("shopworld.guru.intent") / "wording.toml").read_text(encoding="utf-8"))
    return found


@cache
def persona_words() -> Sentences:
    """Section, field, entries."""
    found: Sentences = tomllib.loads((files("shopworld.guru.intent") / "persona.toml").read_text(encoding="utf-8"))
    return found


def with_phrases(head: str, again: str, said: Sequence[str]) -> str:
    """A noun with what stands behind it: `a charger in black and made of plastic, one that folds`.

    Args:
        head: the noun, e.g. `a charger`, or `one`.
        again: how it is taken up before a clause, e.g. `one`.
        said: phrases; clauses (`that …`, `whose …`) are moved to the end.
    """
    clauses = [one for one in said if one.startswith(_RELATIVE)]
    plain = [one for one in said if not one.startswith(_RELATIVE)]
    text = head
    if plain:
        text += f" {joined(plain)}"
    if clauses:
        text += f", {again} {joined(clauses)}" if plain else f" {joined(clauses)}"
    return text


def joined(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def again_with(thing: ProductNoun, said: Sequence[str]) -> str:
    """The thing taken up: `one made of plastic`, `a pair in black`."""
    return with_phrases(thing.again, thing.again, said)


def voucher_text(voucher: Voucher, generator: random.Random) -> str:
    """A voucher in one sentence, with all that is needed to reckon with it."""
    template = generator.choice(wording()["voucher"][voucher.type])
    parts = [_discount(one) for one in voucher.discounts]
    if voucher.type == "stacked":
        parts = ["first " + parts[0], *(f"then {one}" for one in parts[1:])]
    return template.format(discount=joined(parts) if voucher.type == "stacked" else ", ".join(parts))


def _discount(discount: Discount) -> str:
    text = f"{discount.percent:g}% off" if discount.percent else f"{money(discount.amount or 0)} off"
    if discount.threshold:
        text += f" orders of {money(discount.threshold)} or more"
    if discount.cap:
        text += f" (at most {money(discount.cap)} off)"
    return text
