"""The specifications of the closure: varied, the same for a seed, and together with every value of the vocabulary."""

from __future__ import annotations

import pytest

from shopworld.arena.closure.cases import CASES, closure_cases, missing_values
from shopworld.arena.closure.vocabulary import values_used, vocabulary
from shopworld.shop.capabilities import Capabilities, FilterControl, SectionType, SortKey


def test_the_vocabulary_is_read_from_the_models() -> None:
    known = vocabulary()
    assert known["homepage.section_types"] == tuple(SectionType)
    assert known["collection.filters.control"] == tuple(FilterControl)
    assert known["collection.sort"] == tuple(SortKey)
    assert known["cart.type"] == ("drawer", "page", "popover", "toast")
    assert known["cart.has_upsells"] == (True, False)
    assert known["site_shell.nav_depth"] == (1, 2, 3, 4)
    assert "collection.page_size" not in known
    assert "descriptor" not in known
    assert sum(map(len, known.values())) > 110


@pytest.mark.parametrize("seed", range(4))
def test_twelve_specifications_have_every_value_of_the_vocabulary(seed: int) -> None:
    cases = closure_cases(seed)
    assert len(cases) == CASES == 12
    used = {pair for case in cases for pair in values_used(case.bundle.capabilities)}
    assert {(name, value) for name, values in vocabulary().items() for value in values} <= used
    assert missing_values(case.bundle.capabilities for case in cases) == {}


def test_what_is_missing_is_named() -> None:
    missing = missing_values([Capabilities()])
    assert missing["cart.type"] == ["drawer", "popover", "toast"]
    assert missing["site_shell.nav_depth"] == [1, 3, 4]


def test_the_same_seed_gives_the_same_specifications() -> None:
    assert closure_cases(3) == closure_cases(3)
    assert closure_cases(3) != closure_cases(4)


def test_specifications_hold_together() -> None:
    for case in closure_cases(1, 30):
        one = case.bundle.capabilities
        assert one.homepage.section_count == len(one.homepage.section_types) == len({*one.homepage.section_types})
        assert one.search.has_predictive == bool(one.search.predictive_types)
        assert (one.collection.layout == "list") == (one.collection.columns_desktop == 1)
        assert not one.site_shell.has_mega_menu or one.site_shell.nav_depth > 2
        assert one.product.has_reviews or SectionType.TESTIMONIALS not in one.homepage.section_types
        assert len({each.name for each in one.collection.filters}) == len(one.collection.filters)
