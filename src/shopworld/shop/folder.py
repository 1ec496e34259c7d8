"""A whole shop as a folder that anyone can read and edit.

```
shop.toml           who the shop is: name, host, delivery, payment, promotions
spec/               capabilities.json, style.json, manual.md (and, of a generated shop, stats.json, manifest.json)
data/               ShopGym's contract: store, products, collections, navigation, pages, policies; reviews, articles
theme/              templates laid over the shipped ones, styles appended
photographs/        pictures that take the place of drawings, called after their content
catalog/            built from data/ when that has changed; never edited
fingerprints.json   what the parts were made from
```
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog import FORMAT_VERSION, Catalog, CatalogBuilder, CatalogManifest
from shopworld.errors import CatalogError, InputError, ShopError, did_you_mean
from shopworld.files import folder_beside, hash_of_files, put_in_place
from shopworld.shop.data import (
    DATA_FILES,
    ShopData,
    content_of,
    offers_of,
    read_shop_data,
    reviews_of,
    write_shop_data,
)
from shopworld.shop.data.facts import facts_filtered_by, with_facts
from shopworld.shop.fingerprints import fingerprint_of, read_fingerprints, write_fingerprints
from shopworld.shop.photographs import PHOTOGRAPHS_FOLDER
from shopworld.shop.specification import ShopSpecification
from shopworld.shop.specification_folder import IDENTITY_FILE, read_shop, write_shop

DATA_FOLDER = "data"
CATALOG_FOLDER = "catalog"
SHOP_PARTS = (IDENTITY_FILE, "spec", DATA_FOLDER, "theme", PHOTOGRAPHS_FOLDER)
"""What a shop is; everything else in its folder follows from it or tells how it was made."""

CATALOG_PART = "catalog"
"""Name of the catalog among the fingerprints."""

_CATALOG_RULES = 1
"""Raised when other offers are made from the same data."""


@dataclass(frozen=True, slots=True)
class ShopFolder:
    """A shop, read from its folder.

    Attributes:
        path: of the folder.
        specification: of the shop, with the content of its data and its theme.
        data: of the shop.
    """

    path: Path
    specification: ShopSpecification
    data: ShopData

    def at(self, path: Path) -> ShopFolder:
        """The same shop, once its folder has been moved."""
        folder = path / PHOTOGRAPHS_FOLDER if self.specification.photographs is not None else None
        moved = self.specification.model_copy(update={"photographs": folder})
        return ShopFolder(path, moved, self.data)

    @property
    def catalog_path(self) -> Path:
        """Folder of its catalog."""
        return self.path / CATALOG_FOLDER

    def open_catalog(self) -> Catalog:
        """Opens its catalog.

        Raises:
            CatalogError: it cannot be read.
        """
        return Catalog.open(self.catalog_path)


def is_shop_folder(path: Path) -> bool:
    """Whether there is a shop in that folder."""
    return (path / IDENTITY_FILE).is_file() and (path / DATA_FOLDER).is_dir()


def read_shop_folder(path: Path) -> ShopFolder:
    """Reads a shop, and builds its catalog where there is none or its data has changed.

    Raises:
        InputError: a file is missing or not as it must be; names file, entry and field.
        ShopError: there is no shop in the folder.
    """
    _require_shop(path)
    written = read_shop(path)
    data = read_shop_data(path / DATA_FOLDER)
    content = content_of(data, written.capabilities.info_pages_present)
    shop = ShopFolder(path, written.model_copy(update={"content": content}), data)
    _refresh_catalog(shop)
    return shop


def hash_of_shop(path: Path) -> str:
    """A hash over the bytes of what a shop is: `shop.toml`, `spec/`, `data/`, `theme/` and `photographs/`.

    The catalog is left out with its search index, as it follows from the data; so is what tells how the shop was made.

    Raises:
        ShopError: there is no shop in the folder.
    """
    _require_shop(path)
    return hash_of_files(path, SHOP_PARTS)


def write_shop_folder(
    path: Path,
    specification: ShopSpecification,
    data: ShopData,
    *,
    finish: Callable[[Path], object] | None = None,
    replace: bool = False,
) -> ShopFolder:
    """Writes a shop: beside first, then renamed into its place.

    Args:
        path: where it will stand.
        specification: of the shop; its content is left out, as it follows from the data.
        data: of the shop.
        finish: adds what else belongs into the folder (`spec/stats.json`, …); is given the folder beside.
        replace: whether a shop that stands there is replaced.

    Returns:
        The shop as it reads from its place.

    Raises:
        ShopError: something stands there already.
        InputError: the data cannot be read back.
    """
    if path.exists() and not _may_go(path, replace):
        if is_shop_folder(path):
            raise ShopError(f"{path}: there is a shop already", hint="Name another folder, or add --replace.")
        raise ShopError(f"{path}: holds something that is no shop", hint="Name another folder, or remove this one.")
    with folder_beside(path) as beside:
        write_shop(beside, specification.model_copy(update={"content": None}))
        write_shop_data(data, beside / DATA_FOLDER)
        if finish is not None:
            finish(beside)
        shop = read_shop_folder(beside)
        put_in_place(beside, path)
    return shop.at(path)


def add_to_catalog(builder: CatalogBuilder, data: ShopData, specification: ShopSpecification) -> None:
    """Adds the products, offers and reviews of a shop to a catalog."""
    identity, facts = specification.identity, facts_filtered_by(specification)
    for offer in offers_of(data, identity):
        builder.add_product(offer.product)
        builder.add_offer(with_facts(offer, facts, identity))
    for review in reviews_of(data, identity):
        builder.add_review(review)


def _require_shop(path: Path) -> None:
    if not is_shop_folder(path):
        raise ShopError(
            f"{path}: no shop here (expected {IDENTITY_FILE} and {DATA_FOLDER}/)",
            hint=f"{did_you_mean(path.name, _shops_beside(path))}Make one: shopworld shop import FOLDER --out SHOP",
        )


def _shops_beside(path: Path) -> list[str]:
    """Names of the shops in the folder that this one would be in."""
    found = []
    for one in path.parent.glob("*") if path.parent.is_dir() else ():
        with suppress(OSError):  # nobody may look into it
            if is_shop_folder(one):
                found.append(one.name)
    return sorted(found)


def _may_go(path: Path, replace: bool) -> bool:
    if path.is_dir() and not any(path.iterdir()):
        return True
    return replace and is_shop_folder(path)


def _refresh_catalog(shop: ShopFolder) -> None:
    identity = shop.specification.identity
    files = (shop.path / DATA_FOLDER / name for name in DATA_FILES)
    facts = facts_filtered_by(shop.specification)
    promises = f" {facts} {identity.model_dump_json()}" if facts else ""
    rules = f"{_CATALOG_RULES} {FORMAT_VERSION} {identity.id} {identity.currency}{promises}"
    wanted = fingerprint_of((rules, *files))
    try:
        CatalogManifest.read(shop.catalog_path)
        if read_fingerprints(shop.path).get(CATALOG_PART) == wanted:
            return
    except CatalogError:
        pass
    if not any(one.status == "active" for one in shop.data.products):
        raise InputError("holds no product that is for sale", file=shop.path / DATA_FOLDER / "products.json")
    with CatalogBuilder(shop.catalog_path, name=identity.id, known_only=True) as builder:
        add_to_catalog(builder, shop.data, shop.specification)
    write_fingerprints(shop.path, {CATALOG_PART: wanted})
