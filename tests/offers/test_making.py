"""Malls of crawled offers: tasks are made and proven in them, everything is traceable, and fillers answer no task."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from shopworld.api import make_mall_tasks
from shopworld.api.crawls import make_mall_of_crawl, read_crawl
from shopworld.api.proving import check_suite
from shopworld.catalog.importers import ImportReport, read_woocommerce
from shopworld.errors import InputError, TaskError
from shopworld.guru.facts import satisfies, stated_facts
from shopworld.mall import Home, Mall
from shopworld.offers.proportions import WEBMALL, room_of
from shopworld.tasks import load_suite

OFFERS = 160


@pytest.fixture(scope="session")
def homes(made_once: Callable[[str, Callable[[Path], Any]], Any], read_run_folder: Path) -> Path:
    """A home with the mall `whole` and its tasks, and the mall `core` with tasks, which is then filled as `core`."""

    def make(folder: Path) -> Path:
        home = folder / "home"
        make_mall_of_crawl("whole", read_run_folder, count=OFFERS, home=home)
        make_mall_of_crawl("core", read_run_folder, count=OFFERS, home=home, core_only=True)
        suite = make_mall_tasks("core", count=12, fewer=True, proven=True, name="core", home=home)
        shutil.copytree(home / "malls" / "core", folder / "core-before")
        make_mall_of_crawl("core", read_run_folder, count=OFFERS, home=home, tasks=suite.file)
        return home

    found: Path = made_once("offers-malls", make)
    return found


def mall_named(home: Path, name: str) -> Mall:
    return Mall.open(Home(home).mall(name))


def test_products_of_several_hosts_stand_in_several_shops(homes: Path) -> None:
    with closing(mall_named(homes, "whole")) as mall:
        offers = list(mall.catalog.iterate_offers())
        shops = {offer.product_id: set() for offer in offers}  # type: ignore[var-annotated]
        for offer in offers:
            assert offer.shop_id not in shops[offer.product_id], "an offer of a product a shop"
            shops[offer.product_id].add(offer.shop_id)
        assert len(offers) <= OFFERS
        assert Counter(len(one) for one in shops.values())[2] >= 5
        assert len({tuple(mall.catalog.category_tree(shop)) for shop in mall.catalog.shop_ids}) == 4
        assert all(offer.currency == "EUR" for offer in offers)


def test_tasks_of_the_filled_core_are_proven(homes: Path) -> None:
    report = check_suite("core", home=homes)
    assert len(report.tasks) >= 8
    assert report.holds, [one for one in report.tasks if not one.hold]


def test_no_filler_may_satisfy_a_task(homes: Path) -> None:
    suite = load_suite(homes / "suites" / "core.json")
    with closing(Mall.open(homes.parent / "core-before")) as core, closing(mall_named(homes, "core")) as mall:
        before = {offer.id for offer in core.catalog.iterate_offers()}
        fillers = [offer for offer in mall.catalog.iterate_offers() if offer.id not in before]
        assert suite.mall_hash == mall.content_hash != core.content_hash
        assert {offer.id for offer in mall.catalog.iterate_offers()} > before
    assert fillers
    for task in suite.tasks:
        for wish in {one.wish for one in task.constraints}:
            asked = [one for one in task.constraints if one.wish == wish and "est" not in one.relation[-3:]]
            for filler in fillers:
                assert not all(satisfies(stated_facts(filler), one, unknown=True) for one in asked), task.id


def test_a_suite_of_another_core_is_not_bound(homes: Path, read_run_folder: Path) -> None:
    suite = homes / "suites" / "core.json"
    with pytest.raises(TaskError, match="not in the mall"):
        make_mall_of_crawl("other", read_run_folder, count=OFFERS, seed=99, home=homes, tasks=suite)


def test_every_offer_is_traced_to_its_record(homes: Path, made_crawl: Path) -> None:
    sources = homes / "malls" / "whole" / "sources"
    rows = pyarrow.parquet.read_table(sources / "provenance.parquet").to_pylist()
    with closing(mall_named(homes, "whole")) as mall:
        assert {row["offer"] for row in rows} == {offer.id for offer in mall.catalog.iterate_offers()}
    for row in rows[:5]:
        with (made_crawl / "pages" / row["file"]).open("rb") as stream:
            stream.seek(int(row["record"]))
            with gzip.GzipFile(fileobj=stream) as member:
                assert f"WARC-Target-URI: {row['address']}\r\n".encode() in member.read(2000)
    assert "--without HOST" in (sources / "NOTICE.md").read_text()


def test_exports_hold_the_mall_s_offers(homes: Path) -> None:
    sources = homes / "malls" / "whole" / "sources"
    table = {row["id"]: row for row in pyarrow.parquet.read_table(sources / "offers.parquet").to_pylist()}
    with closing(mall_named(homes, "whole")) as mall:
        for shop in mall.catalog.shop_ids:
            report = ImportReport()
            file = sources / "woocommerce" / f"{shop}.csv.gz"
            again = {offer.id: offer for _, offer in read_woocommerce(file, shop, report)}
            assert not report.refused
            for offer in mall.catalog.iterate_offers(shop):
                found = again[offer.id]
                assert (found.title, found.price, found.slug) == (offer.title, offer.price, offer.slug)
                assert table[offer.id]["slug"] == offer.slug
            with gzip.open(file, "rt", encoding="utf-8-sig") as text:
                assert next(csv.reader(text))[:5] == ["ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name"]


def test_the_report_has_table_1_and_every_stage(homes: Path) -> None:
    text = (homes / "malls" / "whole" / "sources" / "report.html").read_text()
    for said in (*WEBMALL, "Total", "median", "exact duplicates", "near duplicates", "quality", "core"):
        assert said in text
    assert "<script" not in text


def test_hosts_may_be_left_out(homes: Path, read_run_folder: Path) -> None:
    rows = pyarrow.parquet.read_table(homes / "malls" / "whole" / "sources" / "provenance.parquet").to_pylist()
    host = Counter(row["host"] for row in rows).most_common(1)[0][0]
    made = make_mall_of_crawl("less", read_run_folder, count=OFFERS, home=homes, without=[host])
    kept = pyarrow.parquet.read_table(made.folder / "sources" / "provenance.parquet").to_pylist()
    assert host not in {row["host"] for row in kept}


def test_the_same_offers_make_the_same_mall(homes: Path, read_run_folder: Path, tmp_path: Path) -> None:
    with closing(mall_named(homes, "whole")) as mall:
        again = make_mall_of_crawl("whole", read_run_folder, count=OFFERS, home=tmp_path)
        assert again.manifest.content_hash == mall.content_hash


def test_room_follows_the_paper_s_table() -> None:
    room = room_of(list(WEBMALL), 4, 4421)
    assert room == {name: list(row) for name, row in WEBMALL.items()}
    assert sum(map(sum, room_of(list(WEBMALL), 3, 100).values())) == 100


def test_wrong_wishes_leave_nothing(read_run_folder: Path, tmp_path: Path) -> None:
    for wrong in ({"shops": 5}, {"currency": "JPY"}, {"rank": "luck"}, {"core_only": True, "tasks": "x.json"}):
        with pytest.raises(InputError):
            make_mall_of_crawl("none", read_run_folder, home=tmp_path, **wrong)
    assert not (tmp_path / "malls" / "none").exists()


def test_a_crawl_without_offers_makes_no_mall(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<html>nothing</html>")
    read_crawl(tmp_path / "a.html", tmp_path / "out")
    with pytest.raises(InputError, match="the run has no offers"):
        make_mall_of_crawl("none", tmp_path / "out", home=tmp_path)
    assert json.loads((tmp_path / "out" / "offers.json").read_text())["offers"] == 0
