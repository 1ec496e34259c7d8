"""Errata of WebMall's release: certain contradictions with corrected answers, and nothing that is not certain."""

from __future__ import annotations

import json
from typing import Any

import pytest

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
