"""What goes with a product, and what replaces it: demands taken from the page that a goal starts from."""

from __future__ import annotations

import re
from dataclasses import replace

from shopworld.agents.keyword.demands import Demands, require
from shopworld.agents.keyword.goal import GoalRequirement
from shopworld.agents.keyword.quantities import INFINITY, Bound, quantities
from shopworld.agents.keyword.vocabulary import colours_in, is_fact, kind_of, normalise, tokens, vocabulary
from shopworld.agents.skills import ReadProductPage

_SOCKETS = re.compile(r"\b(am[2-6]\+?|lga ?\d{3,4}|s?trx\d+|s?wrx\d+|socket \w+)\b")
_SHARED = {
    "processor": (r"socket", _SOCKETS),
    "motherboard": (r"socket", _SOCKETS),
    "CPU cooler": (r"socket", _SOCKETS),
    "memory": (r"memory (type|standard)|ram type", re.compile(r"\bddr[345]\b")),
    "lens": (r"mount|bayonet", re.compile(r"\b[\w-]+[ -](mount|bayonet|lock|ring)\b")),
}
"""What a thing of that kind must share with the other: the label in a table, and what it looks like in a text."""
_SIZES = {"liquid cooler": "mm", "CPU cooler": "mm", "monitor": "inch"}


def _model_words(title: str) -> tuple[str, ...]:
    """Brand, series and model at the beginning of a title: the words before the kind, a quantity or a colour."""
    kind = kind_of(title)
    nouns = set(tokens(kind.name)) if kind is not None else set()
    nouns |= {"phone", "watch", "smart", "camera", "mobile"}
    found: list[str] = []
    for word in tokens(re.split(r"[,(|]| - ", title)[0]):
        known = vocabulary()
        if found and (word in nouns or is_fact(word) or (word in known.colours) or re.match(r"\d+[a-z]", word)):
            break
        if word not in nouns and word not in known.fillers:
            found.append(word)
    return tuple(word for word in found if not re.fullmatch(r"\d{2,}(gb|mm|inch)?", word))


def _shared_pattern(kind: str, page: ReadProductPage) -> tuple[str, ...]:
    label, pattern = _SHARED[kind]
    values = [value for name, value in page.specifications.items() if re.search(label, name, re.IGNORECASE)]
    if not values:
        values = [match[0] for match in [pattern.search(normalise(f"{page.title} {page.text}"))] if match is not None]
    plain = re.sub(r"^(socket|mount)\s+", "", normalise(values[0])) if values else ""
    return (re.escape(plain).replace(r"\ ", " ?"),) if plain else ()


def compatible(requirement: GoalRequirement, page: ReadProductPage) -> Demands:
    """What goes with the product on that page."""
    asked = require(requirement)
    demands = replace(asked, name=())
    kind = demands.kind.name if demands.kind is not None else ""
    if demands.kind is not None and demands.kind.made_for_others:
        return replace(demands, name=_model_words(page.title))
    if kind in _SHARED and (shared := _shared_pattern(kind, page)):
        return replace(demands, any_of=(*demands.any_of, shared), facts=())
    if re.search(r"colou?r|visual", requirement.text, re.IGNORECASE):
        return replace(demands, colours=colours_in(page.title) or colours_in(page.text)[:1], facts=())
    return demands


def substitute(requirement: GoalRequirement, page: ReadProductPage) -> Demands:
    """What may replace the product on that page, for less money."""
    cheaper = Bound("euro", -INFINITY, page.price / 100, strict=True) if page.price is not None else None
    bounds = (cheaper,) if cheaper is not None else ()
    asked = require(requirement)
    if asked.kind is not None and (asked.exact or asked.facts or asked.any_of):
        return replace(asked, name=(), bounds=(*asked.bounds, *bounds))
    kind = kind_of(page.title) or kind_of(page.category)
    unit = _SIZES.get(kind.name, "") if kind is not None else ""
    exact = tuple(one for one in quantities(normalise(page.title)) if one[1] == unit)[:1]
    return Demands(kind, (), exact=exact, bounds=bounds)


def same_product(page: ReadProductPage) -> Demands:
    """The product on that page, wherever it is sold."""
    return replace(require(GoalRequirement(page.title.split(",")[0])), colours=())


def demands_from(requirement: GoalRequirement, page: ReadProductPage) -> Demands:
    """What a requirement demands that starts from that page's product: what goes with it, replaces or equals it."""
    derive = {"compatible": compatible, "substitute": substitute}.get(requirement.relation)
    return derive(requirement, page) if derive is not None else same_product(page)
