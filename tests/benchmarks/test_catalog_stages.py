"""Stages of the catalog benchmark: run once, figures kept, children counted; and its reader and peer."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from catalog_peer import ask, build
from catalog_queries import KINDS, make_questions
from catalog_stages import run_stage, size_of
from words_of_titles import plain_words

from shopworld.catalog import Catalog
from shopworld.catalog.importers.amazon import import_amazon
from shopworld.goods.amazon import make_amazon


def test_a_stage_runs_once_for_the_same_task(tmp_path: Path) -> None:
    file, mark = tmp_path / "file", tmp_path / "mark.json"
    command = [sys.executable, "-c", f"open({str(file)!r}, 'a').write('x')"]
    first = run_stage(mark, command, {"products": 1})
    again = run_stage(mark, command, {"products": 1})
    assert file.read_text() == "x"
    assert (first.reused, again.reused, again.seconds) == (False, True, first.seconds)
    run_stage(mark, command, {"products": 2})
    assert file.read_text() == "xx"


def test_a_failing_stage_ends_the_benchmark(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="ended with 3"):
        run_stage(tmp_path / "mark", [sys.executable, "-c", "raise SystemExit(3)"], None)
    assert not (tmp_path / "mark").exists()


def test_memory_of_children_counts(tmp_path: Path) -> None:
    child = "x = bytearray(80_000_000); import time; time.sleep(1)"
    command = [sys.executable, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"]
    assert run_stage(tmp_path / "mark", command, None).peak_bytes > 80_000_000


def test_we_and_the_peer_answer_the_same_questions(tmp_path: Path) -> None:
    release = make_amazon(300, tmp_path / "release", seed=1)
    import_amazon(release.products, release.reviews, tmp_path / "catalog", name="small")
    build(tmp_path / "peer.sqlite", list(release.products))
    with Catalog.open(tmp_path / "catalog") as catalog:
        questions = make_questions(catalog, 30)
        assert questions == make_questions(catalog, 30)
        assert all(work(catalog, questions[0]) is not None for work in KINDS.values())
    theirs = ask(tmp_path / "peer.sqlite", [(one.product_id, one.words) for one in questions], "submarine")
    assert {kind: len(seconds) for kind, seconds in theirs.items()} == dict.fromkeys(
        ("plain", "any word", "product look-up"), 10
    ), "the first twenty warm up"
    assert set(theirs) <= set(KINDS)
    assert size_of(tmp_path / "catalog") > size_of(tmp_path / "catalog" / "manifest.json") > 0
    assert json.loads(json.dumps(theirs)) == theirs


def test_words_are_such_as_every_engine_reads_alike() -> None:
    assert plain_words('Axion 27" Monitor, 144Hz, HDMI hdmi A') == ["axion", "monitor", "hdmi"]
