"""OpenEnv's adapter, served by OpenEnv and played by its own client; run by `make test-adapters`."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hosted import KINDS, Played, reported, wrong_ending

pytest.importorskip("openenv")
import uvicorn
from openenv.core import GenericEnvClient

from shopworld.adapters.openenv import application


@contextlib.contextmanager
def served(suite: str, home: Path, out: Path) -> Iterator[str]:
    """Address of a server of a suite by tools."""
    app = application(suite, "tools", 4, home=str(home), save_to=str(out))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def plays(address: str, task: str, calls: Any) -> Any:
    """The last of what a client of OpenEnv's sees."""
    with GenericEnvClient(base_url=address).sync() as env:
        first = env.reset(task=task)
        assert first.observation["goal"]
        assert first.observation["tools"]
        for name, arguments in calls:
            last = env.step({"tool": name, "arguments": arguments})
        assert env.state()["task"] == task
        return last


@pytest.mark.parametrize("suite", ["small", "chargers"])
def test_each_kind_is_played_two_at_once(
    suite: str,
    home: Path,
    native: Callable[[str], Played],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    kinds = [kind for kind in KINDS if KINDS[kind][0] == suite]
    run = tmp_path / "run"
    with served(suite, home, run) as address, ThreadPoolExecutor(2) as pool:
        good = list(pool.map(lambda kind: plays(address, KINDS[kind][1], native(kind).calls), kinds))
        bad = list(pool.map(lambda kind: plays(address, KINDS[kind][1], [wrong_ending(kind)]), kinds))
    assert [(one.reward, one.done) for one in good] == [(1.0, True)] * len(kinds)
    assert [(one.reward, one.done) for one in bad] == [(0.0, True)] * len(kinds)
    saved = reported(run, home)
    ours = {KINDS[kind][1]: native(kind).result for kind in kinds}
    assert [one.steps for one in saved if one.trial == 0] == [ours[one.task].steps for one in saved if one.trial == 0]
    assert [one.reward for one in saved if one.trial == 1] == [0.0] * len(kinds)
    assert all(any(check.reason for check in one.checks) for one in saved if one.trial == 1)
    for kind in kinds:
        record_property("kind", kind)


def test_a_foreign_host_is_refused_and_tasks_are_listed(home: Path, tmp_path: Path) -> None:
    with served("small", home, tmp_path / "run") as address:
        import httpx

        assert {one["name"] for one in httpx.get(f"{address}/shopworld/splits", trust_env=False).json()} >= {"basic"}
        asked = {"split": "basic"}
        told = httpx.post(f"{address}/shopworld/num_tasks", json=asked, trust_env=False).json()
        assert told["num_tasks"] == 2
        with GenericEnvClient(base_url=address).sync() as env:
            env.reset(split="advanced", index=0)
            assert env.state()["task"] == "order_1"
            seen = env.step({"tool": "view_cart", "arguments": {"shop": "http://foreign.example/"}})
            assert "foreign.example" in seen.observation["error"]
            assert not seen.done


def test_what_is_left_before_its_end_is_saved_as_stopped(home: Path, tmp_path: Path) -> None:
    """By a reset, and by a client that goes."""
    look = {"tool": "view_cart", "arguments": {"shop": "http://foreign.example/"}}
    with served("small", home, tmp_path / "run") as address:
        with GenericEnvClient(base_url=address).sync() as env:
            for _ in range(2):
                env.reset(task="cart_1")
                env.step(look)
        end = time.monotonic() + 30
        while len(list((tmp_path / "run").glob("episodes/*/*/*/0"))) < 2 and time.monotonic() < end:
            time.sleep(0.05)
    saved = [(one.task, one.ending, one.steps) for one in reported(tmp_path / "run", home)]
    assert saved == [("cart_1", "stopped", 1)] * 2
