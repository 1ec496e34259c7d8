"""A product before it is an offer, as far as no query decides on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from shopworld.catalog import PICTURED, Attribute, OfferCondition
from shopworld.guru.queries.vocabulary import NamedKind
from shopworld.pictures import PATTERNS

PICTURED_DOMAINS: Final = ("Fashion", "Home")
"""Where colours, patterns and sizes stand in pictures only (DeepShop, section 5.2)."""
COLOURS: Final = (
    "black",
    "white",
    "red",
    "green",
    "blue",
    "yellow",
    "pink",
    "brown",
    "purple",
    "orange",
    "grey",
    "teal",
)
FACTS: Final = (
    "carry pouch",
    "gift box",
    "quick start guide",
    "recycled packaging",
    "assembled by hand",
    "made in small batches",
)
SERIES: Final = ("Alto", "Brisa", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Harbor", "Iris", "Juniper", "Kite", "Lumen", "Mesa", "Nova",  # noqa: E501
                  "Opal", "Pine", "Quill", "Reef", "Sol", "Tarn", "Vale", "Willow")  # fmt: skip
_RETURNS: Final = ("15-day returns", "20-day returns", "25-day returns")


@dataclass(slots=True)
class Draft:
    """A product before it is an offer; what a requirement needs is set, the rest is drawn."""

    kind: NamedKind
    rng: Random
    price: float = 0.0
    rating: float = 4.2
    review_count: int = 120
    age: int = 400
    condition: OfferCondition = OfferCondition.NEW
    in_stock: bool = True
    brand: str = ""
    shipping: str = "Shipping is added"
    returns: list[str] = field(default_factory=list)
    warranty: str = ""
    units_sold: int = 500
    facts: dict[str, Attribute] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    features: list[str] = field(default_factory=list)
    works_with: list[str] = field(default_factory=list)


def plain_draft(kind: NamedKind, rng: Random) -> Draft:
    """A product of a kind as chance makes it."""
    low, high = kind.price
    draft = Draft(kind, rng)
    draft.price = low + (high - low) * rng.betavariate(1.6, 3)
    draft.rating = round(min(5.0, max(2.8, rng.gauss(4.2, 0.35))), 1)
    draft.review_count = round(rng.lognormvariate(5.4, 1.1)) + 3
    draft.age = 120 + round(rng.random() ** 1.5 * 900)
    draft.brand = rng.choice(kind.brands)
    draft.shipping = rng.choice(("Free shipping", "Shipping is added"))
    draft.returns = rng.choice(
        (["Free returns", "30-day returns"], ["30-day returns"], ["Final sale"], [rng.choice(_RETURNS)])
    )[:]
    draft.warranty = rng.choice(("", "1-year warranty", "2-year warranty"))
    draft.units_sold = round(rng.lognormvariate(6.4, 0.8))
    draft.features = rng.sample(FACTS, 1)
    colour = rng.choice(COLOURS)
    if kind.domain in PICTURED_DOMAINS:
        draft.facts[f"{PICTURED}colour"] = Attribute(name=f"{PICTURED}colour", value=colour)
        if kind.domain == "Fashion":
            draft.facts[f"{PICTURED}size"] = Attribute(
                name=f"{PICTURED}size", value=rng.choice(("s", "m", "l", "8", "9"))
            )
        pattern = rng.choice(("solid", *PATTERNS))
        draft.facts[f"{PICTURED}pattern"] = Attribute(name=f"{PICTURED}pattern", value=pattern)
    elif kind.domain != "Books":
        draft.facts["colour"] = Attribute(name="colour", value=colour)
        draft.labels["colour"] = "Color"
    draft.facts["model"] = Attribute(name="model", value=f"{rng.choice(SERIES)} {rng.randrange(11, 99)}".casefold())
    draft.labels["model"] = "Model"
    return draft
