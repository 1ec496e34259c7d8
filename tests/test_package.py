"""What is in the wheel: licence, notices, metadata, and every file that the code reads."""

from __future__ import annotations

import hashlib
import json
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


@pytest.fixture(scope="module")
def installed(wheel: ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as an installer would unpack it, in a folder of its own; what it depends on stays where it is."""
    assert wheel.filename is not None
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    done = subprocess.run([*pip, "--target", str(folder), wheel.filename], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return folder


def python(installed: Path, cwd: Path, *arguments: str) -> str:
    """What Python prints, started outside the checkout with the installed package before all others."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "SHOPWORLD_HOME": str(cwd / "home")}
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_library_is_whole(installed: Path, tmp_path: Path) -> None:
    program = """
import importlib, pkgutil, shopworld
print(shopworld.__file__)
print(*sorted(name for name in shopworld.__all__ if getattr(shopworld, name) is not None))
for module in pkgutil.walk_packages(shopworld.__path__, "shopworld."):
    if not module.name.endswith("__main__"):
        print(importlib.util.find_spec(module.name).origin)
"""
    place, names, *modules = python(installed, tmp_path, "-c", program).splitlines()
    assert Path(place) == installed / "shopworld" / "__init__.py"
    assert {"World", "evaluate", "open"} <= set(names.split())
    assert len(modules) > 500
    assert all(Path(one).is_relative_to(installed) for one in modules)


def test_the_installed_command_runs(installed: Path, tmp_path: Path) -> None:
    assert "Simulated online shops" in python(installed, tmp_path, "-m", "shopworld", "--help")
    script = installed / "bin" / "shopworld"
    assert python(installed, tmp_path, str(script), "--version").startswith("shopworld ")
    assert "properties" in json.loads(python(installed, tmp_path, "-m", "shopworld", "tasks", "schema"))
    made = ("-m", "shopworld", "mall", "make", "small", "--offers", "40", "--json")
    assert json.loads(python(installed, tmp_path, *made))["name"] == "small"


def test_the_installed_shops_serve_pages_styles_and_pictures(installed: Path, tmp_path: Path) -> None:
    program = """
import re, httpx
from pathlib import Path
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall, MallServer, make_default_mall
make_default_mall(Path("small"), 3, 40, name="small")
mall, identity = Mall.open(Path("small")), EpisodeIdentity("agent", "task")
episode = Episode(identity, identity.label(b"a secret of this test"))
with MallServer(mall, slots=1) as server:
    server.open(server.slots[0], episode)
    with httpx.Client(proxy=f"http://{server.slots[0].proxy_address}", trust_env=False) as client:
        for host in mall.hosts:
            home = client.get(f"http://{host}/").raise_for_status().text
            for address in {*re.findall(r'(?:href|src)="(/static/[^"]+|/media/[^"]+)"', home)}:
                found = client.get(f"http://{host}{address}").raise_for_status()
                print(found.headers["content-type"].partition(";")[0], len(found.content))
    server.close(server.slots[0])
mall.close()
"""
    served = [line.split() for line in python(installed, tmp_path, "-c", program).splitlines()]
    assert {"text/css", "text/javascript", "image/svg+xml"} <= {kind for kind, _ in served}
    assert all(int(size) > 100 for _, size in served)


def test_every_file_of_the_code_lies_inside(wheel: ZipFile) -> None:
    there = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "shopworld").rglob("*")}
    files = {name for name in there if (ROOT / "src" / name).is_file() and "__pycache__" not in name}
    assert files <= set(wheel.namelist())
    assert files
