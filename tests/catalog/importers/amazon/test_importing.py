"""The whole import: from files to a catalog that opens, or to none."""

from __future__ import annotations

import gzip
import json
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from shopworld.catalog import Catalog
from shopworld.catalog.importers.amazon import ImportProgress, import_amazon, importing, read_products, rejects_file
from shopworld.catalog.query import OfferQuery
from shopworld.errors import InputError


def product(number: int, **changes: object) -> dict[str, Any]:
    row = {
        "main_category": "Office Products",
        "title": f"Notebook {number} ruled",
        "average_rating": 4.5,
        "rating_number": 10,
        "features": ["Lies flat"],
        "description": ["Good paper."],
        "price": 5.0 + number,
        "images": [],
        "store": "Pagewell",
        "categories": ["Office Products", "Paper"],
        "details": {"Sheet Size": "A4", "Color": "Gray"},
        "parent_asin": f"B{number:09}",
    }
    return row | changes


def review(number: int, moment: int) -> dict[str, Any]:
    return {
        "rating": 4.0,
        "title": "Fine",
        "text": f"Review {moment} of the paper",
        "asin": f"B{number:09}",
        "parent_asin": f"B{number:09}",
        "user_id": f"A{moment}",
        "timestamp": 1588615855070 + moment * 86_400_000,
        "helpful_vote": 0,
        "verified_purchase": True,
    }


def written(path: Path, rows: Sequence[dict[str, Any] | bytes]) -> Path:
    data = b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def test_files_become_a_catalog(tmp_path: Path) -> None:
    products = written(tmp_path / "meta_a.jsonl.gz", [product(number) for number in range(1, 8)])
    more = written(tmp_path / "meta_b.jsonl", [product(7), b"oops", b"", product(8, title="")])
    reviews = written(
        tmp_path / "a.jsonl.gz", [review(3, moment) for moment in range(5)] + [review(99, 1), {"rating": 9}]
    )
    told: list[ImportProgress] = []
    report = import_amazon([products, more], [reviews], tmp_path / "amazon", watch=told.append)
    assert (report.products, report.reviews, report.reviews_read) == (7, 5, 6)
    assert report.reviews_of_unknown_products == 1
    assert report.refused == {
        "duplicate parent_asin": 1,
        "no parent_asin": 1,
        "not JSON": 1,
        "the title is empty": 1,
    }
    rejects = [json.loads(line) for line in rejects_file(tmp_path / "amazon").read_text("utf-8").splitlines()]
    assert [(row["file"], row["line"]) for row in rejects] == [
        *(("meta_b.jsonl", line) for line in (1, 2, 4)),
        ("a.jsonl.gz", 7),
    ]
    assert report.rejects == str(rejects_file(tmp_path / "amazon"))
    with Catalog.open(tmp_path / "amazon") as catalog:
        (found,) = catalog.offers_of_product("B000000003")
        assert (found.id, found.price) == ("amazon/3", 800)
        assert len(catalog.reviews("B000000003")) == 5
        assert catalog.reviews("B000000099") == ()
        assert catalog.search(OfferQuery(text="notebook 3")).offers[0].product_id == "B000000003"
    assert [one.stage for one in told if one.read == one.size][-1] == "index"
    assert {one.stage for one in told} == {"products", "reviews", "index"}


def test_the_same_files_make_the_same_catalog_whatever_process_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[dict[str, Any] | bytes] = [product(number) for number in range(1, 600)]
    rows += [b"oops", *(product(number) for number in range(500, 700))]
    products = written(tmp_path / "meta.jsonl.gz", rows)
    reviews = written(tmp_path / "r.jsonl.gz", [review(number % 50, number) for number in range(3000)])
    alone = import_amazon([products], [reviews], tmp_path / "alone", name="same", most_reviews=7)
    monkeypatch.setattr(importing, "_SMALL", 0)
    beside = import_amazon([products], [reviews], tmp_path / "beside", name="same", most_reviews=7)
    different = {"seconds", "rejects"}
    assert alone.model_dump(exclude=different) == beside.model_dump(exclude=different)
    assert beside.reviews == 49 * 7
    assert rejects_file(tmp_path / "alone").read_bytes() == rejects_file(tmp_path / "beside").read_bytes()
    with Catalog.open(tmp_path / "alone") as one, Catalog.open(tmp_path / "beside") as other:
        assert one.content_hash == other.content_hash
        assert one.search(OfferQuery(text="notebook 640")) == other.search(OfferQuery(text="notebook 640"))


def test_which_reviews_are_kept_does_not_depend_on_their_order(tmp_path: Path) -> None:
    products = written(tmp_path / "meta.jsonl", [product(1), product(2)])
    rows = [review(number, moment) for number in (1, 2) for moment in range(60)]
    hashes = []
    for order in (1, 2):
        random.Random(order).shuffle(rows)
        import_amazon([products], [written(tmp_path / "r.jsonl", rows)], tmp_path / "amazon", most_reviews=20)
        with Catalog.open(tmp_path / "amazon") as catalog:
            assert len(catalog.reviews("B000000001", limit=100)) == 20
            hashes.append(catalog.content_hash)
    assert hashes[0] == hashes[1]
    import_amazon([products], [tmp_path / "r.jsonl"], tmp_path / "amazon", seed=43)
    with Catalog.open(tmp_path / "amazon") as catalog:
        assert catalog.content_hash != hashes[0]


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_that_breaks_off_leaves_nothing_and_the_old_catalog_stays(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.jsonl.gz", [product(1)])
    import_amazon([whole], [], tmp_path / "out" / "amazon")
    broken = tmp_path / "meta.jsonl.gz"
    rows = [product(number, title=random.Random(number).randbytes(40).hex()) for number in range(500)]
    broken.write_bytes(written(broken, [b"oops", *rows]).read_bytes()[:-4000])
    with pytest.raises(InputError, match=r"meta\.jsonl\.gz:\d+: the file breaks off") as caught:
        import_amazon([broken], [], tmp_path / "out" / "amazon")
    assert left(tmp_path / "out") == ["amazon"]
    with Catalog.open(tmp_path / "out" / "amazon") as catalog:
        assert catalog.manifest.offers == 1
    report = import_amazon([broken], [], tmp_path / "out" / "amazon", keep_broken=True)
    assert caught.value.line is not None
    assert report.products == caught.value.line - 2
    assert report.refused == {"not JSON": 1, "the file breaks off here": 1}
    assert left(tmp_path / "out") == ["amazon", "amazon.rejects.jsonl"]
    import_amazon([whole], [], tmp_path / "out" / "amazon")
    assert left(tmp_path / "out") == ["amazon"]


def test_products_given_as_reviews_are_told_and_leave_no_catalog(tmp_path: Path) -> None:
    products = written(tmp_path / "meta_a.jsonl", [product(1)])
    others = written(tmp_path / "meta_b.jsonl", [product(2), product(3)])
    with pytest.raises(InputError, match=r"no review in meta_b\.jsonl: a product, not a review \(2\)"):
        import_amazon([products], [others], tmp_path / "out" / "amazon")
    assert not (tmp_path / "out" / "amazon").exists()
    empty = written(tmp_path / "none.jsonl", [])
    assert import_amazon([products], [empty], tmp_path / "out" / "amazon").reviews == 0


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder, expected a file"):
        import_amazon([tmp_path], [], tmp_path / "out" / "amazon")


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], "no line with a record"),
        ([b"plain text"], r"not JSON \(1\)"),
        ([review(1, 1), review(2, 2)], r"a review, not a product \(2\)"),
    ],
)
def test_files_without_a_product_leave_the_old_catalog(
    tmp_path: Path, rows: list[dict[str, Any] | bytes], found: str
) -> None:
    import_amazon([written(tmp_path / "good.jsonl", [product(1)])], [], tmp_path / "out" / "amazon")
    with pytest.raises(InputError, match=rf"no product in bad\.jsonl\.gz: {found}"):
        import_amazon([written(tmp_path / "bad.jsonl.gz", rows)], [], tmp_path / "out" / "amazon")
    assert left(tmp_path / "out") == ["amazon"]
    with Catalog.open(tmp_path / "out" / "amazon") as catalog:
        assert catalog.manifest.offers == 1


def test_a_missing_file_is_told_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        import_amazon(
            [written(tmp_path / "a.jsonl", [product(1)])], [tmp_path / "b.jsonl"], tmp_path / "out" / "amazon"
        )
    assert not (tmp_path / "out").exists()


def test_errors_of_the_reading_processes_come_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "meta.jsonl.gz"
    broken.write_bytes(written(broken, [product(number) for number in range(9)]).read_bytes()[:-4])
    monkeypatch.setattr(importing, "_SMALL", 0)
    with pytest.raises(InputError, match="breaks off") as caught:
        import_amazon([broken], [], tmp_path / "out" / "amazon")
    with pytest.raises(InputError) as direct:
        list(read_products([broken]))
    assert (str(caught.value), caught.value.line, caught.value.hint) == (
        str(direct.value),
        direct.value.line,
        direct.value.hint,
    )
    assert left(tmp_path / "out") == []


IMPORT = """
import sys
from pathlib import Path
from shopworld.catalog.importers.amazon import import_amazon, importing
importing._SMALL = int(sys.argv[3])
def watch(now):
    if now.rows > 1000:
        print("going", flush=True)
import_amazon([Path(sys.argv[1])], [], Path(sys.argv[2]), watch=watch)
"""


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("small", [0, 10**12])
def test_an_import_that_is_killed_leaves_no_catalog_and_the_next_starts_clean(
    tmp_path: Path, way: signal.Signals, small: int
) -> None:
    out = tmp_path / "out"
    many = written(tmp_path / "many.jsonl", [product(number) for number in range(30_000)])
    command = [sys.executable, "-c", IMPORT, str(many), str(out / "amazon"), str(small)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as importer:
        assert importer.stdout is not None
        assert importer.stdout.readline() == b"going\n"
        importer.send_signal(way)
        importer.wait(60)
    assert not (out / "amazon").exists()
    if way is signal.SIGINT:
        assert left(out) == []
    few = written(tmp_path / "few.jsonl", [product(1)])
    import_amazon([few], [], out / "amazon")
    assert left(out) == ["amazon"]
    with Catalog.open(out / "amazon") as catalog:
        assert catalog.manifest.offers == 1
