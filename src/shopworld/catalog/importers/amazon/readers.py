"""Processes that read files side by side.

A child gets its job as JSON on its standard input and answers with pickled blocks on its standard output. Nothing but
our own child ever writes into that pipe.
"""

from __future__ import annotations

import fcntl
import gc
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Literal

from shopworld.catalog.importers.amazon.blocks import Block, RecordReading, Share, in_order, read_blocks
from shopworld.catalog.importers.amazon.preparing import ProductReading, ReviewReading
from shopworld.errors import InputError

What = Literal["products", "reviews"]
_PIPE_BYTES = 1 << 20


def reading_of(what: What, seed: int) -> RecordReading:
    """What is made of the files of one sort."""
    return ProductReading() if what == "products" else ReviewReading(seed)


@contextmanager
def reading(
    what: What, files: Sequence[Path], *, seed: int, keep_broken: bool, processes: int
) -> Iterator[Iterator[tuple[Path, Block]]]:
    """Reads files, as a stream of blocks in the order of files and lines.

    Args:
        what: what the files hold.
        files: JSON Lines, plain or gzip.
        seed: for the choice of reviews.
        keep_broken: take what there is of files that break off.
        processes: that share the work; 0: this one does it.

    Raises:
        InputError: (while the blocks are taken) a file cannot be read, or breaks off, or a process was killed.
    """
    with ExitStack() as stack:
        if processes:
            jobs = [
                {
                    "what": what,
                    "files": [str(file) for file in files],
                    "seed": seed,
                    "keep_broken": keep_broken,
                    "which": which,
                    "of": processes,
                }
                for which in range(processes)
            ]
            readers = [stack.enter_context(_child(job)) for job in jobs]
        else:
            readers = [_blocks(files, reading_of(what, seed), Share(), keep_broken)]
        yield in_order(files, readers)


def _blocks(files: Sequence[Path], made: RecordReading, share: Share, keep_broken: bool) -> Iterator[Block]:
    for file in files:
        yield from read_blocks(file, made, share, keep_broken=keep_broken)


@contextmanager
def _child(job: Mapping[str, object]) -> Iterator[Iterator[Block]]:
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", f"from {__name__} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the parent, which ends the child
    )
    assert child.stdin is not None
    assert child.stdout is not None
    with suppress(OSError):  # a wish: a child then seldom waits until its block is taken
        fcntl.fcntl(child.stdout, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    try:
        child.stdin.write(json.dumps(job).encode())
        child.stdin.close()
        yield _received(child.stdout)
    finally:
        child.kill()
        child.stdout.close()
        child.wait()


def _received(pipe: IO[bytes]) -> Iterator[Block]:
    while True:
        try:
            block: Block = pickle.load(pipe)  # noqa: S301 - what our own child wrote
        except (EOFError, pickle.UnpicklingError) as error:
            raise InputError("the process that read the files has ended; was it out of memory?") from error
        yield block


def _send(job: dict[str, object], out: IO[bytes]) -> None:
    """The child's work."""
    what: What = "products" if job["what"] == "products" else "reviews"
    files = [Path(str(file)) for file in job["files"]]  # type: ignore[attr-defined]
    share = Share(int(str(job["which"])), int(str(job["of"])))
    for block in _blocks(files, reading_of(what, int(str(job["seed"]))), share, bool(job["keep_broken"])):
        pickle.dump(block, out, protocol=pickle.HIGHEST_PROTOCOL)
        out.flush()


def main() -> None:
    """The child's entry point."""
    gc.disable()  # millions of short-lived records, and no circles among them
    try:
        _send(json.load(sys.stdin), sys.stdout.buffer)
    except BrokenPipeError:  # the parent is gone
        os._exit(1)
