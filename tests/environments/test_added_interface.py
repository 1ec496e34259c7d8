"""An interface that an installed package adds: one module and one line of its metadata."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_world import make_small_world

import shopworld as sw
from shopworld.environments.registry import interfaces, words
from shopworld.errors import EnvironmentFault
from shopworld.mall import Home

PACKAGE = '''
"""Shopping by telegram: the tools of shops, and each answer is told in capitals."""

from dataclasses import replace

from shopworld.environments.registry import Interface

INTERFACE = Interface(
    "telegram",
    "shops by telegram",
    "acme_telegram:open_telegram",
    tools="acme_telegram:descriptions",
    oracle="shopworld.agents.shop_tool_oracle:ShopToolOracleAgent",
)


def open_telegram(world):
    from shopworld.environments.shop_tools import ShopToolEnvironment

    class Telegram(ShopToolEnvironment):
        def step(self, action):
            seen = super().step(action)
            return replace(seen, title="STOP") if seen.tool_result else seen

    return Telegram(world.mall)


def descriptions(profile):
    from shopworld.environments.shop_tools import shop_tool_descriptions

    return shop_tool_descriptions(profile)
'''


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


def test_it_is_played_proven_and_saved_like_those_that_are_built_in(site: Path, tmp_path: Path) -> None:
    install(site)
    home = tmp_path / "home"
    make_small_world(Home(home))
    run = sw.evaluate("small", ["oracle+telegram", "noop+telegram", "oracle+tools"], home=home, out=tmp_path / "run")
    passed = {agent: sum(one.reward for one in run.results if one.agent == agent) for agent in run.agents}
    assert passed == {"oracle+telegram": 3.0, "noop+telegram": 0.0, "oracle+tools": 3.0}
    assert {one.interface for one in run.results} == {"telegram", "tools"}
    assert "telegram" in run.report().read_text()
    with sw.open("small", "telegram", home=home) as world, world.start("answer_1") as session:
        session.call("open_shop", {"shop": session.start_url})
        assert session.observe().title == "STOP"
        session.save(tmp_path / "run")
    assert len(run.results) == 10


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
    with pytest.raises(EnvironmentFault, match=message):
        words()
