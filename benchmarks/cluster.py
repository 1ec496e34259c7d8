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
import signal
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.cluster import connect
from shopworld.evaluation import Assignment, Result, RunSettings, prepare, run
from shopworld.evaluation.running.processes import hide_memory
from shopworld.guru import ensure_default
from shopworld.mall import Home

LOOKS, MOST = 5, 2000
"""Looks at a run, and trials between two at most."""
COLUMNS = (
    "trials", "seconds", "driver MB", "driver descriptors", "actors MB", "actors descriptors", "workers MB",
    "Ray's daemons MB", "object store MB", "scratch files", "Ray's files MB",
)  # fmt: skip
"""Of a look: of all processes of a kind together."""
_DAEMONS = ("gcs_server", "raylet", "ray::DashboardAgent", "ray::RuntimeEnvAgent", "log_monitor.py", "monitor.py")
_SPENDERS = ("driver", "actors", "workers", "daemons")
_ACTOR, _WORKER = "ray::NodeWorker", "multiprocessing.spawn"


@dataclass
class Looks:
    """Looks at what might grow, every so many trials.

    Attributes:
        playing: scratch folder of the node.
        session: folder of Ray's logs and sockets; None: there is no cluster.
        every: trials between two looks.
    """

    playing: Path
    session: Path | None
    every: int
    rows: list[tuple[float, ...]] = field(default_factory=list)
    spent: list[tuple[float, ...]] = field(default_factory=list)
    """Processor seconds at each look: of driver, actors, workers and Ray's daemons."""
    done: int = 0
    began: float = 0.0

    @property
    def costs(self) -> tuple[float, ...]:
        """Milliseconds of processor time a trial between the first look and the last; none where there was one."""
        trials = self.rows[-1][0] - self.rows[0][0] if self.rows else 0
        if not trials:
            return ()
        return tuple(1000 * (last - first) / trials for first, last in zip(self.spent[0], self.spent[-1], strict=True))

    def finished(self, result: Result) -> None:
        """A trial is over."""
        self.began = self.began or time.monotonic()
        self.done += 1
        if self.done % self.every == 0:
            self.look()

    def retried(self, assignment: Assignment, reason: str) -> None:
        """A fault cost an attempt."""
        print(f"again: {assignment.key.task}: {reason}", file=sys.stderr)

    def look(self) -> None:
        """A row: see `COLUMNS`."""
        ours = descendants(os.getpid())
        actors = [pid for pid, words in ours.items() if words.startswith(_ACTOR)]
        workers = [pid for pid, words in ours.items() if _WORKER in words]
        daemons = [pid for pid, words in ours.items() if any(name in words for name in _DAEMONS)]
        row = (
            self.done,
            time.monotonic() - self.began,
            resident([os.getpid()]),
            descriptors([os.getpid()]),
            resident(actors),
            descriptors(actors),
            resident(workers),
            resident(daemons),
            sum(shared(pid) for pid in daemons if "raylet" in ours[pid]),
            len(files_below(self.playing)),
            sum(files_below(self.session)) / 1e6 if self.session else 0.0,
        )
        self.rows.append(row)
        self.spent.append(tuple(map(processor_seconds, ([os.getpid()], actors, workers, daemons))))
        print(line_of(row), file=sys.stderr)


def line_of(row: Sequence[object]) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(map(_cell, row))} |"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def descendants(root: int) -> dict[int, str]:
    """Command lines of the processes that a process has started, and those they have started."""
    parents: dict[int, int] = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found: dict[int, str] = {}
    for pid in parents:
        above = pid
        while above in parents and above != root:
            above = parents[above]
        if above == root and pid != root:
            with suppress(OSError):
                found[pid] = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return found


def resident(pids: Iterable[int]) -> float:
    """Megabytes of processes."""
    found = 0
    for pid in pids:
        with suppress(OSError):
            found += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return found * resource.getpagesize() / 1e6


def processor_seconds(pids: Iterable[int]) -> float:
    """That processes have taken."""
    found = 0
    for pid in pids:
        with suppress(OSError):
            found += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return found / os.sysconf("SC_CLK_TCK")


def shared(pid: int) -> float:
    """Megabytes of shared pages that a process has touched: of a raylet, the object store."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssShmem:"):
                return int(line.split()[1]) / 1e3
    return 0.0


def descriptors(pids: Iterable[int]) -> int:
    """Open descriptors of processes."""
    found = 0
    for pid in pids:
        with suppress(OSError):
            found += sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    return found


def files_below(folder: Path) -> list[int]:
    """Bytes of each file below a folder, as far as it is on disk."""
    found: list[int] = []
    for above, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                found.append(os.lstat(Path(above, name)).st_blocks * 512)
    return found


def measured(trials: int, workers: int, ray: str, out: Path) -> tuple[Looks, float]:
    """Plays; returns what was seen, and the seconds between the first result and the last. Ctrl-C ends it early."""
    home = Home.from_environment()
    each = math.ceil(trials / 91)
    settings = RunSettings.from_values(suite="default", agents=("noop+tools",), trials=each, max_steps=3)
    plan = prepare(settings, home=home)
    session = Path(sys.modules["ray"]._private.worker._global_node.get_session_dir_path()) if ray else None
    looks = Looks(home.folder.absolute() / "cluster" / "playing", session, max(1, min(MOST, trials // LOOKS)))
    print(line_of(COLUMNS), file=sys.stderr)
    with suppress(KeyboardInterrupt):
        run(plan, out, workers=workers, watcher=looks, ray=ray, tell=lambda text: print(text, file=sys.stderr))
    return looks, time.monotonic() - looks.began if looks.began else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--actors", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--here", action="store_true", help="the same with processes of this machine, beside it")
    parser.add_argument("--address", default="local")
    parser.add_argument("--minutes", type=float, default=40.0, help="after which it stops; the same command goes on")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    end = threading.Timer(60 * asked.minutes, lambda: os.kill(os.getpid(), signal.SIGINT))
    end.daemon = True
    end.start()
    ensure_default(Home.from_environment(), lambda _: None)
    hide_memory()
    rows: list[tuple[str, int, Looks, float]] = []
    for where in (["here"] if asked.here else []) + ["cluster"]:
        for count in asked.actors:
            out = asked.out / f"{where}-{count}"
            if where == "here":
                rows.append((where, count, *measured(asked.trials, count, "", out)))
            else:
                with connect(asked.address, count):
                    rows.append((where, count, *measured(asked.trials, count, asked.address, out)))
    print(line_of(("where", "workers", "trials", "a second", *(f"{one} ms" for one in _SPENDERS))))
    for where, count, looks, took in rows:
        costs = looks.costs or (math.nan,) * len(_SPENDERS)
        print(line_of((where, count, looks.done, looks.done / took if took else 0.0, *costs)))
    print(
        f"processor time a trial of {', '.join(_SPENDERS)}; load {', '.join(f'{one:.0f}' for one in os.getloadavg())}"
    )
    for where, count, looks, _ in rows:
        print(f"\n{where}, {count} workers", line_of(COLUMNS), line_of(["---:"] * len(COLUMNS)), sep="\n")
        print("\n".join(map(line_of, looks.rows)))


if __name__ == "__main__":
    main()
