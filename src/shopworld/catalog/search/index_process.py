"""The index, built in a process of its own beside other work."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
from array import array
from pathlib import Path

from shopworld.catalog.search.draft_spool import read_drafts
from shopworld.catalog.search.index import write_index
from shopworld.errors import CatalogError

_RANKS_FILE = "title_ranks.spool"


class IndexProcess:
    """Builds an index in a child process, which ends when its parent does.

    Args:
        folder: of the index; it must exist and be empty.
        drafts: file of a `DraftSpool` that was closed.
        title_ranks: by ordinal.
    """

    def __init__(self, folder: Path, drafts: Path, title_ranks: array[int]) -> None:
        self._ranks = drafts.with_name(_RANKS_FILE)
        self._ranks.write_bytes(title_ranks.tobytes())
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from {__name__} import main; main()"],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the parent, which ends the child
        )
        assert self._child.stdin is not None
        job = {"folder": str(folder), "drafts": str(drafts), "ranks": str(self._ranks)}
        self._child.stdin.write(json.dumps(job).encode() + b"\n")
        self._child.stdin.flush()

    def result(self) -> None:
        """Wait until the index is there.

        Raises:
            CatalogError: it could not be built.
        """
        assert self._child.stderr is not None
        said = self._child.stderr.read().decode(errors="replace").strip()
        code = self._child.wait()
        self.stop()
        if code:
            reason = said.splitlines()[-1] if said else f"it ended with {code}; was it out of memory?"
            raise CatalogError(f"the index could not be built: {reason}")

    def stop(self) -> None:
        """Break off, if it is not done yet, and wait until the child has ended."""
        assert self._child.stdin is not None
        assert self._child.stderr is not None
        self._child.kill()
        self._child.stdin.close()
        self._child.stderr.close()
        self._child.wait()
        self._ranks.unlink(missing_ok=True)


def main() -> None:
    """The child's entry point."""
    gc.disable()  # millions of short-lived texts, and no circles among them
    job = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    ranks = array("I")
    ranks.frombytes(Path(job["ranks"]).read_bytes())
    write_index(Path(job["folder"]), read_drafts(Path(job["drafts"])), ranks)


def _end_with_parent() -> None:
    """The parent holds the other end of standard input for as long as it wants the index."""
    os.read(0, 1)
    os._exit(1)
