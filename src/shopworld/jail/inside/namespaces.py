"""Namespaces without bubblewrap: the same rooms, built by this process itself."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

from . import kernel

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module typing takes a while to load
    from .spec import Spec

_NEW_MOUNTS, _NEW_NAME, _NEW_IPC = 0x20000, 0x4000000, 0x8000000
_NEW_USER, _NEW_PROCESSES, _NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_EXECUTION = 1, 2, 4, 8
_REMOUNT, _BIND, _RECURSIVE, _PRIVATE = 32, 4096, 16384, 1 << 18
_DETACH = 2
_KEPT = _NO_SUID | _NO_DEVICES | _NO_EXECUTION | 1024 | 2048  # and noatime, nodiratime: locked where they are inherited
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_SPARE = ("/mnt", "/media", "/srv", "/opt", "/var", "/home")
"""Folders that are there on most machines: what is in one is covered by the new root while that is built."""


def enter(spec: Spec) -> None:
    """Goes on in new namespaces, as a child of their first process; the process that called waits, and ends like it.

    Raises:
        OSError: the kernel refuses.
    """
    user, group = os.geteuid(), os.getegid()
    network = 0 if spec["online"] else _NEW_NETWORK
    kernel.unshare(_NEW_MOUNTS | _NEW_NAME | _NEW_IPC | _NEW_PROCESSES | network | (_NEW_USER if user else 0))
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _fork_and_follow()  # only a child is in the new process namespace
    _mount(spec)
    _fork_and_follow()  # its first process only waits: it has no default actions for signals


def _fork_and_follow() -> None:
    """Returns in a child. The parent ends as the child does, and the child never outlives it."""
    child = os.fork()
    if child == 0:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        return
    for descriptor in (0, 1, *range(3, 256)):  # what the program closes is closed
        try:
            os.close(descriptor)
        except OSError:
            continue
    while True:
        ended, status = os.wait()
        if ended == child:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else 128 - code)


def _mount(spec: Spec) -> None:
    kernel.mount("none", "/", flags=_RECURSIVE | _PRIVATE)
    root = _unneeded(spec)
    kernel.mount("tmpfs", root, "tmpfs", _NO_SUID | _NO_DEVICES, "mode=0755,size=1m")
    os.chdir(root)
    top = Path(root)
    (top / "proc").mkdir()
    _tmpfs(top / "tmp", spec["disk"], "1777")
    for path, kind in spec["rules"]:
        target = top / path.lstrip("/")
        if kind == "hide":
            _hide(target)
        else:
            _show(path, target, read_only=kind == "show")
    _devices(top / "dev", spec["shared"])
    _hosts(top / "etc/hosts", spec["hosts"])
    kernel.mount("proc", f"{top}/proc", "proc", _NO_SUID | _NO_DEVICES | _NO_EXECUTION)
    for path, kind in reversed(spec["rules"]):
        target = top / path.lstrip("/")
        if kind == "hide" and target.is_dir():
            kernel.mount("none", str(target), flags=_REMOUNT | _READ_ONLY | _NO_SUID | _NO_DEVICES)
    kernel.pivot_root(".", ".")
    kernel.unmount(".", _DETACH)
    os.chdir("/")
    kernel.mount("none", "/", flags=_REMOUNT | _BIND | _READ_ONLY | _NO_SUID | _NO_DEVICES)


def _unneeded(spec: Spec) -> str:
    """A folder in which nothing lies that is to be shown."""
    needed = [f"{path}/" for path, _ in spec["rules"]]
    for one in _SPARE:
        if Path(one).is_dir() and not Path(one).is_symlink() and not any(path.startswith(f"{one}/") for path in needed):
            return one
    raise OSError(2, f"no folder to build in: all of {', '.join(_SPARE)} are needed or not there")


def _tmpfs(target: Path, size: int, mode: str) -> None:
    target.mkdir(parents=True, exist_ok=True)
    kernel.mount("tmpfs", str(target), "tmpfs", _NO_SUID | _NO_DEVICES, f"mode={mode},size={size},nr_inodes=65536")


def _show(source: str, target: Path, *, read_only: bool) -> None:
    """Binds a path, for reading or for writing, too."""
    mode = Path(source).lstat().st_mode
    if stat.S_ISLNK(mode):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(Path(source).readlink())
        return
    if stat.S_ISDIR(mode):
        target.mkdir(parents=True, exist_ok=True)
    elif not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    kernel.mount(source, str(target), flags=_BIND | _RECURSIVE)
    kept = _NO_SUID | _NO_DEVICES | (os.statvfs(target).f_flag & _KEPT)
    kernel.mount("none", str(target), flags=_REMOUNT | _BIND | (_READ_ONLY if read_only else 0) | kept)


def _hide(target: Path) -> None:
    """Covers a folder by an empty one, a file by nothing."""
    if target.is_dir():
        kernel.mount("tmpfs", str(target), "tmpfs", _NO_SUID | _NO_DEVICES, "mode=0755,size=64k")
    elif target.exists():
        kernel.mount("/dev/null", str(target), flags=_BIND)
    else:
        _tmpfs(target, 65536, "0755")


def _devices(folder: Path, shared: int) -> None:
    if not folder.is_dir():
        folder.mkdir()
    _tmpfs(folder, 65536, "0755")
    for name in _DEVICES:
        (folder / name).touch()
        kernel.mount(f"/dev/{name}", f"{folder}/{name}", flags=_BIND)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        (folder / name).symlink_to(target)
    _tmpfs(folder / "shm", shared, "1777")
    kernel.mount("none", str(folder), flags=_REMOUNT | _READ_ONLY | _NO_SUID)


def _hosts(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(text)
