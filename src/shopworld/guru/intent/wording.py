"""Sentences of queries and answers. Data: `speech.toml`, `sayings.toml`, `opinions.toml`."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from shopworld.guru.intent.phrases import money
from shopworld.guru.intent.things import ProductNoun
from shopworld.shop import Discount, Voucher

_RELATIVE = ("that ", "whose ")


@dataclass(frozen=True, slots=True)
class Sayings:
    """How an attribute is said in sentences of its own.

    Attributes:
        says: whole sentences; `{}` is the value.
        because: reasons behind an answer.
    """

    says: tuple[str, ...]
    because: tuple[str, ...]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("shopworld.guru.intent") / name).read_text(encoding="utf-8"))


@cache
def speech() -> Mapping[str, Any]:
    """Kind of sentence, and its templates; see `speech.toml`."""
    return _read("speech.toml")


@cache
def sayings() -> Mapping[str, Sayings]:
    """Attribute, and its sentences."""
    return {name: Sayings(tuple(one["says"]), tuple(one["because"])) for name, one in _read("sayings.toml").items()}


@cache
def claims() -> Mapping[str, tuple[str, ...]]:
    """Aspect, and what reviews shall say of it; `{it}` is the thing."""
    return {aspect: tuple(texts) for aspect, texts in _read("opinions.toml").items()}


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


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def voucher_text(voucher: Voucher, generator: random.Random) -> str:
    """A voucher in one sentence, with all that is needed to reckon with it."""
    template = generator.choice(speech()["voucher"][voucher.type])
    parts = [_discount(one) for one in voucher.discounts]
    if voucher.type == "stacked":
        parts = ["first " + parts[0], *(f"then {one}" for one in parts[1:])]
    return str(template.format(discount=joined(parts) if voucher.type == "stacked" else ", ".join(parts)))


def _discount(discount: Discount) -> str:
    text = f"{discount.percent:g}% off" if discount.percent else f"{money(discount.amount or 0)} off"
    if discount.threshold:
        text += f" orders of {money(discount.threshold)} or more"
    if discount.cap:
        text += f" (at most {money(discount.cap)} off)"
    return text
