"""System calls that are refused where Landlock alone holds a process: what it does not cover."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct

from . import kernel

_FILTER = 2
_ALLOW, _KILL, _ANSWER = 0x7FFF0000, 0x80000000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _AND, _GIVE = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32
_OTHER_ABI = 0x40000000
_MACHINES = {
    "x86_64": (0xC000003E, {"socket": 41, "setsid": 112, "setpgid": 109, "ptrace": 101, "read": 310, "write": 311}),
    "aarch64": (0xC00000B7, {"socket": 198, "setsid": 157, "setpgid": 154, "ptrace": 117, "read": 270, "write": 271}),
}
_IO_URING = 425
KNOWN = os.uname().machine in _MACHINES


def filter_calls() -> None:
    """Refuses datagrams, raw and Unix sockets; looking into other processes; leaving the process group.

    The group is how what an agent has started is found and ended. Who asks to leave it is told that it has.

    Raises:
        OSError: the kernel refuses, or the machine is of an unknown kind.
    """
    if not KNOWN:
        raise OSError(errno.ENOSYS, f"system calls of {os.uname().machine} are not known")
    architecture, numbers = _MACHINES[os.uname().machine]
    refuse, pretend = _ANSWER | errno.EACCES, _ANSWER
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_GIVE, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_ABI),
        (_GIVE, 0, 0, _ANSWER | errno.ENOSYS),
    ]
    for name in ("setsid", "setpgid"):
        code += [(_EQUAL, 0, 1, numbers[name]), (_GIVE, 0, 0, pretend)]
    for number in (numbers["ptrace"], numbers["read"], numbers["write"], _IO_URING):
        code += [(_EQUAL, 0, 1, number), (_GIVE, 0, 0, refuse)]
    code += [
        (_EQUAL, 1, 0, numbers["socket"]),
        (_GIVE, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST),
        (_EQUAL, 2, 0, socket.AF_INET),
        (_EQUAL, 1, 0, socket.AF_INET6),
        (_GIVE, 0, 0, refuse),
        (_LOAD, 0, 0, _SECOND),
        (_AND, 0, 0, 0xF),  # without flags
        (_EQUAL, 1, 0, socket.SOCK_STREAM),
        (_GIVE, 0, 0, refuse),
        (_LOAD, 0, 0, _THIRD),  # other protocols that stream, multipath TCP above all, are not held by Landlock
        (_EQUAL, 2, 0, 0),
        (_EQUAL, 1, 0, socket.IPPROTO_TCP),
        (_GIVE, 0, 0, refuse),
        (_GIVE, 0, 0, _ALLOW),
    ]
    packed = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    program = ctypes.create_string_buffer(struct.pack("HL", len(code), ctypes.addressof(packed)))
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.prctl(kernel.PR_SET_SECCOMP, _FILTER, ctypes.c_void_p(ctypes.addressof(program)))
