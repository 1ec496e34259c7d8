"""A worker that is taken over, in its jail: it sees the world that it plays in, and no suite, seal or other attempt."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from robber import Robber

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Isolation, TrialKey
from shopworld.evaluation.running.attempt_copies import copy_attempt, remove_tree
from shopworld.evaluation.running.confinement import worker_jail
from shopworld.evaluation.running.jailed_workers import JailedWorker, take_left
from shopworld.evaluation.running.jailing import JAIL_WORKERS, level_of_workers, workers_said
from shopworld.evaluation.running.run import prepare
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_messages import Broken
from shopworld.evaluation.settings import RunSettings
from shopworld.files import write_whole
from shopworld.jail import JailOptions, Level, known_outside
from shopworld.mall import Home


def test_a_worker_that_is_taken_over_sees_its_world_and_no_answers(home: Home, level: Level, tmp_path: Path) -> None:
    """In each kind of jail; the suite's seal, scores of other attempts, and a run beside it are looked for."""
    folder = tmp_path / "runs" / "one"
    plan = prepare(RunSettings(suite="small", agents=("noop",)), home=home)
    held = level_of_workers(JailOptions(level=level), nested=False)
    assert held is not Level.NONE
    plan = replace(plan, jail=JailOptions(level=level, hidden=plan.jail.hidden), workers_level=held)
    RunFolder(folder).begin(plan.settings, plan.opening.provenance)
    suite = home.suite("small")
    seal = suite.with_suffix(".seal")
    seal.write_text("a seed")
    other = RunFolder(folder).attempt(TrialKey(agent="other", task="t", trial=0), 0) / "score.json"
    other.parent.mkdir(parents=True)
    other.write_text("{}")
    world = plan.opening.folders.mall
    assert world is not None
    results = folder / "results.jsonl"
    results.write_text("{}")
    answers = (str(suite), str(seal), str(other), str(results), f"/proc/{os.getpid()}/environ")
    robber = Robber(
        (*answers, f"/proc/{os.getpid()}/root{suite}", str(world / "mall.toml")),
        (str(suite.parent), str(other.parent)),
        (str(folder), str(world), str(home.folder), str(Path(__file__).parent)),
    )
    setup = WorkerSetup(0, folder, plan.settings, b"", robber)
    jail = worker_jail(plan, folder)
    assert jail is not None
    worker = JailedWorker(setup, jail)
    try:
        told = worker.receive()
    finally:
        worker.kill()
        seal.unlink()
    assert isinstance(told, Broken)
    assert json.loads(told.reason.partition(": ")[2]) == [f"read {world / 'mall.toml'}"]
    assert not list(folder.glob("worker-*"))


def test_a_run_that_asks_for_it_says_what_holds_its_workers(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not prepare(RunSettings(suite="small", agents=("noop",)), home=home).opening.provenance.workers
    monkeypatch.setenv(JAIL_WORKERS, "1")
    asked = RunSettings(suite="small", agents=("noop",))
    trusting = RunSettings(suite="small", agents=("noop",), trust=True)
    assert prepare(trusting, home=home).opening.provenance.workers == Isolation.TRUSTED
    plan = prepare(asked, home=home)
    said = {Level.NONE: Isolation.TRUSTED, Level.LANDLOCK: Isolation.WITH_EXCEPTIONS}
    assert plan.opening.provenance.workers == said.get(plan.workers_level, Isolation.ISOLATED)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (Level.NONE, Isolation.TRUSTED),
        (Level.LANDLOCK, Isolation.WITH_EXCEPTIONS),
        (Level.UNSHARE, Isolation.ISOLATED),
        (Level.BUBBLEWRAP, Isolation.ISOLATED),
    ],
)
def test_what_leaves_the_network_is_said_to_have_exceptions(held: Level, said: Isolation) -> None:
    assert workers_said(held) == said


def test_what_is_copied_of_an_attempt_is_plain_and_its_own(tmp_path: Path) -> None:
    """Links to others' files, hard links, devices, endless and huge files stay behind, whatever they are called."""
    secret = tmp_path / "secret"
    secret.write_text("somebody else's events")
    left = tmp_path / "scratch" / "a" / "0"
    left.mkdir(parents=True)
    (left / "steps.jsonl").write_text("mine")
    (left / "events.jsonl").symlink_to(secret)
    os.link(secret, left / "linked")
    os.mkfifo(left / "endless")
    (left / "folder").symlink_to(tmp_path)
    with (left / "huge").open("wb") as file:
        file.truncate(1 << 40)
    (left / "inner").mkdir()
    (left / "inner" / ("x" * 255)).write_text("long")
    assert copy_attempt(tmp_path / "scratch", Path("a/0"), tmp_path / "copy")
    found = sorted(str(one.relative_to(tmp_path / "copy")) for one in (tmp_path / "copy").rglob("*") if one.is_file())
    assert found == [f"inner/{'x' * 255}", "steps.jsonl"]


def test_folders_of_any_depth_and_names_of_any_length_stop_nothing(tmp_path: Path) -> None:
    left = tmp_path / "scratch" / "0"
    (left / "pictures").mkdir(parents=True)
    (left / "pictures" / "1.png").write_text("mine")
    (left / "steps.jsonl").write_text("mine")
    inner = os.open(left, os.O_RDONLY)
    for name in ["y" * 250] * 20 + ["z"] * 1500:
        os.mkdir(name, dir_fd=inner)
        deeper = os.open(name, os.O_RDONLY, dir_fd=inner)
        os.close(inner)
        inner = deeper
    os.close(inner)
    assert copy_attempt(tmp_path / "scratch", Path("0"), tmp_path / "copy")
    found = sorted(str(one.relative_to(tmp_path / "copy")) for one in (tmp_path / "copy").rglob("*") if one.is_file())
    assert found == ["pictures/1.png", "steps.jsonl"]
    remove_tree(tmp_path / "scratch")
    assert not (tmp_path / "scratch").exists()


def test_an_attempt_is_not_taken_from_behind_a_link(tmp_path: Path) -> None:
    others = tmp_path / "others" / "0"
    others.mkdir(parents=True)
    (others / "events.jsonl").write_text("a pass")
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch" / "mine").symlink_to(others.parent)
    assert not copy_attempt(tmp_path / "scratch", Path("mine/0"), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_what_was_handed_over_does_not_change_any_more(tmp_path: Path) -> None:
    left = tmp_path / "scratch" / "0"
    left.mkdir(parents=True)
    with (left / "events.jsonl").open("w") as file:
        file.write("failed\n")
        file.flush()
        copy_attempt(tmp_path / "scratch", Path("0"), tmp_path / "copy")
        file.write("passed\n")
    assert (tmp_path / "copy" / "events.jsonl").read_text() == "failed\n"


def test_after_a_reboot_what_was_finished_is_taken_and_nothing_that_was_not_ordered(tmp_path: Path) -> None:
    run = RunFolder(tmp_path)
    ordered, forged = (TrialKey(agent=one, task="t", trial=0) for one in ("mine", "oracle"))
    scratch = tmp_path / "worker-abc.part"
    for key in (ordered, forged):
        left = RunFolder(scratch / "written").attempt(key, 0)
        left.mkdir(parents=True)
        (left / "events.jsonl").write_text("{}")
    write_whole(scratch / "order.json", ordered.model_dump_json().encode())
    take_left(run)
    assert run.attempts(ordered)
    assert not run.attempts(forged)
    assert not scratch.exists()


def test_only_files_that_are_there_outside_are_told_as_missed(tmp_path: Path) -> None:
    there = tmp_path / "weights"
    there.touch()
    lines = [
        f"{there} is not there; allow it by --mount {there}",
        "/nowhere/at/all is not there; allow it by --mount /nowhere/at/all",
        "a connection to 10.0.0.1:80 was refused",
    ]
    assert list(known_outside(lines)) == [lines[0], lines[2]]
