"""Daft on this machine and on a Ray cluster of two nodes: the same rows, and a killed worker loses nothing.

Not part of `make test`: `make test-offers-cluster`. Needs the extra `offers-scale`.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from shopworld.offers import read_offers, read_run, settings_of
from shopworld.offers.crawl import write_part
from shopworld.offers.matching.stage import DUPLICATES_FILE, OFFERS_FILE
from shopworld.offers.rows import read_rows

if "SHOPWORLD_CLUSTER" not in os.environ:
    pytest.skip("only in make test-offers-cluster", allow_module_level=True)

FILES, PAGES = 6, 40
LOOPBACK = "127.0.0.2"
"""Ray takes 127.0.0.1 for the machine's outer address."""
ENVIRONMENT = {**os.environ, "RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "RAY_DEDUP_LOGS": "0"}
READ = """
import sys
from pathlib import Path
from shopworld.offers import read_offers, settings_of
from shopworld.offers.engines import engine_of
if __name__ == "__main__":
    pages, out, workers, ray = sys.argv[1:]
    read_offers([Path(pages)], Path(out), settings_of(), engine=engine_of(int(workers), ray))
"""


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl of six small files."""
    folder = tmp_path_factory.mktemp("crawl")
    for part in range(FILES):
        write_part(folder, 3, part, PAGES)
    return folder / "pages"


@pytest.fixture(scope="module")
def here(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The offers as one process reads them."""
    out = tmp_path_factory.mktemp("here")
    read_offers([crawl], out, settings_of())
    return out


def started(crawl: Path, out: Path, workers: int, ray: str = "") -> subprocess.Popen[bytes]:
    """A run in a process group of its own."""
    command = [sys.executable, "-c", READ, str(crawl), str(out), str(workers), ray]
    return subprocess.Popen(command, env=ENVIRONMENT, start_new_session=True)


def assert_same(out: Path, here: Path) -> None:
    assert read_run(out) == read_run(here)
    for name in (OFFERS_FILE, DUPLICATES_FILE):
        assert list(read_rows(out / name)) == list(read_rows(here / name))


def test_daft_alone_gives_the_same_rows(crawl: Path, here: Path, tmp_path: Path) -> None:
    assert started(crawl, tmp_path / "out", 2).wait(timeout=400) == 0
    assert_same(tmp_path / "out", here)


def test_a_run_that_is_killed_half_way_goes_on_and_loses_nothing(crawl: Path, here: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    running = started(crawl, out, 2)
    deadline = time.monotonic() + 300
    while not list(out.glob("read/*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    read = {file.name: file.stat().st_mtime_ns for file in out.glob("read/*.json")}
    assert 0 < len(read) < FILES, "it was killed half-way"
    assert started(crawl, out, 2).wait(timeout=400) == 0
    assert_same(out, here)
    assert all((out / "read" / name).stat().st_mtime_ns == when for name, when in read.items()), "none is read twice"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two nodes on loopback, ended by the ids of their processes."""
    port = _free_port()
    address = f"{LOOPBACK}:{port}"
    common = [
        f"--node-ip-address={LOOPBACK}", "--num-cpus=1", "--object-store-memory=100000000", "--block",
        "--disable-usage-stats", f"--temp-dir={tmp_path_factory.mktemp('ray', numbered=True)}",
    ]  # fmt: skip
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start"]
    nodes = [
        subprocess.Popen(
            [*ray, "--head", f"--port={port}", "--include-dashboard=false", *common],
            env=ENVIRONMENT,
            start_new_session=True,
        )
    ]
    try:
        _wait_for(port)
        nodes.append(
            subprocess.Popen([*ray, f"--address={address}", *common[:-1]], env=ENVIRONMENT, start_new_session=True)
        )
        yield address
    finally:
        for node in reversed(nodes):
            os.killpg(node.pid, signal.SIGTERM)
        for node in nodes:
            try:
                node.wait(timeout=30)
            except subprocess.TimeoutExpired:
                os.killpg(node.pid, signal.SIGKILL)
                node.wait()


def test_a_ray_cluster_of_two_nodes_gives_the_same_rows(crawl: Path, here: Path, tmp_path: Path, cluster: str) -> None:
    assert started(crawl, tmp_path / "out", 2, cluster).wait(timeout=500) == 0
    assert_same(tmp_path / "out", here)


def test_a_worker_that_is_killed_on_the_cluster_loses_nothing(
    crawl: Path, here: Path, tmp_path: Path, cluster: str
) -> None:
    out = tmp_path / "out"
    running = started(crawl, out, 2, cluster)
    deadline = time.monotonic() + 400
    while not list(out.glob("read/*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    victim = _reading_process(out)
    os.kill(victim, signal.SIGKILL)
    code = running.wait(timeout=500)
    if code:  # the engine gave up: what was read is whole, and the same command goes on
        assert started(crawl, out, 2, cluster).wait(timeout=500) == 0
    assert_same(out, here)


def _reading_process(out: Path) -> int:
    """A process that has a file of the run open, or that writes there: a worker of the cluster."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if any(str(one.readlink()).startswith(str(out)) for one in (process / "fd").iterdir()):
                    return int(process.name)
            except OSError:
                continue
        time.sleep(0.01)
    raise AssertionError("no worker was seen at work")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind((LOOPBACK, 0))
        port: int = one.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            socket.create_connection((LOOPBACK, port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError("the head of the cluster did not start")
