"""Goods and prices as the source's: kinds by their shares, no price that no such thing has."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from shopworld.arena.bundle import (
    GoodsBand,
    GoodsBands,
    PriceStatistics,
    SpecificationBundle,
    read_bundle,
    write_bundle,
)
from shopworld.arena.generate.catalog import make_shop_data
from shopworld.arena.specifications import shipped_specifications
from shopworld.errors import InputError
from shopworld.goods.trades import departments, worth_of
from shopworld.shop.data import ShopData


def _bundle(category: str, prices: PriceStatistics, goods: GoodsBands | None = None) -> SpecificationBundle:
    base = read_bundle(shipped_specifications()["hardware"])
    capabilities = base.capabilities.model_copy(update={"category": category, "descriptor": f"small {category} shop"})
    statistics = base.statistics.model_copy(
        update={"price": prices, "products_total": 60, "collections_total": 8, "variant_axes_observed": ()}
    )
    return replace(base, capabilities=capabilities, statistics=statistics, goods=goods or GoodsBands())


def _outside(data: ShopData, names: list[str], currency: str) -> list[tuple[str, float]]:
    """Products whose cheapest variant costs what no thing of their kind does."""
    found = []
    for one in data.products:
        several = [departments()[name].kinds for name in names]
        kinds = [kinds[one.details.kind] for kinds in several if one.details.kind in kinds]
        price = min(float(variant.price) for variant in one.variants) / worth_of(currency)
        if kinds and not any(kind.range[0] * 0.98 <= price <= kind.range[1] * 1.02 for kind in kinds):
            found.append((one.title, price))
    return found


_BANDS = GoodsBands(
    kinds=(
        GoodsBand(department="camping", kind="tent", share=0.5, lowest=60, median=220, highest=900),
        GoodsBand(department="camping", kind="headlamp", share=0.25, lowest=12, median=30, highest=80),
        GoodsBand(department="bicycles", kind="bicycle_helmet", share=0.25, lowest=30, median=60, highest=150),
    )
)


def test_a_shop_sells_what_its_source_sells() -> None:
    data = make_shop_data(_bundle("anything", PriceStatistics(min=12, median=95, max=900), _BANDS), 5)
    kinds = Counter(one.details.kind for one in data.products if not one.is_gift_card)
    assert set(kinds) == {"tent", "headlamp", "bicycle_helmet"}
    assert kinds["tent"] == max(kinds.values())
    assert _outside(data, ["camping", "bicycles"], "USD") == []


@pytest.mark.parametrize(
    ("category", "names", "prices"),
    [
        ("electronics", ["computers", "phones", "audio"], PriceStatistics(min=8, median=160, max=2400)),
        ("flowers", ["flowers"], PriceStatistics(min=12, median=40, max=240)),
        ("car parts", ["car_parts"], PriceStatistics(min=4, median=60, max=1100)),
        ("camera shop", ["cameras"], PriceStatistics(min=1500, median=60_000, max=700_000, currency="JPY")),
        ("electronics hardware", ["hardware"], PriceStatistics(min=1, median=110, max=349)),
    ],
)
def test_no_price_is_stretched(category: str, names: list[str], prices: PriceStatistics) -> None:
    data = make_shop_data(_bundle(category, prices), 2)
    assert _outside(data, names, prices.currency) == []


def test_goods_stay_in_the_folder_of_a_specification(tmp_path: Path) -> None:
    write_bundle(_bundle("tents", PriceStatistics(), _BANDS), tmp_path / "mine")
    assert read_bundle(tmp_path / "mine").goods == _BANDS


@pytest.mark.parametrize(
    ("currency", "prices", "field"),
    [("USD", (1, 220, 900), "lowest"), ("USD", (60, 220, 90_000), "highest"), ("JPY", (60, 220, 900), "lowest")],
)
def test_a_price_that_no_such_thing_has_is_refused(currency: str, prices: tuple[float, ...], field: str) -> None:
    lowest, median, highest = prices
    band = GoodsBand(department="camping", kind="tent", share=1, lowest=lowest, median=median, highest=highest)
    bundle = _bundle("tents", PriceStatistics(currency=currency), GoodsBands(kinds=(band,)))
    with pytest.raises(InputError, match="such a thing costs") as refused:
        make_shop_data(bundle, 1)
    assert f"camping.tent.{field}" in str(refused.value)


def test_a_kind_that_nobody_sells_is_refused() -> None:
    band = GoodsBand(department="camping", kind="tentt", share=1, lowest=1, median=2, highest=3)
    with pytest.raises(InputError, match="is no kind of the department"):
        make_shop_data(_bundle("tents", PriceStatistics(), GoodsBands(kinds=(band,))), 1)
