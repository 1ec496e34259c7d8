"""Runs of the command line as processes of their own, and what can be done to them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shopworld.evaluation import RunFolder, TrialKey

PATIENCE = 300.0
"""Seconds after which a run counts as hung."""
_NOT_COMPARED = ("seconds", "attempt", "usage")


class Broken(AssertionError):
    """Something happened that must not, whatever fails."""


@dataclass
class RunProcess:
    """One start of `shopworld run`.

    Args:
        home: `SHOPWORLD_HOME`.
        out: run folder.
        arguments: of the command besides.
        environment: variables besides.
    """

    home: Path
    out: Path
    arguments: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        command = [sys.executable, "-m", "shopworld", "run", *self.arguments, "--out", str(self.out)]
        variables = {**os.environ, "SHOPWORLD_HOME": str(self.home), **self.environment}
        self.log = self.out.with_name(f"{self.out.name}.log")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=variables, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self.home
            )
        self.began = time.monotonic()

    def wait(self, seconds: float = PATIENCE) -> int:
        """Waits for its end; returns the exit status."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.end()
            raise Broken(f"the run hung for {seconds:.0f} s\n{self.log.read_text()[-2000:]}") from None

    def end(self) -> None:
        """Kills it, and sees that nothing of it is left."""
        below = descendants(self.process.pid)
        self.process.kill()
        self.process.wait()
        wait_until_gone(below)

    def refuse_tracebacks(self) -> None:
        """A run never shows one."""
        if "Traceback (most recent call last)" in (said := self.log.read_text()):
            raise Broken(f"a traceback was shown:\n{said[-3000:]}")


def descendants(pid: int) -> list[int]:
    """Processes that a process has started, and those that they have."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found, left = [], [pid]
    while left:
        below = parents.get(left.pop(), [])
        found += below
        left += below
    return found


def wait_until_gone(pids: Sequence[int], seconds: float = 120.0) -> None:
    """Waits until processes have ended. One that is only starting notices late, on a busy machine, that it is alone.

    Raises:
        Broken: one outlived whoever started it.
    """
    end = time.monotonic() + seconds
    while left := [pid for pid in pids if _runs(pid)]:
        if time.monotonic() > end:
            raise Broken(f"processes outlived the run: {', '.join(map(_line, left))}")
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    except OSError:
        return ""


def kind_of(pid: int) -> str:
    """What a process of a run is: `worker`, `browser`, `renderer`, or empty."""
    line = _line(pid)
    if "spawn_main" in line or "running.worker import begin" in line:
        return "worker"
    if "--type=renderer" in line:
        return "renderer"
    return "browser" if "--remote-debugging-pipe" in line and "--type=" not in line else ""


Harm = Callable[[RunProcess, random.Random], str]


def harm(run: RunProcess, chance: random.Random) -> str:
    """Kills or stops the run, a worker, a browser or a renderer of it; returns what was done, or nothing."""
    below = descendants(run.process.pid)
    targets: dict[str, list[int]] = {"run": [run.process.pid]}
    for pid in below:
        if kind := kind_of(pid):
            targets.setdefault(kind, []).append(pid)
    if "worker" not in targets and chance.random() < 0.95:
        return ""  # it is about to start: nearly always something is to be at work
    kind = chance.choice(sorted(targets))
    pid = chance.choice(sorted(targets[kind]))
    stop = chance.random() < 0.2
    try:
        if not stop:
            os.kill(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(chance.uniform(0.1, 2.0))
            os.kill(pid, signal.SIGCONT)
    except ProcessLookupError:
        return ""
    if kind == "run" and not stop:
        run.process.wait()
        wait_until_gone(below)
    return f"{kind} {'stopped for a while' if stop else 'killed'}"


def results_of(out: Path) -> dict[str, dict[str, Any]]:
    """What counts in a run folder, by trial, without what may differ; sees that nothing is half-written or doubled.

    Raises:
        Broken: a line is torn, an attempt is there twice, or something unfinished lies about.
    """
    content = (out / "results.jsonl").read_bytes()
    if not content.endswith(b"\n"):
        raise Broken("the last result is torn")
    found: dict[str, dict[str, Any]] = {}
    for line in map(json.loads, content.splitlines()):
        key = f"{line['agent']} {line['task']} {line['trial']}"
        before = found.get(key)
        if before is not None and before["status"] not in ("infra_error", "grader_error"):
            raise Broken(f"{key} is there twice, and the first was no fault")
        found[key] = line
    left = [one for pattern in ("*.part", "played.json") for one in out.rglob(pattern)]
    if left:
        raise Broken(f"something is half-written: {left[:3]}")
    for line in found.values():
        trial = TrialKey(agent=line["agent"], task=line["task"], trial=line["trial"])
        if not (RunFolder(out).attempt(trial, line["attempt"]) / "score.json").exists():
            raise Broken(f"no score of {line['task']}")
    return {key: {name: one for name, one in line.items() if name not in _NOT_COMPARED} for key, line in found.items()}
