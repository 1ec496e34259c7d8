"""The machine where commands are started that use a cluster: a home with the small mall, and runs side by side."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ray_nodes import RayNodes
from small_world import make_small_world

from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Result
from shopworld.evaluation.running.faults import JOURNAL, AttemptRecord, read_attempts
from shopworld.mall import Home

SLOW = """
import time
import pace  # beside it: it has to travel, too
from shopworld.agents.protocol import Agent, Move

class Slow(Agent):
    environments = ("shop_tools",)
    def begin(self, goal, *, seed):
        self.left = 3
    def act(self, observation):
        time.sleep(pace.SECONDS)
        self.left -= 1
        if self.left:
            return Move('{"name": "no_such_tool", "arguments": {}}')
        return Move('{"name": "give_up", "arguments": {"reason": "slow"}}')

class Endless(Agent):
    environments = ("shop_tools",)
    def begin(self, goal, *, seed):
        pass
    def act(self, observation):
        time.sleep(3600)
"""


class RayDriver:
    """Runs the command line in a folder.

    Args:
        folder: made; of a short name.
        nodes: of the cluster.
    """

    def __init__(self, folder: Path, nodes: RayNodes) -> None:
        folder.mkdir()
        make_small_world(Home(folder / "home"))
        (folder / "slow_shopper.py").write_text(SLOW)
        (folder / "pace.py").write_text("SECONDS = 0.1\n")
        self.folder, self.nodes = folder, nodes
        self.on_nodes = ("--ray", nodes.address)
        self.environment = {**nodes.environment, "SHOPWORLD_HOME": str(folder / "home"), "COLUMNS": "200"}

    def command(self, *words: str, log: Path, **environment: str) -> subprocess.Popen[bytes]:
        """Starts a command; what it prints goes beside its log."""
        with log.open("wb") as said, log.with_suffix(".out").open("wb") as printed:
            return subprocess.Popen(
                [sys.executable, "-m", "shopworld", *words],
                cwd=self.folder,
                env={**self.environment, **environment},
                stdout=printed,
                stderr=said,
                start_new_session=True,
            )

    def printed(self, name: str, *words: str) -> Any:
        """What a command prints for machines."""
        log = self.log(name)
        started = self.command(*words, "--json", log=log)
        assert started.wait(timeout=500) == 0, log.read_text()[-3000:]
        return json.loads(log.with_suffix(".out").read_text())

    def start(self, out: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """Starts `shopworld run` of the small suite."""
        return self.command("run", "small", "--out", out, *options, log=self.log(out), **environment)

    def log(self, out: str) -> Path:
        """What a run has said."""
        return self.folder / f"{out}.log"

    def done(self, out: str, *options: str, **environment: str) -> list[dict[str, Any]]:
        """The results of a run that is played to its end."""
        started = self.start(out, *options, **environment)
        assert started.wait(timeout=500) == 0, self.log(out).read_text()[-3000:]
        return self.results(out)

    def trials(self, out: str) -> list[Result]:
        """Results, sorted."""
        return sorted(RunFolder(self.folder / out).results(), key=lambda one: one.key)

    def results(self, out: str) -> list[dict[str, Any]]:
        """What must be the same, sorted: without seconds, and without the number of the attempt, which faults cost."""
        whole = [one.without_seconds() for one in self.trials(out)]
        return [{name: value for name, value in one.items() if name != "attempt"} for one in whole]

    def attempts(self, out: str) -> Sequence[AttemptRecord]:
        """All attempts, those that faults cost, too."""
        return read_attempts(self.folder / out / JOURNAL)

    def logs(self, out: str) -> dict[Path, bytes]:
        """The event logs of a run."""
        folder = self.folder / out
        return {one.relative_to(folder): one.read_bytes() for one in folder.glob("episodes/*/*/*/*/events.jsonl")}

    def files(self, out: str) -> set[Path]:
        """All files of a run's episodes."""
        folder = self.folder / out
        return {one.relative_to(folder) for one in folder.glob("episodes/*/*/*/*/*")}

    def wait_for(self, out: str, count: int) -> None:
        """Waits until so many trials are written down."""
        file, deadline = self.folder / out / "results.jsonl", time.monotonic() + 400
        while not file.exists() or file.read_bytes().count(b"\n") < count:
            assert time.monotonic() < deadline, f"the run does not get on: {self.log(out).read_text()[-2000:]}"
            time.sleep(0.1)


def holding(folders: Sequence[Path], word: str) -> list[Path]:
    """Files below folders that have a word in them."""
    found = []
    for folder in folders:
        for above, _, names in os.walk(folder):
            for one in (Path(above, name) for name in names):
                if one.is_file() and not one.is_symlink() and word.encode() in one.read_bytes():
                    found.append(one)
    return found
