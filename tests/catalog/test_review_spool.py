"""Reviews on their way into a catalog: by product, thinned, whatever their order."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Offer, Review
from shopworld.catalog.review_spool import ReviewSpool


def review(number: int, product_id: str, body: str = "Fine.") -> Review:
    return Review(
        id=f"r{number}", product_id=product_id, author="A", rating=4, title="T", body=body, written_on=date(2026, 1, 1)
    )


REVIEWS = [review(number, f"p\t{number % 37}", "Line\nbreak\tand tab") for number in range(1000)]


def spooled(
    folder: Path, reviews: list[Review], most: int | None, seed: int = 42
) -> list[tuple[str, tuple[bytes, ...]]]:
    spool = ReviewSpool(folder, most=most, seed=seed)
    for one in reviews:
        spool.add(one)
    return [(one.product_id, one.payloads) for one in spool.sets()]


def test_every_product_comes_once_with_all_its_reviews(tmp_path: Path) -> None:
    found = dict(spooled(tmp_path / "s", REVIEWS, None))
    assert sorted(found) == sorted({one.product_id for one in REVIEWS})
    read = [Review.model_validate_json(payload) for payloads in found.values() for payload in payloads]
    assert sorted(read, key=lambda one: one.id) == sorted(REVIEWS, key=lambda one: one.id)
    assert not (tmp_path / "s").exists()


def test_the_choice_depends_on_the_seed_and_not_on_the_order(tmp_path: Path) -> None:
    shuffled = random.Random("order").sample(REVIEWS, len(REVIEWS))
    one = spooled(tmp_path / "a", REVIEWS, 5)
    assert spooled(tmp_path / "b", shuffled, 5) == one
    assert {len(payloads) for _, payloads in one} == {5}
    assert spooled(tmp_path / "c", REVIEWS, 5, seed=1) != one


def test_fewer_are_among_more(tmp_path: Path) -> None:
    few, many = dict(spooled(tmp_path / "a", REVIEWS, 3)), dict(spooled(tmp_path / "b", REVIEWS, 9))
    assert all(set(few[product]) <= set(many[product]) for product in few)


def test_a_review_that_comes_twice_is_kept_once(tmp_path: Path) -> None:
    assert spooled(tmp_path / "a", [*REVIEWS, *REVIEWS[:50]], None) == spooled(tmp_path / "b", REVIEWS, None)


def test_none_may_be_kept(tmp_path: Path) -> None:
    assert spooled(tmp_path / "a", REVIEWS, 0) == []


@pytest.mark.parametrize("known_only", [True, False])
def test_reviews_of_unknown_products_are_left_out_when_asked(tmp_path: Path, known_only: bool) -> None:
    offer = Offer(id="s/1", shop_id="s", number=1, product_id="p1", slug="p1", title="One")
    builder = CatalogBuilder(tmp_path / "c", name="c", known_only=known_only)
    with builder:
        builder.add_review(review(1, "p1"))
        builder.add_review(review(2, "nobody"))
        builder.add_offer(offer)
    assert builder.reviews_left_out == int(known_only)
    with Catalog.open(tmp_path / "c") as catalog:
        assert catalog.manifest.reviews == 2 - int(known_only)
        assert len(catalog.reviews("p1")) == 1
        assert len(catalog.reviews("nobody")) == 1 - int(known_only)


def test_offers_indexed_beside_the_reviews_give_the_same_catalog(tmp_path: Path) -> None:
    offers = [
        Offer(id=f"s/{at}", shop_id="s", number=at, product_id=f"p{at}", slug=f"p{at}", title=f"Thing {at % 7}")
        for at in range(1, 60)
    ]
    for name in ("beside", "after"):
        with CatalogBuilder(tmp_path / name, name="same") as builder:
            for offer in offers:
                builder.add_offer(offer)
            if name == "beside":
                builder.index_offers()
                with pytest.raises(ValueError, match="after `index_offers`"):
                    builder.add_offer(offers[0])
            for number in range(100):
                builder.add_review(review(number, f"p{number % 9}"))
    with Catalog.open(tmp_path / "beside") as one, Catalog.open(tmp_path / "after") as other:
        assert one.content_hash == other.content_hash
        assert list(one.iterate_offers()) == list(other.iterate_offers())
        assert one.reviews("p3") == other.reviews("p3")


def test_breaking_off_while_the_index_is_built_leaves_nothing(tmp_path: Path) -> None:
    def build() -> None:
        with CatalogBuilder(tmp_path / "broken", name="broken") as builder:
            for at in range(1, 500):
                builder.add_offer(
                    Offer(id=f"s/{at}", shop_id="s", number=at, product_id=f"p{at}", slug=f"p{at}", title=f"Thing {at}")
                )
            builder.index_offers()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build()
    assert list(tmp_path.iterdir()) == []
