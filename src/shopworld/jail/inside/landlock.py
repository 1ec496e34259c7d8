"""Files, TCP ports and signals held back by the kernel's Landlock, where namespaces are not to be had."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Sequence
from pathlib import Path

from . import kernel

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_VERSION = 1
_PATH_BENEATH, _NET_PORT = 1, 2
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_TRUNCATE = 1 << 14
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_BIND_TCP, _CONNECT_TCP = 1, 2
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2
NEEDED = 6
"""The first version that holds back files, ports and signals."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_OF_THE_MACHINE = ("/proc",)
"""What it tells of other processes that not everybody may know asks whether they may be traced: Landlock says no."""


def version() -> int:
    """What the kernel has; 0: no Landlock."""
    try:
        return kernel.call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    except OSError:
        return 0


def restrict(
    rules: Sequence[tuple[str, str]], place: str, ports: Sequence[int] | None, listed: Sequence[str] = ()
) -> None:
    """Holds this process and all that it will start.

    Args:
        rules: what is shown for reading, what inside is hidden, and what is for writing.
        place: a folder for writing.
        ports: TCP ports that may be connected to; None: all.
        listed: folders of which names may be read, and nothing else.

    Raises:
        OSError: the kernel has no Landlock, or an older one.
    """
    found = version()
    if found < NEEDED:
        raise OSError(38, f"the kernel's Landlock has version {found}, needed is {NEEDED}")
    everything = (1 << 16) - 1  # all rights over files of version 5
    network = 0 if ports is None else _BIND_TCP | _CONNECT_TCP
    head = struct.pack("=QQQ", everything, network, _ABSTRACT_SOCKETS | _SIGNALS)
    ruleset = kernel.call(_CREATE, head, ctypes.c_size_t(len(head)), ctypes.c_uint32(0))
    try:
        for path in visible(rules):
            _allow(ruleset, path, _READING)
        for path in (*map(Path, listed), *divided(rules)):
            _allow(ruleset, path, _READ_DIR)
        for path in map(Path, _OF_THE_MACHINE):
            _allow(ruleset, path, _READING)
        for path in map(Path, _DEVICES):
            _allow(ruleset, path, _READ_FILE | _WRITE_FILE)
        for path in (Path(place), *(Path(path) for path, kind in rules if kind == "write")):
            _allow(ruleset, path, everything)
        for port in ports or ():
            rule = struct.pack("=QQ", _CONNECT_TCP, port)
            kernel.call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_NET_PORT), rule, ctypes.c_uint32(0))
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.call(_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def visible(rules: Sequence[tuple[str, str]]) -> list[Path]:
    """The shown paths, each replaced by what is in it where a part of it is hidden: Landlock only ever adds.

    Args:
        rules: outer paths first.
    """
    hidden = {Path(path) for path, kind in rules if kind == "hide"}
    around = {parent for one in hidden for parent in one.parents}
    told = {Path(path) for path, _ in rules}
    found: list[Path] = []

    def add(path: Path, first: bool) -> None:
        if not first and path in told:  # has a rule of its own
            return
        if path not in around:
            found.append(path)
            return
        for child in sorted(path.iterdir()):
            add(child, False)

    for path, kind in rules:
        if kind == "show":
            add(Path(path), True)
    return found


def divided(rules: Sequence[tuple[str, str]]) -> list[Path]:
    """The folders that are shown in part: their names may be read, as whoever imports a module looks for it so.

    Landlock cannot say that of one folder without those within.
    """
    shown = {Path(path) for path, kind in rules if kind == "show"}
    around = {parent for path, kind in rules if kind == "hide" for parent in Path(path).parents}
    return sorted(one for one in around if one in shown or any(parent in shown for parent in one.parents))


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return  # not there, or not for this user
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISLNK(mode):  # what it leads to has a rule of its own, or none
            return
        if not stat.S_ISDIR(mode):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, descriptor)
        kernel.call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
    finally:
        os.close(descriptor)
