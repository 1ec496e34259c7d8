"""How many worker processes play a run, where nobody says: as many as processors, memory and trials ask for."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from shopworld.errors import InputError

AUTO = "auto"
Workers = int | Literal["auto"]
"""A number of processes, or `auto`; 0 is `auto` too."""

_WITH_BROWSER_MB = 500
"""Memory of a worker with its mall and browser: some 250 MB of Python and pages, 200 MB of Chromium, and room."""
_WITHOUT_MB = 250
_KEPT_MB = 500
"""Left to everything else on the machine."""
_TRIALS_EACH = 2
"""Trials that a worker must at least have to be worth its start."""


@dataclass(frozen=True, slots=True)
class WorkerCount:
    """How many workers a run has.

    Attributes:
        count: 1 or more.
        reason: what decided, for people; empty where it was asked for.
    """

    count: int
    reason: str = ""

    def __str__(self) -> str:
        processes = "1 worker" if self.count == 1 else f"{self.count} workers"
        return f"{processes} ({AUTO}: {self.reason})" if self.reason else processes


@dataclass(frozen=True, slots=True)
class Machine:
    """What this process may use.

    Attributes:
        processors: by affinity and by the quota of its control group.
        memory_mb: free, in MB; None where nobody says.
    """

    processors: int
    memory_mb: int | None


def read_workers(asked: object) -> int:
    """The number asked for; 0 for `auto`.

    Raises:
        InputError: it is neither.
    """
    text = str(asked).strip().lower()
    if isinstance(asked, int | str) and not isinstance(asked, bool):
        if text == AUTO:
            return 0
        if text.isascii() and text.isdigit():
            return int(text)
    raise InputError(f"found {asked!r}, expected 1 or more, or {AUTO}", field="workers")


def choose_workers(asked: Workers, *, trials: int, browser: bool, machine: Machine | None = None) -> WorkerCount:
    """How many workers a run gets. No result depends on it.

    A browser step keeps one processor busy but for short waits, so there is one worker a processor.

    Args:
        asked: a number, which is taken as it is, or `auto`.
        trials: that the run has.
        browser: whether each worker has a browser of its own.
        machine: this one by default.

    Raises:
        InputError: `asked` is neither number nor `auto`.
    """
    if number := read_workers(asked):
        return WorkerCount(number)
    here = machine or this_machine()
    limits = [(here.processors, _plural(here.processors, "processor"))]
    if here.memory_mb is not None:
        room = (here.memory_mb - _KEPT_MB) // (_WITH_BROWSER_MB if browser else _WITHOUT_MB)
        limits.append((room, f"{here.memory_mb / 1000:.1f} GB of memory are free"))
    limits.append((-(-trials // _TRIALS_EACH), _plural(trials, "trial")))
    count, reason = min(limits, key=lambda limit: limit[0])
    return WorkerCount(max(1, count), reason)


def this_machine(files: Path = Path("/")) -> Machine:
    """Processors and free memory of this process, by the kernel and by its control group.

    Args:
        files: root of `/proc` and `/sys`.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    group = files / "sys" / "fs" / "cgroup"
    quota = _words(group / "cpu.max")
    if len(quota) == 2 and quota[0].isdigit():
        processors = min(processors, max(1, round(int(quota[0]) / int(quota[1]))))
    kilobytes = _number_after("MemAvailable:", files / "proc" / "meminfo")
    free = [kilobytes // 1000] if kilobytes is not None else []
    most, used = _words(group / "memory.max"), _words(group / "memory.current")
    if most and used and most[0].isdigit():
        kept = _number_after("inactive_file", group / "memory.stat") or 0  # of files: given back when it is asked for
        free.append((int(most[0]) - max(0, int(used[0]) - kept)) // 1_000_000)
    return Machine(processors, min(free) if free else None)


def _number_after(name: str, file: Path) -> int | None:
    words = _words(file)
    return int(words[words.index(name) + 1]) if name in words else None


def _words(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").split()
    except OSError:
        return []


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
