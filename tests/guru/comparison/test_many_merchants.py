"""Tasks of a mall whose shops sell for many merchants: what is asked is beyond doubt all the same."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.second_solver import SecondSolver
from shopworld.mall import Mall, make_default_mall


@pytest.fixture(scope="module")
def untidy(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Iterator[Mall]:
    def make(folder: Path) -> Path:
        made = folder / "untidy"
        make_default_mall(made, 11, 900, name="untidy")
        return made

    mall = Mall.open(made_once("untidy-mall", make))
    yield mall
    mall.close()


def test_the_second_solver_finds_the_same_answers_in_untidy_pages(untidy: Mall) -> None:
    suite = make_comparison_suite(untidy, seed=4, name="untidy", total=40, fewer=True)
    solver = SecondSolver(untidy)
    assert len(suite.tasks) >= 30
    doubted = {task.id: proof.text for task in suite.tasks if not (proof := solver(task, untidy)).holds}
    assert not doubted


def test_pages_without_a_table_say_their_facts_in_lines(untidy: Mall) -> None:
    offers = [one for one in untidy.catalog.iterate_offers() if one.attributes and not one.specifications]
    assert len(offers) > 50
    facts = SecondSolver(untidy).read()
    by_slug = {(one.address.shop, one.address.slug): one for found in facts.values() for one in found}
    agreed = sum(
        any(
            one.name in by_slug[offer.shop_id, offer.slug].attributes for one in offer.attributes if one.name != "model"
        )
        for offer in offers
    )
    assert agreed > 0.9 * len(offers)
