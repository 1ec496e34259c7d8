"""`shopworld tasks` for people and machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Offer, Product
from shopworld.cli.tasks import app
from shopworld.errors import ShopworldError, TaskError
from shopworld.mall import Home, make_default_mall, webmall_shops, write_mall
from shopworld.tasks import AnswerSet, NoSideEffects, OfferAddress, Order, Suite, Task, find_suite, save_suite

RYZEN = OfferAddress(shop="techtalk", slug="ryzen")
CASE = OfferAddress(shop="camelcases", slug="case")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with the mall `webmall` of two offers and the suite `small` of two tasks."""
    home = Home(tmp_path)
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))

    def build_catalog(folder: Path) -> str:
        with CatalogBuilder(folder, name="mini") as builder:
            for one in (RYZEN, CASE):
                builder.add_product(Product(id=one.slug, title=one.slug, department="", kind=""))
                builder.add_offer(
                    Offer(
                        id=f"{one.shop}/1",
                        shop_id=one.shop,
                        number=1,
                        product_id=one.slug,
                        slug=one.slug,
                        title=one.slug,
                        price=100,
                    )
                )
        with Catalog.open(folder) as catalog:
            return catalog.content_hash

    home.mall("webmall").parent.mkdir()
    manifest = write_mall(home.mall("webmall"), name="webmall", shops=webmall_shops(), build_catalog=build_catalog)
    find = Task(
        id="find",
        template="t",
        category="find_specific_product",
        set="basic",
        intent="Find the Ryzen.",
        start="http://techtalk.example/",
        checks=(AnswerSet(groups=((RYZEN,),)), NoSideEffects()),
        near_misses=((CASE,),),
        defects=("something is odd",),
    )
    buy = find.model_copy(
        update={"id": "buy", "category": "checkout", "checks": (Order(groups=((RYZEN,),)),), "defects": ()}
    )
    suite = Suite(name="small", version="1", mall="webmall", mall_hash=manifest.content_hash, tasks=(find, buy))
    save_suite(suite, home.suite("small"))
    return home


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def spoil(home: Home) -> None:
    """Makes the near miss of the first task its answer."""
    file = home.suite("small")
    raw = json.loads(file.read_text())
    raw["tasks"][0]["near_misses"] = [[{"shop": RYZEN.shop, "slug": RYZEN.slug}]]
    file.write_text(json.dumps(raw))


def test_suites_are_listed(home: Home) -> None:
    assert "small" in run("list").stdout
    assert json.loads(run("list", "--json").stdout) == [
        {"name": "small", "version": "1", "mall": "webmall", "description": "", "tasks": 2, "answers": ""}
    ]


def test_an_empty_home_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "none"))
    assert "shopworld tasks make" in run("list").stdout


def test_tasks_are_listed_within_80_columns(home: Home) -> None:
    output = run("list", "small").stdout
    assert output.splitlines()[-1] == "2 tasks: 1 find_specific_product, 1 checkout"
    assert max(map(len, output.splitlines())) <= 80


def test_tasks_are_filtered(home: Home) -> None:
    found = json.loads(run("list", "small", "--filter", "category=checkout", "--json").stdout)
    assert [task["id"] for task in found] == ["buy"]
    assert found[0]["checks"] == ["order"]


def test_a_task_is_shown_with_answers_and_defects(home: Home) -> None:
    output = run("show", "small", "find").stdout
    for part in (
        "Find the Ryzen.",
        "1. techtalk /product/ryzen/",
        "near miss 1: camelcases",
        "defect: something is odd",
    ):
        assert part in output
    assert json.loads(run("show", "small", "find", "--json").stdout)["id"] == "find"


def test_an_unknown_task_is_an_error_for_people(home: Home) -> None:
    error = run("show", "small", "nothing").exception
    assert isinstance(error, TaskError)
    assert error.hint == "See `shopworld tasks list small`."


def test_a_valid_suite_exits_with_0(home: Home) -> None:
    result = run("validate", "small")
    assert (result.exit_code, result.stdout) == (0, "2 tasks: 0 errors, 0 warnings, 0 known defects\n")


def test_an_invalid_suite_exits_with_1(home: Home) -> None:
    spoil(home)
    result = run("validate", "small")
    assert result.exit_code == 1
    assert "error   find: near miss 1 is right" in result.stdout
    assert json.loads(run("validate", "small", "--json").stdout)[0]["task"] == "find"


def test_proofs_that_hold_exit_with_0(home: Home) -> None:
    result = run("check", "small")
    assert result.exit_code == 0, result.exception
    assert "does not hold" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert json.loads(run("check", "small", "--json").stdout)["proven"] == 2


def test_proofs_that_fail_exit_with_1(home: Home) -> None:
    spoil(home)
    result = run("check", "small", "--filter", "find")
    assert result.exit_code == 1
    assert "find: near miss 1 does not hold: all checks passed (known defect: something is odd)" in result.stdout
    assert json.loads(run("check", "small", "--json").stdout)["proven"] == 1


def test_tasks_are_imported_into_a_mall_that_is_there(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "task_sets.json"
    task = {
        "id": "Webmall_Task1",
        "category": "Specific_Product",
        "instruction": "<instructions>\\nShops: {{URL_1}}\\n</instructions>",
        "task": "<task>\\nFind all offers for the Ryzen.\\n</task>",
        "correct_answer": {"type": "string", "answers": ["{{URL_2}}/product/ryzen"]},
    }
    file.write_text(json.dumps([{"id": "SET", "tasks": [task]}]))
    result = run("import", "webmall", str(file))
    assert result.exit_code == 0, result.exception
    assert "1 tasks imported, 0 refused" in result.stdout
    assert run("validate", "webmall").exit_code == 0
    assert json.loads(run("import", "webmall", str(tmp_path), "--json").stdout)["imported"] == 1


def test_an_unknown_source_is_an_error_for_people(home: Home) -> None:
    error = run("import", "wishes", "file").exception
    assert isinstance(error, ShopworldError)
    assert error.hint == "There are: webmall, ecomagentbench, deepshop, shopgym, suite."


@pytest.fixture(scope="module")
def made_mall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a synthetic mall of few offers."""
    folder = tmp_path_factory.mktemp("home")
    home = Home(folder)
    home.mall("tiny").parent.mkdir()
    make_default_mall(home.mall("tiny"), 3, 120, name="tiny", merchants="few")
    return folder


def test_tasks_are_made_and_checked_by_the_second_solver(made_mall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(made_mall))
    counts = ("--count", "checkout=2", "--count", "find_specific_product=1")
    result = run("make", "mall", "tiny", "--name", "few", *counts)
    assert result.exit_code == 0, result.exception
    assert max(map(len, result.stdout.splitlines()[:-2])) <= 80
    assert result.stdout.endswith("Prove them: shopworld tasks check few\n")
    suite = find_suite("few", made_mall)
    assert [task.category for task in suite.tasks] == ["find_specific_product", "checkout", "checkout"]
    proven = json.loads(run("check", "few", "--json").stdout)
    assert proven["proven"] == 3
    assert all(any(proof["name"] == "second solver" for proof in one["proofs"]) for one in proven["results"])
    solved = json.loads(run("check", "few", "--interface", "tools", "--workers", "1", "--json").stdout)
    assert [one["proofs"][-1]["text"][:9] for one in solved["results"]] == ["solved in"] * 3


def test_a_mall_can_be_named_by_its_folder_and_made_for_machines(
    made_mall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(made_mall))
    folder = str(Home(made_mall).mall("tiny"))
    found = json.loads(run("make", "mall", folder, "--seed", "9", "--count", "checkout=1", "--json").stdout)
    assert (found["name"], found["mall"], found["seed"], found["tasks"]) == ("comparison-tiny", "tiny", 9, 1)
    assert found["levels"] == {"easy": 1}
    assert found["categories"] == {"checkout": 1}


@pytest.mark.parametrize("count", ["checkout", "checkout=two", "checkout=-1", "nothing=3", "-4", "=5"])
def test_a_wrong_count_is_an_error_for_people(home: Home, count: str) -> None:
    error = run("make", "mall", "webmall", "--count", count).exception
    assert isinstance(error, TaskError)
    assert str(error) == f"--count {count}: expected one N, or CATEGORY=N"


def test_numbers_together_and_by_category_do_not_mix(home: Home) -> None:
    for counts in (("91", "checkout=1"), ("checkout=1", "91"), ("5", "6")):
        error = run("make", "mall", "webmall", "--count", counts[0], "--count", counts[1]).exception
        assert isinstance(error, TaskError)
        assert "expected one N, or CATEGORY=N" in str(error)


def test_a_number_of_tasks_is_shared_out_and_levels_are_asked_for(
    made_mall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(made_mall))
    found = json.loads(
        run("make", "mall", "tiny", "--count", "6", "--level", "easy=5", "--level", "medium", "--json").stdout
    )
    assert found["tasks"] == 6
    assert found["levels"]["easy"] > found["levels"]["medium"] > 0
    rows = json.loads(run("stats", "comparison-tiny", "--json").stdout)["categories"]
    assert sum(row["difficulties"]["easy"] for row in rows if "easy" in row["difficulties"]) == found["levels"]["easy"]


@pytest.mark.parametrize("level", ["harder", "easy=none", "easy=0", "=1"])
def test_a_wrong_level_is_an_error_for_people(home: Home, level: str) -> None:
    error = run("make", "mall", "webmall", "--level", level).exception
    assert isinstance(error, TaskError)
    assert error.hint == "The levels are: easy, medium, hard."


def test_the_old_name_of_the_command_still_works(made_mall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(made_mall))
    assert json.loads(run("make", "comparison", "tiny", "--count", "checkout=1", "--json").stdout)["tasks"] == 1
    assert "comparison" not in run("make", "--help").stdout.replace("comparison shopping", "")


def test_the_grading_of_a_suite_is_audited(made_mall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(made_mall))
    run("make", "mall", "tiny", "--name", "audit", "--count", "checkout=1", "--count", "find_specific_product=1")
    table = run("mutate", "audit")
    assert table.exit_code == 0, table.output
    assert max(map(len, table.stdout.splitlines())) <= 80
    assert "2 tasks, " in table.stdout
    assert table.stdout.endswith("end states: 0 graded wrongly\n")
    found = json.loads(run("mutate", "audit", "--filter", "category=checkout", "--json").stdout)
    assert found["tasks"] == 1
    rows = {row["check"]: row for row in found["checks"]}
    assert rows["order"]["refused"] == rows["order"]["wrong"] >= 10
    assert rows["order"]["accepted"] == rows["order"]["right"] > 0


def test_a_suite_that_is_graded_wrongly_is_told(made_mall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(made_mall))
    run("make", "mall", "tiny", "--name", "spoilt", "--count", "find_specific_product=1")
    suite = find_suite("spoilt", made_mall)
    (task,) = suite.tasks
    contrary = AnswerSet(groups=((OfferAddress(shop="swiftlap", slug="another-thing"),),))
    spoilt = task.model_copy(update={"checks": (*task.checks, contrary)})
    save_suite(suite.model_copy(update={"tasks": (spoilt,)}), Home(made_mall).suite("spoilt"))
    result = run("mutate", "spoilt")
    assert result.exit_code == 1
    assert f"{task.id}: answer_set, " in result.stdout
    assert "refused: " in result.stdout


def test_a_suite_without_a_mall_cannot_be_audited(home: Home) -> None:
    suite = find_suite("small", home.folder)
    save_suite(suite.model_copy(update={"mall": ""}), home.suite("lost"))
    error = run("mutate", "lost").exception
    assert isinstance(error, TaskError)
    assert error.hint == "Name the mall's folder with --mall."


def test_an_unknown_family_is_an_error_for_people(home: Home) -> None:
    result = run("make", "poems", "webmall")
    assert result.exit_code == 2
    assert "No such command 'poems'" in result.output


def test_too_little_material_leaves_no_suite(home: Home) -> None:
    error = run("make", "mall", "webmall", "--name", "new").exception
    assert isinstance(error, TaskError)
    assert "has material for 0 tasks, 91 were wanted" in str(error)
    assert not home.suite("new").exists()
