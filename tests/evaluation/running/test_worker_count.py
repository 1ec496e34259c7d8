"""How many workers a run gets by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.evaluation.running.worker_count import Machine, WorkerCount, choose_workers, read_workers, this_machine


@pytest.mark.parametrize(
    ("machine", "trials", "browser", "count", "reason"),
    [
        (Machine(2, 16_000), 91, True, 2, "2 processors"),
        (Machine(64, 4_000), 500, True, 7, "4.0 GB of memory are free"),
        (Machine(64, 4_000), 500, False, 14, "4.0 GB of memory are free"),
        (Machine(16, None), 500, True, 16, "16 processors"),
        (Machine(16, 64_000), 5, True, 3, "5 trials"),
        (Machine(1, 200), 1, True, 1, "0.2 GB of memory are free"),
    ],
)
def test_the_scarcest_thing_decides_and_is_named(
    machine: Machine, trials: int, browser: bool, count: int, reason: str
) -> None:
    chosen = choose_workers("auto", trials=trials, browser=browser, machine=machine)
    assert chosen == WorkerCount(count, reason)
    assert str(chosen) == f"{count} worker{'s' if count > 1 else ''} (auto: {reason})"


@given(st.integers(1, 512), st.none() | st.integers(0, 10**6), st.integers(0, 10**5), st.booleans())
def test_there_is_always_a_worker_and_never_more_than_processors(
    processors: int, memory: int | None, trials: int, browser: bool
) -> None:
    chosen = choose_workers("auto", trials=trials, browser=browser, machine=Machine(processors, memory))
    assert 1 <= chosen.count <= processors


def test_a_number_is_taken_as_it_is_and_says_nothing() -> None:
    chosen = choose_workers(12, trials=1, browser=True, machine=Machine(1, 100))
    assert (chosen.count, str(chosen)) == (12, "12 workers")


@pytest.mark.parametrize("asked", ["auto", "AUTO", 0, "0"])
def test_auto_has_two_spellings(asked: object) -> None:
    assert read_workers(asked) == 0


@pytest.mark.parametrize("asked", [-1, "-1", "many", "", 1.5, None, True, "²"])
def test_anything_else_is_refused_by_name(asked: object) -> None:
    with pytest.raises(InputError, match=r"'workers'.*expected 1 or more, or auto"):
        read_workers(asked)


def test_limits_of_a_control_group_count(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "meminfo").write_text("MemTotal:  64000000 kB\nMemAvailable:   32000000 kB\n")
    assert this_machine(tmp_path).memory_mb == 32_000
    group = tmp_path / "sys" / "fs" / "cgroup"
    group.mkdir(parents=True)
    (group / "cpu.max").write_text("100000 100000\n")
    (group / "memory.max").write_text("2000000000\n")
    (group / "memory.current").write_text("500000000\n")
    assert this_machine(tmp_path) == Machine(1, 1_500)
    (group / "memory.stat").write_text("anon 100000000\nfile 400000000\ninactive_file 300000000\n")
    assert this_machine(tmp_path) == Machine(1, 1_800), "the kernel takes back what it keeps of files read once"
    (group / "memory.stat").write_text("anon 500000000\n")
    assert this_machine(tmp_path) == Machine(1, 1_500)
    (group / "memory.stat").write_text("anon 0\ninactive_file 9000000000\n")
    assert this_machine(tmp_path) == Machine(1, 2_000), "never more than the group may have"
    (group / "cpu.max").write_text("max 100000\n")
    (group / "memory.max").write_text("max\n")
    assert this_machine(tmp_path).memory_mb == 32_000


def test_a_machine_that_tells_nothing_has_processors_alone(tmp_path: Path) -> None:
    assert this_machine(tmp_path).memory_mb is None
