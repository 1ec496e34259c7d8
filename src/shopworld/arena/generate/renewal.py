"""Generating again over a shop that stands: only files whose making has changed are written.

`fingerprints.json` keeps, for each file that the generator wrote, a hash of what it wrote. When the generator makes
the same content again, nothing that the file follows from has changed, and the file that stands there stays: with its
edits, if somebody made some.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.shop import FINGERPRINTS_FILE, fingerprint_of, read_fingerprints, write_fingerprints

EDITED_SUFFIX = ".edited"
"""Ends the name of a copy of a file that was edited by hand and had to be made anew."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What became of the generator's files.

    Attributes:
        written: made, for the first time or anew.
        kept: as they stood.
        edited: kept, with what somebody edited in them.
        displaced: made anew although somebody had edited them; the edited ones lie beside, ending in `.edited`.
    """

    written: tuple[str, ...]
    kept: tuple[str, ...]
    edited: tuple[str, ...]
    displaced: tuple[str, ...]


def renew(made: Path, standing: Path, names: Sequence[str]) -> Renewal:
    """Takes over into a freshly made shop what may stay of the one that stands.

    Args:
        made: folder with all files of `names`, and nothing else.
        standing: folder of the earlier shop; may be missing. It is not changed.
        names: of the files that the generator makes, relative.
    """
    before = read_fingerprints(standing)
    written, kept, edited, displaced = [], [], [], []
    prints = {name: fingerprint_of((made / name,)) for name in names}
    for name in names:
        old = standing / name
        found = fingerprint_of((old,)) if old.is_file() else None
        if found is not None and before.get(name) == prints[name]:
            (made / name).unlink()
            _link(old, made / name)
            kept.append(name)
            if found != prints[name]:
                edited.append(name)
        else:
            written.append(name)
            if found is not None and before.get(name) not in (None, found):
                _link(old, made / f"{name}{EDITED_SUFFIX}")
                displaced.append(name)
    _take_over_the_rest(made, standing)
    write_fingerprints(made, {**before, **prints})
    return Renewal(tuple(written), tuple(kept), tuple(edited), tuple(displaced))


def _take_over_the_rest(made: Path, standing: Path) -> None:
    """What the generator does not make: theme, catalog, notes, copies of earlier edits."""
    for old in sorted(standing.rglob("*")):
        new = made / old.relative_to(standing)
        if old.is_dir() and not old.is_symlink():
            new.mkdir(exist_ok=True)
        elif not new.exists() and old.relative_to(standing) != Path(FINGERPRINTS_FILE):
            _link(old, new)


def _link(old: Path, new: Path) -> None:
    """The same file in another folder; a copy where the file system has no links."""
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError:
        shutil.copy2(old, new, follow_symlinks=False)
