"""Fixtures that all rooms share."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.conjecture import providers
from own_places import OwnPlaces
from typer.testing import CliRunner

settings.register_profile(
    "no-clock",
    deadline=None,
    derandomize="CI" in os.environ,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("no-clock")
"""No test depends on how busy the machine is, or on earlier runs; in CI every run tries the same examples."""
if "CI" in os.environ:
    # Hypothesis also tries constants of all our modules that are loaded: other examples after other tests, and after
    # every change of a line anywhere. Outside of CI it goes on doing that.
    vars(providers)["is_local_module_file"] = lambda path: False

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell gives that to what it starts in the background, and programs that tests start would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

PROJECT_ROOT = Path(__file__).resolve().parent.parent
_numbers = itertools.count()


def pytest_configure(config: pytest.Config) -> None:
    """Keeps what tests write out of the checkout and out of the home of the user."""
    places = OwnPlaces(config, PROJECT_ROOT, compare="CI" in os.environ)
    config.pluginmanager.register(places, "own_places")
    set_hypothesis_home_dir(places.run / "hypothesis")


@pytest.fixture(scope="session", autouse=True)
def working_directory(pytestconfig: pytest.Config) -> Iterator[Path]:
    """An empty working directory for what is made once for many tests; each test gets another."""
    places = pytestconfig.pluginmanager.get_plugin("own_places")
    assert isinstance(places, OwnPlaces)
    folder = places.folder / "work"
    folder.mkdir()
    with contextlib.chdir(folder):
        yield folder


@pytest.fixture(autouse=True)
def own_folder(working_directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory and a home of Shopworld's for this test alone: it finds nothing there, and leaves nothing."""
    folder = working_directory / str(next(_numbers))
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SHOPWORLD_HOME", str(folder / ".shopworld"))


@pytest.fixture(scope="session")
def webmall_data() -> Path:
    """Folder of WebMall's public release, or a skip where it is not there."""
    folder = PROJECT_ROOT.parent / "shared" / "data" / "webmall"
    if not (folder / "task_sets.json").is_file():
        pytest.skip("needs WebMall's release in ../shared/data/webmall")
    return folder


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], Any]], Any]:
    """Makes something dear once for all workers of this test run: by name, with a function that gets a new folder."""
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent

    def make_once(name: str, make: Callable[[Path], Any]) -> Any:
        kept = root / f"{name}.pickle"
        with (root / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                folder = root / name
                folder.mkdir()
                kept.write_bytes(pickle.dumps(make(folder)))
        return pickle.loads(kept.read_bytes())

    return make_once


@pytest.fixture(scope="session")
def webmall_import(webmall_data: Path, made_once: Callable[[str, Callable[[Path], Any]], Any]) -> tuple[Any, str]:
    """WebMall's public release, imported by the command: the importer's report, and what the command printed."""

    def make(folder: Path) -> tuple[Any, str]:
        from shopworld.cli.mall import app
        from shopworld.tasks import importers

        reports: list[Any] = []
        imports = importers.import_webmall_release

        def keep(*arguments: Any, **options: Any) -> Any:
            reports.append(imports(*arguments, **options))
            return reports[-1]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(importers, "import_webmall_release", keep)
            patch.setenv("SHOPWORLD_HOME", str(folder))
            command = ["import", "webmall", str(webmall_data), "--json"]
            printed = CliRunner().invoke(app, command, catch_exceptions=False).stdout
        return reports[0], printed

    found: tuple[Any, str] = made_once("webmall-release", make)
    return found


@pytest.fixture(scope="session")
def small_mall_folder(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """The four default shops with some hundred offers."""

    def make(folder: Path) -> Path:
        from shopworld.mall import make_default_mall

        made = folder / "small"
        make_default_mall(made, 3, 400, name="small", merchants="few")
        return made

    found: Path = made_once("small-mall", make)
    return found


@pytest.fixture(scope="session")
def small_mall(small_mall_folder: Path) -> Iterator[Any]:
    """That mall, open. Not to be closed."""
    from shopworld.mall import Mall

    mall = Mall.open(small_mall_folder)
    yield mall
    mall.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real Chromium; skipped where there is none."""
    from shopworld.environments import BrowserProcess
    from shopworld.errors import BrowserMissing

    try:
        process = BrowserProcess()
    except BrowserMissing as error:
        pytest.skip(str(error))
    with process:
        yield process
