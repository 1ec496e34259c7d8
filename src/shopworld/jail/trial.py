"""Tries a kind of jail out: a program is started in it, and has to find itself alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from shopworld.errors import AgentError
from shopworld.jail.levels import Level
from shopworld.jail.policy import Policy
from shopworld.jail.sight import finish, system_sight
from shopworld.jail.starting import Pipes, start_jailed

_SECONDS = 20.0
_LOOK = """
import sys
try:
    open(sys.argv[1]).close()
except OSError:
    print("unseen", flush=True)
"""


def try_out(one: Level) -> bool:
    """Whether a jail of that kind works: a program starts in it, and does not see a file that was just made."""
    sight = system_sight(os.geteuid() == 0)
    finish(sight, ())
    with tempfile.NamedTemporaryFile(prefix="shopworld-unseen-") as unseen:
        python = os.path.realpath(sys.executable)
        try:
            started = start_jailed(
                python,
                [python, "-I", "-S", "-c", _LOOK, unseen.name],
                Policy(sight.ordered()),
                held=one,
                pipes=Pipes(stdout=subprocess.PIPE, stderr=subprocess.DEVNULL),
            )
        except (OSError, AgentError):
            return False
        try:
            told, _ = started.process.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            started.process.kill()
            started.process.communicate()
            return False
        finally:
            started.close()
    return started.process.returncode == 0 and told == b"unseen\n"
