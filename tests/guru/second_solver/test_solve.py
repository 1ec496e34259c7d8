"""The second solver agrees with what was made, and with nothing else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette

from shopworld.errors import TaskError
from shopworld.guru.second_solver import SecondSolver
from shopworld.guru.second_solver.reading import ProductSheet, read_product_pages
from shopworld.guru.second_solver.solve import read_facts
from shopworld.mall import Mall
from shopworld.tasks import AnswerSet, OfferAddress, Suite, Task


def test_it_finds_the_answers_of_every_task(suite: Suite, mall: Mall, solver: SecondSolver) -> None:
    assert [(task.id, proof.text) for task in suite.tasks if not (proof := solver(task, mall)).holds] == []


def named(suite: Suite) -> Task:
    """A task with several answers."""
    return next(
        task for task in suite.tasks if isinstance(task.checks[0], AnswerSet) and len(task.checks[0].groups) > 1
    )


def tampered(task: Task, *groups: tuple[OfferAddress, ...]) -> Task:
    """The task with other answers."""
    return task.model_copy(update={"checks": (AnswerSet(groups=groups), *task.checks[1:])})


def test_it_disagrees_with_a_missing_answer(suite: Suite, mall: Mall, solver: SecondSolver) -> None:
    task = named(suite)
    (first, *rest) = task.checks[0].returns
    proof = solver(tampered(task, *rest), mall)
    assert not proof.holds
    assert f"found besides: {first[0].shop}/{first[0].slug}" in proof.text


def test_it_disagrees_with_a_wrong_answer(suite: Suite, mall: Mall, solver: SecondSolver) -> None:
    task = named(suite)
    proof = solver(tampered(task, *task.checks[0].returns, task.near_misses[0]), mall)
    assert not proof.holds
    assert f"not found in the pages: {task.near_misses[0][0].shop}/" in proof.text


def test_it_disagrees_with_other_requirements(suite: Suite, mall: Mall, solver: SecondSolver) -> None:
    task = named(suite)
    kind = task.constraints[0].model_copy(update={"value": "disc_duplicator"})
    assert not solver(task.model_copy(update={"constraints": (kind, *task.constraints[1:])}), mall).holds


def test_it_reads_every_offer_of_the_mall(mall: Mall, solver: SecondSolver) -> None:
    read = {one.address for facts in solver.read().values() for one in facts}
    assert read == {OfferAddress(shop=one.shop_id, slug=one.slug) for one in mall.catalog.iterate_offers()}


def test_it_reads_prices_brands_and_nearly_all_kinds_right(mall: Mall, solver: SecondSolver) -> None:
    read = {one.address: one for facts in solver.read().values() for one in facts}
    kinds = 0
    for offer in mall.catalog.iterate_offers():
        found = read[OfferAddress(shop=offer.shop_id, slug=offer.slug)]
        assert found.title == " ".join(offer.title.split())
        assert found.price == offer.price
        kinds += found.kind == offer.kind
    assert kinds > 0.98 * len(read)


def test_progress_is_told_page_by_page(mall: Mall) -> None:
    told: list[tuple[int, int]] = []

    class EnoughError(Exception):
        """Stops the reading."""

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            raise EnoughError

    with pytest.raises(EnoughError):
        read_product_pages(mall, progress=progress)
    assert told == [(1, told[0][1]), (2, told[0][1])]
    assert told[0][1] > 500


def test_it_reads_one_mall_only(suite: Suite, mall: Mall, mall_folder: Path) -> None:
    other = Mall.open(mall_folder)
    try:
        with pytest.raises(ValueError, match="another mall"):
            SecondSolver(other)(suite.tasks[0], mall)
    finally:
        other.close()


def test_a_page_that_is_missing_is_an_error(mall: Mall, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = mall.shops[0].identity.id
    monkeypatch.setitem(mall.storefronts, shop, SimpleNamespace(application=Starlette()))
    with pytest.raises(TaskError, match=f"{shop}: /shop/ answers 404, expected 200"):
        read_product_pages(mall)


def test_where_a_page_has_no_table_its_title_and_text_are_read() -> None:
    title, text = "Corsair RM750x 750W ATX Power Supply", "A fully modular supply, 80 PLUS Gold."
    (bare,) = read_facts([ProductSheet("one", "rm750x", title, "Corsair", 9900, ("Power Supplies",), (), text)])
    wattage = bare.attributes["wattage"]
    assert (bare.kind, wattage.value, wattage.unit) == ("power_supply", 750.0, "W")
    rows = (("Colour", "Black"),)
    (listed,) = read_facts([ProductSheet("one", "rm750x", title, "Corsair", 9900, ("Power Supplies",), rows, text)])
    assert set(listed.attributes) == {"colour"}
