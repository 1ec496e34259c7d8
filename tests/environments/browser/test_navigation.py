"""Only web addresses of the episode's own hosts can be reached."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.environments import BrowserEnvironment, BrowserProcess
from shopworld.environments.browser.navigation import read_address
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.errors import ActionError

HOSTS = frozenset({"techtalk.example", "camelcases.example"})
BASE = "http://techtalk.example/shop/page/2/"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://camelcases.example/x?s=a%20b#c", "http://camelcases.example/x?s=a%20b#c"),
        (" HTTP://TechTalk.example/ ", "http://TechTalk.example/"),
        ("techtalk.example/cart/", "http://techtalk.example/cart/"),
        ("techtalk.example:80/cart/", "http://techtalk.example:80/cart/"),
        ("/cart/", "http://techtalk.example/cart/"),
        ("../3/", "http://techtalk.example/shop/page/3/"),
        ("?orderby=price", "http://techtalk.example/shop/page/2/?orderby=price"),
        ("https://techtalk.example/", "https://techtalk.example/"),
    ],
)
def test_addresses_of_the_world_are_read(text: str, address: str) -> None:
    assert read_address(text, BASE, HOSTS) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "view-source:http://techtalk.example/",
        "chrome://version",
        "about:blank",
        "data:text/html,<p>x",
        "javascript:alert(1)",
        "blob:http://techtalk.example/1",
        "filesystem:http://techtalk.example/temporary/x",
        "ws://techtalk.example/",
        "http://other.example/",
        "http://techtalk.example.evil.com/",
        "http://techtalk.example@evil.com/",
        "http://user:word@techtalk.example/",
        "http://evil.com#techtalk.example",
        "http://localhost/",
        "http://127.0.0.1:8080/",
        "http://[::1]/",
        "http://techtalk.example:8080/",
        "http://techtalk.example:99999/",
        "//evil.com/x",
        "http:///x",
        "http://techtalk.example/\nHost: evil.com",
        "\\\\evil.com\\x",
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(ActionError):
        read_address(text, BASE, HOSTS)


@given(st.text(max_size=80) | st.text(alphabet="htps:/.@#?[]\\examplevic ", max_size=40))
def test_whatever_is_accepted_is_a_web_address_of_an_allowed_host(text: str) -> None:
    try:
        address = read_address(text, BASE, HOSTS)
    except ActionError:
        return
    assert address.lower().startswith(("http://techtalk.example", "http://camelcases.example", "https://"))


@pytest.mark.browser
def test_refused_addresses_never_reach_the_browser(browser: BrowserProcess, site: Any) -> None:
    site.pages["/"] = "<title>P</title>"
    episode = Episode(EpisodeIdentity("agent", "task"), "label")
    with BrowserEnvironment(browser, allowed_hosts={"shop.example"}) as environment:
        environment.open(episode, site.proxy, "http://shop.example/", "goal")
        for address in ("file:///etc/passwd", "view-source:http://shop.example/", "http://other.example/"):
            seen = environment.step(f"goto({address!r})")
            assert seen.last_action_error
            assert seen.url == "http://shop.example/"
    assert {request.host for request in site.requests} == {"shop.example"}


@pytest.mark.browser
@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "view-source:http://shop.example/",
        "chrome://version",
        "data:text/html,<title>Data</title>",
    ],
)
def test_pages_cannot_lead_off_the_web(visitor: Any, address: str) -> None:
    visitor.open(
        f"<a href='{address}'>link</a><button onclick=\"location = '{address}'\">go</button>"
        f"<button onclick=\"window.open('{address}')\">window</button>"
    )
    for control in ("link 'link'", "button 'go'", "button 'window'"):
        visitor.click(control)
        assert visitor.seen.url.startswith(("http://shop.example/", "about:blank")), visitor.seen.url
        assert "root:" not in visitor.tree
        assert len(visitor.seen.tabs) == 1 or visitor.seen.url == "about:blank"
        visitor.step("tab_focus(0)")


@pytest.mark.browser
@pytest.mark.parametrize("address", ["https://shop.example/", "http://127.0.0.1:{port}/", "http://localhost:{port}/"])
def test_the_machine_itself_and_https_go_to_the_proxy_and_end_there(visitor: Any, site: Any, address: str) -> None:
    target = address.format(port=site.proxy.rpartition(":")[2])
    visitor.open(f"<a href='{target}'>link</a>")
    visitor.click("link 'link'")
    assert "Page" not in visitor.seen.title
    assert all(request.host != "shop.example" or request.path == "/" for request in site.requests)
    if "port" in address:
        assert "refused by the proxy" in visitor.tree


@pytest.mark.browser
def test_downloads_are_denied(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/file"] = lambda request: reply(
        "data", content_type="application/octet-stream", headers={"Content-Disposition": "attachment; filename=x.bin"}
    )
    visitor.open("<a href=/file>get</a>")
    assert visitor.click("link 'get'").url == "http://shop.example/"
    assert "cannot be opened" in visitor.step("goto('/file')").last_action_error


@pytest.mark.browser
def test_an_address_that_does_not_answer_is_told(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/missing"] = lambda request: reply("<title>Gone</title>", status=404)
    visitor.open("<p>x</p>")
    assert visitor.step("goto('/missing')").title == "Gone"
    assert "cannot be opened: net::ERR_" in visitor.step("goto('https://shop.example/')").last_action_error
