"""The front page: what it lists, what it keeps to itself, and starting over."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

from shopworld.episode import Ending, Episode
from shopworld.mall import Mall, MallServer, Sites


@pytest.fixture
def door(mall: Mall) -> Iterator[MallServer]:
    """The shops of the default mall on a server without slots."""
    with MallServer(mall, slots=0) as server:
        yield server


def get(door: MallServer, path: str = "/", host: str = "localhost") -> httpx.Response:
    """A request to the door's own address."""
    headers = {"host": f"{host}:{door.door_port}"}
    return httpx.get(f"http://127.0.0.1:{door.door_port}{path}", headers=headers, trust_env=False, timeout=60)


def start_over(door: MallServer, origin: str) -> httpx.Response:
    """Presses the button."""
    headers = {"host": f"localhost:{door.door_port}", "origin": origin}
    return httpx.post(f"http://127.0.0.1:{door.door_port}/start-over", headers=headers, trust_env=False, timeout=60)


def links(page: str) -> list[str]:
    """Addresses of all links of a page."""
    return [link.attributes["href"] or "" for link in LexborHTMLParser(page).css("a[href]")]


def test_it_lists_the_shops_in_order_with_addresses_that_work(door: MallServer, mall: Mall) -> None:
    visitor = door.welcome()
    page = get(door).text
    names = [heading.text(strip=True) for heading in LexborHTMLParser(page).css("h2")]
    assert names == [shop.identity.name for shop in mall.shops]
    assert links(page) == [door.door_address(site.name, visitor) for site in mall.sites]
    for address in links(page):
        host, _, _ = address.removeprefix("http://").partition(":")
        assert get(door, host=host).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_without_a_visitor_it_names_no_episode(door: MallServer, new_episode: Callable[[], Episode], host: str) -> None:
    episode = new_episode()
    door.admit(episode)
    page = get(door, host=host)
    assert page.status_code == 200
    assert episode.label not in page.text
    assert links(page.text) == []
    assert start_over(door, f"http://localhost:{door.door_port}").status_code == 404
    assert door.visitor is None


def test_starting_over_makes_a_new_visit(door: MallServer) -> None:
    first = door.welcome()
    assert start_over(door, f"http://localhost:{door.door_port}").status_code == 303
    second = door.visitor
    assert second is not None
    assert second.label != first.label
    assert first.ending is Ending.STOPPED
    gone = get(door, host=f"swiftlap.{first.label}.localhost")
    assert gone.status_code == 410
    assert links(gone.text) == [door.front_address]
    assert get(door, host=f"swiftlap.{second.label}.localhost").status_code == 200


def test_no_shop_can_press_the_button(door: MallServer) -> None:
    visitor = door.welcome()
    for site in ("swiftlap", "solution"):
        assert start_over(door, door.door_address(site, visitor).rstrip("/")).status_code == 403
    assert door.visitor is visitor


def test_every_server_gives_other_labels(mall: Mall) -> None:
    labels = set()
    for _ in range(2):
        with MallServer(mall, slots=0) as server:
            labels.add(server.welcome().label)
    assert len(labels) == 2


def test_its_fonts_are_served_with_it(door: MallServer) -> None:
    page = get(door).text
    fonts = {part.partition('"')[0] for part in page.split('url("')[1:]}
    assert fonts
    for font in fonts:
        answer = get(door, font)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_a_broken_mall_gives_a_plain_page(
    door: MallServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Sites, "__iter__", lambda _: 1 / 0)
    with caplog.at_level(logging.ERROR, "shopworld.mall"):
        answer = get(door)
    assert answer.status_code == 500
    assert "Something broke" in answer.text
    assert "division" not in answer.text
    assert "division" in caplog.text


def test_nothing_else_is_there(door: MallServer) -> None:
    for path in ("/start-over", "/fonts/passwd", "/api", "/episodes"):
        assert get(door, path).status_code == 404
