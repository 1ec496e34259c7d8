"""What reads the files of a crawl: this process, or Daft on this machine or on a Ray cluster. The rows are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from shopworld.offers.reading import CrawlFile
from shopworld.offers.reading_stage import ReadFile, read_file
from shopworld.offers.settings import OfferSettings

OnRead = Callable[[int, int], None]


class Engine(Protocol):
    """Shares out the files of a crawl."""

    def read(self, sources: Sequence[CrawlFile], settings: OfferSettings, out: Path, progress: OnRead) -> list[ReadFile]:
        """Reads all files; what became of them, in their order."""


class HereEngine:
    """Reads one file after the other in this process."""

    def read(self, sources: Sequence[CrawlFile], settings: OfferSettings, out: Path, progress: OnRead) -> list[ReadFile]:
        """Reads all files; what became of them, in their order."""
        read = []
        for done, source in enumerate(sources, 1):
            read.append(read_file(source, settings, out))
            progress(done, len(sources))
        return read
