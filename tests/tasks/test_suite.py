"""Suites are read and written whole, or refused with file, field and task."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from shopworld.errors import InputError, TaskError
from shopworld.tasks import (
    AnswerSet,
    NoSideEffects,
    OfferAddress,
    Suite,
    Task,
    checks_hash,
    find_suite,
    load_suite,
    save_suite,
    suite_hash,
    task_hash,
)


def a_task(number: int = 1) -> Task:
    return Task(
        id=f"task_{number}",
        template="template",
        category="find_specific_product",
        intent="Find it.",
        start="http://techtalk.example/",
        checks=(AnswerSet(groups=((OfferAddress(shop="techtalk", slug="a"),),)), NoSideEffects()),
    )


def a_suite(*tasks: Task) -> Suite:
    return Suite(name="small", version="1", mall="m", mall_hash="0", tasks=tasks or (a_task(1), a_task(2)))


def broken(path: Path, **changes: object) -> Path:
    """A suite's file with other values at the top of its second task."""
    raw = orjson.loads(orjson.dumps(a_suite().model_dump(mode="json")))
    raw["tasks"][1] |= changes
    path.write_bytes(orjson.dumps(raw))
    return path


def test_a_suite_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "suites" / "small.json"
    save_suite(a_suite(), path)
    assert load_suite(path) == a_suite()
    assert find_suite("small", tmp_path) == a_suite()
    assert find_suite(str(path), tmp_path / "elsewhere") == a_suite()


def test_same_suite_same_bytes_and_nothing_beside(tmp_path: Path) -> None:
    save_suite(a_suite(), tmp_path / "one.json")
    save_suite(a_suite(), tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.json", "two.json"]


def test_a_suite_file_carries_the_canary(tmp_path: Path) -> None:
    save_suite(a_suite(), tmp_path / "one.json")
    assert b"shopworld-canary" in (tmp_path / "one.json").read_bytes()


def test_a_missing_suite_is_named_with_those_that_are_there(tmp_path: Path) -> None:
    save_suite(a_suite(), tmp_path / "suites" / "small.json")
    with pytest.raises(TaskError, match="no suite 'large'") as caught:
        find_suite("large", tmp_path)
    assert caught.value.hint == "There are: small."
    with pytest.raises(TaskError) as caught:
        find_suite("large", tmp_path / "empty")
    assert "tasks make intent" in str(caught.value.hint)
    with pytest.raises(InputError, match="no such suite"):
        load_suite(tmp_path / "none.json")


def test_text_that_is_no_json_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "suite.json"
    path.write_text('{\n"name": }\n')
    with pytest.raises(InputError, match=r"suite.json:2: not JSON"):
        load_suite(path)


def test_a_wrong_field_is_named_with_its_task(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"tasks\.1\.revision.*task 'task_2'.*found 'one'"):
        load_suite(broken(tmp_path / "suite.json", revision="one"))


def test_several_wrong_fields_are_counted(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"and 1 more"):
        load_suite(broken(tmp_path / "suite.json", revision="one", intent=3))


def test_an_unknown_check_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"tasks\.1\.checks\.0"):
        load_suite(broken(tmp_path / "suite.json", checks=[{"type": "wishes"}]))


@pytest.mark.parametrize("content", [b"[]", b"3", b'{"tasks": 1}', b'{"tasks": [3]}'])
def test_other_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "suite.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"suite\.json"):
        load_suite(path)


def test_ids_are_unique(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two tasks have the id 'task_1'"):
        save_suite(a_suite(a_task(1), a_task(1)), tmp_path / "suite.json")
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="two tasks have the id 'task_1'"):
        load_suite(broken(tmp_path / "suite.json", id="task_1"))


def test_hashes_follow_the_content() -> None:
    task = a_task()
    same = Task.model_validate_json(task.model_dump_json())
    other_text = task.model_copy(update={"intent": "Find another."})
    other_checks = task.model_copy(update={"checks": task.checks[:1]})
    assert task_hash(task) == task_hash(same)
    assert task_hash(task) != task_hash(other_text)
    assert checks_hash(task) == checks_hash(other_text)
    assert checks_hash(task) != checks_hash(other_checks)
    assert suite_hash(a_suite()) != suite_hash(a_suite(task))
