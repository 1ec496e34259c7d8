"""One import at a time into a folder, and nothing left of those that were killed."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shopworld.errors import CatalogError


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Holds a folder's place for one process, and removes what killed ones left beside it.

    What was being built lies beside its place until it is whole; a process that is killed cannot remove it. An old
    catalog that was being replaced just then is put back.

    Args:
        folder: where a catalog will be.

    Raises:
        CatalogError: another process imports into it now.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = folder.with_name(f".{folder.name}.lock")
    descriptor = _locked(lock, folder)
    try:
        _clean(folder)
        yield
    finally:
        lock.unlink(missing_ok=True)
        os.close(descriptor)


def _locked(lock: Path, folder: Path) -> int:
    while True:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(descriptor)
            raise CatalogError(
                f"{folder}: another process imports into it now", hint="Wait for it, or choose another --name."
            ) from error
        try:
            if os.fstat(descriptor).st_ino == lock.stat().st_ino:
                return descriptor
        except FileNotFoundError:
            pass  # its holder removed it between the two calls
        os.close(descriptor)


def _clean(folder: Path) -> None:
    name = f".{folder.name}."
    left = sorted(path for path in folder.parent.iterdir() if path.name.startswith(name))
    for path in left:
        if path.suffix == ".old" and path.is_dir() and not folder.exists():
            path.rename(folder)
    for path in left:
        if path.suffix not in (".part", ".old"):
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
