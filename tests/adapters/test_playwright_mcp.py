"""Playwright MCP as a browser agent from outside, against `shopworld gym serve`; run by `make test-adapters`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from hosted import KINDS, gym_server, reported
from outside_browsers import DEEDS, Deed, submitting

PROGRAM = os.environ.get("PLAYWRIGHT_MCP", "")
if not PROGRAM:
    pytest.skip("PLAYWRIGHT_MCP names no cli.js", allow_module_level=True)
pytestmark = pytest.mark.browser
from mcp import Client, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

from shopworld.environments import find_browser  # noqa: E402
from shopworld.gym import GymClient  # noqa: E402
from shopworld.gym.forms import ProxyForm  # noqa: E402

_TOOLS = {
    "goto": "browser_navigate",
    "fill": "browser_type",
    "click": "browser_click",
    "select": "browser_select_option",
}


def arguments(deed: Deed) -> dict[str, Any]:
    """A deed as its tool takes it."""
    if deed.what == "goto":
        return {"url": deed.text}
    given: dict[str, Any] = {"target": deed.selector}
    if deed.what == "fill":
        given["text"] = deed.text
    elif deed.what == "select":
        given["values"] = [deed.text]
    return given


def configured(proxy: ProxyForm, folder: Path) -> StdioServerParameters:
    """The program, its browser behind a session's proxy."""
    folder.mkdir()
    launch = {
        "headless": True,
        "chromiumSandbox": os.geteuid() != 0,
        "executablePath": str(find_browser().path),
        "proxy": {**proxy.model_dump(), "bypass": "<-loopback>"},
    }
    told = {"browser": {"browserName": "chromium", "isolated": True, "launchOptions": launch}}
    (folder / "config.json").write_text(json.dumps(told))
    return StdioServerParameters(command="node", args=[PROGRAM, "--config", "config.json"], cwd=str(folder))


def played(proxy: ProxyForm, deeds: tuple[Deed, ...], folder: Path) -> list[str]:
    """Carries deeds out; gives what each call told."""

    async def play() -> list[str]:
        told = []
        async with Client(stdio_client(configured(proxy, folder))) as client:
            for deed in deeds:
                reply = await client.call_tool(_TOOLS[deed.what], arguments(deed))
                told.append("\n".join(str(getattr(one, "text", "")) for one in reply.content))
                assert not reply.is_error, told[-1]
        return told

    return anyio.run(play)


@pytest.mark.parametrize("kind", DEEDS)
def test_it_shops_behind_the_proxy_and_is_graded(
    kind: str, home: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    run = tmp_path / "run"
    served = gym_server(home, "small", "--slots", "2", "--out", str(run))
    with served as address, GymClient(address) as client:
        for trial, deeds in enumerate((DEEDS[kind], submitting("Done" if kind == "answer" else "Nothing"))):
            with client.start(KINDS[kind][1], agent="playwright-mcp") as session:
                assert session.about.proxy is not None
                played(session.about.proxy, deeds, tmp_path / f"program-{trial}")
                result = session.finish().result
                assert (result.reward, str(result.status)) == ((1.0, "passed"), (0.0, "failed"))[trial]
        assert any(check.reason for check in result.checks)
    assert [(one.trial, one.reward) for one in reported(run, home)] == [(0, 1.0), (1, 0.0)]
    record_property("kind", kind)


def test_two_at_once_reach_their_own_session_and_no_other_host(home: Path, tmp_path: Path) -> None:
    served = gym_server(home, "small", "--slots", "2")
    with (
        served as address,
        GymClient(address) as client,
        client.start("cart_1", agent="one") as one,
        client.start("cart_1", agent="other") as other,
    ):
        assert one.about.proxy is not None
        assert other.about.proxy is not None
        outside = (Deed("goto", "http://foreign.example/"), Deed("goto", f"{address}/tasks"))
        for said in played(one.about.proxy, outside, tmp_path / "outside"):
            assert "403" in said
        played(other.about.proxy, DEEDS["cart"], tmp_path / "other")
        assert (one.finish().result.reward, other.finish().result.reward) == (0.0, 1.0)
