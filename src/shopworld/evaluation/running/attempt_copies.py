"""What a worker left of an attempt, copied by whoever does not trust it: plain files alone, and through no link."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

from shopworld.evaluation.running.conclusion import LARGEST_FILE

MOST_FILES = 20_000
"""Files and folders."""
MOST_BYTES = 1 << 31
_DEEPEST = 8
"""Folders in each other."""
_LONGEST_PATH = 3500
"""Bytes; Linux takes 4,096."""
_PIECE = 1 << 20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def copy_attempt(scratch: Path, within: Path, target: Path) -> bool:
    """Copies a folder. Links, devices, files that are too large, and what is beyond the most are left out.

    The files are new ones: who still has the old ones open changes nothing any more.

    Args:
        scratch: a worker's own folder.
        within: path of the folder in it; no part of it may be a link.
        target: that is made.

    Returns:
        Whether the folder was there.
    """
    held = os.open(scratch, _FOLDER)
    try:
        for part in within.parts:
            try:
                inner = os.open(part, _FOLDER, dir_fd=held)
            except OSError:
                return False
            os.close(held)
            held = inner
        target.mkdir(parents=True)
        _copy_files(held, target)
    finally:
        os.close(held)
    return True


def remove_tree(folder: Path) -> None:
    """Removes a folder as far as it can be, however deep somebody has made it."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:
        program = shutil.which("rm") or "rm"
        subprocess.run([program, "-rf", "--", str(folder)], stderr=subprocess.DEVNULL, check=False)


def _copy_files(folder: int, target: Path) -> None:
    left, bytes_left = MOST_FILES, MOST_BYTES
    for here, folders, files, descriptor in os.fwalk(".", dir_fd=folder, follow_symlinks=False):
        place = target / here
        room = _LONGEST_PATH - len(os.fsencode(place))
        folders[:] = [one for one in folders if len(os.fsencode(one)) < room] if here.count("/") < _DEEPEST else []
        for name in folders:
            left -= 1
            if left < 0:
                return
            (place / name).mkdir()
        for name in files:
            left -= 1
            if left < 0:
                return
            if len(os.fsencode(name)) < room:
                bytes_left -= _copy_file(name, descriptor, place / name, bytes_left)


def _copy_file(name: str, folder: int, target: Path, most: int) -> int:
    """Copies one file; returns its bytes."""
    try:
        source = os.open(name, _FILE, dir_fd=folder)
    except OSError:
        return 0
    with os.fdopen(source, "rb") as reader:
        found = os.fstat(reader.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1 or found.st_size > min(most, LARGEST_FILE):
            return 0
        left = found.st_size
        with target.open("wb") as writer:
            while left and (piece := reader.read(min(left, _PIECE))):
                writer.write(piece)
                left -= len(piece)
        return found.st_size
