from __future__ import annotations

import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import lxml.html
import pytest
from tool_world import make_tool_world
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.evaluation import RunSettings, prepare, run, write_report
from shopworld.evaluation.records import Result
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("home"))
    make_tool_world(home)
    return home


@pytest.fixture(scope="module")
def run_once(home: Home, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run by tools. Not to be changed."""
    out = tmp_path_factory.mktemp("runs") / "tools"
    settings = RunSettings(suite="chargers", agents=("oracle", "keyword", "noop", "list_everything"))
    run(prepare(settings, home=home), out, workers=1, watcher=Quiet())
    return out


@pytest.fixture
def by_tools(run_once: Path, tmp_path: Path) -> Path:
    """A copy of that run's folder."""
    return Path(shutil.copytree(run_once, tmp_path / "tools"))


def sections(page: Path) -> list[str]:
    return [str(one) for one in lxml.html.parse(str(page)).xpath("//section/@id")]


def rows(page: Path, section: str) -> dict[str, list[str]]:
    """Cells of a table by the name of their row."""
    found = {}
    for row in lxml.html.parse(str(page)).xpath(f"//section[@id='{section}']//tbody/tr"):
        cells = [" ".join(cell.text_content().split()) for cell in row.xpath("td")]
        found[cells[0]] = cells[1:]
    return found


def test_the_tables_of_the_paper_are_there_and_those_of_malls_are_not(by_tools: Path) -> None:
    page = write_report([by_tools])
    found = sections(page)
    for name in ("results", "sources", "types", "intents", "difficulty", "style", "failures", "missed"):
        assert f"tool-{name}" in found
    assert not {"results", "categories", "published"} & set(found)
    headline = rows(page, "tool-results")
    assert headline["oracle"][1].startswith("100.0")
    assert headline["noop"][3] == "0.0"
    assert headline["Opus-4.6"][1:4] == ["57.1", "76.6", "84.6"]
    assert rows(page, "tool-sources")["GPT-5.4"] == ["88.1", "69.8", "70.9", "–", "–"]
    assert rows(page, "tool-failures")["noop"][0] == "2"


def test_the_tables_of_the_paper_are_printed_within_80_columns(by_tools: Path) -> None:
    outcome = CliRunner().invoke(app, ["report", str(by_tools)])
    assert outcome.exit_code == 0
    printed = outcome.stdout
    assert "noop: 2 limit" in printed.splitlines()
    assert max(map(len, printed.replace(str(by_tools), "").splitlines())) <= 80
    headings = (
        *("By tools: results", "Rubrics by source", "Rubrics by type", "By intent", "By implicit requirements"),
        *("Interaction style", "Why trials failed", "What wrong recommendations missed"),
    )
    for heading in headings:
        assert f"\n{heading}\n" in printed
    assert re.search(r"^oracle +2 +100\.0 ", printed, re.MULTILINE)
    assert re.search(r"^Opus-4\.6 +– +57\.1 +76\.6 +84\.6 ", printed, re.MULTILINE)
    assert printed.count("Opus-4.6") == 5, "blocks without published numbers have no published rows"
    for heading in ("Attribute", "Numeric", "Entity"):
        assert heading in printed.partition("Rubrics by type")[2].partition("By intent")[0]
    assert "recommendation" in printed.partition("Why trials failed")[2]


def test_every_link_of_every_page_leads_to_a_file(by_tools: Path) -> None:
    report = write_report([by_tools])
    pages = [report, *by_tools.glob("episodes/*/*/*/*/index.html")]
    assert len(pages) == 1 + 8
    for page in pages:
        tree = lxml.html.parse(str(page))
        for target in tree.xpath("//a/@href | //img/@src | //link/@href"):
            if target.startswith("#"):
                assert tree.xpath("//*[@id=$name]", name=target[1:]), (page, target)
            else:
                assert (page.parent / unquote(target)).is_file(), (page, target)
        assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", page.read_text())


def test_an_episode_shows_calls_answers_and_rubrics(by_tools: Path) -> None:
    write_report([by_tools])
    tree = lxml.html.parse(str(by_tools / "episodes/oracle/search_1/0/0/index.html"))
    actions = [" ".join(one.text_content().split()) for one in tree.xpath("//*[@class='action']")]
    assert actions[:3] == ["the goal is given", "get_user_profile()", 'ask_user(question="What about rating?")']
    assert [one.text_content() for one in tree.xpath("//*[@class='said']")] == ["At least 3 stars, please."]
    rubrics = [[cell.text_content() for cell in row.xpath("td")] for row in tree.xpath("//table/tbody/tr")]
    assert len(rubrics) == 6
    assert rubrics[2][1:3] == ["r3 Numeric range", "clarification"]
    assert "the shopper" in tree.getroot().text_content()


def test_runs_in_a_browser_and_by_tools_stand_in_one_report(by_tools: Path, played: Path) -> None:
    page = write_report([by_tools, played])
    found = sections(page)
    assert {"results", "categories", "tool-results", "tool-style", "episodes"} <= set(found)
    assert "right" not in rows(page, "tool-results")
    names = lxml.html.parse(str(page)).xpath("//section[@id='results']//*[contains(@class, 'entry')]/text()")
    assert "oracle" not in names
    assert "right" in names


def test_the_same_results_give_the_same_bytes(by_tools: Path) -> None:
    first = write_report([by_tools]).read_bytes()
    assert write_report([by_tools]).read_bytes() == first
