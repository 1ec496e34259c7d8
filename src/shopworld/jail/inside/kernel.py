"""The system calls that Python has no name for."""

from __future__ import annotations

import ctypes
import os

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
_LIBC = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, first: int, second: int | ctypes.c_void_p = 0) -> None:
    """Raises OSError where the kernel refuses."""
    check(_LIBC.prctl(option, ctypes.c_ulong(first), second, ctypes.c_ulong(0), ctypes.c_ulong(0)), "prctl")


def call(number: int, *arguments: object) -> int:
    """A system call by its number."""
    return check(_LIBC.syscall(ctypes.c_long(number), *arguments), f"system call {number}")


def unshare(flags: int) -> None:
    """Leaves namespaces."""
    check(_LIBC.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mounts; all paths absolute."""
    made = _LIBC.mount(
        source.encode(), target.encode(), kind.encode() or None, ctypes.c_ulong(flags), options.encode() or None
    )
    check(made, f"mount {target}")


def unmount(target: str, flags: int) -> None:
    """Unmounts."""
    check(_LIBC.umount2(target.encode(), flags), f"umount {target}")


def pivot_root(new: str, old: str) -> None:
    """Changes the root; see pivot_root(2)."""
    numbers = {"x86_64": 155, "aarch64": 41}
    call(numbers[os.uname().machine], new.encode(), old.encode())


def check(result: int, what: str) -> int:
    """The result; raises OSError where it is -1."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
