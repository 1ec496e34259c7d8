"""Finds what an exploration has read of the source of a specification."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import ValidationError

from shopworld.arena.bundle.origin import origin_of
from shopworld.arena.explore.prefetch import read_site
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.errors import ArenaError, InputError

_LEADING_SEED = "seeds/1"


def find_source(specification: Path, folder: Path | None = None, *, sources: Path | None = None) -> PrefetchedSite:
    """The source of a specification; of a composed one, its leading source.

    Args:
        specification: folder of the bundle.
        folder: where what was read is kept; None looks for it.
        sources: where all that was read of sites is kept; None for the usual place.

    Raises:
        ArenaError: the specification was not explored, or what was read is gone.
        InputError: what was kept cannot be read.
    """
    found = folder or _kept(specification, sources)
    if found is None:
        raise ArenaError(
            f"{specification}: what was read of its source is not on this machine",
            hint="A twin needs a specification that was explored here. Explore again, or name the folder by --source.",
        )
    try:
        return read_site(found)
    except (OSError, ValidationError) as error:
        raise InputError("holds nothing that was read of a site", file=found) from error


def _kept(specification: Path, sources: Path | None) -> Path | None:
    kept = sources or Path(os.environ.get("SHOPWORLD_HOME") or ".shopworld") / "explored"
    return origin_of(specification, kept) or origin_of(specification / _LEADING_SEED, kept)
