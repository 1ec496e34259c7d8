"""Stages of the catalog benchmark that run as processes of their own: each with its time and its peak memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_PAUSE = 0.1
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Ran:
    """What a command took.

    Attributes:
        seconds: from start to end.
        processor_seconds: of it and its children.
        peak_bytes: the most memory that it and its children held at one time (anonymous pages, seen every 0.1 s).
        reused: whether these are figures of an earlier run whose files were there still.
    """

    seconds: float
    processor_seconds: float
    peak_bytes: int
    reused: bool = False


def run_stage(mark: Path, command: Sequence[str], what: object, *, environment: Mapping[str, str] | None = None) -> Ran:
    """Runs a command once; where it ran before with the same `what`, its figures of then are given.

    Args:
        mark: file of the figures, beside what the command makes.
        command: to run.
        what: all that decides its result.
        environment: variables in addition.

    Raises:
        SystemExit: the command failed.
    """
    if mark.is_file():
        known = json.loads(mark.read_text(encoding="utf-8"))
        if known["what"] == what:
            return Ran(**{**known["ran"], "reused": True})
    began, before = time.perf_counter(), os.times()
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(anonymous_bytes(one) for one in _family(process.pid)))
        time.sleep(_PAUSE)
    if process.returncode:
        raise SystemExit(f"{' '.join(command[:4])} … ended with {process.returncode}")
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    ran = Ran(round(time.perf_counter() - began, 2), round(used, 2), peak)
    mark.write_text(json.dumps({"what": what, "ran": asdict(ran)}), encoding="utf-8")
    return ran


def shopworld(*arguments: str) -> list[str]:
    """The command line tool of this environment."""
    return [sys.executable, "-c", "from shopworld.cli import main; main()", *arguments]


def anonymous_bytes(process: int) -> int:
    """Memory of a process that no file stands behind; 0 where it is gone."""
    try:
        resident, shared = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1:3]
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * _PAGE


def _family(process: int) -> list[int]:
    """A process and all below it."""
    found, waiting = [], [process]
    while waiting:
        one = waiting.pop()
        found.append(one)
        try:
            text = Path(f"/proc/{one}/task/{one}/children").read_text(encoding="ascii")
        except OSError:
            continue
        waiting += map(int, text.split())
    return found


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder and below; of a file itself."""
    if folder.is_file():
        return folder.stat().st_size
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def forget_pages(folder: Path) -> None:
    """Asks the system to drop what it keeps of these files in memory, so that the next reader starts cold."""
    for file in folder.rglob("*"):
        if file.is_file():
            descriptor = os.open(file, os.O_RDONLY)
            try:
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(descriptor)
