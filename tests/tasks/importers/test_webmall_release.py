"""A whole release becomes a mall and a suite in one go, or nothing."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import InputError
from shopworld.mall import Home, Mall
from shopworld.tasks import AnswerSet, Cart, Order, find_suite, load_suite
from shopworld.tasks.categories import TASK_SETS
from shopworld.tasks.importers.webmall import ReleaseReport, import_webmall_release
from shopworld.tasks.proofs import prove_suite
from shopworld.tasks.validation import validate_suite

ROWS = [
    ("Ryzen 9 5900X", "299,00", "Components > Processors"),
    ("Corsair Case, White", "80,00", "Components > Cases"),
    ("Quiet Fan", "", "Components"),
]


def write_exports(directory: Path, *, without: int = 0) -> None:
    """The four shops' product exports, but for one."""
    for number in range(1, 5):
        if number == without:
            continue
        with (directory / f"webmall_{number}.csv").open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["ID", "Type", "Name", "Published", "Regular price", "Categories", "Description"])
            for row, (name, price, category) in enumerate(ROWS, start=1):
                writer.writerow([row, "simple", name, 1, price, category, f"<p>{name}</p>"])


@pytest.fixture
def release(tmp_path: Path, write_release: Callable[..., Path], released_task: Callable[..., dict[str, Any]]) -> Path:
    """A folder with a release of two tasks."""
    write_exports(tmp_path)
    find = released_task(
        "Find all offers for the Ryzen.", *(f"{{{{URL_{n}}}}}/product/ryzen-9-5900x" for n in (1, 2, 3, 4))
    )
    add = released_task("Add it to the cart.", "{{URL_2}}/product/corsair-case-white", kind="cart", id="Webmall_Task2")
    return write_release(find, add | {"category": "Add_To_Cart"}).parent


def test_a_release_becomes_a_mall_and_a_suite(release: Path, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    told: list[str] = []
    report = import_webmall_release(release, home, progress=told.append)
    assert report.tasks.imported == 2
    assert [one.accepted for one in report.offers.values()] == [3, 3, 3, 3]
    assert told[0] == "Reading the offers of E-Store Athletes"
    assert "2 tasks imported" in str(report)
    suite, mall = find_suite("webmall", home.folder), Mall.open(home.mall("webmall"))
    try:
        assert (suite.mall, suite.mall_hash) == (mall.name, mall.content_hash)
        assert validate_suite(suite, mall) == ()
        assert all(proof.holds for _, proofs in prove_suite(suite.tasks, mall) for proof in proofs)
    finally:
        mall.close()


def test_importing_twice_gives_the_same_bytes(release: Path, tmp_path: Path) -> None:
    first, second = (import_webmall_release(release, Home(tmp_path / name)) for name in ("one", "two"))
    assert first.suite.read_bytes() == second.suite.read_bytes()
    again = import_webmall_release(release, Home(tmp_path / "one"))
    assert again.suite.read_bytes() == second.suite.read_bytes()


def test_a_missing_export_leaves_nothing_behind(release: Path, tmp_path: Path) -> None:
    (release / "webmall_3.csv").unlink()
    with pytest.raises(InputError, match=r"webmall_3\.csv: no such file"):
        import_webmall_release(release, Home(tmp_path / "home"))
    assert not (tmp_path / "home").exists()


def test_wrong_tasks_leave_nothing_behind(release: Path, tmp_path: Path) -> None:
    (release / "task_sets.json").write_text('[{"id": "SET", "tasks": [{}]}]')
    with pytest.raises(InputError, match="WebMall's format"):
        import_webmall_release(release, Home(tmp_path / "home"))
    assert not (tmp_path / "home").exists()


@pytest.fixture(scope="module")
def real_report(webmall_import: tuple[ReleaseReport, str]) -> ReleaseReport:
    """WebMall's public release, imported."""
    report, _ = webmall_import
    assert isinstance(report, ReleaseReport)
    return report


@pytest.fixture(scope="module")
def real_mall(real_report: ReleaseReport) -> Iterator[Mall]:
    """The mall of WebMall's public release."""
    mall = Mall.open(real_report.mall)
    yield mall
    mall.close()


@pytest.mark.data
def test_the_public_release_is_imported_whole(real_report: ReleaseReport) -> None:
    assert sum(report.accepted for report in real_report.offers.values()) == 4423
    assert real_report.tasks.imported == 65
    assert not real_report.tasks.refused
    assert list(real_report.tasks.categories) == list(TASK_SETS)


@pytest.mark.data
def test_every_offer_of_the_public_release_but_one_is_found_under_its_slug(real_report: ReleaseReport) -> None:
    assert real_report.tasks.unsolvable == ()
    near = [problem for problem in real_report.tasks.problems if problem.kind == "near_identical"]
    assert [problem.task for problem in near] == ["Webmall_Cheapest_Offer_Specific_Requirements_Task1"]
    assert "10240-gb" in near[0].text


@pytest.mark.data
def test_what_is_asked_for_as_new_is_contradicted_by_nothing_refurbished(real_report: ReleaseReport) -> None:
    task = "Webmall_Cheapest_Offer_Specific_Requirements_Task1"
    said = [one.text for one in real_report.tasks.problems if one.task == task and one.kind == "contradiction"]
    assert any("microsoft-xbox-series-s-512-gb-ssd-gaming-console-starter-bundle-white" in one for one in said)
    assert not any("refurbished" in one for one in said)


@pytest.mark.data
def test_the_defects_of_the_public_release_are_listed(real_report: ReleaseReport) -> None:
    by_kind = {
        kind: {problem.task for problem in real_report.tasks.problems if problem.kind == kind}
        for kind in ("wrong_type", "contradiction", "duplicate", "stale_answer", "no_value")
    }
    assert by_kind == {
        "wrong_type": {"Webmall_Find_Substitutes_Task1"},
        "contradiction": {
            "Webmall_Cheapest_Offer_Specific_Requirements_Task1",
            "Webmall_Products_Fulfilling_Specific_Requirements_Task4",
            "Webmall_Products_Fulfilling_Specific_Requirements_Task11",
            "Webmall_Cheapest_Offer_Specific_Requirements_Task8",
            "Webmall_EndToEnd_Task8",
        },
        "duplicate": set(),
        "stale_answer": set(),
        "no_value": set(),
    }


@pytest.mark.data
def test_the_public_release_keeps_its_meaning(real_report: ReleaseReport) -> None:
    suite = load_suite(real_report.suite)
    tasks = {task.id: task for task in suite.tasks}
    for number in (7, 8):
        order = tasks[f"Webmall_EndToEnd_Task{number}"].checks[0]
        assert isinstance(order, Order)
        assert len(order.groups) == 2
        assert len({group[0].shop for group in order.groups}) == 1
        assert order.one_order_per_shop
    assert isinstance(tasks["Webmall_Find_Substitutes_Task1"].checks[0], AnswerSet)
    assert isinstance(tasks["Webmall_Add_To_Cart_Task7"].checks[0], Cart)
    assert all(task.source == "release" and "{{" not in task.goal and "\\n" not in task.goal for task in suite.tasks)
    assert all(len(group) == 1 for task in suite.tasks for group in getattr(task.checks[0], "groups", ()))


@pytest.mark.data
def test_the_imported_suite_is_valid(real_report: ReleaseReport, real_mall: Mall) -> None:
    problems = validate_suite(load_suite(real_report.suite), real_mall)
    assert [problem for problem in problems if problem.severity == "error"] == []


@pytest.mark.data
def test_the_checks_of_the_public_release_are_proven(real_report: ReleaseReport, real_mall: Mall) -> None:
    suite = load_suite(real_report.suite)
    failing = [
        (task.id, proof.name)
        for task, proofs in prove_suite(suite.tasks, real_mall)
        for proof in proofs
        if not proof.holds
    ]
    assert failing == []
    assert all(task.near_misses for task in suite.tasks if task.category != "products_fulfilling_specific_requirements")
