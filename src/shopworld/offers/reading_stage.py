"""One file of a crawl from bytes to rows: the unit of work that engines share out and runs resume by."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel

from shopworld.files import write_whole
from shopworld.offers.cleaning import clean_offer
from shopworld.offers.language import LanguageFilter
from shopworld.offers.reading import CrawlFile, read_source
from shopworld.offers.record import CrawledOffer
from shopworld.offers.rows import schema, values_of, write_rows
from shopworld.offers.settings import OfferSettings
from shopworld.offers.signatures import exact_digest, signature
from shopworld.offers.tally import StageTally

FOLDER = "read"


class ReadFile(BaseModel):
    """What became of one file: written last, so that a file without it is read again."""

    name: str
    size: int
    settings: str
    rows: int
    tally: StageTally


def read_file(source: CrawlFile, settings: OfferSettings, out: Path) -> ReadFile:
    """Reads, cleans, keeps and judges the offers of a file; nothing is done where that was done before.

    Args:
        source: the file.
        settings: of the run.
        out: folder of the run; rows and counts are written into `read/`.

    Raises:
        InputError: a library of the extra is missing, or the language is not known.
        OSError: the file cannot be read, or there is no room.
    """
    done = finished(source, settings, out)
    if done is not None:
        return done
    rows_file, said_file = places_of(source, out)
    said_file.parent.mkdir(parents=True, exist_ok=True)
    tally = StageTally()
    count = write_rows(rows_file, _rows(source, settings, tally), schema(keys=True))
    read = ReadFile(name=source.name, size=source.size, settings=settings.key, rows=count, tally=tally)
    write_whole(said_file, read.model_dump_json().encode())
    return read


def finished(source: CrawlFile, settings: OfferSettings, out: Path) -> ReadFile | None:
    """What became of a file that was read before by the same settings; None where it must be read."""
    rows_file, said_file = places_of(source, out)
    try:
        value = orjson.loads(said_file.read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return None
    if (value.get("size"), value.get("settings")) != (source.size, settings.key) or not rows_file.is_file():
        return None
    return ReadFile.model_validate(value)


def places_of(source: CrawlFile, out: Path) -> tuple[Path, Path]:
    """Where rows and counts of a file lie."""
    name = hashlib.sha256(source.name.encode()).hexdigest()[:20]
    return out / FOLDER / f"{name}.parquet", out / FOLDER / f"{name}.json"


def _rows(source: CrawlFile, settings: OfferSettings, tally: StageTally) -> Iterator[dict[str, Any]]:
    for offer in offers_of(source, settings, tally):
        high, low = exact_digest(offer)
        yield {**values_of(offer), "exact_high": high, "exact_low": low, "signature": signature(offer)}


def offers_of(source: CrawlFile, settings: OfferSettings, tally: StageTally) -> Iterator[CrawledOffer]:
    """The offers of a file that are whole and in the language, with kind and department, in its order."""
    language = LanguageFilter(settings.language)
    for found in read_source(source, settings.limits, tally):
        cleaned = clean_offer(found, settings.limits, tally)
        kept = language.keep(cleaned, tally) if cleaned is not None else None
        if kept is not None:
            department, kind = settings.departments.place(kept.title, kept.categories)
            yield replace(kept, department=department, kind=kind)
