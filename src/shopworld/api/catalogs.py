"""Catalogs: imported, opened, described; and files to import, made from a seed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Literal, overload

import orjson
from pydantic import ValidationError

from shopworld.api.places import Place, catalog_place, home_of
from shopworld.api.progress import OnProgress, Progress, added, in_words
from shopworld.catalog import (
    Catalog,
    CatalogBuilder,
    CatalogDescription,
    CatalogTexture,
    TextureReading,
    gold_groups,
    read_release_offers,
    wordpress_slug,
)
from shopworld.catalog import describe as describe_opened
from shopworld.catalog.importers import AmazonReport, ImportProgress, ImportReport, import_amazon, read_woocommerce
from shopworld.errors import InputError
from shopworld.goods import Release, make_amazon
from shopworld.money import convention_named

_STAGES = {"products": "Reading products", "reviews": "Reading reviews", "index": "Indexing"}


@overload
def import_catalog(
    source: Literal["amazon"],
    files: Place | Sequence[Place],
    *,
    reviews: Place | Sequence[Place] = (),
    name: str = "",
    out: Place | None = None,
    most_reviews: int = 20,
    seed: int = 42,
    keep_broken: bool = False,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> AmazonReport: ...


@overload
def import_catalog(
    source: Literal["woocommerce"],
    files: Place | Sequence[Place],
    *,
    shops: Sequence[str] = (),
    name: str = "",
    out: Place | None = None,
    prices: str = "",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> ImportReport: ...


def import_catalog(
    source: str,
    files: Place | Sequence[Place],
    *,
    reviews: Place | Sequence[Place] = (),
    shops: Sequence[str] = (),
    name: str = "",
    out: Place | None = None,
    most_reviews: int = 20,
    seed: int = 42,
    keep_broken: bool = False,
    prices: str = "",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> AmazonReport | ImportReport:
    """Imports a catalog. One that stands there is replaced when the new one is whole, and stays if the import fails.

    Args:
        source: `amazon`: Amazon Reviews 2023, products as offers of the shop `amazon`; `woocommerce`: exports of
            WooCommerce, one shop each.
        files: one or several: `meta_<Category>.jsonl.gz` or plain; `.csv` or `.csv.gz`.
        reviews: of amazon: `<Category>.jsonl.gz` or plain; files that are among the products are left out.
        shops: of woocommerce: an id for each file; the files' names by default.
        name: of the catalog; the source's by default, or the folder's.
        out: folder of the catalog; by default the one of that name at home.
        most_reviews: of amazon: reviews kept of a product, chosen by the seed.
        seed: of that choice.
        keep_broken: of amazon: take what there is of files that break off.
        prices: of woocommerce: how they are written, a locale (`de-CH`) or a convention (`comma-decimal`); by default
            as the decimals in each file tell.
        home: where catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how it goes on.

    Returns:
        what was taken in, repaired and refused.

    Raises:
        InputError: the source is unknown, a file is missing or not in its format, or two shops share an id.
        CatalogError: something else stands in the folder, or another process imports into it.
    """
    named = [Path(one) for one in _several(files)]
    called = name or (Path(out).name if out is not None else source)
    folder = Path(out) if out is not None else home_of(home).catalog(called)
    if source == "woocommerce":
        return _import_woocommerce(_with_ids(named, shops), folder, called, prices, progress)
    if source != "amazon":
        raise InputError(f"cannot import {source!r}, expected amazon or woocommerce", field="source")
    known = {file.resolve() for file in named}
    rest = [Path(one) for one in _several(reviews) if Path(one).resolve() not in known]
    return import_amazon(
        named,
        rest,
        folder,
        name=called,
        most_reviews=most_reviews,
        seed=seed,
        keep_broken=keep_broken,
        watch=_Watch(progress) if progress is not None else None,
    )


def make_catalog_files(
    out: Place,
    products: int = 10_000,
    *,
    seed: int = 42,
    noise: float = 0.02,
    even: bool = False,
    processes: int = 1,
    progress: OnProgress | None = None,
) -> Release:
    """Makes files in exactly the format of Amazon Reviews 2023, for `import_catalog`: four categories with reviews.

    Args:
        out: folder; files of the same names are replaced, each when it is whole.
        products: in all categories together.
        seed: of all chance in it; the same arguments write the same bytes.
        noise: share of lines with an odd shape of the real files, from 0 to 1.
        even: equally many products of each category, instead of the real release's shares.
        processes: categories that are written at a time.
        progress: is told how it goes on.

    Returns:
        the files, and how many products and reviews are in them.

    Raises:
        InputError: there is less than one product, or the share is none.
        OSError: a file cannot be written.
    """
    if products < 1 or not 0 <= noise <= 1:
        raise InputError(f"expected 1 product or more and a noise from 0 to 1, found {products} and {noise}")
    advance = added(progress, "Making products", products)
    return make_amazon(products, Path(out), seed=seed, noise=noise, even=even, processes=processes, advance=advance)


def open_catalog(catalog: Place, *, home: Place | None = None) -> Catalog:
    """Opens a catalog to search it and to read its offers.

    Args:
        catalog: name of a catalog or of a mall, or the folder of one.
        home: where catalogs and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the catalog; close it, or use it in a `with`.

    Raises:
        CatalogError: there is none, or it cannot be opened.
    """
    return Catalog.open(catalog_place(catalog, home_of(home)))


def describe_catalog(
    catalog: Place | Catalog, *, home: Place | None = None, progress: OnProgress | None = None
) -> CatalogDescription:
    """Says what a catalog holds: shops, kinds, lengths of texts, attributes, brands and prices. Reads every offer.

    Args:
        catalog: name of a catalog or of a mall, the folder of one, or an open one.
        home: where catalogs and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how it goes on.

    Returns:
        its numbers.

    Raises:
        CatalogError: there is none, or it cannot be opened.
    """
    if not isinstance(catalog, Catalog):
        with open_catalog(catalog, home=home) as opened:
            return describe_catalog(opened, progress=progress)
    return describe_opened(catalog, added(progress, "Describing", catalog.manifest.offers))


_MOST_OFFERS_READ = 20_000
"""Of larger catalogs, offers are taken at even distances."""


@dataclass(frozen=True, slots=True)
class TextureComparison:
    """Two catalogs side by side.

    Attributes:
        own: figures of the one that is described.
        against: figures of the other one.
        perplexity_to_the_other: of the own last shop's sentences to a model that has read the other catalog's shops but
            the last; None where of the other one only figures are there.
    """

    own: CatalogTexture
    against: CatalogTexture
    perplexity_to_the_other: float | None


def catalog_texture(catalog: Place, *, home: Place | None = None) -> CatalogTexture:
    """Says how a catalog is written: how its texts repeat, how rich its words are, how its shops agree on a product.

    Args:
        catalog: name of a catalog or of a mall, the folder of one, or a folder of WebMall's CSV files.
        home: where catalogs and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        its figures; of more than 20,000 offers, those of an even sample.

    Raises:
        CatalogError: there is none, or it cannot be opened.
        InputError: a file of offers is not as it must be.
    """
    return _reading_of(catalog, home).texture()


def compare_textures(catalog: Place, against: Place, *, home: Place | None = None) -> TextureComparison:
    """Lays the texture of a catalog beside that of another.

    Args:
        catalog: as of `catalog_texture`.
        against: the same, or a JSON file that `shopworld catalog describe --json` has printed before.
        home: where catalogs and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        both, and how predictable the one is to who knows the other.

    Raises:
        CatalogError: there is none, or it cannot be opened.
        InputError: a file is not as it must be.
    """
    own = _reading_of(catalog, home)
    if Path(against).is_file():
        return TextureComparison(own.texture(), _kept_texture(Path(against)), None)
    other = _reading_of(against, home)
    model = other.learnt()
    last = list(own.sentences(sorted({one.offer.shop_id for one in own.written})[-1:]))
    return TextureComparison(
        own.texture(), other.texture(model), round(model.perplexity(last), 4) if model is not None and last else None
    )


def _reading_of(catalog: Place, home: Place | None) -> TextureReading:
    folder = Path(catalog)
    if folder.is_dir() and not (folder / "mall.toml").exists() and not (folder / "manifest.json").exists():
        offers = read_release_offers(folder)
        return TextureReading(offers, gold_groups(folder, offers))
    with open_catalog(catalog, home=home) as opened:
        step = -(-opened.manifest.offers // _MOST_OFFERS_READ) or 1
        offers = list(islice(opened.iterate_offers(), 0, None, step))
    single = sorted((one for one in offers if not one.bundle_of), key=lambda one: (one.product_id, one.id))
    return TextureReading(offers, [tuple(same) for _, same in groupby(single, key=lambda one: one.product_id)])


def _kept_texture(file: Path) -> CatalogTexture:
    try:
        kept = orjson.loads(file.read_bytes())
        return CatalogTexture.model_validate(kept.get("own") or kept.get("texture") or kept)
    except (orjson.JSONDecodeError, AttributeError, ValidationError) as error:
        raise InputError(
            "is no description of a catalog",
            file=file,
            hint="Print one: shopworld catalog describe NAME --json > FILE",
        ) from error


class _Watch:
    """Tells how an import of products goes on: bytes read, rows taken, rows a second."""

    def __init__(self, told: OnProgress) -> None:
        self._told = told
        self._began: dict[str, float] = {}

    def __call__(self, now: ImportProgress) -> None:
        elapsed = time.monotonic() - self._began.setdefault(now.stage, time.monotonic())
        rate = f", {now.rows / elapsed:,.0f}/s" if elapsed > 0 else ""
        self._told(Progress(_STAGES[now.stage], now.read, now.size, f"{now.rows:,} rows{rate}"))


def _import_woocommerce(
    files: Sequence[tuple[str, Path]], folder: Path, name: str, prices: str, progress: OnProgress | None
) -> ImportReport:
    convention = convention_named(prices) if prices else None
    report, doing = ImportReport(), in_words(progress, "Importing")
    with CatalogBuilder(folder, name=name) as builder:
        for shop, file in files:
            doing(file.name)
            for product, offer in read_woocommerce(file, shop, report, convention):
                builder.add_product(product)
                builder.add_offer(offer)
        doing("building the index")
    return report


def _with_ids(files: Sequence[Path], shops: Sequence[str]) -> list[tuple[str, Path]]:
    """Each file with the id of its shop."""
    names = list(shops) or [wordpress_slug(file.name.split(".")[0].replace("_", "-")) for file in files]
    if len(names) != len(files):
        raise InputError(f"{len(names)} shop ids for {len(files)} files", field="--shops")
    if len(set(names)) != len(names):
        raise InputError(f"two shops are called the same: {', '.join(names)}", field="--shops")
    return list(zip(names, files, strict=True))


def _several(given: Place | Sequence[Place]) -> Sequence[Place]:
    return [given] if isinstance(given, str | Path) else given
