"""The index, built in a thread beside other work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from shopworld.catalog.search.index import write_index


class IndexThread:
    """Builds an index in a thread: most of the work is done outside Python, so that other work goes on meanwhile.

    Args:
        folder: of the index.
        documents: by rising ordinal.
    """

    def __init__(self, folder: Path, documents: Iterator[dict[str, Any]]) -> None:
        self._folder, self._documents = folder, documents
        self._stopped = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="catalog index")
        self._thread.start()

    def _run(self) -> None:
        try:
            write_index(self._folder, takewhile(lambda _: not self._stopped, self._documents))
        except BaseException as error:  # handed on by `result`
            self._error = error

    def result(self) -> None:
        """Wait until the index is there; raises what the building raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Break off, if it is not done yet, and wait until the thread has ended."""
        self._stopped = True
        self._thread.join()
