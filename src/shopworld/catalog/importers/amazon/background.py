"""Reads files in a process of its own, so that one core parses while another one writes.

The child gets the job as JSON on its standard input and answers with pickled batches on its standard output. Nothing
but our own child ever writes into that pipe.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, Literal

from shopworld.catalog.importers.amazon.lines import Advance
from shopworld.catalog.importers.amazon.products import Parts, read_product_parts
from shopworld.catalog.importers.amazon.reviews import read_review_parts
from shopworld.catalog.importers.amazon.tally import Refused, Tally
from shopworld.errors import InputError

What = Literal["products", "reviews"]
_READERS: dict[str, Callable[..., Iterator[Parts]]] = {"products": read_product_parts, "reviews": read_review_parts}
_BATCH = {"products": 250, "reviews": 1000}


@dataclass
class _Batch:
    """What the child sends at a time."""

    rows: list[Parts] = field(default_factory=list)
    read: int = 0
    repaired: dict[tuple[str, str], int] = field(default_factory=dict)
    refused: list[tuple[str, int, str, str]] = field(default_factory=list)
    failure: dict[str, str | int | None] | None = None
    last: bool = False


class _SendingTally(Tally):
    """Holds what is refused until the next batch is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[str, int, str, str]] = []

    def refuse(self, file: str, line: int, refused: Refused) -> None:
        self.waiting.append((file, line, refused.reason, refused.detail))


def read_in_background(
    what: What, files: Sequence[Path], tally: Tally, advance: Advance, *, keep_broken: bool = False
) -> Iterator[Parts]:
    """As `read_product_parts` and `read_review_parts`, read by a child process that stays one batch ahead.

    Raises:
        InputError: a file cannot be read, or breaks off, or the child was killed.
    """
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", f"from {__name__} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the parent, which ends the child
    )
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        job = {"what": what, "files": [str(file) for file in files], "keep_broken": keep_broken}
        child.stdin.write(json.dumps(job).encode())
        child.stdin.close()
        for batch in _received(child.stdout):
            for key, count in batch.repaired.items():
                tally.repair(*key, count)
            for file, line, reason, detail in batch.refused:
                tally.refuse(file, line, Refused(reason, detail))
            advance(batch.read)
            yield from batch.rows
            if batch.failure:
                raise InputError(**batch.failure)  # type: ignore[arg-type]
    finally:
        child.kill()
        child.stdout.close()
        child.wait()


def _received(pipe: IO[bytes]) -> Iterator[_Batch]:
    while True:
        try:
            batch: _Batch = pickle.load(pipe)  # noqa: S301 - what our own child wrote
        except (EOFError, pickle.UnpicklingError) as error:
            raise InputError("the process that read the files has ended; was it out of memory?") from error
        yield batch
        if batch.last:
            return


def _send(job: dict[str, object], out: IO[bytes]) -> None:
    """The child's work."""
    what = str(job["what"])
    files = [Path(str(file)) for file in job["files"]]  # type: ignore[attr-defined]
    tally = _SendingTally()
    read = 0

    def advance(count: int) -> None:
        nonlocal read
        read += count

    rows = _READERS[what](files, tally, advance, keep_broken=bool(job["keep_broken"]))
    last = False
    while not last:
        batch = _Batch()
        try:
            batch.rows = list(islice(rows, _BATCH[what]))
            last = not batch.rows
        except InputError as error:
            batch.failure, last = _failure(error), True
        batch.read, read = read, 0
        batch.repaired, batch.refused, batch.last = dict(tally.repaired), tally.waiting, last
        tally.repaired.clear()
        tally.waiting = []
        pickle.dump(batch, out, protocol=pickle.HIGHEST_PROTOCOL)
        out.flush()


def _failure(error: InputError) -> dict[str, str | int | None]:
    place = ":".join(str(part) for part in (error.file, error.line) if part is not None)
    file = None if error.file is None else str(error.file)
    return {
        "message": error.message.removeprefix(f"{place}: "),
        "file": file,
        "line": error.line,
        "field": error.field,
        "hint": error.hint,
    }


def main() -> None:
    """The child's entry point."""
    try:
        _send(json.load(sys.stdin), sys.stdout.buffer)
    except BrokenPipeError:  # the parent is gone
        os._exit(1)
