"""From a specification back to what was read of its source, without a word about who that is.

The folder of the specification and that of the source hold the same random word in `origin.txt`. Whoever has only the
specification learns nothing from it.
"""

from __future__ import annotations

import uuid
from pathlib import Path

from shopworld.files import write_whole

ORIGIN_FILE = "origin.txt"


def mark_origin(specification: Path, source: Path) -> None:
    """Writes into both folders that they belong together."""
    word = _word(source) or uuid.uuid4().hex
    for folder in (source, specification):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / ORIGIN_FILE, f"{word}\n".encode())


def origin_of(specification: Path, sources: Path) -> Path | None:
    """The folder of a specification's source; None where it has none, or it is gone.

    Args:
        specification: folder of the bundle.
        sources: holds the folders of all sources.
    """
    word = _word(specification)
    if not word or not sources.is_dir():
        return None
    return next((one for one in sorted(sources.iterdir()) if one.is_dir() and _word(one) == word), None)


def _word(folder: Path) -> str:
    try:
        return (folder / ORIGIN_FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
