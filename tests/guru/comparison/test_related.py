"""Substitutes under a stated utility: what is kept, and what is given up as little as possible."""

from __future__ import annotations

import random
import re

import pytest

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Offer, Product
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.related import Utility, _nearest, substitutes, utilities
from shopworld.tasks import Constraint
from tests.guru.conftest import MakeMarket, offer_of


def address(offer: Offer) -> str:
    return f"http://{offer.shop_id}.example/product/{offer.slug}/"


def bank(name: str, charge: float) -> Product:
    return Product(
        id=name,
        title=f"Acme {name.title()} Power bank",
        brand="Acme",
        department="x",
        kind="power_bank",
        attributes=(Attribute(name="battery_capacity", value=charge, unit="mAh"),),
    )


def shop(make_market: MakeMarket, *charges: tuple[str, float, int]) -> tuple[Market, dict[str, Offer]]:
    products = [bank(name, charge) for name, charge, _ in charges]
    offers = [offer_of(one, price=price) for one, (_, _, price) in zip(products, charges, strict=True)]
    return make_market(products, offers), {one.product_id: one for one in offers}


CHARGE = next(one for one in utilities()["power_bank"] if one.attribute == "battery_capacity")


def least(market: Market, start: Offer) -> Constraint | None:
    below = Constraint(attribute="price", relation="less_than", value=(start.price or 0) / 100, unit="EUR")
    return _nearest(market, start, (kind_is("power_bank"), below), CHARGE)


def test_giving_up_nothing_is_least_where_something_cheaper_is_no_worse(make_market: MakeMarket) -> None:
    market, offers = shop(make_market, ("start", 20000, 5000), ("same", 20000, 4000), ("more", 26800, 3000))
    found = least(market, offers["start"])
    assert found is not None
    assert (found.relation, found.value) == ("at_least", 20000.0)


def test_else_the_nearest_below_is(make_market: MakeMarket) -> None:
    market, offers = shop(make_market, ("start", 20000, 5000), ("near", 15000, 4000), ("far", 5000, 1000))
    found = least(market, offers["start"])
    assert found is not None
    assert found.relation == "largest"


@pytest.mark.parametrize(
    "one", [one for found in utilities().values() for one in found], ids=lambda one: f"{one.kind}-{one.attribute}"
)
def test_utilities_are_said_without_numbers(one: Utility) -> None:
    assert one.kind in KINDS
    assert not re.search(r"\d", one.keep + one.least)
    assert not one.least or one.better != "same"


def test_no_substitute_is_the_same_product_or_dearer(market: Market) -> None:
    found = list(substitutes(market, random.Random(4), address))
    assert len(found) > 20
    assert any("gives up as little as possible" in one.text for one in found)
    for draft in found:
        start, answers = draft.start, draft.requirements[0].settlement.answers
        assert start is not None
        assert all(one.product_id != start.product_id for one in answers)
        assert all((one.price or 0) < (start.price or 0) for one in answers)
        facts = [one for one in draft.requirements[0].constraints if one.attribute not in ("kind", "price")]
        for one in facts:
            if isinstance(one.value, float) and one.value > 20:
                assert f"{one.value:g}" not in draft.text.replace(address(start), "")
