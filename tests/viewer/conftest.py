"""A played run whose agents said things that must not run, and a browser that opens what the viewer makes of it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile_words import HOSTILE
from small_world import make_small_world

import shopworld as sw
from shopworld.environments.browser import find_browser
from shopworld.mall import Home
from shopworld.viewer import RunCollection


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Home of the mall and the suite `small`."""
    folder = tmp_path_factory.mktemp("home")
    make_small_world(Home(folder))
    return folder


@pytest.fixture(scope="session")
def run(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder: the oracle passes all three tasks, and a session of somebody else's says hostile things."""
    folder = tmp_path_factory.mktemp("runs") / "first"
    sw.evaluate("small", ["oracle"], interface="tools", out=folder, home=home)
    with sw.open("small", "tools", home=home) as world, world.start("answer_1", agent="hostile@open/gpt") as session:
        session.call("search", {"shop": "http://kernel-and-coil.example/", "query": HOSTILE})
        session.say(HOSTILE)
        session.save(folder.parent / "second")
    return folder


@pytest.fixture
def collection(run: Path, home: Path) -> RunCollection:
    """Both runs."""
    return RunCollection([run.parent], home=Home(home))


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Opens an address in a real browser and gives the page as it is after its scripts have run."""
    profile = tmp_path_factory.mktemp("profile")

    def page(address: str) -> str:
        program = [str(find_browser().path), "--headless", "--no-sandbox", f"--user-data-dir={profile}"]
        done = subprocess.run(
            [*program, "--virtual-time-budget=20000", "--dump-dom", address],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return done.stdout

    return page
