"""Recommended products against target and requirements."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import TaskError
from shopworld.tasks import Recommendation, Score, Task, score
from shopworld.tasks.recommendation import ProductRecommended
from shopworld.tasks.rubrics import AttributeMatch, EntityMatch


def charger(number: int, colour: str = "matte black") -> Offer:
    """A wireless charger."""
    return Offer(
        id=f"amazon/{number}",
        shop_id="amazon",
        number=number,
        product_id=f"B{number:09d}",
        slug=f"b{number:09d}",
        title="Voltari Foldable Wireless Charging Stand, 15 W Chargers for Phones",
        attributes=(Attribute(name="colour", value=colour),),
        price=669,
    )


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path: Path = tmp_path_factory.mktemp("catalog") / "chargers"
    with CatalogBuilder(path, name="chargers") as builder:
        builder.add_offer(charger(1))
        builder.add_offer(charger(2))
        builder.add_offer(charger(3, "red"))
    return Catalog.open(path)


def recommend(catalog: Catalog | None, product_id: str | None) -> Score:
    """The score of an episode in which that product is recommended."""
    black = AttributeMatch(id="r1", attribute="colour", value="black")
    check = Recommendation(target="B000000001", rubrics=(black, EntityMatch(id="r2", entity="wireless charger")))
    task = Task(id="t", template="t", category="c", intent="A charger.", environment="tools", checks=(check,))
    episode = Episode(EpisodeIdentity("agent", "t", 0, 0), "label", seed=1)
    if product_id is not None:
        episode.record(ProductRecommended(product_id=product_id))
    episode.end(Ending.SUBMITTED)
    return score(task, episode.events, ending=episode.ending, hosts={}, catalog=catalog)


@pytest.mark.parametrize(
    ("product_id", "passed", "exact"),
    [
        ("B000000001", True, True),
        (" B000000001\n", True, True),
        ("B000000002", True, False),
        ("B000000003", False, False),
        ("B00000000X", False, False),
        ("", False, False),
        (None, False, False),
    ],
    ids=["target", "space around", "another that fits", "other colour", "unknown", "empty", "nothing"],
)
def test_a_recommendation_is_right_if_exact_or_all_requirements_hold(
    catalog: Catalog, product_id: str | None, passed: bool, exact: bool
) -> None:
    result = recommend(catalog, product_id)
    assert result.passed is passed
    assert result.checks[0].exact is exact
    assert (result.precision, result.recall) == (float(passed), float(passed))


def test_every_requirement_is_reported(catalog: Catalog) -> None:
    check = recommend(catalog, "B000000003").checks[0]
    assert [(one.id, one.satisfied) for one in check.rubrics] == [("r1", False), ("r2", True)]
    assert "red" in check.reason


def test_a_recommendation_is_not_graded_without_a_catalog() -> None:
    with pytest.raises(TaskError, match="catalog"):
        recommend(None, "B000000001")
