"""Files of crawls: four formats give the same offers; what is broken is named, and the rest is read."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Sequence
from pathlib import Path

import brotli
import orjson
import pytest
from warc_files import json_page, packed, product, record

from shopworld.errors import InputError
from shopworld.offers.limits import PageLimits
from shopworld.offers.reading import read_source, sources_in
from shopworld.offers.record import FoundOffer
from shopworld.offers.tally import StageTally

PAGES = [json_page(product(f"Brisk drive number {at}")) for at in range(3)]
RECORDS = [record(f"https://www.shop{at}.example/p", page) for at, page in enumerate(PAGES)]


def offers_in(file: Path, limits: PageLimits | None = None) -> tuple[list[FoundOffer], StageTally]:
    """All offers of a file, and the counts."""
    tally = StageTally()
    found = [one for source in sources_in([file]) for one in read_source(source, limits or PageLimits(), tally)]
    return found, tally


def reasons(tally: StageTally, stage: str = "read") -> dict[str, int]:
    return {name: drop.count for name, drop in tally.stage(stage).drops.items()}


def notes(tally: StageTally, stage: str = "read") -> dict[str, int]:
    return {name: note.count for name, note in tally.stage(stage).notes.items()}


def titles(found: Sequence[FoundOffer]) -> list[str]:
    return [one.title for one in found]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("plain.warc", b"".join(RECORDS)),
        ("members.warc.gz", packed(*RECORDS)),
        ("whole.warc.gz", gzip.compress(b"".join(RECORDS))),
    ],
)
def test_warc_files_give_their_offers_in_order(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    found, tally = offers_in(tmp_path / name)
    assert titles(found) == [f"Brisk drive number {at}" for at in range(3)]
    assert found[1].address == "https://www.shop1.example/p"
    assert {one.crawled_on for one in found} == {"2024-10-05"}
    assert (tally.stage("read").came_in, tally.stage("read").went_out, tally.stage("read").dropped) == (3, 3, 0)


def test_a_large_file_in_one_gzip_member_is_read_as_a_stream(tmp_path: Path) -> None:
    file = tmp_path / "whole.warc.gz"
    filler = record("https://x.example/", b"<html>" + b"x" * 40_000 + b"</html>")
    file.write_bytes(gzip.compress(filler * 8 + RECORDS[2]))
    found, tally = offers_in(file, PageLimits(page_bytes=50_000))
    assert titles(found) == ["Brisk drive number 2"]
    assert tally.stage("read").went_out == 9


def test_the_record_of_a_place_is_its_byte_offset(tmp_path: Path) -> None:
    file = tmp_path / "a.warc.gz"
    file.write_bytes(packed(*RECORDS))
    found, _ = offers_in(file)
    at = found[2].place.record
    assert b"drive number 2" in zlib.decompressobj(31).decompress(file.read_bytes()[at:])


def test_broken_members_are_named_and_those_behind_them_read(tmp_path: Path) -> None:
    first, second, third = (gzip.compress(one, mtime=0) for one in RECORDS)
    damaged = second[:40] + bytes(one ^ 0x5A for one in second[40:-8]) + second[-8:]
    file = tmp_path / "a.warc.gz"
    file.write_bytes(first + damaged + third)
    found, tally = offers_in(file)
    assert titles(found) == ["Brisk drive number 0", "Brisk drive number 2"]
    assert reasons(tally) == {"a broken gzip member": 1}
    assert tally.stage("read").drops["a broken gzip member"].samples == [f"a.warc.gz, record {len(first)}"]


@pytest.mark.parametrize("cut", [3, 40, 200])
def test_truncated_files_give_what_is_whole(tmp_path: Path, cut: int) -> None:
    for name, content in (("a.warc", b"".join(RECORDS)), ("b.warc.gz", packed(*RECORDS))):
        (tmp_path / name).write_bytes(content[:-cut])
        found, tally = offers_in(tmp_path / name)
        assert titles(found)[:2] == ["Brisk drive number 0", "Brisk drive number 1"]
        left_out = tally.stage("read").dropped
        assert len(found) + left_out == 3
        assert left_out == 1 or cut == 3, "only the line breaks behind a record may be missing"


def test_a_gzip_bomb_is_left_out_in_bounded_memory(tmp_path: Path) -> None:
    bomb = record("https://bomb.example/", b"\0" * 60_000_000)
    file = tmp_path / "a.warc.gz"
    file.write_bytes(packed(bomb) + packed(RECORDS[1]))
    del bomb
    tracemalloc.start()
    found, tally = offers_in(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert titles(found) == ["Brisk drive number 1"]
    assert reasons(tally) == {"a record larger than a page may be": 1}
    assert peak < 40_000_000


def test_a_page_packed_inside_its_record_is_unpacked_up_to_the_limit(tmp_path: Path) -> None:
    headers = "Content-Type: text/html\r\nContent-Encoding: gzip"
    small = record("https://a.example/", gzip.compress(PAGES[0]), headers=headers)
    bomb = record("https://b.example/", gzip.compress(b" " * 30_000_000), headers=headers)
    broken = record("https://c.example/", gzip.compress(PAGES[0])[:50] + b"????" * 9, headers=headers)
    (tmp_path / "a.warc").write_bytes(small + bomb + broken)
    found, tally = offers_in(tmp_path / "a.warc")
    assert titles(found) == ["Brisk drive number 0"]
    assert reasons(tally)["a page that unpacks beyond the limit"] == 1
    assert sum(reasons(tally).values()) in (1, 2)  # what is left of the broken one has no product


def test_brotli_is_unpacked_up_to_the_limit_or_left_where_it_was_undone(tmp_path: Path) -> None:
    headers = "Content-Type: text/html\r\nContent-Encoding: br"
    bodies = (brotli.compress(PAGES[0]), PAGES[1], brotli.compress(b" " * 9_000_000), b"\x00\xff" * 40)
    records = [record(f"https://s{at}.example/", body, headers=headers) for at, body in enumerate(bodies)]
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    found, tally = offers_in(tmp_path / "a.warc")
    assert titles(found) == ["Brisk drive number 0", "Brisk drive number 1"]
    assert reasons(tally) == {"a page that unpacks beyond the limit": 1, "a broken packed page": 1}


def test_chunked_answers_are_joined(tmp_path: Path) -> None:
    half = len(PAGES[0]) // 2
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in (PAGES[0][:half], PAGES[0][half:])) + b"0\r\n\r\n"
    headers = "Content-Type: text/html\r\nTransfer-Encoding: chunked"
    (tmp_path / "a.warc").write_bytes(record("https://a.example/", chunks, headers=headers))
    assert titles(offers_in(tmp_path / "a.warc")[0]) == ["Brisk drive number 0"]


def test_what_is_no_page_is_counted_by_reason(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(
        record("https://a.example/", b"%PDF", headers="Content-Type: application/pdf")
        + record("https://b.example/", PAGES[0], status=404)
        + record("dns:c.example", PAGES[0])
    )
    found, tally = offers_in(tmp_path / "a.warc")
    assert not found
    assert reasons(tally) == {"not HTML": 1, "not an answer with status 200": 1, "no web address": 1}


def test_saved_pages_tell_their_address(tmp_path: Path) -> None:
    (tmp_path / "shop.example").mkdir()
    (tmp_path / "shop.example" / "p1.html").write_bytes(PAGES[0])
    (tmp_path / "p2.htm").write_bytes(b'<link rel="canonical" href="https://c.example/p2">' + PAGES[1])
    (tmp_path / "p3.html.gz").write_bytes(
        gzip.compress(b"<!-- saved from url=(0021)https://s.example/p3 -->" + PAGES[2])
    )
    found, _ = offers_in(tmp_path)
    assert {one.title: one.address for one in found} == {
        "Brisk drive number 0": "https://shop.example/p1.html",
        "Brisk drive number 1": "https://c.example/p2",
        "Brisk drive number 2": "https://s.example/p3",
    }


QUADS = b"""\
_:p <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Product> <https://g.example/p> .
_:p <http://schema.org/Product/name> "Drive \\"Brisk\\""@en <https://g.example/p> .
_:p <http://schema.org/description> "A drive"@en-US <https://g.example/p> .
this is no quad
_:p <http://schema.org/bad> "without an end <https://g.example/p> .
_:p <http://schema.org/Product/offers> _:o <https://g.example/p> .
_:o <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Offer> <https://g.example/p> .
_:o <http://schema.org/Offer/price> "12.50" <https://g.example/p> .
_:o <http://schema.org/priceCurrency> "EUR" <https://g.example/p> .
_:o <http://schema.org/itemOffered> _:p <https://g.example/p> .
_:q <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Thing> <https://g.example/q> .
"""


@pytest.mark.parametrize("name", ["a.nq", "a.nq.gz"])
def test_quads_are_read_page_by_page_and_bad_lines_counted(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(QUADS) if name.endswith("gz") else QUADS)
    found, tally = offers_in(tmp_path / name)
    assert [(one.title, one.price, one.currency, one.address) for one in found] == [
        ('Drive "Brisk"', "12.50", "EUR", "https://g.example/p")
    ]
    assert notes(tally) == {"a bad line of N-Quads": 2}
    assert tally.stage("read").came_in == 2


def test_both_shapes_of_the_product_corpora_are_read(tmp_path: Path) -> None:
    older = {
        "nodeID": "_:n1",
        "url": "http://h.example/",
        "identifiers": [{"/gtin13": "[4006381333931]"}, {"/mpn": "[AB-12]"}],
        "schema.org_properties": [{"/name": "[Old drive]"}, {"/description": "[Text]"}, {"/price": "[9.99]"}],
        "parent_schema.org_properties": [{"/priceCurrency": "[USD]"}],
        "keyValuePairs": {"capacity": "2 TB"},
    }
    newer = {"url": "http://i.example/", "title": "New", "description": "d", "price": 1.5, "priceCurrency": "EUR"}
    lines = b"\n".join([orjson.dumps(older), b"no json", b"[1]", orjson.dumps(newer)])
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(lines))
    found, tally = offers_in(tmp_path / "a.json.gz")
    first, second = found
    assert (first.title, first.price, first.currency, first.gtins, first.mpn) == (
        "Old drive", "9.99", "USD", ("4006381333931",), "AB-12"
    )  # fmt: skip
    assert first.facts == (("capacity", "2 TB"),)
    assert (second.title, second.price, second.currency) == ("New", "1.5", "EUR")
    assert reasons(tally) == {"a line that is not JSON": 1, "a line that is no JSON object": 1}


def test_a_line_without_end_is_not_held(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"title":"' + b"x" * 5_000_000 + b'"}\n{"title":"short"}\n')
    found, tally = offers_in(tmp_path / "a.jsonl")
    assert titles(found) == ["short"]
    assert reasons(tally) == {"a record larger than a page may be": 1}


@pytest.mark.skipif(sys.platform != "linux", reason="reads its peak memory from /proc")
def test_a_gigabyte_page_is_read_past_in_bounded_memory(tmp_path: Path) -> None:
    file = tmp_path / "a.warc"
    size = 1_000_000_000
    head = record("https://huge.example/", b"")[:-4]
    length = len(head.partition(b"\r\n\r\n")[2])
    with file.open("wb") as stream:
        stream.write(head.replace(b"Content-Length: %d" % length, b"Content-Length: %d" % (length + size)))
        stream.seek(size, os.SEEK_CUR)  # a hole: the disk holds nothing of it
        stream.write(b"\r\n\r\n" + RECORDS[1])
    script = (
        "import sys; from pathlib import Path; from shopworld.offers.reading import *\n"
        "from shopworld.offers.limits import PageLimits; from shopworld.offers.tally import StageTally\n"
        "t = StageTally(); s = sources_in([Path(sys.argv[1])])[0]\n"
        "print([o.title for o in read_source(s, PageLimits(), t)], list(t.stage('read').drops))\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    done = subprocess.run([sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True)
    told, peak = done.stdout.splitlines()
    assert told == "['Brisk drive number 1'] ['a record larger than a page may be']"
    assert int(peak) < 200_000, "kilobytes"


def test_unknown_files_and_empty_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        sources_in([tmp_path / "missing"])
    with pytest.raises(InputError, match="no crawl in"):
        sources_in([tmp_path])
    (tmp_path / "a.txt").touch()
    with pytest.raises(InputError, match="ending is not known"):
        sources_in([tmp_path / "a.txt"])
