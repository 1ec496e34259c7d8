"""What reads the files of a crawl: this process, or Daft on this machine or on a Ray cluster. The rows are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import orjson

from shopworld.errors import InputError, ShopworldError
from shopworld.offers.parts import needed
from shopworld.offers.reading import CrawlFile
from shopworld.offers.reading_stage import ReadFile, finished, read_file
from shopworld.offers.settings import OfferSettings

OnRead = Callable[[int, int], None]
_PARTS = 4
"""Into which the files are shared out, for each worker."""
_TRIES = 3
"""For a file whose worker died."""


class Engine(Protocol):
    """Shares out the files of a crawl."""

    def read(
        self, sources: Sequence[CrawlFile], settings: OfferSettings, out: Path, progress: OnRead
    ) -> list[ReadFile]:
        """Reads all files; what became of them, in their order."""


class HereEngine:
    """Reads one file after the other in this process."""

    def read(
        self, sources: Sequence[CrawlFile], settings: OfferSettings, out: Path, progress: OnRead
    ) -> list[ReadFile]:
        """Reads all files; what became of them, in their order."""
        read = []
        for done, source in enumerate(sources, 1):
            read.append(read_file(source, settings, out))
            progress(done, len(sources))
        return read


class DaftEngine:
    """Shares out the files by Daft: over processes of this machine, or over the nodes of a Ray cluster.

    A worker that dies loses nothing: rows and counts of a file are there whole or not at all, its files are given out
    again, and files that are there are not read twice. Nodes of a cluster see the same folders.

    Args:
        workers: processes at a time, on this machine or in the cluster.
        ray: address of the cluster; empty for this machine.
    """

    def __init__(self, workers: int, ray: str = "") -> None:
        self._workers, self._ray = workers, ray

    def read(
        self, sources: Sequence[CrawlFile], settings: OfferSettings, out: Path, progress: OnRead
    ) -> list[ReadFile]:
        """Reads all files; what became of them, in their order."""
        daft = needed("daft", "offers-scale")
        if self._ray:
            needed("ray", "offers-scale")
            daft.set_runner_ray(self._ray)
        work = [one for one in sources if finished(one, settings, out) is None]
        progress(len(sources) - len(work), len(sources))
        if work:
            shared = daft.cls(use_process=True, max_concurrency=self._workers, max_retries=_TRIES)(_FileReader)
            reader = shared(settings.model_dump_json(), str(out.resolve()))
            texts = [orjson.dumps(asdict(one)).decode() for one in work]
            frame = daft.from_pydict({"source": texts})
            if self._ray:
                frame = frame.into_partitions(max(1, min(len(texts), _PARTS * self._workers)))
            with daft.execution_config_ctx(default_morsel_size=1):  # a file at a time, whoever is free
                failed = frame.select(reader.read(daft.col("source")).alias("error")).to_pydict()["error"]
            wrong = next((one for one in failed if one), None)
            if wrong is not None:
                raise InputError(wrong)
        read = [finished(one, settings, out) for one in sources]
        progress(len(sources), len(sources))
        return [one for one in read if one is not None]


class _FileReader:
    """Reads files in a process of Daft's."""

    def __init__(self, settings: str, out: str) -> None:
        self._settings, self._out = OfferSettings.model_validate_json(settings), Path(out)

    def read(self, source: str) -> str:
        """What was wrong with a file; empty if nothing."""
        try:
            read_file(CrawlFile(**orjson.loads(source)), self._settings, self._out)
        except (ShopworldError, OSError) as error:
            return str(error)
        return ""


def engine_of(workers: int, ray: str = "") -> Engine:
    """The engine for so many workers: this process alone for one, Daft for more or a cluster."""
    return DaftEngine(workers, ray) if workers > 1 or ray else HereEngine()
