"""A copy of the checkout with an environment of its own: nothing that is mutated is the checkout's."""

from __future__ import annotations

import shutil
import site
import venv
from dataclasses import dataclass
from pathlib import Path

_LEFT = shutil.ignore_patterns(".*", "build", "dist", "runs", "__pycache__", "*.egg-info")
_MEASURE = 'import os; os.getenv("COVERAGE_PROCESS_START") and __import__("coverage").process_startup(slug="pth")'
"""Line of a `.pth` file by which every Python of the environment measures from its start, where that is asked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where mutants are run.

    Attributes:
        folder: of the place.
    """

    folder: Path

    @property
    def tree(self) -> Path:
        """The copy of the checkout."""
        return self.folder / "tree"

    @property
    def python(self) -> Path:
        """Its Python, which finds the package in the copy, and so do the programs that it starts."""
        return self.folder / "venv" / "bin" / "python"


def make_place(folder: Path, checkout: Path) -> Place:
    """Copies a checkout, and makes an environment that has the packages of this one and the copy's `src`."""
    place = Place(folder)
    shutil.copytree(checkout, place.tree, ignore=_LEFT)
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    [packages] = (folder / "venv").glob("lib/python*/site-packages")
    lines = [str(place.tree / "src"), *site.getsitepackages(), _MEASURE]
    (packages / "place.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place
