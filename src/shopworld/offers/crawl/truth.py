"""What a made crawl truly holds: one line for each record and offer, beside the pages."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from shopworld.errors import InputError

Fate = Literal["kept", "read", "extract", "keep", "language", "exact duplicates", "near duplicates"]
"""What must become of an offer: kept, or left out by that stage."""


class TrueOffer(BaseModel):
    """The truth about one offer of a made crawl."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    record: int
    position: int = 0
    fate: Fate = "kept"
    product: str = ""
    """Id of the product: offers of one id are one thing."""
    original: str = ""
    """Id of the offer that a duplicate repeats."""
    title: str = ""
    price: int = 0
    """In hundredths."""
    currency: str = ""
    language: str = "en"
    department: str = ""
    kind: str = ""
    facts: dict[str, str | float | bool | list[str]] = {}
    """All that is true of the product, by canonical name."""
    faults: tuple[str, ...] = ()
    """What was done to the page."""

    @property
    def id(self) -> str:
        """As the pipeline numbers offers."""
        return f"{self.file}:{self.record}:{self.position}"


def read_truth(file: Path) -> Iterator[TrueOffer]:
    """The truth of one file of pages, in its order.

    Raises:
        InputError: there is no such file, or a line is not as it must be.
    """
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield TrueOffer.model_validate_json(line)
    except (OSError, EOFError, ValueError) as error:
        raise InputError(f"not the truth of a crawl: {error}", file=file) from error
