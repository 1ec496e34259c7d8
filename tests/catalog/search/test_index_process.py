"""The index, built in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest
import tantivy

from shopworld.catalog.model import Offer
from shopworld.catalog.prepared import prepare_offer
from shopworld.catalog.search.draft_spool import DraftSpool, read_drafts
from shopworld.catalog.search.index import write_index
from shopworld.catalog.search.index_process import IndexProcess
from shopworld.errors import CatalogError

MakeOffer = Callable[..., Offer]


@pytest.fixture
def spool(tmp_path: Path, make_offer: MakeOffer) -> DraftSpool:
    """Closed, with 300 drafts."""
    spool = DraftSpool(tmp_path / "drafts")
    for number in range(1, 301):
        spool.add(prepare_offer(make_offer(number, f"Mouse {number} ä\n", price=number)).draft)
    spool.close()
    return spool


def empty(folder: Path) -> Path:
    folder.mkdir()
    return folder


def searched(folder: Path) -> tuple[int, list[float]]:
    searcher = tantivy.Index.open(str(folder)).searcher()
    hits = searcher.search(tantivy.Query.all_query(), 5, order_by_field="order_price_descending").hits
    return searcher.num_docs, [value for value, _ in hits]


def test_it_is_the_index_that_is_built_here(tmp_path: Path, spool: DraftSpool) -> None:
    assert spool.count == 300
    ranks = array("I", range(300))
    process = IndexProcess(empty(tmp_path / "beside"), spool.file, ranks)
    process.result()
    write_index(empty(tmp_path / "here"), read_drafts(spool.file), ranks)
    assert searched(tmp_path / "beside") == searched(tmp_path / "here")
    assert searched(tmp_path / "here")[0] == 300
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beside", "drafts", "here"]
    process.stop()


def test_why_it_failed_is_told(tmp_path: Path, spool: DraftSpool) -> None:
    process = IndexProcess(empty(tmp_path / "index"), spool.file, array("I", range(7)))
    with pytest.raises(CatalogError, match=r"could not be built: .*zip"):
        process.result()


def test_a_process_that_is_stopped_is_gone(tmp_path: Path, spool: DraftSpool) -> None:
    process = IndexProcess(empty(tmp_path / "index"), spool.file, array("I", range(300)))
    process.stop()
    assert process._child.returncode is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drafts", "index"]


PARENT = """
import os, sys
from array import array
from pathlib import Path
from shopworld.catalog.search.index_process import IndexProcess
os.mkfifo(sys.argv[2])
process = IndexProcess(Path(sys.argv[1]), Path(sys.argv[2]), array("I", [1]))
print(process._child.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_it_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    """The drafts are a pipe that nobody writes into: the child would wait for ever."""
    arguments = [sys.executable, "-c", PARENT, str(empty(tmp_path / "index")), str(tmp_path / "drafts")]
    child = int(subprocess.run(arguments, capture_output=True, text=True, check=False).stdout)
    for _ in range(400):
        try:
            state = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return
        if state == "Z":
            return
        time.sleep(0.05)
    os.kill(child, 9)
    pytest.fail("it lives on")
