"""One ledger for workers on many machines: each has a copy of its own, and hears what the others have spent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import orjson
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from shopworld.errors import ModelError
from shopworld.models import Ledger, Usage

_OTHERS = "others"
"""Marks the lines of a copy that its node was told."""


class Spending(BaseModel):
    """What a worker says that a call has cost; see `Ledger.add`.

    Attributes:
        tokens: of both directions.
        usd: None: the price is not known.
        unpriced_calls: calls without a known price.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    tokens: Annotated[int, Field(ge=0, le=10**12)]
    usd: Annotated[FiniteFloat, Field(ge=0, le=1e9)] | None = None
    unpriced_calls: Annotated[int, Field(ge=1, le=10**12)] | None = None

    @classmethod
    def read(cls, line: bytes) -> Spending:
        """Reads a line.

        Raises:
            ModelError: it is no spending.
        """
        try:
            spent = cls.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise ModelError(f"a line of a worker's ledger is no spending: {line[:80]!r}: {first['msg']}") from None
        if spent.usd is None and spent.unpriced_calls is None:
            raise ModelError(f"a line of a worker's ledger is no spending: {line[:80]!r}: neither price nor none")
        return spent

    def to_line(self) -> bytes:
        """The line, as a ledger holds it."""
        return orjson.dumps(self.model_dump(exclude_none=True)) + b"\n"


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
            ModelError: a line is no spending; nothing is written then.
        """
        spent = b"".join(Spending.read(one).to_line() for one in lines)
        if not spent:
            return
        before = self._ledger.total()
        with self._path.open("ab") as file:
            file.write(spent)
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
