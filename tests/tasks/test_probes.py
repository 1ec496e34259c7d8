"""Probes tell a grading that accepts too much from one that refuses too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, Specification
from shopworld.errors import TaskError
from shopworld.shop.vouchers import Discount, Voucher
from shopworld.tasks import NoSideEffects, Recommendation, Task
from shopworld.tasks.probes import GradingProbe, probe_task, tally
from shopworld.tasks.rubrics import AttributeMatch, BudgetMatch, EntityMatch, NegativeAttribute, NumericRange, Rubric

TARGET, TWIN, RED = "B0000000A1", "B0000000A2", "B0000000A3"
RUBRICS: tuple[Rubric, ...] = (
    AttributeMatch(id="r1", attribute="colour", value="black"),
    AttributeMatch(id="r2", attribute="wattage", value=15.0, unit="W"),
    NegativeAttribute(id="r3", attribute="connector", values=("lightning",)),
    NumericRange(id="r4", field="average_rating", at_least=4.0),
    NumericRange(id="r5", field="rating_count", at_least=50),
    NumericRange(id="r6", field="price", below=2500),
    EntityMatch(id="r7", entity="wireless charger"),
    NegativeAttribute(id="r9", attribute="brand", values=("Voltix",)),
    BudgetMatch(id="r8", budget=2000, voucher=Voucher(discounts=(Discount(threshold=1000, percent=10),))),
)


def offer(number: int, product_id: str, colour: str) -> Offer:
    """A charger."""
    return Offer(
        id=f"amazon/{number}",
        shop_id="amazon",
        number=number,
        product_id=product_id,
        slug=product_id.lower(),
        title="Voltari Wireless Charger 15 W",
        brand="Voltari",
        attributes=(
            Attribute(name="colour", value=colour),
            Attribute(name="wattage", value=15.0, unit="W"),
            Attribute(name="connector", value=("usb-c",)),
        ),
        specifications=(Specification(label="Brand", text="Voltari"),),
        price=2199,
        rating=4.3,
        review_count=80,
    )


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path: Path = tmp_path_factory.mktemp("catalog") / "chargers"
    with CatalogBuilder(path, name="chargers") as builder:
        for number, (product_id, colour) in enumerate(((TARGET, "black"), (TWIN, "black"), (RED, "red")), start=1):
            builder.add_offer(offer(number, product_id, colour))
    return Catalog.open(path)


def task(acceptable: tuple[str, ...], target: str = TARGET) -> Task:
    """The task whose target is the first charger."""
    check = Recommendation(target=target, rubrics=RUBRICS, acceptable=acceptable)
    return Task(id="t", template="t", category="c", intent="A charger.", environment="tools", checks=(check,))


def named(probes: list[GradingProbe], kind: str) -> list[tuple[str, bool]]:
    """What was graded and whether it was accepted, of one kind."""
    return [(one.name, one.accepted) for one in probes if one.kind == kind]


def test_a_sound_grading_passes_all_probes(catalog: Catalog) -> None:
    probes = list(probe_task(task((TARGET, TWIN)), catalog))
    assert all(one.holds for one in probes), [one for one in probes if not one.holds]
    assert named(probes, "target") == [(TARGET, True)]
    assert named(probes, "acceptable") == [(TWIN, True)]
    assert named(probes, "neighbour") == [(RED, False)]
    assert named(probes, "empty") + named(probes, "unknown") == [("", False), ("B00NOSUCHID", False)]
    assert {one.type for one in probes if one.kind == "with another fact"} == {one.type for one in RUBRICS}
    assert {one.type for one in probes if one.kind == "without its fact"} == {one.type for one in RUBRICS}


def test_an_answer_that_was_not_counted_is_a_false_positive(catalog: Catalog) -> None:
    counts = {(one.kind, one.type): one for one in tally(probe_task(task((TARGET,)), catalog))}
    assert counts["neighbour", ""].false_positives == 1
    assert counts["neighbour", ""].probes == 2


def test_an_answer_that_is_refused_is_a_false_negative(catalog: Catalog) -> None:
    counts = {(one.kind, one.type): one for one in tally(probe_task(task((TARGET, TWIN, RED)), catalog))}
    assert counts["acceptable", ""].false_negatives == 1


def test_a_task_without_its_product_cannot_be_probed(catalog: Catalog) -> None:
    with pytest.raises(TaskError, match="not in the catalog"):
        list(probe_task(task((), target="B1"), catalog))
    bare = Task(id="t", template="t", category="c", intent="?", checks=(NoSideEffects(),))
    with pytest.raises(TaskError, match="no recommendation"):
        list(probe_task(bare, catalog))
