"""A coding agent: any command, a fresh process each time, limited in time, ended with all its children."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from shopworld.errors import ArenaError

USUAL_SECONDS = 900.0
_LONGEST_TAIL = 20_000

Ending = Literal["ended", "failed", "stopped"]
"""By itself; by itself, with an error; by us, as its time was over."""


@dataclass(frozen=True, slots=True)
class AgentRun:
    """How one run of an agent ended.

    Attributes:
        ending: how.
        said: the end of its output.
        note: for people, one sentence; empty where it ended as it should.
    """

    ending: Ending
    said: str
    note: str = ""


class CodingAgent:
    """Runs a command as a coding agent. It is started without a shell.

    Args:
        command: program and arguments, as one would type them.
        seconds: longest time of one run.

    Raises:
        ArenaError: the command is empty or cannot be found.
    """

    def __init__(self, command: str, seconds: float = USUAL_SECONDS) -> None:
        try:
            self.arguments = shlex.split(command)
        except ValueError as error:
            raise ArenaError(f"--coding-agent {command!r} cannot be read: {error}") from error
        if not self.arguments:
            raise ArenaError("--coding-agent is empty", hint="Give the command that runs your coding agent.")
        if shutil.which(self.arguments[0]) is None:
            raise ArenaError(
                f"--coding-agent: there is no program {self.arguments[0]!r}",
                hint="Give a path, or a program that lies in the PATH.",
            )
        if os.sep in self.arguments[0]:  # relative to where the command was typed, not to the agent's workspace
            self.arguments[0] = str(Path(self.arguments[0]).absolute())
        self.seconds = seconds

    def run(self, workspace: Path, told: Mapping[str, str]) -> AgentRun:
        """Runs it once.

        Args:
            workspace: its working directory.
            told: environment variables, beside those of this process.
        """
        log = workspace.with_name(f"{workspace.name}.log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                self.arguments,
                cwd=workspace,
                env={**os.environ, **told},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code: int | None = process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                _end_group(process)
        said = _tail(log)
        log.unlink()
        if code is None:
            return AgentRun("stopped", said, f"The agent was stopped after {self.seconds:g} seconds.")
        if code != 0:
            return AgentRun("failed", said, f"The agent ended with exit code {code}.")
        return AgentRun("ended", said)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends the agent and whatever it has started: nothing of it may go on and change files later."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _tail(log: Path) -> str:
    with log.open("rb") as output:
        output.seek(max(0, log.stat().st_size - _LONGEST_TAIL))
        return output.read().decode("utf-8", errors="replace")
