"""One measured piece of work of `benchmarks/offers.py`, in a process of its own: prints its figures as JSON."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

SEED = 11


def peak() -> int:
    """The most memory that this process has held, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) * 1024


def files_of(folder: Path, pages: int) -> Iterator[Path]:
    """The files of a crawl, made one after the other; each is gone when the next comes."""
    from shopworld.offers.crawl import parts_of, write_part

    for part, many in parts_of(pages):
        file = write_part(folder, SEED, part, many)
        yield file
        file.unlink()


def pipeline(pages: int) -> dict[str, float]:
    """Reading file by file, then matching."""
    from shopworld.offers.matching import match_offers
    from shopworld.offers.reading import sources_in
    from shopworld.offers.reading_stage import places_of, read_file
    from shopworld.offers.settings import settings_of

    settings = settings_of()
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name) / "crawl", Path(name) / "out"
        read, packed, rows, parts = 0.0, 0, 0, []
        for file in files_of(folder, pages):
            (source,) = sources_in([file])
            packed += source.size
            began = time.process_time()
            rows += read_file(source, settings, out).rows
            read += time.process_time() - began
            parts.append(places_of(source, out)[0])
        began = time.process_time()
        matched = match_offers(parts, out)
        match = time.process_time() - began
        kept = sum(one.stat().st_size for one in parts)
    return {
        "pages": pages,
        "read_seconds": read,
        "match_seconds": match,
        "packed_bytes": packed,
        "row_bytes": kept,
        "rows": rows,
        "offers": matched.offers,
        "peak_bytes": peak(),
    }


def plain_script(pages: int) -> dict[str, float]:
    """What one writes in an afternoon: fastwarc, extruct on every page, a list of rows, pandas for duplicates.

    It ends where a file is broken, so that pages are those that it saw.
    """
    import extruct
    import pandas
    import py3langid
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    read, rows, seen = 0.0, [], 0
    with tempfile.TemporaryDirectory() as name:
        for file in files_of(Path(name), pages):
            began = time.process_time()
            with file.open("rb") as stream:
                for record in _whole(ArchiveIterator(stream, record_types=WarcRecordType.response)):
                    seen += 1
                    text = record.reader.read().decode("utf-8", "replace")
                    found = extruct.extract(text, syntaxes=["json-ld", "microdata"], uniform=True, errors="ignore")
                    for item in (one for items in found.values() for one in items):
                        if item.get("@type") != "Product" or not isinstance(item.get("offers"), dict):
                            continue
                        offer = item["offers"]
                        row = [
                            item.get("name"),
                            item.get("description"),
                            offer.get("price"),
                            offer.get("priceCurrency"),
                        ]
                        if all(row) and py3langid.classify(f"{row[0]} {row[1]}")[0] == "en":
                            rows.append([str(one) for one in row])
            read += time.process_time() - began
        began = time.process_time()
        kept = len(pandas.DataFrame(rows).drop_duplicates()) if rows else 0
        match = time.process_time() - began
    return {"pages": seen, "read_seconds": read, "match_seconds": match, "offers": kept, "peak_bytes": peak()}


def _whole(records: Iterable[Any]) -> Iterator[Any]:
    try:
        yield from records
    except (OSError, EOFError, ValueError, RuntimeError):
        return  # such a script ends where a file is broken


if __name__ == "__main__":
    print(json.dumps({"pipeline": pipeline, "plain": plain_script}[sys.argv[1]](int(sys.argv[2]))))
