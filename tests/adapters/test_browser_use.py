"""browser-use's own tools and browser from outside, against `shopworld gym serve`; run by `make test-adapters`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hosted import KINDS, gym_server, reported
from outside_browsers import DEEDS, Deed, submitting

os.environ.update(ANONYMIZED_TELEMETRY="false", BROWSER_USE_CLOUD_SYNC="false", BROWSER_USE_VERSION_CHECK="false")
pytest.importorskip("browser_use")
pytestmark = pytest.mark.browser
from browser_use import BrowserSession  # noqa: E402
from browser_use.browser.profile import BrowserProfile, ProxySettings  # noqa: E402
from browser_use.tools.service import Tools  # noqa: E402

from shopworld.environments import find_browser  # noqa: E402
from shopworld.gym import GymClient  # noqa: E402
from shopworld.gym.forms import ProxyForm  # noqa: E402


def browser_behind(proxy: ProxyForm, folder: Path) -> Any:
    """browser-use's browser, behind a session's proxy."""
    profile = BrowserProfile(
        executable_path=str(find_browser().path),
        headless=True,
        chromium_sandbox=os.geteuid() != 0,
        user_data_dir=str(folder),
        proxy=ProxySettings(**proxy.model_dump(), bypass="<-loopback>"),
        enable_default_extensions=False,
    )
    return BrowserSession(browser_profile=profile)


async def carried_out(deed: Deed, tools: Any, browser: Any) -> Any:
    """One deed by its tools, elements named by the numbers that it shows its models."""
    if deed.what == "goto":
        return await tools.navigate(url=deed.text, new_tab=False, browser_session=browser)
    state = (await browser.get_browser_state_summary(include_screenshot=False)).dom_state
    shown = state.selector_map
    numbers = [number for number, node in shown.items() if deed.attributes.items() <= node.attributes.items()]
    assert numbers, f"no element with {deed.attributes} in\n{state.llm_representation()}"
    if deed.what == "fill":
        return await tools.input(index=numbers[0], text=deed.text, clear=True, browser_session=browser)
    if deed.what == "select":
        return await tools.select_dropdown(index=numbers[0], text=deed.text, browser_session=browser)
    return await tools.click(index=numbers[0], browser_session=browser)


def played(proxy: ProxyForm, deeds: tuple[Deed, ...], folder: Path) -> list[str]:
    """Carries deeds out; gives the text of the page after each."""

    async def play() -> list[str]:
        browser, tools, seen = browser_behind(proxy, folder), Tools(), []
        await browser.start()
        try:
            for deed in deeds:
                done = await carried_out(deed, tools, browser)
                state = await browser.get_browser_state_summary(include_screenshot=False)
                seen.append(f"{done.error or ''}\n{state.url}\n{state.title}\n{state.dom_state.llm_representation()}")
        finally:
            await browser.kill()
        return seen

    return asyncio.run(play())


@pytest.mark.parametrize("kind", DEEDS)
def test_it_shops_behind_the_proxy_and_is_graded(
    kind: str, home: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    run = tmp_path / "run"
    served = gym_server(home, "small", "--slots", "2", "--out", str(run))
    with served as address, GymClient(address) as client:
        for trial, deeds in enumerate((DEEDS[kind], submitting("Done" if kind == "answer" else "Nothing"))):
            with client.start(KINDS[kind][1], agent="browser-use") as session:
                assert session.about.proxy is not None
                told = played(session.about.proxy, deeds, tmp_path / f"profile-{trial}")
                result = session.finish().result
                expected = ((1.0, "passed"), (0.0, "failed"))[trial]
                assert (result.reward, str(result.status)) == expected, told
        assert any(check.reason for check in result.checks)
    assert [(one.trial, one.reward) for one in reported(run, home)] == [(0, 1.0), (1, 0.0)]
    record_property("kind", kind)


def test_no_other_host_is_reached(home: Path, tmp_path: Path) -> None:
    served = gym_server(home, "small", "--slots", "1")
    with served as address, GymClient(address) as client, client.start("cart_1") as session:
        assert session.about.proxy is not None
        outside = (Deed("goto", "http://foreign.example/"), Deed("goto", f"{address}/tasks"))
        for seen in played(session.about.proxy, outside, tmp_path / "profile"):
            assert "Not part of this world" in seen
            assert "Brisk SSD" not in seen
        assert session.finish().result.reward == 0.0
