"""A program that shops, as a process: in a group of its own, without our variables, its complaints kept in a file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from pydantic import SecretStr

from shopworld.environments import find_browser
from shopworld.errors import AgentError, BrowserMissing
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.jail import JailOptions, Level, Pipes, StartedProgram, policy_for_command, start_jailed, start_trusted
from shopworld.models import redact

LOG = "agent.log"
"""What it wrote to its error output, in the folder of the attempt."""
LARGEST_LOG = 1 << 20
HARMLESS = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "VIRTUAL_ENV")
"""Environment variables that every program gets."""
_POLL = 0.02
_PARTING = 3.0
"""Seconds that a program whose output is closed has to end, and its last words to arrive; machines may be busy."""


class AgentProcess:
    """A running program.

    Args:
        name: of the agent, for messages.
        command: what to start.
        folder: of the attempt, where its log is kept; None keeps none.
        variables: environment variables besides the harmless ones and those that the command names.
        jail: what its user says of it; what the command names is allowed besides.
        ports: of the loopback interface, that it reaches from its jail.

    Raises:
        AgentError: it cannot be started.
    """

    def __init__(
        self,
        name: str,
        command: AgentCommand,
        folder: Path | None,
        variables: Mapping[str, str] | None = None,
        jail: JailOptions | None = None,
        ports: Sequence[int] = (),
    ) -> None:
        self.name = name
        try:
            self._started = _start(name, command, variables or {}, command.jail(jail or JailOptions()), ports)
        except OSError as error:
            raise AgentError(f"agent {name!r} cannot be started: {error}") from error
        self._process = self._started.process
        self.group = self._process.pid
        self._closed = False
        self._secrets = tuple(SecretStr(os.environ[one].strip()) for one in command.environment if one in os.environ)
        self._log = _Log(self._pipe(self._process.stderr), folder / LOG if folder is not None else None)

    @property
    def refusals(self) -> tuple[str, ...]:
        """What it tried to reach from its jail in vain."""
        return tuple(map(str, self._started.refusals))

    @property
    def input(self) -> int:
        """Descriptor of its input."""
        return self._pipe(self._process.stdin).fileno()

    @property
    def output(self) -> int:
        """Descriptor of its output."""
        return self._pipe(self._process.stdout).fileno()

    @property
    def exit_status(self) -> int | None:
        """As a shell has it, negative for a signal; None while it runs. It is not reaped: its group's id stays ours."""
        if self._closed:
            return self._process.returncode
        ended = os.waitid(os.P_PID, self.group, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def close_input(self) -> None:
        """Tells it that nothing more will come."""
        with contextlib.suppress(OSError):
            self._pipe(self._process.stdin).close()

    def wait(self, seconds: float) -> int | None:
        """Its exit status, where it ends within that time."""
        end = time.monotonic() + seconds
        while (status := self.exit_status) is None and time.monotonic() < end:
            time.sleep(_POLL)
        return status

    def how_it_ended(self) -> str:
        """How it ended, and the last line of its log: `exit status 3; its last words: …`.

        The text becomes part of results, so that it never holds what the named environment variables hold.
        """
        status = self.wait(_PARTING)
        if status is None:
            text = "its output is closed, but it still runs"
        else:
            text = self._started.verdict or self._started.told_status(status)
        last = self._log.last_line(wait=_PARTING if status is not None else 0.0)
        for secret in self._secrets:
            last = redact(last, secret)
        return f"{text}; its last words: {last}" if last else text

    def close(self) -> None:
        """Kills it and all that it has started, and closes the pipes."""
        if self._closed:
            return
        self._started.close()
        self._closed = True
        self._log.close()
        self._started.hear(self._log.tail)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                self._pipe(pipe).close()

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe


def _start(
    name: str, command: AgentCommand, added: Mapping[str, str], jail: JailOptions, ports: Sequence[int]
) -> StartedProgram:
    program, pipes = command.program(name), Pipes(subprocess.PIPE, subprocess.PIPE, subprocess.PIPE)
    if jail.held is Level.NONE:
        environment = {**environment_of(command), **added}
        return start_trusted(program, command.command, environment=environment, pipes=pipes)
    policy = policy_for_command(jail, program, command.command, ports=ports, browser=_browser() if ports else "")
    return start_jailed(
        program,
        command.command,
        policy,
        variables=jail.variables,
        added=added,
        held=jail.held,
        pipes=pipes,
    )


def _browser() -> str:
    """Path of our browser, which a program may start as well as one of its own; empty where there is none."""
    try:
        return str(find_browser().path)
    except BrowserMissing:
        return ""


def environment_of(command: AgentCommand) -> dict[str, str]:
    """The environment variables that a command gets."""
    return {name: os.environ[name] for name in (*HARMLESS, *command.environment) if name in os.environ}


class _Log:
    """Copies the error output into a file, up to a size; reads on beyond it, so that nobody is stopped by it."""

    def __init__(self, pipe: IO[bytes], path: Path | None) -> None:
        self._pipe, self._path = pipe, path
        self._tail = b""
        self._thread = threading.Thread(target=self._copy, daemon=True, name="agent-log")
        self._thread.start()

    @property
    def tail(self) -> str:
        """The end of what was written."""
        return self._tail.decode("utf-8", "replace")

    def last_line(self, wait: float) -> str:
        self._thread.join(wait)
        lines = [line.strip() for line in self.tail.splitlines() if line.strip()]
        return lines[-1] if lines else ""

    def close(self) -> None:
        self._thread.join(2.0)
        with contextlib.suppress(OSError):
            self._pipe.close()

    def _copy(self) -> None:
        written = 0
        file = None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._pipe.fileno(), 1 << 14):
                self._tail = (self._tail + chunk)[-2000:]
                if self._path is not None and written < LARGEST_LOG:
                    file = file or self._path.open("wb", buffering=0)
                    file.write(chunk[: LARGEST_LOG - written])
                    written += len(chunk)
                    if written >= LARGEST_LOG:
                        file.write(b"\n(cut here: no more than 1 MiB is kept)\n")
        if file is not None:
            file.close()
