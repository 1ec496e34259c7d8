from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError, RunError
from shopworld.evaluation.folder import LONGEST_NAME, SAFE, RunFolder, file_name
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey, append_line, cut_torn_line
from shopworld.evaluation.settings import RunSettings

names = st.text(max_size=150)


def result(task: str = "t", **fields: object) -> Result:
    return Result.model_validate(
        {
            "agent": "a",
            "task": task,
            "trial": 0,
            "status": Status.PASSED,
            "reward": 1.0,
            "hashes": Hashes(task="t", checks="c"),
            **fields,
        }
    )


@given(names)
def test_file_names_are_safe(text: str) -> None:
    name = file_name(text)
    assert set(name) <= SAFE | {"="}
    assert 0 < len(name) <= LONGEST_NAME
    assert not name.startswith(".")
    assert not name.endswith(".part")


@given(names, names)
def test_two_names_never_share_a_file(first: str, second: str) -> None:
    assert (file_name(first) == file_name(second)) == (first == second)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("webmall_Task-1.2", "webmall_Task-1.2"),
        ("my_agent:MyAgent", "my_agent=3AMyAgent"),
        ("../up", "=2E.=2Fup"),
        ("run.part", "run=2Epart"),
        ("", "=empty"),
        ("=empty", "=3Dempty"),
    ],
)
def test_file_names_stay_readable(text: str, name: str) -> None:
    assert file_name(text) == name


def test_names_that_differ_at_their_far_end_only_differ_on_disk() -> None:
    assert file_name("x" * 300 + "1") != file_name("x" * 300 + "2")


def test_a_torn_last_line_is_cut_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for task in ("one", "two"):
        append_line(path, result(task).to_json())
    whole = path.read_bytes()
    assert not cut_torn_line(path)
    path.write_bytes(whole + result("three").to_json()[:50])
    assert [one.task for one in RunFolder(tmp_path).results()] == ["one", "two"]
    assert cut_torn_line(path)
    assert path.read_bytes() == whole


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_bytes(b"{}\n" + result().to_json() + b"\n")
    with pytest.raises(InputError, match=r"results\.jsonl:1: not a result"):
        RunFolder(tmp_path).results()


def test_results_survive_the_way_to_disk_and_back(tmp_path: Path) -> None:
    written = result(checks=(), usage={"tokens": 3.0}, ending="submitted", seconds=1.25)
    RunFolder(tmp_path).append(written)
    assert RunFolder(tmp_path).results() == [written]


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path, world_maker: Callable[..., Provenance]) -> None:
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(RunError, match=r"not empty and no run folder; it holds holiday\.jpg"):
        RunFolder(tmp_path).begin(RunSettings(suite="s", agents=("a",)), world_maker([]))
    assert [one.name for one in tmp_path.iterdir()] == ["holiday.jpg"]


def test_a_folder_left_half_made_is_finished(tmp_path: Path, world_maker: Callable[..., Provenance]) -> None:
    (tmp_path / "world.json.part").write_bytes(b"{")
    folder, settings = RunFolder(tmp_path), RunSettings(suite="s", agents=("a",))
    folder.begin(settings, world_maker([]))
    assert folder.settings() == settings
    assert folder.provenance() == world_maker([])


def test_a_folder_in_use_is_refused_and_free_afterwards(tmp_path: Path) -> None:
    again = RunFolder(tmp_path).lock()
    with RunFolder(tmp_path).lock(), pytest.raises(RunError, match="another process is running"):
        again.__enter__()
    with RunFolder(tmp_path).lock():
        pass


def test_attempts_come_in_order_of_number(tmp_path: Path) -> None:
    folder, key = RunFolder(tmp_path), TrialKey(agent="a", task="t", trial=0)
    for name in ("10", "9", "0", "11.part"):
        (folder.trial(key) / name).mkdir(parents=True)
    assert [one.name for one in folder.attempts(key)] == ["0", "9", "10"]
