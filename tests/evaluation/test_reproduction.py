"""Pages of papers: own rows above published ones, computed from the results of runs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import lxml.html
import orjson
import pytest
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import RunError
from shopworld.evaluation import RunSettings
from shopworld.evaluation.measures.published import PAPERS
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status, ToolUse
from shopworld.evaluation.report import write_paper_page
from shopworld.evaluation.report.grids import Grid
from shopworld.mall import Home
from shopworld.tasks import CheckResult

CATEGORIES = {"find_specific_product": "basic", "checkout": "basic", "end_to_end": "advanced"}
HOSTILE = "<script>alert(1)</script>"


def result(agent: str, category: str, number: int, passed: bool, **fields: object) -> Result:
    return Result.model_validate(
        {
            "agent": agent,
            "task": f"{category}_{number}",
            "trial": 0,
            "template": f"{category}_{number}",
            "category": category,
            "set": CATEGORIES.get(category, ""),
            "status": Status.PASSED if passed else Status.FAILED,
            "reward": float(passed),
            "precision": 1.0 if passed else 0.5,
            "recall": 1.0 if passed else 0.25,
            "steps": 10 + number,
            "ending": "submitted",
            "hashes": Hashes(task="", checks=""),
            **fields,
        }
    )


def write_run(folder: Path, results: list[Result], **world: object) -> Path:
    agents = tuple(dict.fromkeys(one.agent for one in results))
    folder.mkdir(parents=True)
    (folder / "run.toml").write_text(RunSettings(suite="away", agents=agents).to_toml())
    known = {"package": "0", "suite": "scripted", "suite_version": "1", "suite_hash": "s", "catalog_hash": "c"}
    made = Provenance.model_validate({**known, "mall": "m", "shops": {"shop-a": "a.example"}, "tasks": {}, **world})
    (folder / "world.json").write_bytes(made.to_json())
    (folder / "results.jsonl").write_bytes(b"".join(one.to_json() + b"\n" for one in results))
    return folder


@pytest.fixture
def in_malls(tmp_path: Path) -> Path:
    usage = {"input_tokens": 1000.0, "output_tokens": 10.0, "model_calls": 2.0}
    return write_run(
        tmp_path / "malls",
        [
            result(agent, category, number, number < solved, usage={**usage, "usd": price})
            for agent, solved, price in (("first", 3, 0.5), (HOSTILE, 1, 0.25))
            for category in CATEGORIES
            for number in range(4)
        ],
    )


def grid(page: Path, name: str) -> dict[str, list[str]]:
    """The numbers of a table by the name of their row, without intervals."""
    rows = lxml.html.parse(str(page)).xpath(f"//section[@id='{name}']//tbody/tr")
    return {
        row.xpath("string(td[1])").strip(): [one.text_content() for one in row.xpath(".//span[@class='cell']")]
        for row in rows
    }


def test_webmalls_tables_have_own_rows_above_the_published_ones(in_malls: Path, tmp_path: Path) -> None:
    page = write_paper_page("webmall", [in_malls], home=Home(tmp_path)).file
    assert page == in_malls / "webmall.html"
    table_3 = grid(page, "table-3")
    assert list(table_3)[:3] == ["first", HOSTILE, "AX-tree, GPT-4.1"]
    assert table_3["first"][0] == "75.00"
    assert table_3["first"][1] == "87.50"  # three of 1, one of 0.5
    assert table_3["first"][2] == "81.25"
    assert table_3["first"][3] == f"{2 * 87.5 * 81.25 / (87.5 + 81.25):.2f}"
    assert table_3["AX-tree, GPT-4.1"][:4] == ["56.25", "74.48", "67.59", "70.87"]
    completion = grid(page, "table-4-completion")
    assert completion[HOSTILE][0] == "25.00"
    assert completion[HOSTILE][1] == "–"
    assert completion["Vision, GPT-4.1"][4] == "12.50"
    assert grid(page, "table-5-advanced")["first"] == ["11.50", "1,000", "10.00", "0.00", "0.50"]
    paired = grid(page, "paired")
    assert paired[f"first – {HOSTILE}"][2] == "+50.0"


def test_a_page_keeps_hostile_names_as_text_and_fetches_nothing(in_malls: Path, tmp_path: Path) -> None:
    for paper in PAPERS:
        text = write_paper_page(paper, [in_malls], tmp_path / f"{paper}.html", home=Home(tmp_path)).file.read_text()
        assert "<script" not in text
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text)


def test_prices_that_are_not_all_known_make_no_mean(tmp_path: Path) -> None:
    results = [
        result("a", "checkout", number, True, usage={"model_calls": 1.0, **({"usd": 1.0} if number else {})})
        for number in range(3)
    ]
    page = write_paper_page("webmall", [write_run(tmp_path / "run", results)], home=Home(tmp_path)).file
    assert grid(page, "table-5-basic")["a"][4] == "–"


def test_ecomagentbenchs_tables_are_computed_from_rubrics_and_calls(tmp_path: Path) -> None:
    def rubric(number: int, source: str, satisfied: bool) -> dict[str, object]:
        kind = "review_opinion" if number == 0 else "attribute_match"
        return {"id": f"r{number}", "type": kind, "source": source, "satisfied": satisfied, "reason": ""}

    results = []
    for number, passed in enumerate((True, False, False)):
        rubrics = [rubric(0, "query", True), *(rubric(at, "persona", passed) for at in range(1, 8 + 2 * number))]
        check = CheckResult.model_validate(
            {"type": "recommended_product", "passed": passed, "reason": "", "rubrics": rubrics}
        )
        results.append(
            result(
                "asker",
                "product_search",
                number,
                passed,
                difficulty="0-1" if number else "3+",
                checks=(check,),
                tools=ToolUse(
                    calls={"search_products": 4, "ask_user": number}, first_question=0.25 if number else None
                ),
            )
        )
    run = write_run(tmp_path / "tools", results, mall="", catalog="goods")
    page = write_paper_page("ecomagentbench", [run], home=Home(tmp_path))
    table_3 = grid(page.file, "table-3")
    assert table_3["asker"][0] == "33.3"
    assert table_3["asker"][3:] == ["5.0", "5.0"]
    assert grid(page.file, "table-4")["asker"][1] == "25.9"  # 7 of 7 + 9 + 11
    assert grid(page.file, "table-6")["scripted (here)"] == ["3.0", "1.0", "30.0", "10.0", "10.0", "90.0", "0.0"]
    table_7 = grid(page.file, "table-7")
    assert table_7["asker"] == ["100.0", "0.0", "0.0", "0.0", "–", "100.0", "33.3", "–"]
    assert table_7["Mean of seven models"][3] == "51.8"
    assert grid(page.file, "table-8")["asker"][3:5] == ["1.00", "0.25"]
    assert grid(page.file, "table-9")["asker"][0] == "33.3"
    assert "Opus-4.6" in page.file.read_text()


def test_shopgyms_horizons_and_suites_stand_beside(tmp_path: Path) -> None:
    def played(suite: str, solved: int) -> Path:
        results = [result("walker", "journey", number, number < solved, set="hard_long_horizon") for number in range(4)]
        return write_run(tmp_path / suite, results, suite=suite, suite_hash=suite)

    page = write_paper_page("shopgym", [played("shop", 3), played("twin", 2)], home=Home(tmp_path)).file
    figure_7 = grid(page, "figure-7")
    assert figure_7["walker (shop)"][1] == "75.0"
    assert figure_7["GPT-5, BrowserGym"] == ["–", "62.5"]
    beside = grid(page, "figure-6")["walker"]
    assert beside == ["75.0", "50.0", "62.5"]


def test_the_command_prints_the_tables_and_refuses_other_papers(in_malls: Path) -> None:
    told = CliRunner().invoke(app, ["report", str(in_malls), "--paper", "webmall", "--json"])
    assert told.exit_code == 0, told.output
    tables = {one["id"]: one for one in orjson.loads(told.stdout)["tables"]}
    assert [row["published"] for row in tables["table-3"]["rows"]][:3] == [False, False, True]
    printed = CliRunner().invoke(app, ["report", str(in_malls), "--paper", "webmall"])
    assert printed.exit_code == 0, printed.output
    assert "AX-tree, GPT-4.1" in printed.stdout
    with pytest.raises(RunError, match="no page"):
        write_paper_page("other", [in_malls])


def test_grids_of_pages_are_whole(in_malls: Path, tmp_path: Path) -> None:
    for paper in PAPERS:
        for one in write_paper_page(paper, [in_malls], tmp_path / "page.html", home=Home(tmp_path)).parts:
            assert replace(one)
            if isinstance(one, Grid):
                assert all(len(row.cells) == len(one.columns) for row in one.rows)
