"""DeepShop's release format: reading, writing, and what is wrong with its queries."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from shopworld.errors import InputError
from shopworld.tasks.importers.deepshop import DeepShopRecord, check_records, read_records, write_records

GOOD = DeepShopRecord(
    web_name="Amazon",
    id="Amazon--3",
    ques="Find a compact digital camera with a zoom of at least 10x, rated 4 stars or higher, with the lowest price.",
    web="https://shop.example/",
    attribute="compact digital camera; zoom at least 10x",
    filter="4 stars or higher",
    sort="lowest price",
    category="Electronics",
    difficulty="medium",
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    plain = GOOD.model_copy(update={"id": "4", "filter": None, "sort": None})
    write_records([GOOD, plain], file)
    assert '"sort":"None"' in file.read_text()
    assert read_records(file) == (GOOD, plain)


@pytest.mark.parametrize("absent", ['"None"', '""', "null", '"none."', '"N/A"'])
def test_an_absent_sub_query_is_written_in_many_ways(tmp_path: Path, absent: str) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(f'{{"id": 7, "ques": "Find yoga mats.", "sort": {absent}, "extra": 1}}\n\n')
    assert read_records(file)[0].sort is None
    assert read_records(file)[0].id == "7"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ('{"id": "1"}', "ques"),
        ('{"id": "1", "ques": ""}', "ques"),
        ('{"id": "1", "ques": "a"}\n{"id": "1", "ques": "b"}', "already in line 1"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(text)
    with pytest.raises(InputError, match=message) as raised:
        read_records(file)
    assert f":{len(text.splitlines())}" in str(raised.value)
    with pytest.raises(InputError, match="no file"):
        read_records(tmp_path / "missing.jsonl")


def rules(**changes: str | None) -> set[tuple[str, str]]:
    """Rules and parts of what is wrong with a changed query."""
    return {(one.rule, one.part) for one in check_records([GOOD.model_copy(update=changes)])}


def test_a_good_query_has_no_findings() -> None:
    assert rules() == set()
    absent = {"attribute": "yoga mats", "filter": None, "sort": None}
    assert rules(ques="Find yoga mats.", **absent) == set()


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"sort": None}, ("lost", "sort")),
        ({"filter": None}, ("lost", "filter")),
        ({"attribute": None, "filter": None, "sort": None}, ("lost", "")),
        ({"sort": "between $100 and $300"}, ("misplaced", "sort")),
        ({"filter": "4 stars or higher, cheapest"}, ("misplaced", "filter")),
        ({"attribute": "digital camera with 4 stars"}, ("misplaced", "attribute")),
        ({"attribute": "Product attribute: digital camera"}, ("garbled", "attribute")),
        ({"filter": "4 stars\n3. lowest price"}, ("garbled", "filter")),
        ({"filter": "4.5 stars or higher"}, ("not in the query", "filter")),
        ({"attribute": "wooden garden bench"}, ("not in the query", "attribute")),
        ({"ques": GOOD.ques + " Take the best seller."}, ("contradiction", "sort")),
        (
            {"ques": GOOD.ques + " It needs 15,000 reviews and a release in the last 90 days."},
            ("hardly feasible", "filter"),
        ),
    ],
)
def test_defects_of_the_release_are_found(changes: dict[str, str | None], found: tuple[str, str]) -> None:
    assert found in rules(**changes)


@given(some.text(), some.text())
def test_any_text_can_be_checked(question: str, part: str) -> None:
    record = DeepShopRecord(id="x", ques=question or "a", attribute=part, filter=part, sort=part)
    assert all(one.query == "x" for one in check_records([record]))
