"""Designs: folders with capabilities and style."""

from __future__ import annotations

import pytest

from shopworld.errors import ShopError
from shopworld.shop.look.designs import design_names, load_design


def test_there_are_four_designs() -> None:
    assert design_names() == ("athletic", "boutique", "engineer", "workshop")


@pytest.mark.parametrize("name", design_names())
def test_a_design_is_complete(name: str) -> None:
    design = load_design(name)
    assert design.name == name
    assert len(design.capabilities.homepage.section_types) == design.capabilities.homepage.section_count
    assert design.capabilities.collection.filters
    assert design.capabilities.collection.sort
    assert design.style.character == name


def test_designs_look_unlike_each_other() -> None:
    styles = [load_design(name).style for name in design_names()]
    for part in ("fonts", "palette", "imagery_style", "character"):
        assert len({str(getattr(style, part)) for style in styles}) == 4, part
    assert len({style.density for style in styles}) == 3
    assert len({style.corner_radius for style in styles}) == 3


def test_an_unknown_design_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ShopError) as caught:
        load_design("baroque")
    assert "athletic" in (caught.value.hint or "")
