"""What an import took in, what it repaired, and what it refused."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, Field


class Repair(BaseModel):
    """One field that was not as it should be and was put right."""

    file: str
    line: int
    """Line of the file on which the record begins, from 1."""
    field: str
    what: str


class RefusedRecord(BaseModel):
    """One record that was left out."""

    file: str
    line: int
    reason: str


class ImportReport(BaseModel):
    """The report of an import; filled while the records are read. Print it, or take `model_dump_json()`."""

    accepted: int = 0
    repaired: list[Repair] = Field(default_factory=list)
    refused: list[RefusedRecord] = Field(default_factory=list)

    def repair_counts(self) -> dict[tuple[str, str], int]:
        """How often each repair was made, by field and what was done, the most frequent first."""
        counts = Counter((one.field, one.what) for one in self.repaired)
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def __str__(self) -> str:
        lines = [f"{self.accepted} accepted, {len(self.repaired)} repairs, {len(self.refused)} refused"]
        lines += [f"  repaired {count:5d} x {field}: {what}" for (field, what), count in self.repair_counts().items()]
        lines += [f"  refused {one.file}:{one.line}: {one.reason}" for one in self.refused]
        return "\n".join(lines)
