"""Errata of WebMall's release: certain contradictions with corrected answers, and nothing that is not certain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import shopworld as sw
from shopworld.evaluation.report import ReadRun, corrected_grids, entries_of
from shopworld.mall import Home
from shopworld.tasks.importers.webmall.errata import name_words


def test_names_are_spelt_out_alike() -> None:
    assert name_words("Vengeance LPX 16GB Kit (2 x 8GB)") == name_words("(2x8 GB) kit vengeance lpx 16 GB")
    assert "b550" not in name_words("Asrock B550M Phantom")


@pytest.fixture(scope="module")
def errata(webmall_import: tuple[Any, str]) -> dict[str, Any]:
    report, _ = webmall_import
    found: dict[str, Any] = json.loads(report.errata_file.read_text(encoding="utf-8"))
    return found


def test_contradictions_are_listed_with_corrected_answers_beside_the_originals(errata: dict[str, Any]) -> None:
    by_task = {one["task"]: one for one in errata["errata"]}
    cheaper = by_task["Webmall_EndToEnd_Task7"]
    assert [one["price"] for one in cheaper["contradictions"]] == [4740]
    assert cheaper["contradictions"][0]["offer"] in cheaper["corrected"]
    assert cheaper["contradictions"][0]["offer"] not in cheaper["original"]
    missing = by_task["Webmall_Products_Fulfilling_Specific_Requirements_Task11"]
    assert {one["kind"] for one in missing["contradictions"]} == {"missing"}
    assert len(missing["corrected"]) == len(missing["original"]) + 3


def test_a_board_whose_chipset_is_named_alike_is_no_contradiction(errata: dict[str, Any]) -> None:
    assert "Webmall_EndToEnd_Task1" not in {one["task"] for one in errata["errata"]}


def test_a_colour_in_another_language_hides_no_cheaper_offer(errata: dict[str, Any]) -> None:
    """The answer's title says `Hvit`: white offers that cost less are found all the same."""
    found = {one["task"]: one for one in errata["errata"]}["Webmall_Cheapest_Offer_Specific_Requirements_Task1"]
    assert [one["price"] for one in found["contradictions"]] == [23569]


def test_each_model_means_those_between_the_answers_too(errata: dict[str, Any]) -> None:
    found = {one["task"]: one for one in errata["errata"]}["Webmall_Cheapest_Offer_Vague_Requirements_Task4"]
    assert sorted((one["kind"], one["price"]) for one in found["contradictions"]) == [
        ("cheaper", 57640), ("missing", 39999), ("missing", 39999),
    ]  # fmt: skip


def test_what_is_better_in_all_that_vague_words_mean_contradicts_dearer_answers(errata: dict[str, Any]) -> None:
    found = {one["task"]: one for one in errata["errata"]}["Webmall_Cheapest_Offer_Vague_Requirements_Task5"]
    assert {one["price"] for one in found["contradictions"]} == {27312}
    assert len(found["corrected"]) == 1


def test_the_report_shows_both_scores_and_validation_the_errata(
    webmall_import: tuple[Any, str], tmp_path: Path
) -> None:
    """The oracle answers what the release says: by corrected answers the same events fail."""
    report, _ = webmall_import
    home = report.errata_file.parents[2]
    wrong = "Webmall_Cheapest_Offer_Vague_Requirements_Task5"
    right = "Webmall_Find_Specific_Product_Task10"
    sw.evaluate("webmall", "oracle", interface="tools", tasks=[wrong, right], home=home, out=tmp_path / "run")
    grids = corrected_grids(entries_of([ReadRun.read(tmp_path / "run")]), Home(home))
    assert [cell.text for cell in grids[0].rows[0].cells] == ["1", "100.0", "50.0", "1"]
    assert "Own and corrected answers" in sw.report(tmp_path / "run", home=home).read_text(encoding="utf-8")
    told = [one.text for one in sw.validate_suite("webmall", home=home).problems if one.task == wrong]
    assert any(one.startswith("cheaper: ") for one in told)
