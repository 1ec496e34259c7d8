"""Malls, their catalogs, corpora and tools, by functions; served for real."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

import shopworld as sw
from shopworld.errors import CatalogError, InputError, MallError, ShopError


def get(address: str) -> str:
    """A page, asked for as a browser does that resolves `*.localhost`."""
    host = address.split("/")[2]
    found = httpx.get(f"http://127.0.0.1:{host.partition(':')[2]}/", headers={"host": host}, trust_env=False)
    assert found.status_code == 200
    return found.text


def test_malls_are_made_and_listed(tiny: Path) -> None:
    told: list[sw.Progress] = []
    again = sw.make_mall("again", seed=3, offers=60, home=tiny, progress=told.append)
    assert [one.name for one in sw.list_malls(home=tiny)] == ["again", "tiny"]
    assert len({one.content_hash for one in sw.list_malls(home=tiny)}) == 1
    assert len(again.shops) == 4
    assert [str(one) for one in told] == ["Making the mall: again"]
    with pytest.raises(InputError, match="a name of its own"):
        sw.make_mall(marketplace=True, home=tiny)
    with pytest.raises(ShopError, match="no shop here"):
        sw.make_mall("mine", shops=[tiny], home=tiny)
    with pytest.raises(InputError, match="no such file"):
        sw.import_webmall(tiny, home=tiny)
    assert [one.name for one in sw.list_malls(home=tiny)] == ["again", "tiny"]


def test_a_mall_is_served_as_long_as_the_context_lasts(tiny: Path) -> None:
    with sw.serve_mall(tiny / "malls" / "tiny") as served:
        assert served.name == "tiny"
        assert list(served.shops) == list(served.titles)
        first = next(iter(served.shops))
        assert served.titles[first].replace("&", "&amp;") in get(served.shops[first])
        assert "Submit" in get(served.solution)
        assert get(served.address).count("href") >= 5
        port = int(re.findall(r":(\d+)/", served.address)[0])
        with pytest.raises(MallError, match=str(port)), sw.serve_mall("tiny", port=port, home=tiny):
            pass
    with pytest.raises(httpx.ConnectError):
        get(served.address)
    with pytest.raises(MallError), sw.serve_mall("nowhere", home=tiny):
        pass
    with pytest.raises(ShopError, match="no shop here"), sw.serve_mall(tiny, home=tiny):
        pass


def test_the_pages_of_a_mall_are_read_once_and_searched(worlds: Path) -> None:
    told: list[sw.Progress] = []
    corpus = sw.open_corpus("small", home=worlds, progress=told.append)
    assert (told[-1].done, told[-1].total) == (len(told), len(told))
    hits = corpus.search("Brisk SSD 3 TB", 4)
    assert {hit.document.title for hit in hits} == {"Brisk SSD 3 TB"}
    told.clear()
    assert sw.open_corpus(worlds / "malls" / "small", home=worlds, progress=told.append).folder == corpus.folder
    assert told == []
    with pytest.raises(InputError, match="no retrieval 'luck', expected one of bm25"):
        sw.open_corpus("small", retrieval="luck", home=worlds)


def test_tools_are_listed_and_called_without_a_task(worlds: Path) -> None:
    assert {one.name for one in sw.list_tools()} >= {"search_products", "recommend_product"}
    assert {one.name for one in sw.list_tools("tools")} >= {"search_products", "submit_answer"}
    with sw.open_tools(catalog="chargers", home=worlds) as tools:
        assert "B0000005" in tools.call("search_products", {"query": "white charger micro usb"}).text
    with sw.open_tools(mall="small", home=worlds) as tools:
        shop = re.findall(r"http://[^/]+/", tools.goal)[0]
        assert "brisk-ssd-2-tb" in tools.call("search_products", {"shop": shop, "query": "Brisk"}).text
    for wrong, said in (({}, "which catalog"), ({"suite": "small"}, "which task"), ({"task": "x"}, "needs its suite")):
        with pytest.raises(InputError, match=said), sw.open_tools(home=worlds, **wrong):  # type: ignore[arg-type]
            pass
    with pytest.raises(InputError, match="no interface 'browser' of tools"):
        sw.list_tools("browser")


def test_catalogs_are_made_imported_and_searched(tmp_path: Path) -> None:
    told: list[sw.Progress] = []
    made = sw.make_catalog_files(tmp_path / "data", 40, noise=0, progress=told.append)
    assert (told[-1].done, told[-1].total) == (40, 40)
    report = sw.import_catalog("amazon", made.products, reviews=made.reviews, name="small", home=tmp_path)
    assert (report.products, report.reviews) == (made.product_count, min(report.reviews, made.review_count))
    with sw.open_catalog("small", home=tmp_path) as catalog:
        assert sw.describe_catalog(catalog) == sw.describe_catalog(tmp_path / "catalogs" / "small")
        assert catalog.search(sw.OfferQuery(limit=5)).total == 40
    (tmp_path / "one.csv").write_text("ID,Name,Regular price,Categories\n1,Mouse,9.99,Mice\n", encoding="utf-8")
    taken = sw.import_catalog("woocommerce", tmp_path / "one.csv", name="mice", home=str(tmp_path))
    assert taken.accepted == 1
    with sw.open_catalog("mice", home=tmp_path) as catalog:
        assert catalog.shop_ids == ("one",)
    with pytest.raises(InputError, match="cannot import 'ebay'"):
        sw.import_catalog("ebay", [], home=tmp_path)  # type: ignore[call-overload]
    with pytest.raises(InputError, match="no such file"):
        sw.import_catalog("amazon", tmp_path / "nothing.jsonl", home=tmp_path)
    with pytest.raises(InputError, match="1 product or more"):
        sw.make_catalog_files(tmp_path / "none", 0)
    with pytest.raises(CatalogError):
        sw.open_catalog("nowhere", home=tmp_path)
    assert sorted(one.name for one in (tmp_path / "catalogs").iterdir() if one.is_dir()) == ["mice", "small"]
