"""Where malls and suites are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.errors import InputError
from shopworld.mall import Home


def test_home_is_what_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))
    home = Home.from_environment()
    assert home.mall("default") == tmp_path / "malls" / "default"
    assert home.suite("webmall") == tmp_path / "suites" / "webmall.json"


@pytest.mark.parametrize("value", [None, ""])
def test_home_is_in_the_working_directory_by_default(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    monkeypatch.delenv("SHOPWORLD_HOME", raising=False)
    if value is not None:
        monkeypatch.setenv("SHOPWORLD_HOME", value)
    assert Home.from_environment().folder == Path(".shopworld")


@pytest.mark.parametrize("name", ["", "..", "a/b", "/etc", "A", ".hidden", "x" * 65, "a b", "ä"])
def test_a_name_cannot_lead_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is no name"):
        Home(tmp_path).mall(name)


def test_names_are_listed_in_order(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.mall_names() == home.suite_names() == ()
    for name in ("b", "a"):
        home.mall(name).mkdir(parents=True)
        (home.mall(name) / "mall.toml").touch()
        home.suite(name).parent.mkdir(exist_ok=True)
        home.suite(name).touch()
    (home.folder / "malls" / "half").mkdir()
    (home.folder / "malls" / ".a.12345678.part").mkdir()
    (home.folder / "malls" / ".a.12345678.part" / "mall.toml").touch()
    (home.folder / "suites" / ".a.json.12345678.part").touch()
    assert home.mall_names() == home.suite_names() == ("a", "b")
