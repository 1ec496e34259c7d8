"""What a run on a Ray cluster costs: throughput by number of actors, the driver's cost per trial, what grows.

    python benchmarks/cluster.py --trials 20000 --actors 1 2 4 --out /tmp/cluster

Plays `noop` by tools, the cheapest trials there are, so that what is measured is the machinery. Without --address a
cluster of this machine alone is started. A run that is stopped goes on by the same command.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.cluster import connect
from shopworld.evaluation import Assignment, Result, RunSettings, prepare, run
from shopworld.evaluation.running.processes import hide_memory
from shopworld.guru import ensure_default
from shopworld.mall import Home

EVERY = 2000
"""Trials between two looks."""


@dataclass
class Looks:
    """Looks at what might grow, every so many trials."""

    playing: Path
    rows: list[tuple[int, float, float, float, int, int]] = field(default_factory=list)
    done: int = 0
    began: float = 0.0

    def finished(self, result: Result) -> None:
        """A trial is over."""
        self.began = self.began or time.monotonic()
        self.done += 1
        if self.done % EVERY == 0:
            self.look()

    def retried(self, assignment: Assignment, reason: str) -> None:
        """A fault cost an attempt."""
        print(f"again: {assignment.key.task}: {reason}", file=sys.stderr)

    def look(self) -> None:
        """Trials, seconds, the driver's resident memory, the object store's, the nodes' scratch files, descriptors."""
        files = sum(len(names) for _, _, names in os.walk(self.playing)) if self.playing.exists() else 0
        row = (
            self.done,
            time.monotonic() - self.began,
            resident(os.getpid()),
            object_store(),
            files,
            sum(1 for _ in Path("/proc/self/fd").iterdir()),
        )
        self.rows.append(row)
        print("  ".join(f"{one:>10,.1f}" if isinstance(one, float) else f"{one:>8,}" for one in row), file=sys.stderr)


def resident(pid: int) -> float:
    """Megabytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def object_store() -> float:
    """Megabytes that the object stores of a cluster of our own have touched: the raylet's shared pages."""
    found = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "status").read_text()
        except OSError:
            continue
        values = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        if values["Name"].strip() == "raylet" and int(values["PPid"]) == os.getpid():
            found += int(values["RssShmem"].split()[0]) / 1e3
    return found


def measured(trials: int, workers: int, ray: str, out: Path) -> tuple[int, float, float, Looks]:
    """Plays; returns trials, seconds between the first and the last result, and the driver's processor seconds."""
    home = Home.from_environment()
    each = math.ceil(trials / 91)
    settings = RunSettings.from_values(suite="default", agents=("noop+tools",), trials=each, max_steps=3)
    plan = prepare(settings, home=home)
    looks = Looks(home.folder.absolute() / "cluster" / "playing")
    before = time.process_time()
    run(plan, out, workers=workers, watcher=looks, ray=ray, tell=lambda text: print(text, file=sys.stderr))
    took = time.monotonic() - looks.began if looks.began else 0.0
    return looks.done, took, time.process_time() - before, looks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--actors", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--here", action="store_true", help="the same with processes of this machine, beside it")
    parser.add_argument("--address", default="local")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    ensure_default(Home.from_environment(), lambda _: None)
    hide_memory()
    rows = []
    for where in (["here"] if asked.here else []) + ["cluster"]:
        for count in asked.actors:
            out = asked.out / f"{where}-{count}"
            if where == "here":
                found = measured(asked.trials, count, "", out)
            else:
                with connect(asked.address, count):
                    found = measured(asked.trials, count, asked.address, out)
            rows.append((where, count, *found))
    print(f"{'':8} {'workers':>8} {'trials':>8} {'trials/s':>9} {'driver ms/trial':>16} {'driver MB':>18}")
    for where, count, done, took, spent, looks in rows:
        grown = f"{looks.rows[0][2]:,.0f} → {looks.rows[-1][2]:,.0f}" if looks.rows else "–"
        rate, cost = done / took if took else 0.0, 1000 * spent / done if done else 0.0
        print(f"{where:8} {count:>8} {done:>8,} {rate:>9.1f} {cost:>16.2f} {grown:>18}")


if __name__ == "__main__":
    main()
