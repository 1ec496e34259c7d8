"""Departments of all trades: enough of them, prices that hold, titles that name their kinds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.goods.trades import GoodsMaker, NamedGood, departments, departments_for, kinds_of, sectors, trade_kinds
from shopworld.goods.trades.sectors import _kind
from shopworld.pictures.drawing import DRAWINGS
from shopworld.pictures.forms import FORMS, form_of

_KINDS = [(name, kind) for name, one in departments().items() for kind in one.kinds]


def test_there_are_departments_and_kinds_for_all_trades() -> None:
    assert len(departments()) >= 60
    assert len({kind for _, kind in _KINDS}) >= 400
    assert {kind for _, kind in _KINDS} <= set(trade_kinds())


def test_every_kind_has_a_range_around_its_usual_price() -> None:
    for one in departments().values():
        for kind in one.kinds.values():
            assert kind.range[0] < kind.price < kind.range[1]


def test_more_of_something_costs_more_and_sizes_of_people_cost_the_same() -> None:
    kinds = {kind: departments()[name].kinds[kind] for name, kind in _KINDS}
    for kind, option in (
        *(("honey", "Weight"), ("olive_oil", "Size"), ("pasta", "Pack"), ("vegetable_box", "Size")),
        *(("cardboard_box", "Size"), ("houseplant", "Size"), ("nappy", "Pack"), ("bed_frame", "Size")),
    ):
        assert kinds[kind].per_option.get(option, 0) > 0, kind
    fitted = ("wedding_ring", "smart_ring", "ski", "nappy", "wetsuit", "mountain_bike", "riding_saddle", "horse_rug")
    for kind in fitted:
        assert {"Size", "Length"} & kinds[kind].options.keys(), kind
        assert not {"Size", "Length"} & kinds[kind].per_option.keys(), kind


def test_sectors_name_only_kinds_that_they_have_as_fitted() -> None:
    for path in sectors.FOLDER.glob("*.toml"):
        sector = sectors._table(path)
        groups = [group for one in sector.get("departments", {}).values() for group in one["groups"].values()]
        lines = [line for group in groups for line in group]
        assert set(sector.get("fitted", ())) <= {line.split()[0] for line in lines}, path.name


def test_no_kind_has_two_names() -> None:
    """Kinds that titles call the same are one: `teapot`, not `tea_pot` beside it."""
    bare: dict[str, set[str]] = {}
    for _, kind in _KINDS:
        bare.setdefault(kind.replace("_", ""), set()).add(kind)
    assert [one for one in bare.values() if len(one) > 1] == []


def test_every_kind_has_a_picture() -> None:
    forms = {kind: form_of(kind) for _, kind in _KINDS if kind not in DRAWINGS}
    assert {kind for kind, form in forms.items() if form not in FORMS and form not in DRAWINGS} == set()


@given(st.sampled_from(_KINDS), st.integers(0, 40))
def test_a_title_names_the_kind_that_it_was_made_for(of: tuple[str, str], seed: int) -> None:
    department, kind = of
    good = GoodsMaker(departments()[department], str(seed)).make(kind)
    found = kinds_of([NamedGood(good.title)])[0]
    # some things are sold by several departments, and a title may end in a noun that another kind has too
    nouns = {noun.casefold() for name, one in _KINDS for noun in departments()[name].kinds[one].nouns if one == kind}
    if any(good.title.casefold().endswith(noun) for noun in nouns):
        assert found is not None


def test_the_other_goods_of_a_shop_decide_between_departments() -> None:
    tents = [NamedGood("Dome tent", price=219.0), NamedGood("Down sleeping bag", price=120.0), NamedGood("Titan pot")]
    assert [one.department for one in kinds_of(tents) if one] == ["camping", "camping", "camping"]


def test_a_price_that_no_such_thing_has_names_another_kind_or_none() -> None:
    assert kinds_of([NamedGood("Resistors", price=4.0)])[0] is not None
    assert kinds_of([NamedGood("Resistors", price=110.0)]) == [None]
    assert kinds_of([NamedGood("Winter tyre", price=12_000.0)], "JPY")[0] is not None


_MEANT = {
    **{"camera shop": "cameras", "Flowers": "flowers", "car parts": "car_parts", "electronics": "computers"},
    **{"wine": "wine", "Jewelry": "jewellery", "groceries": "groceries", "Fahrrad": "bicycles"},
}


@pytest.mark.parametrize(("category", "department"), _MEANT.items())
def test_categories_mean_departments(category: str, department: str) -> None:
    found = departments_for(category, f"small {category} shop")
    assert department in found
    assert "hardware" not in found


def test_a_line_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="is not `name Plural"):
        _kind("tent Tents = Tent | 10 5 20 | |", "Nights", {}, ())


def test_data_that_cannot_be_read_are_told_with_their_file(tmp_path: Path) -> None:
    broken = tmp_path / "x.toml"
    broken.write_text("x = [", encoding="utf-8")
    with pytest.raises(InputError, match="no valid TOML"):
        sectors._table(broken)
