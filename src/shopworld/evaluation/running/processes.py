"""No process outlives the run: a worker dies with its parent, a browser with its worker."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from types import ModuleType

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4


def die_with_parent(parent: int) -> None:
    """Has the kernel kill this process when its parent ends, however it ends (Linux; elsewhere a no-op).

    Args:
        parent: process id of the parent, for the case that it is gone already.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def hide_memory() -> None:
    """Keeps other processes of the same user from reading this one's memory and environment, where keys are (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def kill_group(group: int) -> None:
    """Kills a process group that may be gone already; never our own."""
    if group <= 1 or group == os.getpgrp():
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


@contextlib.contextmanager
def without_main() -> Iterator[None]:
    """Processes that are spawned inside do not run the main module again: a script without a guard, or a notebook."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
