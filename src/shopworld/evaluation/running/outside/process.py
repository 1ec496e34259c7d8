"""A program that shops, as a process: in a group of its own, without our variables, its complaints kept in a file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from pydantic import SecretStr

from shopworld.errors import AgentError
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.evaluation.running.outside import launch
from shopworld.evaluation.running.processes import kill_group
from shopworld.models import redact

LOG = "agent.log"
"""What it wrote to its error output, in the folder of the attempt."""
LARGEST_LOG = 1 << 20
HARMLESS = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ", "VIRTUAL_ENV")
"""Environment variables that every program gets."""
_POLL = 0.02


class AgentProcess:
    """A running program.

    Args:
        name: of the agent, for messages.
        command: what to start.
        folder: of the attempt, where its log is kept; None keeps none.
        variables: environment variables besides the harmless ones and those that the command names.

    Raises:
        AgentError: it cannot be started.
    """

    def __init__(
        self, name: str, command: AgentCommand, folder: Path | None, variables: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        program = command.program(name)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", launch.__file__, str(os.getpid()), program, *command.command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**environment_of(command), **(variables or {})},
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise AgentError(f"agent {name!r} cannot be started: {error}") from error
        self.group = self._process.pid
        self._closed = False
        self._secrets = tuple(SecretStr(os.environ[one].strip()) for one in command.environment if one in os.environ)
        self._log = _Log(self._pipe(self._process.stderr), folder / LOG if folder is not None else None)

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
        status = self.wait(1.0)
        if status is None:
            text = "its output is closed, but it still runs"
        else:
            text = f"signal {-status}" if status < 0 else f"exit status {status}"
        last = self._log.last_line(wait=0.2 if status is not None else 0.0)
        for secret in self._secrets:
            last = redact(last, secret)
        return f"{text}; its last words: {last}" if last else text

    def close(self) -> None:
        """Kills it and all that it has started, and closes the pipes."""
        if self._closed:
            return
        kill_group(self.group)
        self._process.wait()
        self._closed = True
        self._log.close()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                self._pipe(pipe).close()

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe


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

    def last_line(self, wait: float) -> str:
        self._thread.join(wait)
        lines = [line.strip() for line in self._tail.decode("utf-8", "replace").splitlines() if line.strip()]
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
