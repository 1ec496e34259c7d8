"""Files and folders that are there whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from shopworld.errors import InputError

_TAKEN = (errno.ENOTEMPTY, errno.EEXIST)


def place_beside(path: Path) -> Path:
    """A hidden path in the same folder, of a name that nobody else uses: not even another process at the same work."""
    return path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")


@contextmanager
def folder_beside(path: Path) -> Iterator[Path]:
    """A new hidden folder beside `path` to make something in; it is gone at the end, unless it was put in place.

    It is locked as long as its process lives. What killed processes have left of the same `path` is removed before;
    where one was killed between taking away what stood at `path` and putting its own there, what stood there is back.

    Raises:
        OSError: it cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear_leftovers(path)
    beside = place_beside(path)
    unlocked = beside.with_suffix(".new")
    unlocked.mkdir()
    lock = os.open(unlocked, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        unlocked.rename(beside)  # locked before it has its name: others never take it for a leftover
        yield beside
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        os.close(lock)


def _clear_leftovers(path: Path) -> None:
    pattern = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{8}}\.(part|old)")
    found = sorted(one for one in path.parent.iterdir() if pattern.fullmatch(one.name))
    for one in found:
        if one.suffix == ".part" and _is_left(one):
            shutil.rmtree(one, ignore_errors=True)
    for one in found:
        if one.suffix == ".old" and not one.with_suffix(".part").exists():
            if path.exists():
                shutil.rmtree(one, ignore_errors=True)
            else:
                with suppress(OSError):
                    one.rename(path)


def _is_left(folder: Path) -> bool:
    """Whether a folder is one that nobody holds a lock on."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


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


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Writes a file.

    Args:
        path: of the file.
        content: of it.
        private: whether its user alone may read it.

    Raises:
        OSError: it cannot be written; what stood there stays.
    """
    beside = place_beside(path)
    try:
        if private:
            os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


MOST_READ = 1 << 28
"""Bytes of somebody else's file that is read as a whole; what is made of JSON takes ten times as much."""
LONGEST_LINE = 1 << 22
"""Bytes of one line or record of somebody else's file."""


def read_bounded(path: Path, most: int = MOST_READ) -> bytes:
    """Reads a file of somebody else's, unless it is too large to be held.

    Raises:
        InputError: it has more bytes.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise InputError(f"the file has more than {most:,} bytes; it is not read", file=path)
    return content


def bounded_lines(path: Path, most: int = LONGEST_LINE) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1.

    Raises:
        InputError: a line has more bytes.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        number = 0
        while line := file.readline(most + 1):
            number += 1
            if len(line) > most:
                raise InputError(f"the line has more than {most:,} bytes; it is not read", file=path, line=number)
            yield number, line


def hash_of_files(folder: Path, parts: Iterable[str], *said: str) -> str:
    """A hash over files: their names and bytes, and nothing else of them.

    Args:
        folder: that names are told from.
        parts: files and folders in it, with all that lies in them; what is missing counts as such.
        said: texts that count beside the files.

    Returns:
        SHA-256 as 64 hex digits.

    Raises:
        OSError: a file cannot be read.
    """
    whole = hashlib.sha256()
    for text in said:
        whole.update(b"text %d:" % len(text.encode()) + text.encode())
    for part in parts:
        inside = sorted(one for one in (folder / part).rglob("*") if one.is_file())
        for file in inside or [one for one in (folder / part,) if one.is_file()]:
            name = file.relative_to(folder).as_posix().encode()
            with file.open("rb") as stream:
                content = hashlib.file_digest(stream, "sha256").digest()
            whole.update(b"file %d:" % len(name) + name + content)
    return whole.hexdigest()
