"""Which kind of jail this machine gives, tried and not guessed: a program is started, and has to find itself alone."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile

from shopworld.errors import AgentError
from shopworld.jail.levels import Level, find_bubblewrap
from shopworld.jail.policy import Policy
from shopworld.jail.sight import finish, system_sight
from shopworld.jail.starting import Pipes, start_jailed

FORCED = "SHOPWORLD_JAIL"
"""Environment variable that names a level to use instead of the best one."""
_SECONDS = 20.0
_LOOK = """
import sys
try:
    open(sys.argv[1]).close()
except OSError:
    print("unseen", flush=True)
"""


def level() -> Level:
    """The best level that works here; or the one that `SHOPWORLD_JAIL` names, where that works."""
    wanted = os.environ.get(FORCED, "")
    if wanted in set(Level):
        return Level(wanted) if works(Level(wanted)) else Level.NONE
    return next((one for one in Level if works(one)), Level.NONE)


@functools.cache
def works(one: Level) -> bool:
    """Whether a program starts in a jail of that kind here."""
    if one is Level.NONE:
        return True
    if sys.platform != "linux" or (one is Level.BUBBLEWRAP and not find_bubblewrap()):
        return False
    return try_out(one)


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
