"""Files and folders that are there whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import errno
import shutil
import uuid
from contextlib import suppress
from pathlib import Path

_TAKEN = (errno.ENOTEMPTY, errno.EEXIST)


def place_beside(path: Path) -> Path:
    """A hidden path in the same folder, of a name that nobody else uses: not even another process at the same work."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")


def put_in_place(made: Path, path: Path) -> None:
    """Renames a folder that was made beside over the one that stands at `path`, if any.

    Where another process puts its own there at the same time, the later one stays; both are whole.

    Raises:
        OSError: it cannot be renamed; what stood there stays.
    """
    retired = made.with_suffix(".old")
    while True:
        with suppress(FileNotFoundError):
            path.rename(retired)
        try:
            made.rename(path)
        except OSError as error:
            if error.errno in _TAKEN:
                shutil.rmtree(retired, ignore_errors=True)
                continue
            with suppress(FileNotFoundError):
                retired.rename(path)
            raise
        shutil.rmtree(retired, ignore_errors=True)
        return


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file.

    Raises:
        OSError: it cannot be written; what stood there stays.
    """
    beside = place_beside(path)
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
