"""What parts of a shop folder were made from: `fingerprints.json`, one hash a part.

Whoever makes a part from others (the catalog from the data, pages from a specification) keeps here what it was made
from, and makes it again only when that has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import orjson

from shopworld.errors import InputError
from shopworld.files import write_whole

FINGERPRINTS_FILE = "fingerprints.json"


def fingerprint_of(parts: Iterable[str | bytes | Path]) -> str:
    """A hash over texts and files, in their order; a file that is missing counts as such.

    Args:
        parts: text, bytes, or the path of a file whose content counts.
    """
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            content = b"file:" + part.read_bytes() if part.is_file() else b"missing"
        else:
            content = b"text:" + (part.encode() if isinstance(part, str) else part)
        digest.update(b"%d:" % len(content) + content)
    return digest.hexdigest()


def read_fingerprints(folder: Path) -> dict[str, str]:
    """The fingerprints of a shop folder by the name of the part; none where there is no such file.

    Raises:
        InputError: the file holds something else.
    """
    file = folder / FINGERPRINTS_FILE
    if not file.is_file():
        return {}
    try:
        found = orjson.loads(file.read_bytes())
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error}", file=file, hint="Remove it; everything is then made again.") from error
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise InputError("expected names with hashes", file=file, hint="Remove it; everything is then made again.")
    return found


def write_fingerprints(folder: Path, changed: Mapping[str, str]) -> None:
    """Writes fingerprints; those of parts that are not named stay."""
    kept = {**read_fingerprints(folder), **changed}
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    write_whole(folder / FINGERPRINTS_FILE, orjson.dumps(kept, option=options))
