"""Sessions that share a browser: each tells the one proxy whose it is, and meets its own episode only."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from outside_service import Outside
from pool_browser import PoolBrowser, PoolContext

from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation
from shopworld.episode import Episode
from shopworld.mall import MallServer, Proxy

pytestmark = pytest.mark.browser

NewEpisode = Callable[[], Episode]
HOME = "http://apple.example/"
FORM = "<form method=post action=/cart/add><input name=thing aria-label=Thing><button>Add</button></form>"
POPUP = "<a href=/cart/ target=_blank>Cart</a>"


@pytest.fixture
def outside() -> Iterator[Outside]:
    """A service that must never be reached."""
    service = Outside()
    yield service
    service.close()


def things(episode: Episode) -> list[Any]:
    """What was added in an episode."""
    return [event.payload.model_dump().get("thing") for event in episode.events]


def id_of(seen: Observation, element: str) -> str:
    """The id of the first element of that role and name."""
    before, found, _ = seen.accessibility_tree.partition(f"] {element}")
    assert found, seen.accessibility_tree
    return before.rpartition("[")[2]


def test_two_sessions_in_one_browser(
    server: MallServer, browser: BrowserProcess, new_episode: NewEpisode, outside: Outside
) -> None:
    episodes = [new_episode(), new_episode()]
    proxies = [server.admit(episode).proxy for episode in episodes]
    assert proxies[0].server == proxies[1].server
    first, second = BrowserEnvironment(browser), BrowserEnvironment(browser)
    page = f"{HOME}embedding/?html={quote(FORM + POPUP)}"
    sessions = [(first, "a"), (second, "b")]
    seen = [sessions[number][0].open(episodes[number], proxies[number], page, "Go.") for number in range(2)]
    for turn in range(3):  # in turn, so that each page is loaded while the other session is open
        for number, (session, name) in enumerate(sessions):
            session.step(f"fill('{id_of(seen[number], 'textbox')}', '{name}{turn}')")
            assert f"{name}{turn}" in session.step(f"click('{id_of(seen[number], 'button')}')").accessibility_tree
            seen[number] = session.step("go_back()")
    for number, (session, name) in enumerate(sessions):  # a window of the first opens although the second came later
        cart = session.step(f"click('{id_of(seen[number], 'link')}')")
        assert f"apple: {name}0 {name}1 {name}2'" in cart.accessibility_tree
        assert len(cart.tabs) == 2
    doors = [
        f"http://apple.{episodes[1].label}.localhost:{server.door_port}/cart/",
        f"http://127.0.0.1:{outside.port}/",
    ]
    for address in (*doors, server.proxy_server, f"http://{server.slots[0].proxy_address}/", "http://other.example/"):
        go = f"location = {json.dumps(address)}"
        first._tabs.page.call("Runtime.evaluate", expression=go)
        shown = first.step("noop()").accessibility_tree
        assert "Not part of this world" in shown
        assert "apple: b" not in shown
    first.close()
    server.dismiss(episodes[0])
    assert "apple: b0 b1 b2'" in second.step(f"goto('{HOME}cart/')").accessibility_tree
    assert len(second.step("new_tab()").tabs) == 3
    second.close()
    assert [things(episode) for episode in episodes] == [["a0", "a1", "a2"], ["b0", "b1", "b2"]]
    assert outside.seen == []


def test_a_page_cannot_speak_for_another_session(
    server: MallServer, browser: BrowserProcess, new_episode: NewEpisode
) -> None:
    mine, other = new_episode(), new_episode()
    proxy, leaked = server.admit(mine).proxy, server.admit(other).proxy
    with PoolBrowser(server.proxy_server) as process:
        context = PoolContext(process.connection(), proxy)
        context.open(HOME)
        known = f"{leaked.username}:{leaked.password}"
        stolen = {"Proxy-Authorization": "Basic " + base64.b64encode(known.encode()).decode()}
        assert context.add("x", stolen) == 200
        context.open(f"http://{known}@apple.example/cart/add")
        context.open(f"http://{known}@{leaked.server.removeprefix('http://')}/")
    assert things(mine) == ["x"]
    assert other.events == []


def reaches_nothing_else(context: PoolContext, server: MallServer, episode: Episode, outside: Outside) -> None:
    """Goes to where no agent may go."""
    for address in (
        f"http://127.0.0.1:{outside.port}/",
        f"http://localhost:{outside.port}/",
        f"http://[::1]:{outside.port}/",
        f"http://127.0.0.1:{server.door_port}/",
        f"http://apple.{episode.label}.localhost:{server.door_port}/cart/",
        server.proxy_server,
        "http://other.example/",
    ):
        assert "Not part of this world" in context.open(address), address
    assert context.open(f"https://127.0.0.1:{outside.port}/") == "net::ERR_TUNNEL_CONNECTION_FAILED"
    assert context.open("https://apple.example/") == "net::ERR_TUNNEL_CONNECTION_FAILED"


def test_a_browser_that_set_its_proxy_at_launch_plays_ten_episodes(
    server: MallServer, browser: BrowserProcess, new_episode: NewEpisode, outside: Outside
) -> None:
    played: list[tuple[Episode, PoolContext]] = []
    with PoolBrowser(server.proxy_server) as process:
        for number in range(10):
            episode = new_episode()
            context = PoolContext(process.connection(), server.admit(episode).proxy)
            assert "apple" in context.open(HOME)
            assert context.challenges == [server.proxy_server]  # a new context knows nothing of the one before
            assert context.add(f"n{number}") == 200
            assert context.open(f"{HOME}cart/") == f"apple: n{number}"
            assert "pear" in context.open("http://pear.example/")
            for before, old in played:
                assert (old.add("late"), len(before.events)) == (410, 1)
            if number in (0, 9):
                reaches_nothing_else(context, server, episode, outside)
            assert len(context.challenges) == 1
            assert "apple" in context.open(HOME)  # also after pages that could not be opened
            server.dismiss(episode)
            played.append((episode, context))
        assert "This episode has ended" in played[-1][1].open(f"{HOME}cart/")
    assert [things(episode) for episode, _ in played] == [[f"n{number}"] for number in range(10)]
    assert outside.seen == []


def test_a_browser_without_credentials_sees_no_shop(server: MallServer, new_episode: NewEpisode) -> None:
    server.open(server.slots[0], new_episode())
    with PoolBrowser(server.proxy_server) as process:
        context = PoolContext(process.connection(), Proxy(server.proxy_server, "nobody", "nothing"))
        assert "apple" not in context.open(HOME)
    assert context.challenges
