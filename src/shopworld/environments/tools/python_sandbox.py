"""`python_execute`: a sandboxed interpreter without files and network, with limits on time, memory and output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic_monty import Monty, MontyCrashedError, MontyError, MontySyntaxError, OSPolicy, ResourceLimits

from shopworld.environments.tools.python_program import prepare
from shopworld.episode import WORLD_START
from shopworld.errors import EnvironmentFault

MOST_OUTPUT = 10_000
"""Characters."""
_LONGEST_ERROR = 2000
_MOST_SUSPENSIONS = 1000
"""Calls for time and sleep, which the host answers."""


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

    The worker starts with the first run.

    Args:
        limits: of each run.
    """

    def __init__(self, limits: SandboxLimits | None = None) -> None:
        self._limits = limits or SandboxLimits()
        self._pool: Monty | None = None

    def run(self, code: str) -> Execution:
        """Runs code and says what it printed. Errors of the code are part of the result.

        Raises:
            EnvironmentFault: the interpreter does not start.
        """
        output = _Output(self._limits.output)
        program = prepare(code)
        limits = ResourceLimits(
            max_feed_duration_secs=self._limits.seconds,
            max_memory=self._limits.memory,
            max_suspensions=_MOST_SUSPENSIONS,
        )
        policy = OSPolicy(datetime=WORLD_START, sleep="zero", random_start={"seed": 0})
        try:
            with self._started().checkout(limits=limits, os_policy=policy) as session:
                for prelude in program.preludes:
                    session.feed_run(prelude)
                session.feed_run(program.code, print_callback=output)
        except MontyCrashedError as crash:
            late = f"TimeoutError: stopped after {self._limits.seconds:g} seconds"
            return Execution(output.text(), late if crash.timed_out else "MemoryError: the interpreter crashed")
        except MontyError as error:
            return Execution(output.text(), _first_characters(_told(error)))
        except (RuntimeError, OSError) as error:
            raise EnvironmentFault(f"the interpreter of python_execute does not start: {error}") from error
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


def _told(error: MontyError) -> str:
    """Type and message; those of code that cannot be read come without their type."""
    return error.display("type-msg") if isinstance(error, MontySyntaxError) else str(error)


def _first_characters(text: str) -> str:
    return text if len(text) <= _LONGEST_ERROR else f"{text[:_LONGEST_ERROR]} …"
