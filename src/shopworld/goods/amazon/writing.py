"""Writes the files of a synthetic release in the format of Amazon Reviews 2023."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import orjson

from shopworld.files import place_beside
from shopworld.goods.amazon.kinds import CategoryData, categories
from shopworld.goods.amazon.noise import DEFAULT_NOISE, noisy_products, noisy_review
from shopworld.goods.amazon.products import make_products
from shopworld.goods.amazon.reviews import ReviewPlan, make_reviews

_BATCH = 512
_LEVEL = 1
"""Of gzip: the files are written once and read once."""
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Release:
    """The files that were written.

    Attributes:
        products: `meta_<Category>.jsonl.gz`.
        reviews: `<Category>.jsonl.gz`.
        product_count: products, each once.
        review_count: lines of the review files.
    """

    products: tuple[Path, ...]
    reviews: tuple[Path, ...]
    product_count: int
    review_count: int


def product_counts(products: int, *, even: bool = False) -> dict[str, int]:
    """How many products each category has: as in the real release, or equally many."""
    data = categories()
    weights = [1 if even else one.products for one in data]
    counts = {one.name: products * weight // sum(weights) for one, weight in zip(data, weights, strict=True)}
    for one in data[: products - sum(counts.values())]:
        counts[one.name] += 1
    return counts


def make_amazon(
    products: int,
    folder: Path,
    *,
    seed: int = 42,
    noise: float = DEFAULT_NOISE,
    even: bool = False,
    processes: int = 1,
    advance: Advance | None = None,
) -> Release:
    """Write a release: two files for each of four categories. The same arguments write the same bytes.

    Memory does not grow with the release, but for five bytes a product.

    Args:
        products: in all categories together.
        folder: is made where it is not there; files of the same names are replaced, each when it is whole.
        seed: of all chance in it.
        noise: share of lines with an odd shape of the real files.
        even: equally many products of each category, instead of the real release's shares.
        processes: how many categories are written at a time.
        advance: is told how many products were written since it was last told.

    Raises:
        ValueError: products is not positive, or noise is not a share.
        OSError: a file cannot be written.
    """
    if products < 1 or not 0 <= noise <= 1:
        raise ValueError(f"expected products ≥ 1 and 0 ≤ noise ≤ 1, found {products} and {noise}")
    folder.mkdir(parents=True, exist_ok=True)
    advance = advance or (lambda _: None)
    counts = product_counts(products, even=even)
    job = partial(_write_category, folder=folder, seed=seed, noise=noise)
    reviews = 0
    names = sorted(counts, key=lambda name: -counts[name])
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            for name, made in zip(names, pool.map(job, names, [counts[name] for name in names]), strict=True):
                reviews += made
                advance(counts[name])
    else:
        for name in names:
            reviews += job(name, counts[name], advance=advance)
    return Release(
        products=tuple(folder / f"meta_{one.name}.jsonl.gz" for one in categories()),
        reviews=tuple(folder / f"{one.name}.jsonl.gz" for one in categories()),
        product_count=products,
        review_count=reviews,
    )


def _write_category(
    name: str, count: int, *, folder: Path, seed: int, noise: float, advance: Advance = lambda _: None
) -> int:
    """Write both files of a category; returns the number of reviews."""
    category = next(one for one in categories() if one.name == name)
    plan = ReviewPlan()
    with _packed(folder / f"meta_{name}.jsonl.gz") as write:
        _write_lines(_product_lines(category, count, plan, seed, noise, advance), write)
    with _packed(folder / f"{name}.jsonl.gz") as write:
        return _write_lines(_review_lines(category, plan, seed, noise), write)


def _product_lines(
    category: CategoryData, count: int, plan: ReviewPlan, seed: int, noise: float, advance: Advance
) -> Iterator[bytes]:
    random = Random(f"{seed}:{category.name}:product noise")
    told = 0
    for done, made in enumerate(islice(make_products(category, seed), count), 1):
        plan.add(made)
        if random.random() < noise:
            yield from noisy_products(made.record, random)
        else:
            yield orjson.dumps(made.record)
        if done % 1000 == 0 or done == count:
            advance(done - told)
            told = done


def _review_lines(category: CategoryData, plan: ReviewPlan, seed: int, noise: float) -> Iterator[bytes]:
    random = Random(f"{seed}:{category.name}:review noise")
    for record in make_reviews(category, plan, seed):
        yield noisy_review(record, random) if random.random() < noise else orjson.dumps(record)


def _write_lines(lines: Iterator[bytes], write: Callable[[bytes], int]) -> int:
    count = 0
    while batch := list(islice(lines, _BATCH)):
        write(b"\n".join(batch) + b"\n")
        count += len(batch)
    return count


@contextmanager
def _packed(path: Path) -> Iterator[Callable[[bytes], int]]:
    """A gzip file that appears when it is whole; without name and time, so that same content is same bytes."""
    beside = place_beside(path)
    try:
        with (
            beside.open("wb") as raw,
            gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=raw, mtime=0) as file,
        ):
            yield file.write
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
