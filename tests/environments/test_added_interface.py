"""Interfaces of installed packages that cannot be used; that one works is shown in `tests/examples`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_world import make_small_world

import shopworld as sw
from shopworld.environments.registry import called, interface, interfaces, words
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.running.declaring import declare
from shopworld.mall import Home

PACKAGE = (Path(__file__).resolve().parents[2] / "examples" / "interface" / "acme_telegram.py").read_text()


def install(folder: Path, text: str = PACKAGE, reference: str = "acme_telegram:INTERFACE") -> None:
    """Puts the package where Python finds it, with its entry point."""
    (folder / "acme_telegram.py").write_text(text)
    info = folder / "acme_telegram-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-telegram\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[shopworld.environments]\ntelegram = {reference}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "acme_telegram", raising=False)
    interfaces.cache_clear()
    yield folder
    sys.modules.pop("acme_telegram", None)
    interfaces.cache_clear()


@pytest.mark.parametrize(
    ("text", "reference", "message"),
    [
        (PACKAGE, "acme_telegram:open_telegram", "is none: found a function, expected an Interface"),
        (PACKAGE, "acme_telegram:NOTHING", "cannot be loaded: AttributeError"),
        (PACKAGE.replace('"telegram",', '"browser",'), "acme_telegram:INTERFACE", "calls itself 'browser'"),
        (
            PACKAGE.replace("    tools=", '    word="tools",\n    tools='),
            "acme_telegram:INTERFACE",
            "a name that is taken by 'tools'",
        ),
    ],
)
def test_a_registration_that_cannot_be_used_is_told(site: Path, text: str, reference: str, message: str) -> None:
    install(site, text, reference)
    for ask in (interface, called):
        with pytest.raises(EnvironmentFault, match=message):
            ask("telegram")
    assert set(words()) == {"browser", "tools", "corpus", "nlweb"}, "the others go on"


def test_who_asks_for_a_built_in_interface_loads_no_package(site: Path) -> None:
    install(site, "raise RuntimeError('loaded')")
    for name in ("browser", "tools", "shop_tools", "corpus", "nlweb"):
        assert interface(name).name == name
    assert (called("browser"), called("tools"), called("nlweb")) == ("browser", "shop_tools", "nlweb")
    assert interfaces.cache_info().currsize == 0
    with pytest.raises(EnvironmentFault, match="cannot be loaded: RuntimeError: loaded"):
        called("telegram")
    assert called("telepathy") == ""
    with pytest.raises(EnvironmentFault, match="no environment 'telepathy'"):
        interface("telepathy")


def test_a_broken_package_stops_nothing_else(site: Path, tmp_path: Path) -> None:
    install(site, "raise RuntimeError('loaded')")
    make_small_world(Home(tmp_path / "home"))
    with sw.open("small", "tools", home=tmp_path / "home") as world, world.start("answer_1") as session:
        assert session.tools
    run = sw.evaluate("small", "noop", interface="tools", home=tmp_path / "home", tasks="answer_1")
    assert [one.status for one in run.results] == ["limit"]
    with pytest.raises(EnvironmentFault, match="cannot be loaded: RuntimeError: loaded"):
        sw.open("small", "telegram", home=tmp_path / "home")
    with pytest.raises(EnvironmentFault, match="cannot be loaded: RuntimeError: loaded"):
        sw.evaluate("small", "noop", interface="telegram", home=tmp_path / "home", tasks="answer_1")


def test_somebodys_agent_knows_it_though_it_cannot_load_it(site: Path) -> None:
    install(site, "from shopworld.mall import Mall  # which no agent sees\n" + PACKAGE)
    (site / "telegraphist.py").write_text(
        "class Telegraphist:\n    environments = ('telegram',)\n"
        "    def begin(self, goal, *, seed): ...\n    def act(self, observation): ...\n"
    )
    assert declare("telegraphist:Telegraphist").environments == ("telegram",)
