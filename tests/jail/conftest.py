"""What thieves are after: a home, a process with a key, servers, files; and the kinds of jail that work here."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from small_world import make_small_world

import shopworld
from shopworld.jail import Level
from shopworld.jail.trial import works
from shopworld.mall import Home
from shopworld.tasks import Seal, load_suite, save_sealed
from shopworld.tasks.suite import seal_file

SECRET = "sk-not-for-agents"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where no jail works at all there is nothing to test; where changes are checked, that is a fault."""
    if os.environ.get("CI") and sys.platform == "linux" and not any(map(works, KINDS)):
        raise pytest.UsageError("no kind of jail works here, and these tests must not be skipped")


KINDS = (Level.BUBBLEWRAP, Level.UNSHARE, Level.LANDLOCK)


@pytest.fixture(params=KINDS)
def level(request: pytest.FixtureRequest) -> Level:
    """Each kind of jail that works here."""
    kind: Level = request.param
    if not works(kind):
        pytest.skip(f"{kind} does not work here")
    return kind


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """With a mall, a suite, and a sealed one."""
    folder = Home(tmp_path_factory.mktemp("jail") / "home")  # alone in its folder, which tests show
    make_small_world(folder)
    drawn = Seal.draw()
    suite = load_suite(folder.suite("small")).model_copy(update={"name": "hidden", "seed": drawn.seed})
    save_sealed(suite, folder.suite("hidden"), drawn)
    return folder


@pytest.fixture
def known_seed(home: Home) -> str:
    """By which who looks for the seed of the sealed suite knows it, without having been told."""
    seed = json.loads(seal_file(home.suite("hidden")).read_bytes())["seed"]
    return hashlib.sha256(str(seed).encode()).hexdigest()


@pytest.fixture(params=KINDS if os.environ.get("REDTEAM") else ["best"])
def strict_level(request: pytest.FixtureRequest) -> Level:
    """The best kind of jail that works here; all kinds for `make redteam`."""
    if request.param == "best":
        return next((one for one in KINDS if works(one)), Level.NONE)
    kind: Level = request.param
    if not works(kind):
        pytest.skip(f"{kind} does not work here")
    return kind


@pytest.fixture
def here(tmp_path: Path, home: Home, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: code, and beside it what is nobody's business."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / ".env").write_text(f"OPENAI_API_KEY={SECRET}\n")
    (folder / "copied.json").write_bytes(home.suite("small").read_bytes())
    (folder / ".git").mkdir()
    (folder / ".git" / "old.json").write_bytes(home.suite("small").read_bytes())
    (folder / "prompts.txt").write_text("Be brief.\n")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def aims(
    tmp_path: Path, home: Home, here: Path, known_seed: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """What the thief is told. Afterwards: nobody was harmed, nothing was planted, nothing runs on."""
    monkeypatch.setenv("SOMEBODYS_TOKEN", SECRET)
    victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    listener = socket.create_server(("127.0.0.1", 0))
    at_path = socket.socket(socket.AF_UNIX)
    at_path.bind(str(tmp_path / "socket"))
    at_path.listen()
    abstract = socket.socket(socket.AF_UNIX)
    abstract.bind(f"\0shopworld-{tmp_path.name}-{os.getpid()}")
    abstract.listen()
    callers: list[socket.socket] = []
    threading.Thread(target=_answer, args=(listener, callers), daemon=True).start()
    word = f"stays-{os.getpid()}-{tmp_path.name}-"
    writable = tmp_path / "writable"
    yield {
        "suite": str(home.suite("small")),
        "seal": str(seal_file(home.suite("hidden"))),
        "seed": known_seed,
        "home": str(home.folder),
        "run": str(tmp_path / "runs" / "run"),
        "here": str(here),
        "secret": SECRET,
        "victim": victim.pid,
        "parent": os.getpid(),
        "port": listener.getsockname()[1],
        "socket": str(tmp_path / "socket"),
        "abstract": abstract.getsockname()[1:].decode(),
        "writable": str(writable),
        "package": str(Path(shopworld.__file__).parent),
        "word": word,
    }
    try:
        assert victim.poll() is None, "the victim was killed"
        assert not callers, "somebody called the server"
        assert not writable.exists()
        assert not (here / "planted.py").exists()
        assert not running(word)
    finally:
        victim.kill()
        victim.wait()
        for one in (listener, at_path, abstract, *callers):
            one.close()


def _answer(listener: socket.socket, callers: list[socket.socket]) -> None:
    while True:
        try:
            caller, _ = listener.accept()
        except OSError:
            return
        callers.append(caller)


def running(word: str) -> list[int]:
    """Processes with an argument that begins so."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if any(one.startswith(word.encode()) for one in words):
            found.append(int(path.parent.name))
    return found
