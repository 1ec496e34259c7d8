"""Explores several sites and composes one specification of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shopworld.arena.bundle import compose, write_bundle
from shopworld.arena.explore.authoring import ManualAuthor
from shopworld.arena.explore.exploration import ExplorationProgress, Explored, ExploreSettings, explore
from shopworld.errors import ArenaError
from shopworld.files import folder_beside, put_in_place

SEEDS = "seeds"
"""The folder of a composed specification that holds one specification for each site."""


def explore_all(
    addresses: Sequence[str],
    out: Path,
    settings: ExploreSettings | None = None,
    *,
    author: ManualAuthor | None = None,
    progress: ExplorationProgress | None = None,
) -> list[Explored]:
    """Explores one site, or several and composes one specification of theirs.

    Args:
        addresses: of the storefronts, the leading one first.
        out: the folder of the specification. With several sites, theirs lie in `seeds/1`, `seeds/2`, …
        settings: pace, budgets, what is kept.
        author: writes each manual with a language model.
        progress: hears how it goes on.

    Returns:
        what each exploration brought, in order.

    Raises:
        ArenaError: a site cannot be explored; nothing is written.
        BrowserMissing: there is no Chromium.
        OSError: the folder cannot be written.
    """
    if not addresses:
        raise ArenaError("there is no address to explore", hint="Give one or more addresses of storefronts.")
    if len(addresses) == 1:
        return [explore(addresses[0], out, settings, author=author, progress=progress)]
    with folder_beside(out) as beside:
        explored = [
            explore(address, beside / SEEDS / str(number), settings, author=author, progress=progress)
            for number, address in enumerate(addresses, 1)
        ]
        write_bundle(compose([one.bundle for one in explored]), beside)
        put_in_place(beside, out)
    return explored
