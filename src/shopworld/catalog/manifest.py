"""The manifest of a catalog on disk: what it is called, what it holds, and its content hash."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from shopworld.errors import CatalogError
from shopworld.files import hash_of_files

FORMAT_VERSION = 3
"""Raised when a catalog written before can no longer be read."""

MANIFEST_FILE = "manifest.json"
STORE_FILE = "store.sqlite"
INDEX_FOLDER = "index"


class CatalogManifest(BaseModel):
    """`manifest.json` of a catalog."""

    model_config = ConfigDict(frozen=True)

    format_version: int
    name: str
    seed: int | None = None
    products: int
    offers: int
    reviews: int
    content_hash: str
    """SHA-256 over all records; independent of the order in which they came."""

    @classmethod
    def read(cls, folder: Path) -> CatalogManifest:
        """The manifest of the catalog in `folder`.

        Raises:
            CatalogError: there is none, it cannot be read, or another format version wrote it.
        """
        file = folder / MANIFEST_FILE
        try:
            manifest = cls.model_validate_json(file.read_bytes())
        except OSError as error:
            raise CatalogError(
                f"{folder}: no catalog here ({MANIFEST_FILE} cannot be read: {error.strerror})",
                hint="Name the folder of a catalog, or make one with `shopworld catalog import`.",
            ) from error
        except ValidationError as error:
            raise CatalogError(f"{file}: not a catalog's manifest: {error.errors()[0]['msg']}") from error
        if manifest.format_version != FORMAT_VERSION:
            raise CatalogError(
                f"{file}: format version {manifest.format_version}, this Shopworld reads {FORMAT_VERSION}",
                hint="Build it again: import the catalog, or make the mall, once more.",
            )
        return manifest

    def write(self, folder: Path) -> None:
        """Write the manifest into `folder`."""
        (folder / MANIFEST_FILE).write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")


def hash_of_catalog(folder: Path) -> str:
    """A hash over the bytes of a catalog, the same for each catalog made from the same input with the same versions.

    Its name is left out, and so is the search index, whose engine names its segments at random; it follows from the
    store.

    Raises:
        CatalogError: there is no catalog in `folder`.
    """
    manifest = CatalogManifest.read(folder)
    return hash_of_files(folder, [STORE_FILE], manifest.model_dump_json(exclude={"name"}))
