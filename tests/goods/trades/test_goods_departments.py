"""Departments of goods: complete data, texts that read well, the same goods for the same seed."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from shopworld.catalog.kinds import APPAREL, BEAUTY, BOOKS, HOME, KINDS, KITCHEN, MAKER, OFFICE, PET, SPORTS, TOYS
from shopworld.goods.trades import Good, GoodsMaker, departments, departments_for, written_reviews
from shopworld.pictures.drawing import DRAWINGS

NAMES = ("apparel", "beauty", "books", "hardware", "home", "kitchen", "office", "pet", "sports", "toys")
EACH = 12
"""Goods of each kind that the tests look at."""


@cache
def goods_of(name: str, seed: str = "1") -> tuple[Good, ...]:
    maker = GoodsMaker(departments()[name], seed)
    return tuple(maker.make(kind) for kind in departments()[name].kinds for _ in range(EACH))


def test_the_trades_of_the_issue_are_there() -> None:
    assert tuple(departments())[: len(NAMES)] == NAMES


def test_every_kind_of_the_vocabulary_is_sold_by_one_department() -> None:
    wanted = {APPAREL, BEAUTY, BOOKS, HOME, KITCHEN, MAKER, OFFICE, PET, SPORTS, TOYS}
    sold = Counter(kind for name in NAMES for kind in departments()[name].kinds)
    assert set(sold) == {name for name, kind in KINDS.items() if kind.department in wanted}
    assert set(sold.values()) == {1}


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_has_a_picture_of_its_own(name: str) -> None:
    assert [kind for kind in departments()[name].kinds if kind not in DRAWINGS] == []


@pytest.mark.parametrize("name", NAMES)
def test_groups_and_aspects_are_all_used(name: str) -> None:
    department = departments()[name]
    assert {kind.group for kind in department.kinds.values()} == set(department.groups)
    assert {aspect for kind in department.kinds.values() for aspect in kind.aspects} == set(department.aspects)


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_whole_sentences(name: str) -> None:
    for good in goods_of(name):
        assert 2 <= len(good.sentences) <= 4 or good.points, good.title
        for text in (good.title, *good.sentences, *good.points, good.care):
            assert text == text.strip(), text
            assert not re.search(r"[{}|]|  |\b(\w+) \1\b", text), text
        for sentence in good.sentences:
            assert sentence[0].isupper() or sentence[0].isdigit(), sentence
            assert sentence[-1] in ".?!", sentence
        assert len(set(good.sentences)) == len(good.sentences), good.title


@pytest.mark.parametrize("name", NAMES)
def test_titles_are_unique_and_short(name: str) -> None:
    titles = [good.title for good in goods_of(name)]
    assert len(set(titles)) == len(titles)
    assert all(4 <= len(title) <= 70 for title in titles), [title for title in titles if len(title) > 70]


@pytest.mark.parametrize("name", NAMES)
def test_descriptions_differ_between_goods_of_a_kind(name: str) -> None:
    by_kind: dict[str, set[tuple[str, ...]]] = {}
    for good in goods_of(name):
        by_kind.setdefault(good.kind, set()).add(tuple(one.replace(good.title, "") for one in good.sentences))
    assert min(len(texts) for texts in by_kind.values()) >= EACH - 2


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_makes_the_same_goods(name: str) -> None:
    assert goods_of.__wrapped__(name, "1") == goods_of(name)
    assert goods_of(name, "8") != goods_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_fact_never_contradicts_what_buyers_choose(name: str) -> None:
    for kind_name, kind in departments()[name].kinds.items():
        assert not {one.casefold() for one in kind.options} & set(kind.facts), kind_name


@pytest.mark.parametrize("name", NAMES)
def test_reviews_speak_of_the_kinds_aspects(name: str) -> None:
    department = departments()[name]
    good = goods_of(name)[0]
    reviews = written_reviews(department, good, 10, "1")
    assert len(reviews) >= 8
    assert {one.aspect for review in reviews for one in review.opinions} <= set(department.kinds[good.kind].aspects)
    assert reviews == written_reviews(department, good, 10, "1")


@pytest.mark.parametrize(
    ("category", "name"),
    [
        ("Clothing", "apparel"),
        ("Skin care and cosmetics", "beauty"),
        ("Bookstore", "books"),
        ("Electronic components", "hardware"),
        ("Home decor", "home"),
        ("Cookware", "kitchen"),
        ("Stationery", "office"),
        ("Pet supplies", "pet"),
        ("Sports & outdoor", "sports"),
        ("Toys and games", "toys"),
    ],
)
def test_a_category_finds_its_department(category: str, name: str) -> None:
    assert departments_for(category)[0] == name
