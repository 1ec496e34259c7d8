"""`shopworld tasks diff`, `export`, `import suite`, `schema`, `card`, `page`, `check --all`, `stats`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from small_world import make_small_world
from typer.testing import CliRunner, Result

from shopworld.cli.tasks import app
from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing, TaskError
from shopworld.mall import Home
from shopworld.tasks import NoSideEffects, Suite, find_suite, save_suite, suite_hash
from shopworld.tasks.canary import CANARY_GUID


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with the mall and the suite `small`."""
    home = Home(tmp_path_factory.mktemp("publishing"))
    make_small_world(home)
    return home


@pytest.fixture(autouse=True)
def home(small: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("SHOPWORLD_HOME", str(small.folder))
    return small


@pytest.fixture
def other(home: Home, tmp_path: Path) -> Path:
    """The file of a suite that differs in one task."""
    suite = find_suite("small", home.folder)
    changed = suite.tasks[0].model_copy(update={"checks": (suite.tasks[0].checks[0],)})
    path = tmp_path / "other.json"
    save_suite(suite.model_copy(update={"version": "2", "tasks": (changed, suite.tasks[1])}), path)
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def call(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.exception
    return result.stdout


def test_diff_is_silent_where_nothing_changed_and_says_what_did(other: Path) -> None:
    assert call("diff", "small", "small") == "No difference: 3 tasks are the same.\n"
    result = run("diff", "small", str(other))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "suite version: 1 -> 2"
    assert "- order_1  (template order)" in lines
    assert "~ answer_1  (revision 1, not raised; checks changed)" in lines
    assert any(line.startswith("    checks: answer_set (groups ") for line in lines)
    assert "templates gone: order" in lines
    assert lines[-1] == "0 added, 1 removed, 1 changed (1 in their checks), 1 the same"
    assert not any(line.startswith("    ") for line in run("diff", "small", str(other), "--brief").stdout.splitlines())
    found = json.loads(run("diff", "small", str(other), "--json").stdout)
    assert (found["same_suite"], list(found["removed"]), found["same"]) == (False, ["order_1"], 1)
    assert (found["changed"][0]["id"], found["changed"][0]["silent"]) == ("answer_1", True)
    assert found["changed"][0]["changes"][0]["field"] == "checks"


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_a_suite_goes_out_and_comes_back(home: Home, tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    file = tmp_path / f"tasks.{ending}"
    assert call("export", "small", str(file)) == f"3 tasks in {file}\n"
    found = json.loads(call("import", "suite", str(file), "--name", f"back_{ending}", "--json"))
    suite = find_suite("small", home.folder)
    back: Suite = find_suite(f"back_{ending}", home.folder)
    assert back == suite.model_copy(update={"name": f"back_{ending}"})
    assert found["suite_hash"] == suite_hash(back)
    home.suite(f"back_{ending}").unlink()


def test_a_format_that_nobody_named_is_asked_for(tmp_path: Path) -> None:
    error = run("export", "small", str(tmp_path / "tasks.csv")).exception
    assert isinstance(error, TaskError)
    assert str(error.hint) == "Let it end in .jsonl or .parquet, or give --format."
    error = run("export", "small", str(tmp_path / "tasks.jsonl"), "--format", "deepshop").exception
    assert str(error) == "the suite 'small' holds no evolved queries"


def test_the_schema_is_printed() -> None:
    assert json.loads(call("schema"))["title"] == "Shopworld task record"
    assert json.loads(call("schema", "suite"))["title"] == "Shopworld suite"


def test_show_and_stats_tell_split_and_canary() -> None:
    shown = call("show", "small", "cart_1")
    assert re.search(r"^template cart, split (train|validation|test)$", shown, re.MULTILINE)
    assert CANARY_GUID in shown
    found = json.loads(call("stats", "small", "--json"))
    assert (found["tasks"], found["templates"], found["revisions"]) == (3, 3, {"1": 3})
    assert sum(found["splits"].values()) == 3
    assert CANARY_GUID in found["canary"]
    lines = call("stats", "small").splitlines()
    assert "3 templates; 3 of revision 1; splits:" in lines[1]
    assert max(map(len, lines)) <= 80


def test_the_list_fits_the_screen(home: Home, tmp_path: Path) -> None:
    suite = find_suite("small", home.folder)
    names = ("products_fulfilling_specific_requirements", "cheapest_offer_vague_requirements", "find_substitutes")
    tasks = tuple(task.model_copy(update={"category": name}) for task, name in zip(suite.tasks, names, strict=True))
    path = tmp_path / "long.json"
    save_suite(suite.model_copy(update={"tasks": tasks}), path)
    lines = call("list", str(path)).splitlines()
    assert max(map(len, lines)) <= 80
    assert "1 cheapest_offer_vague_requirements" in lines[-2] + lines[-1]


def test_all_suites_are_checked_at_once(home: Home) -> None:
    assert json.loads(call("check", "--all", "--json")) == {
        "tasks": 3,
        "proven": 3,
        "unproven": [],
        "suites": ["small"],
    }
    suite = find_suite("small", home.folder)
    wrong = suite.tasks[0].model_copy(update={"checks": (NoSideEffects(),), "defects": ("asks for nothing",)})
    save_suite(suite.model_copy(update={"name": "wrong", "tasks": (wrong,)}), home.suite("wrong"))
    try:
        result = run("check", "--all", "--json")
        found = json.loads(result.stdout)
        assert result.exit_code == 1
        assert (found["tasks"], found["proven"]) == (4, 3)
        (one,) = found["unproven"]
        assert (one["suite"], one["task"], one["defects"]) == ("wrong", "answer_1", ["asks for nothing"])
        assert "nothing" in one["proofs"]
        assert "wrong: 0 of 1 tasks are proven" in run("check", "--all").stdout
        assert json.loads(run("check", "wrong", "--json").stdout)["unproven"][0]["task"] == "answer_1"
    finally:
        home.suite("wrong").unlink()


def test_a_suite_without_its_mall_is_unproven_and_keeps_nobody_from_the_rest(home: Home) -> None:
    suite = find_suite("small", home.folder)
    save_suite(suite.model_copy(update={"name": "homeless", "mall": "gone"}), home.suite("homeless"))
    try:
        result = run("check", "--all", "--json")
    finally:
        home.suite("homeless").unlink()
    found = json.loads(result.stdout)
    assert (result.exit_code, found["tasks"], found["proven"]) == (1, 6, 3)
    assert {one["suite"] for one in found["unproven"]} == {"homeless"}
    assert "no mall here" in found["unproven"][0]["proofs"]["world"]


def test_all_suites_are_checked_as_they_are(home: Home) -> None:
    assert str(run("check").exception) == "name a suite, or give --all"
    assert str(run("check", "small", "--all").exception) == "--all checks every suite as it is; leave suite out"


def test_a_card_is_written_with_its_proofs(tmp_path: Path) -> None:
    found = json.loads(call("card", "small", "--out", str(tmp_path / "set"), "--licence", "MIT", "--json"))
    assert (found["tasks"], found["proven"]) == (3, 3)
    assert "All proofs hold for 3 of 3 tasks." in (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    printed = call("card", "small", "--out", str(tmp_path / "set"), "--no-proofs")
    assert str(tmp_path / "set" / "croissant.json") in printed
    assert "Nothing was proven" in (tmp_path / "set" / "README.md").read_text(encoding="utf-8")


def test_a_page_is_written_without_pictures(tmp_path: Path) -> None:
    out = tmp_path / "page"
    assert call("page", "small", "--out", str(out), "--no-pictures") == f"Page: {out / 'index.html'}\n"
    assert "oracle's path" not in (out / "index.html").read_text(encoding="utf-8")
    assert sorted(one.name for one in out.iterdir()) == ["index.html", "style.css"]


@pytest.mark.browser
def test_the_oracle_is_shown_at_work(tmp_path: Path) -> None:
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    out = tmp_path / "page"
    call("page", "small", "--out", str(out), "--filter", "cart_1", "--workers", "1")
    text = (out / "index.html").read_text(encoding="utf-8")
    pictures = sorted(one.name for one in (out / "pictures" / "cart_1").iterdir())
    assert pictures[0] == "step-000.jpg"
    assert len(pictures) == text.count("<img ")
    assert 'id="order_1"' not in text
