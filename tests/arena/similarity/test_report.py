"""Reports hold what was measured, escape what shops say, and are there whole or not at all."""

from __future__ import annotations

import re
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.similarity.capture import Captured
from shopworld.arena.similarity.comparing import compare_shop_groups, compare_shops
from shopworld.arena.similarity.report import write_group_report, write_shop_report
from shopworld.arena.similarity.report.writing import number, picture_file
from shopworld.errors import ArenaError

pytestmark = pytest.mark.browser
EVIL = "<script>alert('x')</script>"


def renamed(captured: Captured, name: str) -> Captured:
    return Captured(captured.capture.model_copy(update={"name": name}), captured.pictures)


def files_of(page: Path) -> list[Path]:
    parsed = LexborHTMLParser(page.read_text("utf-8"))
    return [page.parent / str(one.attributes["src"]) for one in parsed.css("img")]


def test_two_shops(captured: Captured, tmp_path: Path) -> None:
    both = [captured, renamed(captured, EVIL)]
    found = compare_shops(both[0].capture, both[1].capture)
    page = write_shop_report(found, both, tmp_path / "out")
    text = page.read_text("utf-8")
    assert EVIL not in text
    assert "&lt;script&gt;" in text
    assert len(files_of(page)) == 2 * len(captured.capture.states)
    assert all(one.is_file() for one in files_of(page))
    assert orjson.loads((page.parent / "comparison.json").read_bytes())["distance"]["graph"] == 0
    assert (page.parent / "graph-a.svg").read_bytes()[:4] == b"<svg"


def test_two_groups(captured: Captured, tmp_path: Path) -> None:
    groups = [[captured, renamed(captured, "Second")], [renamed(captured, EVIL)]]
    found = compare_shop_groups([one.capture for one in groups[0]], [one.capture for one in groups[1]])
    page = write_group_report(found, groups, tmp_path / "out")
    assert EVIL not in page.read_text("utf-8")
    assert all(one.is_file() for one in files_of(page))
    assert len(re.findall(r'aria-label="[^"]*"><path', page.read_text("utf-8"))) == len(found.measures)


def test_a_comparison_is_replaced_and_nothing_else_is(captured: Captured, tmp_path: Path) -> None:
    found = compare_shops(captured.capture, captured.capture)
    for _ in range(2):
        write_shop_report(found, [captured, captured], tmp_path / "out")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(ArenaError, match="no comparison"):
        write_shop_report(found, [captured, captured], tmp_path / "mine")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mine", "out"]


NODES = st.lists(st.sampled_from(["products", "*", "pages", "a-b"]), max_size=3).map(
    lambda parts: "/" + "/".join(parts)
)


@given(st.sets(NODES))
def test_names_of_pictures_are_file_names(nodes: set[str]) -> None:
    names = [picture_file(node) for node in nodes] + [picture_file(f"{node}:cart_drawer") for node in nodes]
    assert all(re.fullmatch(r"[\w-]+\.jpg", name) for name in names)


def test_numbers_are_short() -> None:
    assert [number(one) for one in (None, 3, 3.0, 2.5, 0.333333)] == ["–", "3", "3", "2.5", "0.33"]
