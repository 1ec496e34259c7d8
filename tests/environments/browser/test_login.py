"""A proxy that asks for credentials is told them once, and nobody else is."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from shopworld.environments import BrowserEnvironment, BrowserProcess
from shopworld.environments.browser.context import BrowserContext
from shopworld.environments.browser.login import ProxyLogin
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Proxy

pytestmark = pytest.mark.browser

RIGHT = "Basic " + base64.b64encode(b"me:a secret").decode()


def told(site: Any) -> list[tuple[str, str | None]]:
    """What was asked for, and with which credentials for the proxy."""
    return [(request.path, request.headers.get("proxy-authorization")) for request in site.requests]


@pytest.fixture
def guarded(site: Any, reply: Any) -> Any:
    """A site whose proxy asks everybody for credentials."""
    answer = site.answer

    def guard(request: Any) -> Any:
        if request.headers.get("proxy-authorization") != RIGHT:
            return reply("<h1>Who are you?</h1>", 407, headers={"Proxy-Authenticate": 'Basic realm="here"'})
        return answer(request)

    site.answer = guard
    yield site
    del site.answer


def proxy_of(site: Any, username: str = "me", password: str = "a secret") -> Proxy:
    """The site's proxy, with credentials."""
    return Proxy(f"http://{site.proxy}", username, password)


def start(environment: BrowserEnvironment, proxy: Proxy, path: str = "/") -> Any:
    """Begins an episode at that page."""
    episode = Episode(EpisodeIdentity("agent", "task"), "label")
    return environment.open(episode, proxy, f"http://shop.example{path}", "Go.")


def test_the_proxy_is_told_and_then_knows(browser: BrowserProcess, guarded: Any) -> None:
    guarded.pages = {
        "/": "<h1>Shop</h1><img src=/a.png><iframe src=/frame></iframe><a href=/new target=_blank>Open</a>",
        "/frame": "<h1>Frame</h1><img src=/b.png>",
        "/new": "<h1>New</h1>",
        "/next": "<h1>Next</h1>",
    }
    with BrowserEnvironment(browser) as environment:
        seen = start(environment, proxy_of(guarded))
        assert "heading 'Shop'" in seen.accessibility_tree
        assert "heading 'Frame'" in seen.accessibility_tree
        link = seen.accessibility_tree.partition("link 'Open'")[0].rpartition("[")[2].partition("]")[0]
        assert "heading 'New'" in environment.step(f"click('{link}')").accessibility_tree
        assert "heading 'Next'" in environment.step("goto('http://other.example/next')").accessibility_tree
    asked = told(guarded)
    assert asked[:2] == [("/", None), ("/", RIGHT)]
    assert {path for path, _ in asked} >= {"/", "/a.png", "/frame", "/b.png", "/new", "/next"}
    assert {value for _, value in asked[1:]} == {RIGHT}


def test_nothing_is_intercepted_once_the_proxy_knows(browser: BrowserProcess, guarded: Any) -> None:
    guarded.pages = dict.fromkeys(("/", "/2", "/3"), "<h1>Page</h1>")
    context = BrowserContext(browser.connection(), proxy_of(guarded), (800, 600))
    events: list[str] = []
    for _ in range(2):
        page = context.open_tab()
        context.connection.subscribe(page.session, lambda method, _: events.append(method))
        for path in ("/", "/2", "/3"):
            page.call("Page.navigate", url=f"http://shop.example{path}")
            page.settle()
    context.close()
    assert [method for method in events if method.startswith("Fetch.")] == ["Fetch.requestPaused", "Fetch.authRequired"]
    assert len(told(guarded)) >= 7


def test_a_proxy_that_asks_nobody_is_told_nothing(browser: BrowserProcess, site: Any) -> None:
    site.pages["/"] = "<h1>Shop</h1>"
    with BrowserEnvironment(browser) as environment:
        assert "heading 'Shop'" in start(environment, proxy_of(site)).accessibility_tree
        assert "heading 'Shop'" in start(environment, Proxy(f"http://{site.proxy}")).accessibility_tree
    assert {value for _, value in told(site)} == {None}


def test_wrong_credentials_lead_nowhere(browser: BrowserProcess, guarded: Any) -> None:
    with BrowserEnvironment(browser) as environment:
        seen = start(environment, proxy_of(guarded, password="wrong"))
        assert "heading 'Who are you?'" in seen.accessibility_tree
    assert len([path for path, _ in told(guarded) if path == "/"]) == 2


@pytest.mark.parametrize("is_guarded", [True, False])
def test_a_site_is_told_nothing(browser: BrowserProcess, site: Any, reply: Any, is_guarded: bool) -> None:
    def page(request: Any) -> Any:
        if is_guarded and request.headers.get("proxy-authorization") != RIGHT:
            return reply("", 407, headers={"Proxy-Authenticate": 'Basic realm="here"'})
        return reply("<h1>Say it</h1>", 401, headers={"WWW-Authenticate": 'Basic realm="here"'})

    site.pages = {"/": page, "/again": page}
    with BrowserEnvironment(browser) as environment:
        assert "heading 'Say it'" in start(environment, proxy_of(site)).accessibility_tree
        seen = environment.step("goto('http://shop.example/again')")
        assert "heading 'Say it'" in seen.accessibility_tree
    assert all("authorization" not in request.headers for request in site.requests)
    assert (RIGHT in {value for _, value in told(site)}) == is_guarded


def test_another_proxy_is_told_nothing(browser: BrowserProcess, guarded: Any) -> None:
    connection = browser.connection()
    login = ProxyLogin(connection, Proxy("http://127.0.0.1:9", "me", "a secret"))
    context = BrowserContext(connection, guarded.proxy, (800, 600))
    page = context.open_tab()
    page._login = login
    login.watch(page.session)
    page.call("Page.navigate", url="http://shop.example/")
    page.settle()
    context.close()
    assert not login.done
    assert {value for _, value in told(guarded)} == {None}
