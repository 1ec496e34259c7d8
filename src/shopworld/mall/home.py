"""Where malls, catalogs and suites are kept."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from shopworld.errors import InputError

DEFAULT_MALL = "default"
"""Name of the embedded mall, and of its suite."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of this machine's malls, catalogs and suites.

    Attributes:
        folder: `SHOPWORLD_HOME`, or `.shopworld` in the working directory.
    """

    folder: Path

    @classmethod
    def from_environment(cls) -> Home:
        """The home that the environment names."""
        return cls(Path(os.environ.get("SHOPWORLD_HOME") or ".shopworld"))

    def mall(self, name: str) -> Path:
        """Folder of a mall.

        Raises:
            InputError: the name is no file name of lower-case letters, digits, `-` and `_`.
        """
        return self.folder / "malls" / _checked(name)

    def catalog(self, name: str) -> Path:
        """Folder of a catalog that belongs to no mall.

        Raises:
            InputError: as for `mall`.
        """
        return self.folder / "catalogs" / _checked(name)

    def suite(self, name: str) -> Path:
        """File of a suite.

        Raises:
            InputError: as for `mall`.
        """
        return self.folder / "suites" / f"{_checked(name)}.json"

    def mall_names(self) -> tuple[str, ...]:
        """Names of all malls, in alphabetical order."""
        names = (path.parent.name for path in self.folder.glob("malls/*/mall.toml"))
        return tuple(sorted(name for name in names if _NAME.fullmatch(name)))

    def suite_names(self) -> tuple[str, ...]:
        """Names of all suites, in alphabetical order."""
        names = (path.stem for path in self.folder.glob("suites/*.json"))
        return tuple(sorted(name for name in names if _NAME.fullmatch(name)))


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} is no name: expected lower-case letters, digits, '-' and '_', at most 64")
    return name
