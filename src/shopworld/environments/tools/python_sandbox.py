"""`python_execute`: a sandboxed interpreter without files and network, with limits on time, memory and output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic_monty import Monty, MontyError, OSPolicy, ResourceLimits

from shopworld.episode import WORLD_START

MOST_OUTPUT = 10_000
"""Characters."""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """What one run may use.

    Attributes:
        seconds: of the interpreter's own time.
        memory: bytes of its heap.
        output: characters; what follows is dropped.
    """

    seconds: float = 5.0
    memory: int = 64 * 1024 * 1024
    output: int = MOST_OUTPUT


@dataclass(frozen=True, slots=True)
class Execution:
    """What a run gave.

    Attributes:
        output: what was printed, and the value of a last expression.
        error: type and message; empty where there was none.
    """

    output: str
    error: str = ""


class _Output:
    """Keeps the first characters of what is printed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._parts: list[str] = []
        self._size = 0
        self._cut = False

    def __call__(self, stream: Literal["stdout", "stderr"], text: str) -> None:
        room = self._most - self._size
        if len(text) > room:
            self._cut = True
            text = text[:room]
        if text:
            self._parts.append(text)
            self._size += len(text)

    def text(self) -> str:
        """All that was kept."""
        note = f"\n… cut after {self._most} characters" if self._cut else ""
        return "".join(self._parts) + note


class PythonSandbox:
    """Runs code of agents in a worker process that holds nothing of ours; every run begins with nothing.

    The worker starts with the first run. A context manager.

    Args:
        limits: of each run.
    """

    def __init__(self, limits: SandboxLimits | None = None) -> None:
        self._limits = limits or SandboxLimits()
        self._pool: Monty | None = None

    def run(self, code: str) -> Execution:
        """Runs code and says what it printed. Errors of the code are part of the result."""
        output = _Output(self._limits.output)
        limits = ResourceLimits(
            max_feed_duration_secs=self._limits.seconds, max_memory=self._limits.memory, max_suspensions=200
        )
        policy = OSPolicy(datetime=WORLD_START, sleep="zero", random_start={"seed": 0})
        try:
            with self._started().checkout(limits=limits, os_policy=policy) as session:
                value = session.feed_run(code, print_callback=output)
        except MontyError as error:
            return Execution(output.text(), str(error))
        if value is not None:
            output("stdout", f"{value!r}\n")
        return Execution(output.text())

    def close(self) -> None:
        """Ends the worker."""
        if self._pool is not None:
            self._pool.__exit__(None, None, None)
            self._pool = None

    def _started(self) -> Monty:
        if self._pool is None:
            pool = Monty(max_processes=1, request_timeout=self._limits.seconds + 5)
            self._pool = pool.__enter__()
        return self._pool
