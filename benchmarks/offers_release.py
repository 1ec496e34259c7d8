"""WebMall's release fed back: product exports become pages with markup, and the pipeline must return their offers."""

from __future__ import annotations

import csv
import gzip
import html
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from shopworld.catalog.importers import ImportReport, read_woocommerce
from shopworld.offers.crawl.systems import SYSTEMS, Sold
from shopworld.offers.reading import sources_in
from shopworld.offers.reading_stage import offers_of
from shopworld.offers.settings import settings_of
from shopworld.offers.tally import StageTally

csv.field_size_limit(10_000_000)


@dataclass(slots=True)
class Returned:
    """What came back of a release.

    Attributes:
        offers: of the release.
        back: those that came back with title and price.
        reasons: why the others did not.
        wrong: samples of those that came back changed.
    """

    offers: int = 0
    back: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share that came back."""
        return self.back / self.offers if self.offers else 0.0


def write_pages(file: Path, out: Path, shop: str, most: int | None = None) -> None:
    """Writes the rows of an export as pages, in the markup of one shop system after the other.

    Args:
        file: WooCommerce export, packed.
        out: WARC file.
        shop: its host.
        most: rows.
    """
    systems = sorted(SYSTEMS)
    with gzip.open(file, "rt", encoding="utf-8-sig", newline="") as text, out.open("wb") as stream:
        for number, row in enumerate(islice(csv.DictReader(text), most)):
            page = f"<html><body>{SYSTEMS[systems[number % len(systems)]](_sold(row, shop))}</body></html>".encode()
            http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
            head = (
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-10-05T12:00:00Z\r\n"
                f"WARC-Target-URI: https://{shop}.example/{row['ID']}\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
            )
            stream.write(gzip.compress(head.encode() + http + b"\r\n\r\n", 1, mtime=0))


def _sold(row: dict[str, str], shop: str) -> Sold:
    return Sold(
        title=html.unescape(row["Name"]),
        description=row["Description"] or row["Short description"],
        price=row["Sale price"] or row["Regular price"],
        currency="EUR",
        brand=row["Brands"],
        gtin=row["GTIN, UPC, EAN, or ISBN"],
        mpn="",
        sku=row["SKU"],
        address=f"https://{shop}.example/{row['ID']}",
        trail=tuple(html.unescape(row["Categories"]).split(",")[0].split(" > ")),
        stock=row["In stock?"] != "0",
        condition="NewCondition",
        rows=(),
    )


def feed_back(exports: Sequence[Path], folder: Path, most: int | None = None) -> Returned:
    """Feeds exports through pages and pipeline, up to the language, and compares with what the importer reads.

    Args:
        exports: of the shops.
        folder: for the pages.
        most: rows of each.
    """
    returned, settings = Returned(), settings_of()
    for export in exports:
        shop = export.name.partition(".")[0].replace("_", "-")
        file = folder / f"{shop}.warc.gz"
        write_pages(export, file, shop, most)
        tally = StageTally()
        found = {one.address: one for one in offers_of(sources_in([file])[0], settings, tally)}
        for _, offer in islice(read_woocommerce(export, shop, ImportReport()), most):
            returned.offers += 1
            back = found.get(f"https://{shop}.example/{offer.number}")
            if back is not None and (_plain(back.title), back.price) == (_plain(offer.title), offer.price):
                returned.back += 1
            elif back is not None:
                returned.reasons["title or price changed"] += 1
                returned.wrong.append(f"{back.title!r} {back.price}, truly {offer.title!r} {offer.price}")
        for stage in tally.stages:
            if stage.stage != "clean":
                returned.reasons.update(dict(_left_out(stage.stage, stage.drops.items())))
    return returned


def _left_out(stage: str, drops: object) -> Iterator[tuple[str, int]]:
    for reason, drop in drops:  # type: ignore[attr-defined]
        yield f"{stage}: {reason}", drop.count


def _plain(text: str) -> str:
    """A title by what is seen of it: the pipeline drops invisible characters, the importer keeps them."""
    seen = "".join(one for one in text if unicodedata.category(one) != "Cf")
    return " ".join(seen.split()).casefold()
