"""Duplicates and clusters: what repeats goes, what competes stays, and identifiers hold where titles agree."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crawled_offers import blank_offer
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.offers.matching import EXACT, NEAR, match_offers
from shopworld.offers.matching.stage import DUPLICATES_FILE, OFFERS_FILE
from shopworld.offers.record import CrawledOffer
from shopworld.offers.rows import read_rows, schema, values_of, write_rows
from shopworld.offers.signatures import exact_digest, signature

GTIN, OTHER = "04006381333931", "09780306406157"
LONG = " ".join(f"Sentence number {at} tells more of what this drive can do for you every day." for at in range(30))


@dataclass
class Told:
    """What became of offers: ids by cluster, and duplicates by stage."""

    left: list[str]
    clusters: set[frozenset[str]]
    duplicates: dict[str, dict[str, str]]


def offer(name: str, host: str, title: str, **more: object) -> CrawledOffer:
    """An offer of a page of its own."""
    said: dict[str, object] = {
        "text": f"All about {title} from {host}.", "price": 10000, "currency": "EUR", "brand": "Brisk", "gtins": (),
        "mpn": "", "kind": "ssd", "department": "PC Components", **more
    }  # fmt: skip
    return blank_offer(id=f"{name}:0", file=name, host=host, title=title, description=said["text"], **said)


def matched(folder: Path, offers: Sequence[CrawledOffer]) -> Told:
    """Matches offers, as one file."""
    file = folder / "rows.parquet"

    def rows() -> Iterator[dict[str, Any]]:
        for one in offers:
            high, low = exact_digest(one)
            yield {**values_of(one), "exact_high": high, "exact_low": low, "signature": signature(one)}

    write_rows(file, rows(), schema(keys=True))
    match_offers([file], folder)
    left, clusters = [], defaultdict(set)
    for row in read_rows(folder / OFFERS_FILE):
        left.append(row["id"].removesuffix(":0"))
        if row["cluster"]:
            clusters[row["cluster"]].add(row["id"].removesuffix(":0"))
    duplicates: dict[str, dict[str, str]] = {EXACT: {}, NEAR: {}}
    for row in read_rows(folder / DUPLICATES_FILE):
        duplicates[row["stage"]][row["id"].removesuffix(":0")] = row["of"].removesuffix(":0")
    return Told(left, set(map(frozenset, clusters.values())), duplicates)


def test_offers_with_one_gtin_are_one_product(tmp_path: Path) -> None:
    told = matched(
        tmp_path,
        [
            offer("a", "a.example", "Brisk 990 Pro SSD 2 TB", gtins=(GTIN,)),
            offer("b", "b.example", "Brisk 990 Pro 2000GB M.2 SSD", gtins=(GTIN,), price=12000),
            offer("c", "c.example", "Brisk 990 Pro 1 TB SSD", gtins=(OTHER,)),
        ],
    )
    assert told.clusters == {frozenset("ab")}
    assert told.left == ["a", "b", "c"]


def test_part_numbers_hold_within_a_brand_only(tmp_path: Path) -> None:
    told = matched(
        tmp_path,
        [
            offer("a", "a.example", "Brisk drive X100 fast", mpn="X100"),
            offer("b", "b.example", "Brisk X100 drive", mpn="X100"),
            offer("c", "c.example", "Nordwerk X100 drive", mpn="X100", brand="Nordwerk"),
            offer("d", "d.example", "X100 drive", mpn="X100", brand=""),
        ],
    )
    assert told.clusters == {frozenset("ab")}


def test_clusters_join_over_several_identifiers(tmp_path: Path) -> None:
    told = matched(
        tmp_path,
        [
            offer("a", "a.example", "Brisk X100 drive 2 TB", gtins=(GTIN,)),
            offer("b", "b.example", "Brisk X100 drive", gtins=(GTIN,), mpn="X100"),
            offer("c", "c.example", "Brisk X100 fast drive", mpn="X100"),
        ],
    )
    assert told.clusters == {frozenset("abc")}


def test_an_identifier_of_many_unlike_offers_counts_for_none(tmp_path: Path) -> None:
    titles = ["Brisk 990 SSD", "Nordwerk chair leather", "Lamp of brass", "Garden hose 20 m", "Blue cotton shirt"]
    offers = [offer(str(at), f"{at}.example", title, gtins=(GTIN,)) for at, title in enumerate(titles)]
    assert matched(tmp_path, offers).clusters == set()


def test_groups_are_split_where_titles_or_prices_say_otherwise(tmp_path: Path) -> None:
    told = matched(
        tmp_path,
        [
            offer("a", "a.example", "Brisk 990 Pro SSD 2TB", gtins=(GTIN,)),
            offer("b", "b.example", "Brisk 990 Pro 2TB SSD M.2", gtins=(GTIN,)),
            offer("c", "c.example", "Brisk 990 Pro SSD 1TB", gtins=(GTIN,)),
            offer("d", "d.example", "Brisk 990 Pro SSD 2TB boxed", gtins=(GTIN,), price=90000),
        ],
    )
    assert told.clusters == {frozenset("ab")}
    assert told.left == ["a", "b", "c", "d"], "what is split off stays an offer"


def test_word_for_word_duplicates_go_whatever_their_host(tmp_path: Path) -> None:
    same = {"title": "Brisk 990", "text": "Text."}
    told = matched(
        tmp_path,
        [
            offer("a", "a.example", **same),
            offer("b", "b.example", **same),
            offer("c", "c.example", **same, price=10001),
            offer("d", "d.example", **same, currency="USD"),
        ],
    )
    assert told.duplicates[EXACT] == {"b": "a"}
    assert told.left == ["a", "c", "d"]


def test_near_duplicates_of_a_host_go_and_competing_offers_stay(tmp_path: Path) -> None:
    told = matched(
        tmp_path,
        [
            offer("a", "a.example", "Brisk 990 SSD", text=LONG),
            offer("b", "a.example", "Brisk 990 SSD", text=f"{LONG} Order now."),
            offer("c", "c.example", "Brisk 990 SSD", text=f"{LONG} We ship today."),
            offer("d", "a.example", "Brisk 990 SSD", text=f"{LONG} With bag.", price=12000),
        ],
    )
    assert told.duplicates[NEAR] == {"b": "a"}
    assert told.left == ["a", "c", "d"], "another host, or another price, competes"


def test_a_host_that_repeats_another_is_its_mirror(tmp_path: Path) -> None:
    offers = [
        offer(f"{host}{at}", f"{host}.example", f"Brisk {at} SSD", text=f"{at} {LONG} {host} says so.", price=5000 + at)
        for host in ("main", "mirror")
        for at in range(5)
    ]
    told = matched(tmp_path, offers)
    assert told.duplicates[NEAR] == {f"mirror{at}": f"main{at}" for at in range(5)}


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2), st.integers(1, 2)), max_size=12))
def test_exact_duplicates_are_those_that_a_set_finds(said: list[tuple[str, int, int]]) -> None:
    offers = [
        offer(f"n{at:02d}", f"{at}.example", f"Brisk {title}", text=f"Text {text}", price=price)
        for at, (title, text, price) in enumerate(said)
    ]
    with tempfile.TemporaryDirectory() as folder:
        told = matched(Path(folder), offers)
    first: dict[tuple[str, int, int], str] = {}
    expected = {}
    for at, key in enumerate(said):
        name = f"n{at:02d}"
        if first.setdefault(key, name) != name:
            expected[name] = first[key]
    assert told.duplicates[EXACT] == expected
