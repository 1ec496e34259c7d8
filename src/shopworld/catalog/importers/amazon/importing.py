"""The import of Amazon Reviews 2023 into a catalog, from files to index."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog.builder import CatalogBuilder
from shopworld.catalog.importers.amazon.background import What, read_in_background
from shopworld.catalog.importers.amazon.claim import claimed
from shopworld.catalog.importers.amazon.products import Parts, offer_of, read_product_parts
from shopworld.catalog.importers.amazon.reviews import read_review_parts, review_of
from shopworld.catalog.importers.amazon.tally import AmazonReport, Tally, falling
from shopworld.catalog.manifest import Manifest
from shopworld.errors import InputError

_SMALL = 4_000_000
"""Bytes of (packed) files below which a process of its own does not pay."""
MOST_REVIEWS = 20
DEFAULT_SEED = 42


@dataclass(frozen=True, slots=True)
class Progress:
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


Watch = Callable[[Progress], None]


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
        InputError: a file is missing, cannot be read, or breaks off.
        CatalogError: the folder is not a catalog, or another process imports into it.
    """
    began = time.monotonic()
    for file in (*products, *reviews):
        if not file.is_file():
            raise InputError("there is no such file", file=file)
    watch = watch or (lambda _: None)
    rejects = rejects_file(folder)
    with claimed(folder), Tally(rejects) as tally:
        with CatalogBuilder(
            folder, name=name or folder.name, seed=seed, most_reviews=most_reviews, known_only=True
        ) as builder:
            for parts in _rows("products", products, tally, watch, keep_broken):
                builder.add_offer(offer_of(parts))
            builder.index_offers()
            reviews_read = 0
            for parts in _rows("reviews", reviews, tally, watch, keep_broken):
                builder.add_review(review_of(parts))
                reviews_read += 1
            watch(Progress("index", 0, 0, 0))
        manifest = Manifest.read(folder)
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


def _rows(what: What, files: Sequence[Path], tally: Tally, watch: Watch, keep_broken: bool) -> Iterator[Parts]:
    """The rows of all files of one sort; `watch` is told whenever more of them was read."""
    size = sum(file.stat().st_size for file in files)
    read = rows = 0

    def advance(count: int) -> None:
        nonlocal read
        read += count
        watch(Progress(what, read, size, rows))

    advance(0)
    if size >= _SMALL:
        found = read_in_background(what, files, tally, advance, keep_broken=keep_broken)
    else:
        reader = read_product_parts if what == "products" else read_review_parts
        found = reader(files, tally, advance, keep_broken=keep_broken)
    for parts in found:
        rows += 1
        yield parts
    advance(size - read)
