"""Suites: made, held against their worlds, compared and exported by functions."""

from __future__ import annotations

from pathlib import Path

import pytest

import shopworld as sw
from shopworld.errors import InputError, MallError, RunError, TaskError
from shopworld.tasks import AnswerSet, NoSideEffects


def test_a_made_suite_is_at_home_and_proven(tiny: Path) -> None:
    told: list[sw.Progress] = []
    found = sw.check_suite("few", home=tiny, progress=told.append)
    assert found.holds
    names = {proof.name for task in found.tasks for proof in task.proofs}
    assert {"right", "nothing", "second solver"} <= names
    assert {one.what for one in told} == {"Reading pages", "Proving"}
    last = [one for one in told if one.what == "Proving"][-1]
    assert (last.done, last.total) == (2, 2)
    quick = sw.check_suite("few", tasks="category=checkout", quick=True, home=str(tiny))
    assert [one.category for one in quick.tasks] == ["checkout"]
    assert "second solver" not in {proof.name for task in quick.tasks for proof in task.proofs}


def test_what_is_wrong_with_a_suite_is_found(tiny: Path) -> None:
    assert sw.validate_suite("few", home=tiny) == sw.validate_suite(tiny / "suites" / "few.json", home=tiny)
    assert sw.validate_suite("few", home=tiny).holds
    audit = sw.audit_suite("few", home=tiny)
    assert audit.holds
    assert {row.check for row in audit.rows} >= {"answer_set", "order"}
    suite = sw.load_suite("few", home=tiny)
    (first, *_) = suite.tasks
    (check, *_) = [one for one in first.checks if isinstance(one, AnswerSet)]
    lost = check.groups[0][0].model_copy(update={"slug": "nothing-like-it"})
    wrong = first.model_copy(update={"checks": (AnswerSet(groups=((lost,),)), NoSideEffects())})
    found = sw.validate_suite(suite.model_copy(update={"tasks": (wrong,)}), home=tiny)
    assert not found.holds
    assert (found.tasks, found.errors[0].task) == (1, first.id)


def test_a_loaded_suite_is_as_good_as_its_name(tiny: Path) -> None:
    suite = sw.load_suite("few", home=tiny)
    described = sw.describe_suite(suite, home=tiny)
    assert described == sw.describe_suite("few", home=tiny)
    assert (described.tasks, [one.tasks for one in described.categories]) == (2, [1, 1])
    with pytest.raises(TaskError, match="no evolved queries"):
        described.plot(tiny / "figures")
    assert [one.name for one in sw.list_suites(home=tiny)] == ["few"]


def test_a_suite_goes_out_and_comes_back(tiny: Path) -> None:
    assert sw.export_suite("few", tiny / "few.jsonl", home=tiny) == 2
    back = sw.import_tasks("suite", tiny / "few.jsonl", name="back", home=tiny)
    assert back.file == tiny / "suites" / "back.json"
    changes = sw.compare_suites("few", "back", home=tiny)
    assert (changes.same, changes.added, [one.field for one in changes.suite]) == (2, {}, ["name"])
    assert set(sw.task_schema()["properties"]) > {"prompt", "checks"}
    with pytest.raises(TaskError, match="says no format"):
        sw.export_suite("few", tiny / "few.txt", home=tiny)
    with pytest.raises(TaskError, match="no format 'yaml'"):
        sw.export_suite("few", tiny / "few.txt", form="yaml", home=tiny)
    assert not (tiny / "few.txt").exists()


def test_a_data_set_says_what_is_proven(tiny: Path) -> None:
    proofs = sw.check_suite("few", quick=True, home=tiny)
    files = sw.write_card("few", tiny / "card", proofs=proofs, licence="CC-BY-4.0", home=tiny)
    assert {file.name for file in files} >= {"README.md"}
    assert "the right answer scores 1" in (tiny / "card" / "README.md").read_text(encoding="utf-8")
    page = sw.write_page("few", tiny / "page", tasks="category=checkout", pictures=False, home=tiny)
    assert page.read_text(encoding="utf-8").count("checkout_01") >= 1


def test_what_cannot_be_made_leaves_no_suite(tiny: Path) -> None:
    with pytest.raises(TaskError, match="no such category: poems"):
        sw.make_mall_tasks("tiny", count={"poems": 1}, name="new", home=tiny)
    with pytest.raises(TaskError, match="one at least"):
        sw.make_mall_tasks("tiny", count=0, name="new", home=tiny)
    with pytest.raises(TaskError, match="no level with a weight above 0: harder"):
        sw.make_mall_tasks("tiny", levels=["harder"], name="new", home=tiny)
    with pytest.raises(TaskError, match="has material for"):
        sw.make_mall_tasks("tiny", count={"find_substitutes": 900}, name="new", home=tiny)
    with pytest.raises(MallError):
        sw.make_mall_tasks("nowhere", home=tiny)
    with pytest.raises(TaskError, match="none of the 50 seeds"):
        sw.make_evolved_tasks("tiny", name="new", home=tiny)
    with pytest.raises(TaskError, match="no such intent: wish"):
        sw.make_intent_tasks("tiny", intents=["wish"], name="new", home=tiny)
    with pytest.raises(TaskError, match="no such category: juggling"):
        sw.make_shop_tasks("tiny", count={"juggling": 1}, name="new", home=tiny)
    with pytest.raises(InputError, match="no --model"):
        sw.make_shop_tasks("tiny", models=sw.ModelSettings(temperature=1.0), name="new", home=tiny)
    with pytest.raises(TaskError, match="cannot import 'wishes'"):
        sw.import_tasks("wishes", tiny, home=tiny)
    with pytest.raises(TaskError, match="which mall"):
        sw.import_tasks("shopgym", tiny, home=tiny)
    assert [path.name for path in sorted((tiny / "suites").iterdir())] == ["few.json"]


def test_suites_and_filters_that_are_not_there_are_told(tiny: Path) -> None:
    for function in (sw.check_suite, sw.audit_suite, sw.validate_suite, sw.describe_suite):
        with pytest.raises(TaskError, match="no suite 'nothing'") as caught:
            function("nothing", home=tiny)
        assert caught.value.hint == "There are: few."
    with pytest.raises(RunError, match="no task fits"):
        sw.check_suite("few", tasks="category=poems", home=tiny)


def test_tasks_of_a_sandbox_are_probed(worlds: Path) -> None:
    found = sw.check_suite("chargers", quick=True, home=worlds)
    assert found.holds
    assert len(found.probed) == len(found.tasks) == 2
    assert sw.audit_suite("chargers", home=worlds).suite.catalog == "chargers"
    assert sw.validate_suite("chargers", home=worlds).tasks == 2
