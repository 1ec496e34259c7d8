"""Becomes another program that the kernel kills with its parent (Linux): `python -I -S launch.py PARENT PROGRAM ARGS…`.

Run as a script in a process of its own. It imports nothing of Shopworld, so that it starts at once.
"""

import contextlib
import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Asks the kernel, then becomes the program."""
    parent, program, *arguments = sys.argv[1:]
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(parent):
        sys.exit(1)
    try:
        os.execv(program, arguments)  # noqa: S606
    except OSError as error:
        sys.exit(f"{program} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
