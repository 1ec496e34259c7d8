"""Specifications composed into one."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.arena.bundle import (
    PriceStatistics,
    ShopPromises,
    SpecificationBundle,
    Statistics,
    compose,
    manual_of,
    read_bundle,
    write_bundle,
)
from shopworld.errors import InputError
from shopworld.shop.capabilities import Capabilities, CartCapabilities, Floating, Homepage, SectionType, SiteShell

HERO, GRID, PROMO = SectionType.HERO_CAROUSEL, SectionType.FEATURED_PRODUCT_GRID, SectionType.PROMO_BANNER


def seed(
    *,
    tone: tuple[str, ...] = (),
    chat: bool | None = None,
    sections: tuple[SectionType, ...] = (),
    cart: CartCapabilities | None = None,
    depth: int = 2,
    total: int = 100,
    top: float = 100,
) -> SpecificationBundle:
    capabilities = Capabilities(
        descriptor=f"shop of {total}",
        tone=tone,
        floating=Floating(has_chat_widget=chat),
        homepage=Homepage(section_types=sections, section_count=len(sections)),
        cart=cart or CartCapabilities(),
        site_shell=SiteShell(nav_depth=depth),
    )
    statistics = Statistics(products_total=total, price=PriceStatistics(min=1, median=20, max=top))
    return manual_of(SpecificationBundle("", capabilities, statistics, promises=ShopPromises(returns_days=total // 5)))


def test_the_rules() -> None:
    composed = compose(
        [
            seed(tone=("calm", "warm"), chat=None, sections=(HERO, GRID), depth=2, total=100),
            seed(tone=("bold", "calm", "loud"), chat=True, sections=(HERO, PROMO), depth=3, total=300, top=900),
            seed(chat=False, sections=(GRID,), cart=CartCapabilities(type="drawer"), total=120),
        ]
    )
    capabilities, statistics = composed.capabilities, composed.statistics
    assert capabilities.tone == ("calm", "warm", "bold")
    assert capabilities.floating.has_chat_widget is True
    assert capabilities.floating.has_age_gate is None
    assert capabilities.homepage.section_types == (HERO, GRID)
    assert capabilities.homepage.section_count == 2
    assert capabilities.cart.type == "page"
    assert capabilities.site_shell.nav_depth == 3
    assert (statistics.products_total, statistics.price.max) == (120, 900)
    assert composed.promises.returns_days == 20


def test_conflicts_are_recorded_and_the_rest_is_not() -> None:
    conflicts = {one.field: one for one in compose([seed(depth=2), seed(depth=3), seed(depth=2)]).manifest.conflicts}
    assert set(conflicts) == {"site_shell.nav_depth"}
    assert conflicts["site_shell.nav_depth"].values == {"seed 1": "2", "seed 2": "3", "seed 3": "2"}
    assert (conflicts["site_shell.nav_depth"].chosen, conflicts["site_shell.nav_depth"].rule) == ("3", "largest")


def test_a_composed_specification_can_be_written_and_read(tmp_path: Path) -> None:
    composed = compose([seed(total=100, sections=(HERO,)), seed(total=300, sections=(GRID,))])
    write_bundle(composed, tmp_path / "spec")
    read = read_bundle(tmp_path / "spec")
    assert read.capabilities == composed.capabilities
    assert read.manifest.conflicts == composed.manifest.conflicts
    assert read.edits == ()


def test_one_specification_stays_as_it_is() -> None:
    one = seed()
    assert compose([one]) is one


def test_nothing_cannot_be_composed() -> None:
    with pytest.raises(InputError):
        compose([])
