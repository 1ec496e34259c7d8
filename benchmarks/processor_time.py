"""Processor time of this process and of all that it started, by what the processes do.

On a shared machine wall time says more of the neighbours than of the program. Time of processes that have ended is
counted where their parent has taken note of it, as Chromium's do.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

KINDS = ("renderer", "browser", "gpu", "python")
_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = Path("/proc")


def processor_seconds(root: int | None = None) -> dict[str, float]:
    """Seconds of processor time so far of a process and its descendants, by kind.

    Args:
        root: process id; this process by default.

    Returns:
        seconds by `renderer`, `browser` (Chromium's own, network service and zygotes too), `gpu`, `python` (the root).
    """
    top = root if root is not None else os.getpid()
    parents, seconds = processes()
    below = {top, *descendants(top, parents)}
    found = dict.fromkeys(KINDS, 0.0)
    for process in below & seconds.keys():
        found["python" if process == top else _kind(process)] += seconds[process]
    return found


def difference(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    """What was spent between two looks."""
    return {kind: after[kind] - before[kind] for kind in KINDS}


def descendants(root: int, parents: Mapping[int, int]) -> set[int]:
    """What a process has started, and what that has started."""
    below = {root}
    grown = True
    while grown:
        more = {one for one, parent in parents.items() if parent in below} - below
        below |= more
        grown = bool(more)
    return below - {root}


def processes() -> tuple[dict[int, int], dict[int, float]]:
    """All processes of the machine: the parent of each, and its seconds of processor time."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in _PROC.iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(folder.name)
        parents[process] = int(fields[1])
        own = process == os.getpid()
        seconds[process] = sum(map(int, fields[11:13] if own else fields[11:15])) / _TICKS
    return parents, seconds


def _kind(process: int) -> str:
    try:
        command = (_PROC / str(process) / "cmdline").read_bytes()
    except OSError:
        return "browser"
    if b"--type=renderer" in command:
        return "renderer"
    return "gpu" if b"--type=gpu-process" in command else "browser"
