"""What a node keeps of the folders that were sent to it: by the hash of what they hold, each once."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shopworld.cluster.packing import unpack
from shopworld.errors import InputError
from shopworld.files import folder_beside, put_in_place

FOLDER = "cluster"
"""In a node's home."""
_MOST = 1 << 40
_SAFE = re.compile(r"[a-z0-9][a-z0-9_.-]{0,127}")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A folder that travels.

    Attributes:
        kind: `malls`, `catalogs`, `corpora` or `code`.
        hash: of what it holds; folders of one kind and hash are the same.
    """

    kind: str
    hash: str

    def __post_init__(self) -> None:
        for text in (self.kind, self.hash):
            if not _SAFE.fullmatch(text):
                raise InputError(f"{text!r} names no folder that travels")


def node_home() -> Path:
    """The home of the machine that this process runs on: `SHOPWORLD_HOME`, else the user's cache."""
    named = os.environ.get("SHOPWORLD_HOME")
    return Path(named) if named else Path.home() / ".cache" / "shopworld"


class NodeCache:
    """The folders that a node has.

    Args:
        home: of the node.
    """

    def __init__(self, home: Path) -> None:
        self.path = home.absolute() / FOLDER

    def place(self, parcel: Parcel) -> Path:
        """Where a parcel lies, or will lie."""
        return self.path / parcel.kind / parcel.hash

    def has(self, parcel: Parcel) -> bool:
        """Whether it is there, whole."""
        return self.place(parcel).is_dir()

    def install(
        self, parcel: Parcel, pieces: Callable[[], Iterable[bytes]], check: Callable[[Path], None] = lambda _: None
    ) -> Path:
        """Puts a parcel in its place, unless it is there; where several processes want it, one does it.

        Args:
            parcel: which one.
            pieces: fetches it, packed.
            check: of what came; raises where it is not what was to come.

        Raises:
            InputError: what came is no packed folder.
            OSError: there is no room for it.
        """
        place = self.place(parcel)
        with self._only_one(place):
            if not place.is_dir():
                with folder_beside(place) as beside:
                    unpack(pieces(), beside, most=_MOST)
                    check(beside)
                    put_in_place(beside, place)
        return place

    @contextmanager
    def _only_one(self, place: Path) -> Iterator[None]:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.with_name(place.name + ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
