"""A mall as a folder: catalog, shops, and `mall.toml`, which says what belongs together."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.catalog import CatalogManifest, hash_of_catalog
from shopworld.errors import InputError, MallError, did_you_mean
from shopworld.files import folder_beside, hash_of_files, put_in_place
from shopworld.mall.site import SOLUTION_SITE, Site, Sites
from shopworld.mall.solution import SolutionPage
from shopworld.shop import ShopSpecification, read_shop, write_shop

FORMAT_VERSION = 1
"""Raised when a mall written before can no longer be read."""

SOLUTION_HOST = "solution.example"
"""Address of the page that takes the answer, where a mall names no other."""

MANIFEST_FILE = "mall.toml"
CATALOG_FOLDER = "catalog"
SHOPS_FOLDER = "shops"


class MallManifest(BaseModel):
    """`mall.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format_version: int
    name: str = Field(min_length=1)
    seed: int | None = None
    shops: tuple[str, ...] = Field(min_length=1)
    """Ids, in the order in which people and tasks number them."""
    solution_host: str
    content_hash: str
    """SHA-256 over the catalog's hash, the shops' specifications and the solution page's host."""


def content_hash(catalog_hash: str, shops: Sequence[ShopSpecification], solution_host: str) -> str:
    """What a mall is, in 64 hex digits: tasks made for it name it by this."""
    digest = hashlib.sha256()
    for part in (catalog_hash, solution_host, *(one.model_dump_json() for one in shops)):
        encoded = part.encode()
        digest.update(b"%d:" % len(encoded) + encoded)
    return digest.hexdigest()


def check_shops(shops: Sequence[ShopSpecification], solution_host: str) -> None:
    """Checks that shops can stand in one mall, before anything is written.

    Raises:
        MallError: there is none, or two share an id or a host, or one takes the solution page's.
    """
    if not shops:
        raise MallError("a mall needs at least one shop")
    sites = [Site(one.identity.id, one.identity.name, one.identity.host, SolutionPage()) for one in shops]
    Sites([*sites, Site(SOLUTION_SITE, "", solution_host, SolutionPage())])


def write_mall(
    folder: Path,
    *,
    name: str,
    shops: Sequence[ShopSpecification],
    build_catalog: Callable[[Path], object],
    seed: int | None = None,
    solution_host: str = SOLUTION_HOST,
) -> MallManifest:
    """Writes a mall: beside first, then renamed over what stood there.

    Args:
        folder: where it will stand.
        name: of the mall.
        shops: specifications, in order.
        build_catalog: builds the catalog in the folder it is given, which does not exist yet.
        seed: it was made from, if any.
        solution_host: address of the solution page.

    Raises:
        MallError: the shops cannot stand together, or `folder` holds something that is no mall.
        CatalogError: no catalog was built.
    """
    check_shops(shops, solution_host)
    if folder.exists() and not (folder / MANIFEST_FILE).is_file() and not _is_empty(folder):
        raise MallError(f"{folder} holds something that is no mall", hint="Name another folder, or remove this one.")
    with folder_beside(folder) as beside:
        build_catalog(beside / CATALOG_FOLDER)
        catalog_hash = CatalogManifest.read(beside / CATALOG_FOLDER).content_hash
        for shop in shops:
            write_shop(beside / SHOPS_FOLDER / shop.identity.id, shop)
        manifest = MallManifest(
            format_version=FORMAT_VERSION,
            name=name,
            seed=seed,
            shops=tuple(shop.identity.id for shop in shops),
            solution_host=solution_host,
            content_hash=content_hash(catalog_hash, shops, solution_host),
        )
        text = tomli_w.dumps(manifest.model_dump(mode="json", exclude_none=True))
        (beside / MANIFEST_FILE).write_text(text, encoding="utf-8")
        put_in_place(beside, folder)
    return manifest


def read_manifest(folder: Path) -> MallManifest:
    """The manifest of the mall in `folder`.

    Raises:
        MallError: there is no mall, or one of another format version.
        InputError: `mall.toml` is not as it must be.
    """
    file = folder / MANIFEST_FILE
    try:
        manifest = MallManifest.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        there = sorted(one.parent.name for one in folder.parent.glob(f"*/{MANIFEST_FILE}"))
        hint = f"{did_you_mean(folder.name, there)}Make one: shopworld mall make {folder.name or 'NAME'}"
        raise MallError(f"{folder}: no mall here", hint=hint) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(first["msg"], file=file, field=".".join(str(part) for part in first["loc"])) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=file) from error
    if manifest.format_version != FORMAT_VERSION:
        raise MallError(
            f"{file}: format version {manifest.format_version}, this Shopworld reads {FORMAT_VERSION}",
            hint="Make the mall again.",
        )
    return manifest


def read_shops(folder: Path, manifest: MallManifest) -> tuple[ShopSpecification, ...]:
    """The specifications of a mall's shops, in order.

    Raises:
        InputError: a file is missing or not as it must be, or a shop has another id than its folder.
    """
    shops = []
    for shop_id in manifest.shops:
        shop = read_shop(folder / SHOPS_FOLDER / shop_id)
        if shop.identity.id != shop_id:
            raise InputError(
                f"the shop is called {shop.identity.id!r}, expected {shop_id!r} as its folder",
                file=folder / SHOPS_FOLDER / shop_id / "shop.toml",
                field="id",
            )
        shops.append(shop)
    return tuple(shops)


def hash_of_mall(folder: Path) -> str:
    """A hash over the bytes of a mall: `mall.toml`, the catalog and `shops/`.

    The mall's name is left out, and the catalog counts as `hash_of_catalog` has it: without the search index.

    Raises:
        MallError: there is no mall in `folder`.
        InputError: `mall.toml` is not as it must be.
        CatalogError: its catalog cannot be read.
    """
    said = read_manifest(folder).model_dump_json(exclude={"name"})
    return hash_of_files(folder, [SHOPS_FOLDER], said, hash_of_catalog(folder / CATALOG_FOLDER))


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())
