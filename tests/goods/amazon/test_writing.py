"""The synthetic release: the format, the same bytes, and what is odd in it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from shopworld.catalog import Catalog
from shopworld.catalog.importers.amazon import import_amazon
from shopworld.goods.amazon import Release, make_amazon, product_counts

_FIELDS = {
    "main_category", "title", "average_rating", "rating_number", "features", "description", "price", "images",
    "videos", "store", "categories", "details", "parent_asin", "bought_together",
}  # fmt: skip
_REVIEW_FIELDS = {
    "rating", "title", "text", "images", "asin", "parent_asin", "user_id", "timestamp", "helpful_vote",
    "verified_purchase",
}  # fmt: skip


def rows_of(files: tuple[Path, ...]) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in gzip.decompress(file.read_bytes()).splitlines()]


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Release:
    return make_amazon(800, tmp_path_factory.mktemp("clean"), seed=5, noise=0)


def test_the_format_is_that_of_the_real_files(clean: Release) -> None:
    products, reviews = rows_of(clean.products), rows_of(clean.reviews)
    assert len(products) == clean.product_count == 800
    assert len(reviews) == clean.review_count
    assert all(set(one) == _FIELDS for one in products)
    assert all(set(one) == _REVIEW_FIELDS for one in reviews)


def test_ids_do_not_repeat_and_reviews_know_theirs(clean: Release) -> None:
    ids = [one["parent_asin"] for one in rows_of(clean.products)]
    assert len(set(ids)) == len(ids)
    assert all(len(one) == 10 and one.startswith("B0") for one in ids)
    assert {one["parent_asin"] for one in rows_of(clean.reviews)} <= set(ids)


def test_reviews_are_skewed_and_come_in_no_order_of_products(clean: Release) -> None:
    rows = rows_of(clean.reviews)
    counts = Counter(one["parent_asin"] for one in rows)
    assert 4 < len(rows) / clean.product_count < 10
    assert max(counts.values()) <= 60
    assert sum(1 for count in counts.values() if count <= 3) > sum(1 for count in counts.values() if count > 10)
    neighbours = sum(1 for one, other in pairwise(rows) if one["parent_asin"] == other["parent_asin"])
    assert neighbours < len(rows) / 50


def test_products_have_near_twins_and_details_that_agree_with_their_titles(clean: Release) -> None:
    products = rows_of(clean.products)
    families = Counter((one["store"], one["categories"][-1], one["details"].get("Item Weight")) for one in products)
    assert sum(1 for count in families.values() if count > 1) > 50
    for one in products:
        assert one["title"].startswith(one["store"])
        if "Color" in one["details"] and "Color Name" not in one["details"]:
            assert isinstance(one["details"]["Color"], str)


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    one = make_amazon(300, tmp_path / "one", seed=3)
    other = make_amazon(300, tmp_path / "other", seed=3, processes=2)
    for file, twin in zip((*one.products, *one.reviews), (*other.products, *other.reviews), strict=True):
        assert file.read_bytes() == twin.read_bytes()
    third = make_amazon(300, tmp_path / "third", seed=4)
    assert third.products[1].read_bytes() != one.products[1].read_bytes()


def test_a_larger_release_begins_as_a_smaller_one(tmp_path: Path) -> None:
    small = rows_of(make_amazon(100, tmp_path / "small", noise=0).products[1:2])
    large = rows_of(make_amazon(400, tmp_path / "large", noise=0).products[1:2])
    assert large[: len(small)] == small


def test_all_noise_can_be_imported_or_is_refused(tmp_path: Path) -> None:
    release = make_amazon(400, tmp_path / "noisy", seed=2, noise=1)
    report = import_amazon(release.products, release.reviews, tmp_path / "catalog", name="noisy")
    assert report.products == 400, "what cannot be taken stands beside the products, not in their place"
    assert set(report.refused) >= {"duplicate parent_asin", "the title is empty", "the rating is not from 1 to 5"}
    assert report.repaired
    with Catalog.open(tmp_path / "catalog") as catalog:
        assert sum(1 for _ in catalog.iterate_offers()) == 400


def test_categories_have_their_real_shares() -> None:
    assert sum(product_counts(1).values()) == 1
    assert product_counts(3_721_595) == {
        "All_Beauty": 112_590,
        "Electronics": 1_610_012,
        "Cell_Phones_and_Accessories": 1_288_490,
        "Office_Products": 710_503,
    }


@pytest.mark.parametrize(("products", "noise"), [(0, 0.0), (5, -0.1), (5, 1.5)])
def test_what_makes_no_sense_is_refused(tmp_path: Path, products: int, noise: float) -> None:
    with pytest.raises(ValueError, match="expected products"):
        make_amazon(products, tmp_path, noise=noise)
