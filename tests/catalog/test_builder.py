"""The builder: atomic, streaming, reproducible."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.manifest import CatalogManifest
from shopworld.catalog.model import Offer, Product, Review
from shopworld.errors import CatalogError, InputError

BuildCatalog = Callable[..., Path]
MakeOffer = Callable[..., Offer]


def files_of(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def build_and_fail(path: Path, offer: Offer) -> None:
    with CatalogBuilder(path, name="broken") as builder:
        builder.add_offer(offer)
        raise RuntimeError


def test_a_catalog_holds_what_was_added(
    tmp_path: Path, build_catalog: BuildCatalog, small_offers: tuple[Offer, ...]
) -> None:
    with Catalog.open(build_catalog(tmp_path / "one")) as catalog:
        assert tuple(catalog.iterate_offers()) == small_offers
        assert [product.id for product in catalog.iterate_products()] == ["p-1", "p-2", "p-3", "p-4", "p-5"]
        manifest = catalog.manifest
    assert (manifest.name, manifest.seed) == ("small", 7)
    assert (manifest.products, manifest.offers, manifest.reviews) == (5, 6, 3)


def test_the_order_of_adding_changes_nothing(
    tmp_path: Path, build_catalog: BuildCatalog, small_offers: tuple[Offer, ...]
) -> None:
    shuffled = list(small_offers)
    random.Random("order").shuffle(shuffled)
    assert shuffled != list(small_offers)
    with (
        Catalog.open(build_catalog(tmp_path / "sorted")) as one,
        Catalog.open(build_catalog(tmp_path / "shuffled", shuffled)) as other,
    ):
        assert one.content_hash == other.content_hash
        assert tuple(one.iterate_offers()) == tuple(other.iterate_offers())


def test_another_content_has_another_hash(
    tmp_path: Path, build_catalog: BuildCatalog, small_offers: tuple[Offer, ...]
) -> None:
    dearer = (small_offers[0].model_copy(update={"price": 6000}), *small_offers[1:])
    hashes = {
        CatalogManifest.read(build_catalog(tmp_path / name, offers, reviews)).content_hash
        for name, offers, reviews in (("a", small_offers, ()), ("b", dearer, ()), ("c", small_offers[1:], ()))
    }
    assert len(hashes) == 3


def test_an_exception_leaves_nothing_behind(tmp_path: Path, make_offer: MakeOffer) -> None:
    with pytest.raises(RuntimeError):
        build_and_fail(tmp_path / "broken", make_offer(1, "One"))
    assert files_of(tmp_path) == []


def test_an_exception_keeps_the_catalog_that_was_there(
    tmp_path: Path, build_catalog: BuildCatalog, make_offer: MakeOffer
) -> None:
    path = build_catalog(tmp_path / "kept")
    before = CatalogManifest.read(path)
    with pytest.raises(RuntimeError):
        build_and_fail(path, make_offer(1, "One"))
    assert CatalogManifest.read(path) == before
    assert files_of(tmp_path) == ["kept"]


def test_a_new_catalog_replaces_the_old_one(tmp_path: Path, build_catalog: BuildCatalog, make_offer: MakeOffer) -> None:
    path = build_catalog(tmp_path / "replaced")
    with Catalog.open(path) as old:
        build_catalog(path, [make_offer(9, "Nine")], ())
        with Catalog.open(path) as new:
            assert [offer.title for offer in new.iterate_offers()] == ["Nine"]
        assert old.offer("alpha/1") is not None, "whoever has the old one open goes on reading it"
    assert files_of(tmp_path) == ["replaced"]


def test_a_folder_that_is_no_catalog_is_not_replaced(tmp_path: Path, build_catalog: BuildCatalog) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    with pytest.raises(CatalogError, match="not a catalog"):
        build_catalog(tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "precious"


@pytest.mark.parametrize(
    ("second", "field"),
    [
        ({"number": 1, "title": "Other", "slug": "other", "id": "alpha/1"}, "id"),
        ({"number": 1, "title": "Other", "slug": "other", "id": "alpha/x"}, "number"),
        ({"number": 2, "title": "One", "slug": "one", "id": "alpha/2"}, "slug"),
    ],
)
def test_what_must_be_unique_is(
    tmp_path: Path, make_offer: MakeOffer, build_catalog: BuildCatalog, second: dict[str, object], field: str
) -> None:
    with pytest.raises(InputError, match=field):
        build_catalog(tmp_path / "twice", [make_offer(1, "One"), make_offer(**second)], ())
    assert files_of(tmp_path) == []


def test_many_records_pass_through_the_dictionary(tmp_path: Path, make_offer: MakeOffer) -> None:
    path = tmp_path / "many"
    with CatalogBuilder(path, name="many") as builder:
        for number in range(1500, 0, -1):
            builder.add_product(Product(id=f"p-{number}", title=f"Thing {number}", department="D", kind=""))
            builder.add_offer(make_offer(number, f"Thing {number} of the long series of things"))
            review = {"author": "A", "rating": 5, "title": "T", "body": "B" * number, "written_on": "2026-01-01"}
            builder.add_review(Review.model_validate({"id": f"r-{number}", "product_id": f"p-{number}", **review}))
    with Catalog.open(path) as catalog:
        assert [offer.number for offer in catalog.iterate_offers()] == list(range(1, 1501))
        assert sum(1 for _ in catalog.iterate_products()) == 1500
        assert catalog.reviews("p-900")[0].body == "B" * 900


def test_an_empty_catalog_can_be_opened(tmp_path: Path) -> None:
    with CatalogBuilder(tmp_path / "empty", name="empty"):
        pass
    with Catalog.open(tmp_path / "empty") as catalog:
        assert catalog.shop_ids == ()
        assert list(catalog.iterate_offers()) == []


def test_opening_what_is_no_catalog_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="no catalog here"):
        Catalog.open(tmp_path)


def test_opening_another_format_is_a_clear_error(tmp_path: Path, build_catalog: BuildCatalog) -> None:
    path = build_catalog(tmp_path / "old")
    manifest = CatalogManifest.read(path)
    manifest.model_copy(update={"format_version": 999}).write(path)
    with pytest.raises(CatalogError, match="format version 999"):
        Catalog.open(path)
