"""Where things are, as the library is told: homes, malls and catalogs, by name or by path."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from shopworld.errors import InputError
from shopworld.mall import Home

Place = str | Path
"""A name of something at home, or its path."""


def home_of(folder: Place | None) -> Home:
    """The home in a folder; the one that the environment names by default."""
    return Home(Path(folder)) if folder is not None else Home.from_environment()


def mall_folder(mall: Place, home: Home) -> Path:
    """Folder of a mall: a path, or a name at home. A text is a path where it says so, or where a mall stands there.

    Raises:
        InputError: it is no name.
    """
    if isinstance(mall, Path) or "/" in mall or (Path(mall) / "mall.toml").is_file():
        return Path(mall)
    return home.mall(mall)


def catalog_place(catalog: Place, home: Home) -> Path:
    """Folder of a catalog: the one in a folder, or in the mall there; else the one of that name at home, or a mall's.

    Where there is none, it is the folder that was looked in first.
    """
    places = [Path(catalog)]
    if not isinstance(catalog, Path):
        with suppress(InputError):  # no name, so a path is meant
            places += [home.catalog(catalog), home.mall(catalog)]
    inside = (folder for place in places for folder in (place / "catalog", place))
    return next((folder for folder in inside if (folder / "manifest.json").is_file()), places[0])


def path_of(place: Place | None) -> Path | None:
    """A path, where there is one."""
    return Path(place) if place is not None else None
