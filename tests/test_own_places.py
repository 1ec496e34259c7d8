"""That no test writes into the checkout or the home, seen from outside: pytest runs in a little checkout of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CONFTEST = """
from pathlib import Path
from own_places import OwnPlaces

def pytest_configure(config):
    config.pluginmanager.register(OwnPlaces(config, Path(__file__).parent, compare=True), "own_places")
"""
GOOD = """
import os, subprocess, sys
from pathlib import Path

def test_what_is_kept_lies_elsewhere(tmp_path):
    for place in (Path.home(), Path(os.environ["SHOPWORLD_HOME"]), Path(os.environ["XDG_CACHE_HOME"]), tmp_path):
        for kept in (place / "kept", place / "deeper" / "kept"):
            assert not kept.exists()
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text("kept")

def test_programs_inherit_it():
    script = "from pathlib import Path; print(Path.home()); (Path.home() / 'of-a-program').touch()"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert Path(told.strip()) == Path.home()

def test_reading_is_free():
    assert Path(__file__).read_text()
"""
BAD = """
import contextlib, os, subprocess, sys
from pathlib import Path
import pytest

@pytest.fixture
def leftover():
    yield
    (Path(__file__).parent / "left").mkdir()

def test_a_file_in_the_checkout():
    (Path(__file__).parent / "made").write_text("made")

def test_a_file_in_the_home(request):
    with contextlib.suppress(OSError):
        (Path(os.environ["HOME_OF_THE_USER"]) / ".made").write_text("made")

def test_moved_into_the_checkout(tmp_path):
    (tmp_path / "one").touch()
    (tmp_path / "one").rename(Path(__file__).parent / "moved")

def test_removed_from_the_checkout():
    (Path(__file__).parent / "there").unlink()

def test_left_by_a_fixture(leftover):
    pass
"""
PROGRAM = """
import subprocess, sys
from pathlib import Path

def test_a_program_writes():
    made = Path(__file__).parent / "by-a-program"
    subprocess.run([sys.executable, "-c", f"open({str(made)!r}, 'w')"], check=True)
"""
BEFORE = {"conftest.py", "pytest.ini", "test_it.py", "there", ".cache"}


class Checkout:
    """A little checkout, and the home of who works in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.home = folder / "home"
        (self.home / ".cache").mkdir(parents=True)
        self.folder.mkdir()
        (self.folder / "there").touch()
        (self.folder / "conftest.py").write_text(CONFTEST)
        (self.folder / "pytest.ini").write_text(
            "[pytest]\naddopts = -p no:cacheprovider -p no:hypothesispytest -p no:anyio -p no:timeout\n"
        )

    def run(self, tests: str, workers: str) -> subprocess.CompletedProcess[str]:
        """Runs pytest there on a file of tests."""
        (self.folder / "test_it.py").write_text(tests)
        kept = {name: value for name, value in os.environ.items() if name not in ("SHOPWORLD_HOME", "XDG_CACHE_HOME")}
        environment = kept | {
            "HOME": str(self.home),
            "HOME_OF_THE_USER": str(self.home),
            "PYTHONPATH": str(HERE / "worlds"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "1000",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-rfE", "-n", workers, "test_it.py"]
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)

    def names(self) -> set[str]:
        """What lies in both folders."""
        return {path.name for folder in (self.folder, self.home) for path in folder.rglob("*")}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_run_finds_nothing_and_leaves_nothing(checkout: Checkout) -> None:
    for workers in ("0", "1"):
        ended = checkout.run(GOOD, workers)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert "3 passed" in ended.stdout
        assert checkout.names() == BEFORE


def test_who_writes_into_the_checkout_or_the_home_fails(checkout: Checkout) -> None:
    ended = checkout.run(BAD, "0")
    assert ended.returncode == 1
    for test, name in {
        "FAILED test_it.py::test_a_file_in_the_checkout": "made",
        "FAILED test_it.py::test_a_file_in_the_home": ".made",
        "FAILED test_it.py::test_moved_into_the_checkout": "moved",
        "FAILED test_it.py::test_removed_from_the_checkout": "there",
        "ERROR test_it.py::test_left_by_a_fixture": "left",
    }.items():
        (line,) = (line for line in ended.stdout.splitlines() if line.startswith(test))
        assert line.endswith(f"/{name}")
    assert checkout.names() == BEFORE


def test_what_a_program_writes_of_a_worker_fails_the_run(checkout: Checkout) -> None:
    ended = checkout.run(PROGRAM, "1")
    assert "1 passed" in ended.stdout
    assert str(checkout.folder / "by-a-program") in ended.stdout
    assert ended.returncode == 1
