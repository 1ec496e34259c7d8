"""`shopworld tools` in malls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.cli.tools import app
from shopworld.errors import ActionError, InputError
from shopworld.mall import Mall


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))


def _ask(*arguments: str) -> str:
    asked = CliRunner().invoke(app, list(arguments))
    if asked.exception is not None and not isinstance(asked.exception, SystemExit):
        raise asked.exception
    assert asked.exit_code == 0, asked.output
    return asked.stdout


@pytest.mark.parametrize(("interface", "first"), [("tools", "open_shop"), ("corpus", "search"), ("nlweb", "ask")])
def test_the_tools_of_an_interface_are_listed(interface: str, first: str) -> None:
    listed = json.loads(_ask("list", "--interface", interface, "--json"))
    assert listed[0]["name"] == first
    assert listed[-1]["name"] == "report_infeasible"
    assert _ask("list", "--interface", interface).startswith(first)


def test_a_shop_tool_is_called(small_mall_folder: Path, small_mall: Mall) -> None:
    host = next(iter(small_mall.hosts))
    found = json.loads(_ask("call", "view_cart", json.dumps({"shop": host}), "--mall", str(small_mall_folder)))
    assert found == {"shop": host, "lines": []}
    with pytest.raises(ActionError, match="there is no shop 'nowhere'"):
        _ask("call", "view_cart", '{"shop": "nowhere"}', "--mall", str(small_mall_folder))


@pytest.mark.parametrize("interface", ["browser", "telepathy"])
def test_an_interface_without_tools_is_refused(small_mall_folder: Path, interface: str) -> None:
    with pytest.raises(InputError, match=f"no interface '{interface}' of tools"):
        _ask("list", "--interface", interface)
    with pytest.raises(InputError, match=f"no interface '{interface}' of tools"):
        _ask("call", "view_cart", "{}", "--mall", str(small_mall_folder), "--interface", interface)
