"""Processes that take the walk: started together, let go together."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO

from measure import Figures
from walk import FAILED, LATE

_LONGEST_START = 120.0
_LONGEST_WALK = 300.0
_SHOWN_LINES = 12


class WalkFailed(Exception):
    """A walker ended before its walk did; the text says what it wrote last."""


@dataclass(frozen=True)
class Walk:
    """What one process measured.

    Attributes:
        steps: kind and seconds of each step.
        seconds: of the whole walk.
        errors: how often an error was reported, whether or not the action had worked.
        resets: seconds of each reset of the environment, where asked for.
        names: role and name of every node on the first page.
        browser: version that was driven.
        processor: seconds of processor time of the walk by kind of process, where told.
    """

    steps: tuple[tuple[str, float], ...]
    seconds: float
    errors: int
    resets: tuple[float, ...]
    names: tuple[str, ...]
    browser: str
    processor: dict[str, float] = field(default_factory=dict)

    def figures(self, kind: str = "") -> Figures:
        """Timings of the steps of one kind, or of all that succeeded."""
        wanted = (kind,) if kind else ("scroll", "click")
        return Figures(tuple(seconds for name, seconds in self.steps if name in wanted))

    @property
    def processor_of_step(self) -> dict[str, float]:
        """Seconds of processor time of a step by kind of process, late and failed ones included."""
        return {kind: seconds / len(self.steps) for kind, seconds in self.processor.items()}

    @property
    def late(self) -> int:
        """How often an observation came too early, and the next step only waited."""
        return sum(kind == LATE for kind, _ in self.steps)

    @property
    def failed(self) -> int:
        """How often an action did not work and was tried again."""
        return sum(kind == FAILED for kind, _ in self.steps)

    @property
    def rate(self) -> float:
        """Steps that succeeded per second."""
        return self.figures().rounds / self.seconds


def walk_together(commands: Sequence[Sequence[str]]) -> list[Walk]:
    """Starts a process for each command, waits until all are ready, lets them go at once, and collects what they say.

    Raises:
        WalkFailed: one of them did not come to its end.
    """
    with contextlib.ExitStack() as stack:
        walkers = [stack.enter_context(_walker(command)) for command in commands]
        for walker in walkers:
            if walker.line(_LONGEST_START) != "ready":
                raise WalkFailed(walker.last_words("did not get ready"))
        for walker in walkers:
            walker.go()
        return [walker.walk() for walker in walkers]


class _Walker:
    def __init__(self, process: subprocess.Popen[str], errors: IO[str]) -> None:
        self._process = process
        self._errors = errors

    def line(self, limit: float) -> str:
        """The next line it writes; empty where it ended, or was ended after `limit` seconds."""
        assert self._process.stdout is not None
        alarm = threading.Timer(limit, _end, (self._process,))
        alarm.start()
        try:
            return self._process.stdout.readline().strip()
        finally:
            alarm.cancel()

    def go(self) -> None:
        """Gives the word."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def walk(self) -> Walk:
        """What it measured."""
        line = self.line(_LONGEST_WALK)
        if not line:
            raise WalkFailed(self.last_words("did not finish its walk"))
        told = json.loads(line)
        self._process.wait(_LONGEST_START)
        return Walk(
            tuple((kind, seconds) for kind, seconds in told["steps"]),
            told["seconds"],
            told["errors"],
            tuple(told["resets"]),
            tuple(told["names"]),
            told["browser"],
            told.get("processor", {}),
        )

    def last_words(self, problem: str) -> str:
        """The problem, with the end of its error output."""
        self._errors.seek(0)
        lines = self._errors.read().strip().splitlines()[-_SHOWN_LINES:]
        return "\n".join([f"{problem}:", *lines]) if lines else problem


@contextlib.contextmanager
def _walker(command: Sequence[str]) -> Iterator[_Walker]:
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        try:
            yield _Walker(process, errors)
        finally:
            _end(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the process and what it started in its session. Browsers driven by pipe end with their driver."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
