"""The import of Amazon Reviews 2023 into a catalog, from files to index."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog.builder import CatalogBuilder
from shopworld.catalog.importers.amazon.blocks import Block
from shopworld.catalog.importers.amazon.claim import claimed
from shopworld.catalog.importers.amazon.ids import IdSet
from shopworld.catalog.importers.amazon.products import duplicate, offer_id
from shopworld.catalog.importers.amazon.readers import What, reading
from shopworld.catalog.importers.amazon.tally import AmazonReport, ImportTally, Refused, falling
from shopworld.catalog.manifest import CatalogManifest
from shopworld.errors import InputError

_SMALL = 4_000_000
"""Bytes of (packed) files below which processes of their own do not pay."""
_MOST_READERS = 4
MOST_REVIEWS = 20
DEFAULT_SEED = 42


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import has come.

    Attributes:
        stage: `products`, `reviews` or `index`.
        read: bytes of the stage's files that were read.
        size: bytes of the stage's files.
        rows: products or reviews accepted so far.
    """

    stage: str
    read: int
    size: int
    rows: int


Watch = Callable[[ImportProgress], None]


def rejects_file(folder: Path) -> Path:
    """Where an import into a folder writes what it refused: beside the catalog, `<name>.rejects.jsonl`."""
    return folder.with_name(f"{folder.name}.rejects.jsonl")


def import_amazon(
    products: Sequence[Path],
    reviews: Sequence[Path],
    folder: Path,
    *,
    name: str | None = None,
    most_reviews: int = MOST_REVIEWS,
    seed: int = DEFAULT_SEED,
    keep_broken: bool = False,
    watch: Watch | None = None,
) -> AmazonReport:
    """Import product and review files into a new catalog.

    The catalog appears when it is whole; a catalog that stands there is replaced then, and stays if the import fails
    or is interrupted. What was refused is written to `rejects_file(folder)`. Memory does not grow with the files, but
    for some 30 bytes a product.

    Args:
        products: `meta_<Category>.jsonl.gz`, or plain.
        reviews: `<Category>.jsonl.gz`, or plain; reviews of unknown products are left out.
        folder: the catalog's folder.
        name: what the catalog is called; default: the folder's name.
        most_reviews: reviews kept of a product, chosen by the seed, not by their order.
        seed: for that choice.
        keep_broken: take what there is of files that break off.
        watch: is told the progress, some times a second.

    Raises:
        InputError: a file is missing, cannot be read, or breaks off; or no line of the product files is a product, none
                of the review files a review.
        CatalogError: the folder is not a catalog, or another process imports into it.
    """
    began = time.monotonic()
    for file in (*products, *reviews):
        if file.is_dir():
            raise InputError("a folder, expected a file", file=file, hint="Name the files in it, or a pattern of them.")
        if not file.is_file():
            raise InputError("there is no such file", file=file)
    watch = watch or (lambda _: None)
    rejects = rejects_file(folder)
    with claimed(folder), ImportTally(rejects) as tally:
        with CatalogBuilder(
            folder, name=name or folder.name, seed=seed, most_reviews=most_reviews, known_only=True
        ) as builder:
            files = _Files(tally, watch, seed, keep_broken)
            _add_products(builder, files, products)
            builder.index_offers()
            reviews_read = _add_reviews(builder, files, reviews)
            watch(ImportProgress("index", 0, 0, 0))
        manifest = CatalogManifest.read(folder)
    return AmazonReport(
        products=manifest.offers,
        reviews=manifest.reviews,
        reviews_read=reviews_read,
        reviews_of_unknown_products=builder.reviews_left_out,
        repaired=falling({f"{place}: {what}": count for (place, what), count in tally.repaired.items()}),
        refused=falling(tally.refused),
        rejects=str(rejects) if tally.refused else None,
        seconds=round(time.monotonic() - began, 3),
    )


@dataclass(frozen=True, slots=True)
class _Files:
    """How files are read."""

    tally: ImportTally
    watch: Watch
    seed: int
    keep_broken: bool

    def blocks(self, what: What, files: Sequence[Path]) -> Iterator[Block]:
        """All blocks of all files of one sort, refusals and progress told once their rows were taken."""
        size = sum(file.stat().st_size for file in files)
        processes = 0 if size < _SMALL else min(_MOST_READERS, len(os.sched_getaffinity(0)))
        read = rows = 0
        self.watch(ImportProgress(what, 0, size, 0))
        with reading(what, files, seed=self.seed, keep_broken=self.keep_broken, processes=processes) as found:
            for file, block in found:
                yield block
                for key, count in block.repaired.items():
                    self.tally.repair(*key, count)
                for line, reason, detail in sorted(block.refused):
                    self.tally.refuse(file.name, line, Refused(reason, detail))
                rows += block.rows
                read += block.read
                if block.read or block.last:
                    self.watch(ImportProgress(what, read, size, rows))
        self.watch(ImportProgress(what, size, size, rows))


def _add_products(builder: CatalogBuilder, files: _Files, products: Sequence[Path]) -> None:
    """Add the products of all files; of several with one `parent_asin` the first is taken."""
    seen = IdSet()
    for block in files.blocks("products", products):
        for line, offer in block.content or ():
            if seen.add(offer.slug):
                builder.add_prepared(offer, offer_id(len(seen)), len(seen))
            else:
                again = duplicate(offer.product_id)
                block.refused.append((line, again.reason, again.detail))
                block.rows -= 1
    if not len(seen):
        raise _nothing("product", files.tally.refused, products)


def _nothing(what: str, refused: Counter[str], files: Sequence[Path]) -> InputError:
    """The error of files without a single product or review."""
    counts = falling(refused)
    found = ", ".join(f"{reason} ({count})" for reason, count in list(counts.items())[:3]) or "no line with a record"
    return InputError(
        f"no {what} in {', '.join(file.name for file in files[:3])}{' …' if len(files) > 3 else ''}: {found}",
        hint="--products takes meta_<Category>.jsonl.gz, --reviews takes <Category>.jsonl.gz; one JSON object a line.",
    )


def _add_reviews(builder: CatalogBuilder, files: _Files, reviews: Sequence[Path]) -> int:
    """Add the reviews of all files. Returns how many there are.

    Raises:
        InputError: there are lines, and none of them is a review.
    """
    read, before = 0, files.tally.refused.copy()
    for block in files.blocks("reviews", reviews):
        if block.content:
            builder.add_spooled(block.content)
        read += block.rows
    refused = files.tally.refused - before
    if refused and not read:
        raise _nothing("review", refused, reviews)
    return read
