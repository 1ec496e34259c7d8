"""One ledger for workers on many machines: each has a copy of its own, and hears what the others have spent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import orjson

from shopworld.models import Ledger, Usage

_OTHERS = "others"
"""Marks the lines of a copy that its node was told."""


class NodeLedger:
    """A node's copy, into which its worker writes.

    Args:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._read = path, 0

    def hear(self, line: bytes) -> None:
        """Writes down what others have spent."""
        with self._path.open("ab") as file:
            file.write(line)

    def told(self) -> list[bytes]:
        """Lines that the worker has written since this was last asked."""
        if not self._path.exists():
            return []
        with self._path.open("rb") as file:
            file.seek(self._read)
            content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self._read += len(whole)
        return [one for one in whole.splitlines() if _OTHERS.encode() not in one]


class RunLedger:
    """The driver's, which is the run's.

    Args:
        path: of the file.
        used: whether anybody spends anything.
    """

    def __init__(self, path: Path, *, used: bool = True) -> None:
        self._path, self._ledger, self._used = path, Ledger(path), used
        self._known: dict[int, Usage] = {}

    def add(self, worker: int, lines: Sequence[bytes]) -> None:
        """Writes down what a worker has spent.

        Raises:
            ModelError: a line is no spending.
        """
        if not lines:
            return
        before = self._ledger.total()
        with self._path.open("ab") as file:
            file.write(b"".join(one + b"\n" for one in lines))
        self._known[worker] = self._known.get(worker, Usage()) + (self._ledger.total() - before)

    def others(self, worker: int) -> bytes | None:
        """A line for a worker's copy: what all have spent that is not in it; None: nothing."""
        if not self._used:
            return None
        new = self._ledger.total() - self._known.get(worker, Usage())
        if not new.tokens and not new.usd:
            return None
        self._known[worker] = self._known.get(worker, Usage()) + new
        return orjson.dumps({"tokens": new.tokens, "usd": new.usd, _OTHERS: True}) + b"\n"

    def forget(self, worker: int) -> None:
        """A worker is gone."""
        self._known.pop(worker, None)
