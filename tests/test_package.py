"""What is in the wheel: licence, notices, metadata, and every file that the code reads."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

from shopworld.shop.look.fonts import FAMILIES

ROOT = Path(__file__).resolve().parent.parent
APACHE_2_0 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of the licence's text as its publisher gives it out."""
BUILD = "from setuptools import build_meta; build_meta.build_wheel('wheels')"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel, built from a copy by the build backend that `pyproject.toml` names, without a network."""
    folder = tmp_path_factory.mktemp("package")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    built = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=folder, env={**os.environ, "TZ": "UTC"}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    (made,) = (folder / "wheels").iterdir()
    return ZipFile(made)


@pytest.fixture(scope="module")
def metadata(wheel: ZipFile) -> Message:
    """What the wheel says of itself."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_the_licence_is_told_and_lies_inside(wheel: ZipFile, metadata: Message) -> None:
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Author"] == "Shopworld contributors"
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert not [line for line in metadata.get_all("Classifier", []) if line.startswith("License")]
    inside = {Path(name).name: wheel.read(name) for name in wheel.namelist() if ".dist-info/licenses/" in name}
    assert hashlib.sha256(inside["LICENSE"]).hexdigest() == APACHE_2_0
    assert inside["NOTICE"] == (ROOT / "NOTICE").read_bytes()


def test_every_font_that_shops_serve_has_its_notice() -> None:
    lines = (ROOT / "NOTICE").read_text().splitlines()
    for family in FAMILIES.values():
        (line,) = (line for line in lines if line.strip().startswith(f"{family.name}  "))
        assert family.package.replace("_", "-") in line
        assert any(licence in line for licence in ("OFL-1.1", "Apache-2.0", "Bitstream-Vera"))
        assert "Copyright" in line


def test_no_font_picture_or_table_of_others_lies_inside(wheel: ZipFile) -> None:
    kinds = {Path(name).suffix for name in wheel.namelist() if name.startswith("shopworld/")}
    assert not kinds & {".ttf", ".otf", ".woff", ".woff2", ".png", ".jpg", ".webp", ".csv", ".gz", ".jsonl", ".parquet"}


def test_every_file_of_the_code_lies_inside(wheel: ZipFile) -> None:
    there = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "shopworld").rglob("*")}
    files = {name for name in there if (ROOT / "src" / name).is_file() and "__pycache__" not in name}
    assert files <= set(wheel.namelist())
    assert files
