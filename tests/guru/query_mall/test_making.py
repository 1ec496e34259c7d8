"""Marketplaces made for queries."""

from __future__ import annotations

from pathlib import Path

import pytest

import shopworld
from shopworld.errors import TaskError
from shopworld.guru.query_mall import QueryMall, make_query_mall
from shopworld.guru.second_solver import SecondSolver
from shopworld.mall import Home, Mall, hash_of_mall, make_marketplace
from shopworld.tasks import ChosenProduct, load_suite, meets, save_suite
from shopworld.tasks.importers import DeepShopRecord
from shopworld.tasks.validation import validate_suite

QUESTIONS = {
    "kettle": ("Home", "Find a red kettle of at least 1.5 liters with auto shut-off, rated 4.5 stars or higher, under $60."),  # noqa: E501
    "dress": ("Fashion", "Look for a striped summer dress in navy blue, size 8, with free returns, and pick the cheapest one."),  # noqa: E501
    "novel": ("Books", "I want a hardcover fantasy novel with more than 500 pages, 200+ reviews, the best-selling one."),  # noqa: E501
    "tent": ("Sports", "Locate a 4-person waterproof tent weighing less than 10 pounds with a 2-year warranty."),
    "hub": ("Electronics", "USB-C hub compatible with MacBook Pro, at least 4 ports, top-rated and best seller, free shipping."),  # noqa: E501
    "errand": ("Home", "Find a lamp and explain the return process."),
    "riddle": ("Home", "Find a lamp with wvrrk coating."),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[QueryMall, Path]:
    """A marketplace for a few queries."""
    folder = tmp_path_factory.mktemp("malls") / "asked"
    records = [DeepShopRecord(id=name, ques=text, category=domain) for name, (domain, text) in QUESTIONS.items()]
    return make_query_mall(folder, records, name="asked", seed=3), folder


def test_every_query_that_can_be_used_is_a_proven_task(made: tuple[QueryMall, Path]) -> None:
    found, folder = made
    assert {one.id for one in found.suite.tasks} == {"kettle", "dress", "novel", "tent", "hub"}
    assert set(found.left_out) == {"errand", "riddle"}
    mall = Mall.open(folder)
    try:
        assert validate_suite(found.suite, mall) == ()
        solver = SecondSolver(mall)
        assert all(solver(task, mall).holds for task in found.suite.tasks)
    finally:
        mall.close()


def test_each_requirement_taken_away_lets_more_in(made: tuple[QueryMall, Path]) -> None:
    found, folder = made
    mall = Mall.open(folder)
    try:
        offers = list(mall.catalog.iterate_offers())
    finally:
        mall.close()
    for task in found.suite.tasks:
        check = task.checks_of(ChosenProduct)[0]
        assert 1 <= len(check.accepted) <= 20
        conditions = (*check.attribute, *check.filter)
        fitting = sum(all(meets(offer, one) for one in conditions) for offer in offers)
        for left in conditions[1:]:
            more = sum(all(meets(offer, one) for one in conditions if one is not left) for offer in offers)
            assert more > fitting, (task.id, left)


def test_colours_patterns_and_sizes_of_fashion_stand_in_the_picture_only(made: tuple[QueryMall, Path]) -> None:
    found, folder = made
    mall = Mall.open(folder)
    try:
        dress = next(task for task in found.suite.tasks if task.id == "dress").checks_of(ChosenProduct)[0]
        pictured = {one.field for one in dress.attribute if one.field.startswith("pictured_")}
        assert pictured == {"pictured_colour", "pictured_pattern", "pictured_size"}
        offer = mall.catalog.offer_by_slug(dress.accepted[0].shop, dress.accepted[0].slug)
        assert offer is not None
        said = " ".join((offer.title, offer.description_html, *(row.text for row in offer.specifications))).casefold()
        assert "navy" not in said
        assert "striped" not in said
    finally:
        mall.close()


def test_the_same_records_and_seed_make_the_same(made: tuple[QueryMall, Path], tmp_path: Path) -> None:
    records = [DeepShopRecord(id=name, ques=text, category=domain) for name, (domain, text) in QUESTIONS.items()]
    again = make_query_mall(tmp_path / "asked", records, name="asked", seed=3)
    assert again.suite == made[0].suite


def test_a_making_that_ends_while_it_proves_leaves_the_mall_that_stood_there(tmp_path: Path) -> None:
    folder = tmp_path / "asked"
    make_marketplace(folder, 3, 10, name="asked", kinds=("mug",))
    before = hash_of_mall(folder)
    domain, text = QUESTIONS["kettle"]

    def stop(number: int, of: int) -> None:
        assert (number, of) == (1, 1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_query_mall(folder, [DeepShopRecord(id="kettle", ques=text, category=domain)], name="asked", progress=stop)
    assert hash_of_mall(folder) == before
    assert [one.name for one in tmp_path.iterdir()] == ["asked"]


def test_ids_that_look_alike_as_names_of_files_are_told_apart(tmp_path: Path) -> None:
    domain, text = QUESTIONS["kettle"]
    other = text.replace("1.5 liters", "2 liters")
    records = [
        DeepShopRecord(id=name, ques=question, category=domain)
        for name, question in (("a kettle", text), ("a/kettle", other), ("a-kettle-2", QUESTIONS["errand"][1]))
    ]
    found = make_query_mall(tmp_path / "asked", records, name="asked", seed=3)
    assert [one.id for one in found.suite.tasks] == ["a-kettle", "a-kettle-2"]
    assert [one.evolution.query for one in found.suite.tasks if one.evolution] == ["a kettle", "a/kettle"]
    save_suite(found.suite, tmp_path / "asked.json")
    assert load_suite(tmp_path / "asked.json") == found.suite


def test_a_sealed_suite_of_the_name_is_seen_before_its_mall_is_replaced(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.mall("asked").parent.mkdir(parents=True)
    make_marketplace(home.mall("asked"), 3, 24, name="asked", kinds=("mug", "cookbook"))
    shopworld.make_mall_tasks("asked", name="asked", sealed=True, count={"checkout": 1}, home=home.folder)
    before = hash_of_mall(home.mall("asked"))
    file = tmp_path / "queries.jsonl"
    domain, text = QUESTIONS["kettle"]
    file.write_text(DeepShopRecord(id="kettle", ques=text, category=domain).model_dump_json() + "\n")
    with pytest.raises(TaskError, match="sealed"):
        shopworld.make_mall_for_queries("asked", file, home=home.folder)
    assert hash_of_mall(home.mall("asked")) == before
