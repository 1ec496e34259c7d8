"""Structure: from capabilities to the names of partials."""

from __future__ import annotations

import pytest

from shopworld.shop.capabilities import Capabilities, Collection, Filter, FilterControl, HeaderStyle, SiteShell
from shopworld.shop.look.designs import design_names, load_design
from shopworld.shop.look.structure import structure_of


def test_designs_differ_in_every_large_part() -> None:
    structures = [structure_of(load_design(name).capabilities) for name in design_names()]
    for part, ways in (("header", 4), ("navigation", 4), ("card", 4), ("footer", 3), ("filters", 3), ("cart", 3)):
        assert len({getattr(one, part) for one in structures}) >= ways, part
    for part in ("gallery", "checkout", "pagination", "search", "description"):
        assert len({getattr(one, part) for one in structures}) >= 2, part


@pytest.mark.parametrize(
    ("shell", "navigation"),
    [
        (SiteShell(has_mega_menu=True), "mega_menu"),
        (SiteShell(header_style=HeaderStyle.SEARCH_FIRST), "side_list"),
        (SiteShell(nav_depth=2), "drop_down"),
        (SiteShell(nav_depth=1), "bar"),
    ],
)
def test_navigation_follows_from_the_vocabulary(shell: SiteShell, navigation: str) -> None:
    assert structure_of(Capabilities(site_shell=shell)).navigation == navigation


@pytest.mark.parametrize(
    ("controls", "placement"),
    [
        ((FilterControl.DROP_DOWN, FilterControl.MIN_MAX), "top"),
        ((FilterControl.CHECKBOX, FilterControl.DROP_DOWN), "sidebar"),
        ((), "sidebar"),
    ],
)
def test_placement_of_filters_follows_from_their_controls(controls: tuple[FilterControl, ...], placement: str) -> None:
    filters = tuple(Filter(name=f"filter_{place}", control=control) for place, control in enumerate(controls))
    assert structure_of(Capabilities(collection=Collection(filters=filters))).filters == placement


def test_a_list_has_rows() -> None:
    assert structure_of(Capabilities(collection=Collection(layout="list"))).card == "row"


def test_a_choice_beyond_the_vocabulary_is_taken_where_it_is_known() -> None:
    assert structure_of(Capabilities(other={"collection.card": "ticket"})).card == "ticket"
    assert structure_of(Capabilities(other={"collection.card": "hologram"})).card == "standard"
