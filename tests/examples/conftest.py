"""The example packages, installed once for all tests."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="session")
def site(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """A folder that pip has installed all examples in, without a network, from copies: building writes beside them."""
    found: Path = made_once("examples-site", _install)
    return found


def _install(folder: Path) -> Path:
    copies = [shutil.copytree(source, folder / source.name) for source in sorted(EXAMPLES.iterdir())]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *offline, "--no-compile", "--target", folder / "site", *copies],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return folder / "site"
