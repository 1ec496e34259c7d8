"""Whether a jail works inside that of a worker: some machines allow namespaces, and none within."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path

from shopworld.errors import AgentError
from shopworld.jail.agents import policy_for_worker
from shopworld.jail.levels import Level
from shopworld.jail.options import JailOptions
from shopworld.jail.starting import Pipes, start_jailed
from shopworld.jail.trial import works

_SECONDS = 30.0
_TRY = """
import json, sys
sys.path[:] = json.loads(sys.argv[2])
from shopworld.jail.levels import Level
from shopworld.jail.trial import try_out
print("works" if try_out(Level(sys.argv[1])) else "fails", flush=True)
"""


@functools.cache
def works_within(one: Level) -> bool:
    """Whether a program starts in a jail of that kind that a worker in such a jail makes."""
    if one is Level.NONE or not works(one):
        return False
    places = [str(Path(entry or ".").absolute()) for entry in sys.path]
    try:
        started = start_jailed(
            sys.executable,
            [sys.executable, "-c", _TRY, one, json.dumps(places)],
            policy_for_worker(JailOptions(level=one), (), (), (), online=False),
            held=one,
            pipes=Pipes(stdout=subprocess.PIPE, stderr=subprocess.DEVNULL),
        )
    except (OSError, AgentError):
        return False
    try:
        told, _ = started.process.communicate(timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    finally:
        started.close()
    return told == b"works\n"
