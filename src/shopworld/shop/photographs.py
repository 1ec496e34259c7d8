"""A shop's own photographs: files of its folder that take the place of drawings."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from shopworld.catalog import Offer

PHOTOGRAPHS_FOLDER = "photographs"
"""Of a shop; a file is called after the hash of its bytes, and pictures of products name it by folder and name."""
MEDIA_TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"}
"""By the ending of a photograph's name."""
PHOTOGRAPH_STYLE = 'img[src*="/media/photographs/"]{aspect-ratio:1;object-fit:cover}'
"""Photographs fill the squares of drawings."""
_SOURCE = re.compile(rf"{PHOTOGRAPHS_FOLDER}/([0-9a-f]{{16}}\.(?:{'|'.join(MEDIA_TYPES)}))")


def photograph_name(source: str) -> str:
    """Name of the file that a picture's source stands for; empty where it is no photograph."""
    found = _SOURCE.fullmatch(source)
    return found[1] if found else ""


def photographs_of(offer: Offer) -> list[str]:
    """Names of an offer's photographs, in its order."""
    return [name for image in offer.images if (name := photograph_name(image.source))]


def photograph_url(name: str) -> str:
    """Where a photograph is."""
    return f"/media/{PHOTOGRAPHS_FOLDER}/{name}"


def read_photograph(folder: Path | None, name: str) -> tuple[bytes, str] | None:
    """Bytes and media type of a photograph by its name; None where there is none."""
    if folder is None or not photograph_name(f"{PHOTOGRAPHS_FOLDER}/{name}"):
        return None
    try:
        return (folder / name).read_bytes(), MEDIA_TYPES[name.rpartition(".")[2]]
    except OSError:
        return None


def copy_photographs(source: Path | None, target: Path) -> None:
    """Copies a shop's photographs into another folder; nothing where it has none."""
    if source is not None:
        shutil.copytree(source, target, dirs_exist_ok=True)
