"""What an import of millions of records took in, repaired and refused: counted, never held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import orjson
from pydantic import BaseModel, ConfigDict

from shopworld.files import place_beside

_LONGEST_DETAIL = 200


class Refused(Exception):
    """This record cannot be taken.

    Args:
        reason: one of few, to be counted.
        detail: what was found here.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail[:_LONGEST_DETAIL]


class ImportTally:
    """Counts repairs and refusals; writes each refusal into a file. A context manager.

    Args:
        rejects: JSON Lines file for what is refused (`file`, `line`, `reason`, `detail`); it appears when the block
            ends well, and only if something was refused. None: count only.
    """

    def __init__(self, rejects: Path | None = None) -> None:
        self.repaired: Counter[tuple[str, str]] = Counter()
        self.refused: Counter[str] = Counter()
        self._rejects = rejects
        self._beside: Path | None = None
        self._out: BinaryIO | None = None

    def repair(self, field: str, what: str, count: int = 1) -> None:
        """Count a field that was put right."""
        self.repaired[field, what] += count

    def refuse(self, file: str, line: int, refused: Refused) -> None:
        """Count a record that was left out, and write it down."""
        self.refused[refused.reason] += 1
        if self._rejects is None:
            return
        if self._out is None:
            self._beside = place_beside(self._rejects)
            self._out = self._beside.open("wb")
        row = {"file": file, "line": line, "reason": refused.reason, "detail": refused.detail}
        self._out.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))

    def __enter__(self) -> ImportTally:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._out is not None:
            self._out.close()
        if self._rejects is None or (kind is not None and self._beside is None):
            return
        if kind is None and self._beside is not None:
            self._beside.replace(self._rejects)
        elif kind is None:
            self._rejects.unlink(missing_ok=True)
        elif self._beside is not None:
            self._beside.unlink(missing_ok=True)


class AmazonReport(BaseModel):
    """What an import did."""

    model_config = ConfigDict(frozen=True)

    products: int
    """Accepted."""
    reviews: int
    """Kept in the catalog."""
    reviews_read: int
    """Accepted from the files; more than `reviews` where products have more than are kept."""
    reviews_of_unknown_products: int
    """Left out."""
    repaired: dict[str, int]
    """`field: what` and how often, the most frequent first."""
    refused: dict[str, int]
    """Reason and how often, the most frequent first."""
    rejects: str | None
    """File with what was refused; None where nothing was."""
    seconds: float

    @property
    def products_per_second(self) -> float:
        """Products of the whole import, indexing included, in a second."""
        return self.products / self.seconds if self.seconds else 0.0


def falling(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts, the largest first, equal ones by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
