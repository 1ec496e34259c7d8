"""Distances between pages: none to itself, the same both ways, at most one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.cohort import PageTraits, ShopTraits, spread_of
from shopworld.arena.cohort.spread import MEASURES

WORDS = st.frozensets(st.sampled_from(["cart", "bag", "basket", "find", "shop", "all", "new"]), max_size=5)
PAGES = st.builds(
    PageTraits,
    roles=st.lists(st.sampled_from(["link", "heading", "list", "listitem", "button"]), max_size=12).map(tuple),
    words=WORDS,
    cells=st.dictionaries(st.sampled_from(["card", "banner"]), st.frozensets(st.integers(0, 40), max_size=9)),
    picture=st.integers(0, 2**16 - 1),
    picture_bits=st.just(16),
)


@given(PAGES, PAGES)
def test_a_distance_is_one(first: PageTraits, second: PageTraits) -> None:
    for name, measure in MEASURES.items():
        assert measure(first, first) == 0, name
        assert measure(first, second) == measure(second, first), name
        assert 0 <= measure(first, second) <= 1, name


def test_renaming_everything_changes_words_only() -> None:
    page = PageTraits(roles=("banner", "link", "main", "list"), words=frozenset({"cart"}), cells={}, picture=5)
    renamed = page.model_copy(update={"words": frozenset({"basket"})})
    shops = [ShopTraits(name=name, family=name, pages={"home": one}) for name, one in (("a", page), ("b", renamed))]
    spread = spread_of(shops)
    assert spread.words is not None
    assert spread.words.median == 1
    for other in (spread.layout, spread.roles, spread.pictures):
        assert other is not None
        assert other.median == 0


def test_one_shop_alone_has_no_spread() -> None:
    page = PageTraits(roles=(), words=frozenset(), cells={}, picture=0)
    alone = spread_of([ShopTraits(name="a", family="a", pages={"home": page})])
    assert alone.layout is None
    assert alone.between_families == {}
