"""How a shop was generated (`generation.json`): seed, steps, and what stays unmet."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from shopworld.errors import InputError
from shopworld.files import write_whole
from shopworld.shop.capabilities import Part

GENERATION_FILE = "generation.json"


class GenerationRecord(Part):
    """How a shop was generated."""

    schema_version: Literal[1] = 1
    seed: int = 1
    products: int = Field(default=0, ge=0)
    """In its data, gift cards among them."""


def read_record(shop: Path) -> GenerationRecord | None:
    """The record of a generated shop; None where there is none.

    Raises:
        InputError: the file holds something else.
    """
    file = shop / GENERATION_FILE
    if not file.is_file():
        return None
    try:
        return GenerationRecord.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise InputError(
            first["msg"], file=file, field=field or None, hint="Name another folder, or remove the shop."
        ) from error


def write_record(shop: Path, record: GenerationRecord) -> None:
    """Writes the record of a generated shop."""
    write_whole(shop / GENERATION_FILE, (record.model_dump_json(indent=2) + "\n").encode())
