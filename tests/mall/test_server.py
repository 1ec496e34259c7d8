"""Slots, the door, and what happens to requests on their way."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

from shopworld.episode import Ending, Episode
from shopworld.errors import EnvironmentFault, MallError
from shopworld.mall import AnswerSubmitted, EpisodeSlot, MallServer

NewEpisode = Callable[[], Episode]
Browse = Callable[[EpisodeSlot], httpx.Client]


def things(episode: Episode) -> list[tuple[str | None, Any]]:
    """What was added in an episode: shop and thing."""
    return [(event.shop, event.payload.model_dump().get("thing")) for event in episode.events]


def whole_answer(connection: socket.socket) -> bytes:
    """The home page of a tiny shop, head and body, from an open connection."""
    answer = b""
    while not answer.endswith(b"<p>/</p>"):
        chunk = connection.recv(65536)
        assert chunk, answer
        answer += chunk
    return answer


ADDING = (
    b"POST http://apple.example/cart/add HTTP/1.1\r\nHost: apple.example\r\nContent-Length: 10\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
)
"""Head of a form of ten bytes that puts a thing into the cart."""


def wait_until_begun(server: MallServer) -> None:
    """Returns when a request is under way, though its body may not have come."""
    assert server._server is not None
    while not server._server.server_state.tasks:
        time.sleep(0.001)


def opened_at(server: MallServer, slot: EpisodeSlot, port: int, new_episode: NewEpisode) -> Episode:
    """A new episode, the first that a closed slot has at a port again."""
    while True:
        episode = new_episode()
        server.open(slot, episode)
        if slot.port == port:
            return episode
        server.close(slot)


@contextlib.contextmanager
def stuck_shop(server: MallServer) -> Iterator[Callable[[], bool]]:
    """Inside, `/stuck/` is not answered; gives what tells whether it was asked for."""
    site = server.mall.sites.named("apple")
    assert site is not None
    shop: Any = site.application
    shop.stuck = True
    try:
        yield lambda: shop.waits
    finally:
        shop.stuck = False


def by_door(server: MallServer, host: str, path: str = "/", method: str = "GET", **options: Any) -> httpx.Response:
    """A request to the door with that Host header."""
    headers = {"host": host, **options.pop("headers", {})}
    return httpx.request(
        method, f"http://127.0.0.1:{server.door_port}{path}", headers=headers, trust_env=False, timeout=60, **options
    )


def test_a_slot_is_the_proxy_of_its_episode(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    slot, episode = server.slots[0], new_episode()
    server.open(slot, episode)
    client = browse(slot)
    assert "<h1>apple</h1>" in client.get("http://apple.example/").text
    assert "<h1>pear</h1>" in client.get("http://PEAR.example:80/x").text
    answer = client.post("http://pear.example/cart/add", data={"thing": "stone"}, follow_redirects=True)
    assert str(answer.url) == "http://pear.example/cart/"
    assert "pear: stone" in answer.text
    assert things(episode) == [("pear", "stone")]


def test_origin_form_with_a_host_header_works_too(server: MallServer, new_episode: NewEpisode) -> None:
    server.open(server.slots[0], new_episode())
    address = f"http://{server.slots[0].proxy_address}/some/path"
    answer = httpx.get(address, headers={"host": "apple.example"}, trust_env=False, timeout=60)
    assert "/some/path" in answer.text
    assert httpx.get(address, trust_env=False, timeout=60).status_code == 403


def test_a_slot_serves_nothing_before_and_after_its_episode(
    server: MallServer, new_episode: NewEpisode, browse: Browse
) -> None:
    with MallServer(server.mall) as fresh:
        slot = fresh.slots[0]
        client = browse(slot)
        assert client.get("http://apple.example/").status_code == 503
        fresh.open(slot, new_episode())
        assert client.get("http://apple.example/").status_code == 200
        fresh.close(slot)
        assert client.get("http://apple.example/").status_code == 410


def test_a_slot_goes_from_episode_to_episode(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    slot = server.slots[0]
    for number in range(5):
        episode = new_episode()
        server.open(slot, episode)
        client = browse(slot)
        client.post("http://apple.example/cart/add", data={"thing": f"n{number}"})
        assert f"<p>apple: n{number}</p>" in client.get("http://apple.example/cart/").text
        assert server.close(slot) == ()
        assert episode.ending is Ending.STOPPED


def test_what_the_episode_before_still_sends_does_not_reach_the_next(
    server: MallServer, new_episode: NewEpisode, browse: Browse
) -> None:
    slot = server.slots[0]
    server.open(slot, new_episode())
    before = browse(slot)
    server.close(slot)
    episode = new_episode()
    server.open(slot, episode)
    assert before.post("http://apple.example/cart/add", data={"thing": "late"}).status_code == 410
    assert episode.events == []
    assert browse(slot).get("http://apple.example/").status_code == 200


def test_a_connection_does_not_outlive_its_episode(server: MallServer, new_episode: NewEpisode) -> None:
    slot = server.slots[0]
    server.open(slot, new_episode())
    with socket.create_connection(("127.0.0.1", slot.port), timeout=300) as connection:
        connection.sendall(b"GET http://apple.example/ HTTP/1.1\r\nHost: apple.example\r\n\r\n")
        assert whole_answer(connection).startswith(b"HTTP/1.1 200")
        server.close(slot)
        later = new_episode()
        server.open(slot, later)
        assert connection.recv(65536) == b""
    assert later.events == []


def test_a_connection_that_could_not_be_cut_reaches_no_later_episode(
    server: MallServer, new_episode: NewEpisode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopworld.mall.server.FINISH_SECONDS", 0.1)
    slot = server.slots[0]
    server.open(slot, new_episode())
    place = ("127.0.0.1", slot.port)
    with socket.create_connection(place, 10) as stuck, socket.create_connection(place, 10) as connection:
        connection.sendall(b"GET http://apple.example/ HTTP/1.1\r\nHost: apple.example\r\n\r\n")
        assert whole_answer(connection).startswith(b"HTTP/1.1 200")
        with stuck_shop(server) as is_stuck:
            stuck.sendall(b"GET http://apple.example/stuck/ HTTP/1.1\r\nHost: apple.example\r\n\r\n")
            while not is_stuck():
                time.sleep(0.005)
            with pytest.raises(EnvironmentFault, match="did not end"):
                server.close(slot)
            later = opened_at(server, slot, place[1], new_episode)
            connection.sendall(ADDING + b"thing=late")
            assert connection.recv(65536).startswith(b"HTTP/1.1 410")
        assert later.events == []


def test_a_form_that_is_sent_too_slowly_reaches_no_later_episode(server: MallServer, new_episode: NewEpisode) -> None:
    slot = server.slots[0]
    before = new_episode()
    server.open(slot, before)
    port = slot.port
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(ADDING + b"thing=")
        wait_until_begun(server)
        server.close(slot)
        later = opened_at(server, slot, port, new_episode)
        connection.sendall(b"late")
        assert connection.recv(65536).startswith(b"HTTP/1.1 410")
    assert (before.events, later.events) == ([], [])


def test_a_slot_holds_one_episode(server: MallServer, new_episode: NewEpisode) -> None:
    server.open(server.slots[0], new_episode())
    with pytest.raises(MallError, match="close it first"):
        server.open(server.slots[0], new_episode())


def test_an_episode_is_opened_once(server: MallServer, new_episode: NewEpisode) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    with pytest.raises(MallError, match="used before"):
        server.open(server.slots[1], episode)
    server.close(server.slots[0])
    with pytest.raises(MallError, match="has ended"):
        server.open(server.slots[0], episode)


def test_other_hosts_and_ports_are_refused(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    server.open(server.slots[0], new_episode())
    client = browse(server.slots[0])
    for address in (
        "http://other.example/",
        "http://apple.example:8080/",
        "http://localhost/",
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://[::1]/",
        "http://apple.example./",
        "http://sub.apple.example/",
        f"http://127.0.0.1:{server.door_port}/",
        f"http://localhost:{server.door_port}/",
        f"http://{server.slots[1].proxy_address}/",
    ):
        answer = client.get(address)
        assert answer.status_code == 403, address
        assert "Not part of this world" in answer.text
        assert 'href="http' not in answer.text


def test_https_and_tunnels_are_refused(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    server.open(server.slots[0], new_episode())
    with pytest.raises(httpx.ProxyError, match="405"):
        browse(server.slots[0]).get("https://apple.example/")


def test_the_door_finds_episode_and_shop(server: MallServer, new_episode: NewEpisode) -> None:
    one, other = new_episode(), new_episode()
    server.open(server.slots[0], one)
    server.admit(other)
    for episode in (one, other):
        host = f"pear.{episode.label}.localhost:{server.door_port}"
        assert by_door(server, host, "/cart/add", "POST", data={"thing": episode.label}).status_code == 303
        assert episode.label in by_door(server, host, "/cart/").text
        assert things(episode) == [("pear", episode.label)]
    assert server.door_address("pear", one) == f"http://pear.{one.label}.localhost:{server.door_port}/"


@pytest.mark.parametrize("name", ["apple.{}", "apple.{}.x", "x.apple.{}", "{}"])
def test_the_door_tells_nothing_of_unknown_episodes(server: MallServer, new_episode: NewEpisode, name: str) -> None:
    server.admit(new_episode())
    host = name.format("e0123456789abcdef012") + ".localhost"
    assert by_door(server, host).status_code in (403, 404)


def test_the_door_knows_no_other_shop(server: MallServer, new_episode: NewEpisode) -> None:
    episode = new_episode()
    server.admit(episode)
    assert by_door(server, f"plum.{episode.label}.localhost").status_code == 404
    assert by_door(server, f"..{episode.label}.localhost").status_code == 404
    assert by_door(server, "apple.example").status_code == 403


def test_only_the_door_leads_people_to_the_list_of_shops(
    server: MallServer, new_episode: NewEpisode, browse: Browse
) -> None:
    server.open(server.slots[0], new_episode())
    link = LexborHTMLParser(by_door(server, "apple.unknown.localhost").text).css_first("a[href]")
    assert link is not None
    assert link.attributes["href"] == server.front_address
    assert "localhost" not in browse(server.slots[0]).get("http://other.example/").text
    asked = httpx.get(server.proxy_server, headers={"host": "apple.example"}, trust_env=False, timeout=60)
    assert (asked.status_code, "localhost" in asked.text) == (407, False)


def test_a_finished_episode_is_gone(server: MallServer, new_episode: NewEpisode) -> None:
    episode = new_episode()
    server.admit(episode)
    server.dismiss(episode)
    answer = by_door(server, f"apple.{episode.label}.localhost")
    assert answer.status_code == 410
    assert "This episode has ended" in answer.text


def test_an_answer_ends_the_episode(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    client = browse(server.slots[0])
    form = client.get("http://solution.example/")
    assert "Submit Final Result" in form.text
    assert client.post("http://solution.example/", data={"solution": " "}).status_code == 422
    answer = client.post("http://solution.example/", data={"solution": "http://a/###\r\n<b>"})
    assert "Your result was submitted" in answer.text
    assert "&lt;b&gt;" in answer.text
    assert episode.ending is Ending.SUBMITTED
    assert [event.payload for event in episode.events] == [AnswerSubmitted(text="http://a/###\n<b>")]
    for again in (client.post("http://solution.example/", data={"solution": "b"}), client.get("http://apple.example/")):
        assert again.status_code == 410
    server.close(server.slots[0])
    assert episode.ending is Ending.SUBMITTED
    assert len(episode.events) == 1


def test_nothing_happens_in_an_episode_that_was_ended_elsewhere(
    server: MallServer, new_episode: NewEpisode, browse: Browse
) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    episode.end(Ending.LIMIT)
    assert browse(server.slots[0]).post("http://apple.example/cart/add", data={"thing": "x"}).status_code == 410
    assert episode.events == []


@pytest.mark.parametrize("path", ["/broken/", "/half/", "/failing/"])
def test_a_fault_is_ours_and_is_told(
    server: MallServer, new_episode: NewEpisode, browse: Browse, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    episode, innocent = new_episode(), new_episode()
    server.open(server.slots[0], episode)
    server.open(server.slots[1], innocent)
    client = browse(server.slots[0])
    with caplog.at_level(logging.ERROR, "shopworld.mall"):
        answer = client.get(f"http://apple.example{path}")
    assert answer.status_code == 500
    assert "Something broke" in answer.text
    assert "wheel" not in answer.text
    assert "secret" not in answer.text
    assert path in caplog.text
    (fault,) = server.faults(episode)
    assert fault.address == f"http://apple.example{path}"
    assert client.get("http://apple.example/").status_code == 200
    assert server.close(server.slots[0]) == (fault,)
    assert server.faults(innocent) == ()


@pytest.mark.parametrize(
    "to",
    ["http://evil.example/", "//evil.example/", "https://apple.example/", "javascript:alert(1)", "relative/"],
)
def test_no_redirect_leaves_a_shop(server: MallServer, new_episode: NewEpisode, browse: Browse, to: str) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    answer = browse(server.slots[0]).get("http://apple.example/away/", params={"to": to})
    assert answer.status_code == 500
    assert "location" not in answer.headers
    assert server.faults(episode)


@pytest.mark.parametrize("to", ["/cart/?x=1#y", "http://apple.example/cart/?x=1#y"])
def test_a_redirect_within_the_shop_is_relative(
    server: MallServer, new_episode: NewEpisode, browse: Browse, to: str
) -> None:
    server.open(server.slots[0], new_episode())
    answer = browse(server.slots[0]).get("http://apple.example/away/", params={"to": to})
    assert answer.headers["location"] == "/cart/?x=1#y"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://pear.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://apple.example:8080"},
        {"origin": "https://apple.example"},
        {"origin": "http://apple.example", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"referer": "http://pear.example/cart/"},
        {"referer": "http://[broken"},
    ],
)
def test_a_form_of_another_site_changes_nothing(
    server: MallServer, new_episode: NewEpisode, browse: Browse, headers: dict[str, str]
) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    client = browse(server.slots[0])
    answer = client.post("http://apple.example/cart/add", data={"thing": "x"}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert episode.events == []
    assert client.get("http://apple.example/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://apple.example"}, {"referer": "http://apple.example/product/x/"}]
)
def test_a_form_of_the_shop_itself_is_taken(
    server: MallServer, new_episode: NewEpisode, browse: Browse, headers: dict[str, str]
) -> None:
    server.open(server.slots[0], new_episode())
    client = browse(server.slots[0])
    assert client.post("http://apple.example/cart/add", data={"thing": "x"}, headers=headers).status_code == 303


def test_a_site_is_asked_as_the_asgi_specification_says(
    server: MallServer, new_episode: NewEpisode, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, seen = server.mall.sites.named("pear"), {}
    assert site is not None
    answer = type(site.application).answer  # type: ignore[attr-defined]

    async def spy(shop: Any, request: Any, told: Episode) -> Any:
        seen.update(request.scope)
        return await answer(shop, request, told)

    monkeypatch.setattr(type(site.application), "answer", spy)
    episode = new_episode()
    server.open(server.slots[0], episode)
    browse(server.slots[0]).get("http://PEAR.example/caf%C3%A9/?q=a%20b", headers={"x-one": "1"})
    assert {name: seen[name] for name in ("type", "http_version", "method", "scheme", "root_path", "client")} == {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "root_path": "",
        "client": None,
    }
    assert (seen["path"], seen["raw_path"], seen["query_string"]) == ("/café/", b"/caf%C3%A9/", b"q=a%20b")
    assert seen["server"] == ("pear.example", 80)
    assert seen["asgi"]["version"] == "3.0"
    assert (b"host", b"pear.example") in seen["headers"]
    assert (b"x-one", b"1") in seen["headers"]
    assert seen["shopworld.episode"] is episode


def test_shops_of_one_episode_are_foreign_to_each_other_at_the_door(
    server: MallServer, new_episode: NewEpisode
) -> None:
    episode = new_episode()
    server.admit(episode)
    host = f"apple.{episode.label}.localhost:{server.door_port}"
    for origin, status in ((host, 303), (host.replace("apple", "pear"), 403), (f"localhost:{server.door_port}", 403)):
        headers = {"origin": f"http://{origin}"}
        answer = by_door(server, host, "/cart/add", "POST", data={"thing": "x"}, headers=headers)
        assert answer.status_code == status, origin


def test_pages_carry_the_security_headers(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    server.open(server.slots[0], new_episode())
    client = browse(server.slots[0])
    for address in ("http://apple.example/", "http://solution.example/", "http://other.example/"):
        headers = client.get(address).headers
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "date" not in headers
        assert "server" not in headers
    assert client.get("http://apple.example/asset.js").headers["cache-control"] == "immutable"


def test_head_answers_like_get_without_a_body(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    server.open(server.slots[0], new_episode())
    client = browse(server.slots[0])
    for address in ("http://apple.example/", "http://solution.example/", "http://other.example/"):
        head, get = client.head(address), client.get(address)
        assert head.status_code == get.status_code
        assert head.content == b""
        assert head.headers == get.headers


def test_requests_of_one_episode_wait_for_each_other(
    server: MallServer, new_episode: NewEpisode, browse: Browse
) -> None:
    episodes = [new_episode() for _ in range(3)]
    for slot, episode in zip(server.slots, episodes, strict=True):
        server.open(slot, episode)
    clients = [browse(slot) for slot in server.slots for _ in range(6)]
    with ThreadPoolExecutor(len(clients)) as pool:
        answers = list(pool.map(lambda client: client.get("http://apple.example/slow/").status_code, clients))
    assert answers == [200] * len(clients)
    site = server.mall.sites.named("apple")
    assert site is not None
    busiest: Counter[str] = getattr(site.application, "busiest")  # noqa: B009 - a tiny shop counts
    assert [busiest[episode.label] for episode in episodes] == [1, 1, 1]
    assert busiest[""] > 1


def test_closing_waits_for_the_request_under_way(server: MallServer, new_episode: NewEpisode) -> None:
    slot, episode = server.slots[0], new_episode()
    server.open(slot, episode)
    with socket.create_connection(("127.0.0.1", slot.port), timeout=300) as connection:
        connection.sendall(b"GET /slow/ HTTP/1.1\r\nHost: apple.example\r\n\r\n")
        site = server.mall.sites.named("apple")
        assert site is not None
        busy: Counter[str] = getattr(site.application, "busy")  # noqa: B009 - a tiny shop counts
        while episode.label not in busy:
            time.sleep(0.001)
        server.close(slot)
        assert busy[episode.label] == 0
    assert episode.ending is Ending.STOPPED


def test_a_connection_is_kept_alive(server: MallServer, new_episode: NewEpisode) -> None:
    server.open(server.slots[0], new_episode())
    with socket.create_connection(("127.0.0.1", server.slots[0].port), timeout=300) as connection:
        for _ in range(3):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: apple.example\r\n\r\n")
            assert whole_answer(connection).startswith(b"HTTP/1.1 200")


def test_pages_are_sent_without_delay(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    server.open(server.slots[0], new_episode())
    browse(server.slots[0]).get("http://apple.example/")
    assert server._server is not None
    delays = {
        protocol.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        for protocol in server._server.server_state.connections
    }
    assert delays
    assert 0 not in delays


def test_a_large_body_is_refused(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    client = browse(server.slots[0])
    body = b"thing=" + b"x" * 70_000
    assert client.post("http://apple.example/cart/add", content=body).status_code == 413
    chunked = client.post(
        "http://apple.example/cart/add", content=(body[at : at + 1000] for at in range(0, 70_000, 1000))
    )
    assert chunked.status_code == 413
    assert episode.events == []
    assert client.post("http://apple.example/cart/add", content=body[:60_000]).status_code == 303


def test_faults_are_forgotten_with_their_episode(server: MallServer, new_episode: NewEpisode, browse: Browse) -> None:
    episode = new_episode()
    server.open(server.slots[0], episode)
    browse(server.slots[0]).get("http://apple.example/broken/")
    assert len(server.close(server.slots[0])) == 1
    remembered = weakref.ref(episode)
    del episode
    gc.collect()
    assert remembered() is None


def test_a_server_starts_and_stops_again_and_again(server: MallServer, new_episode: NewEpisode) -> None:
    before = set(threading.enumerate())
    for _ in range(3):
        again = MallServer(server.mall, slots=2).start()
        again.open(again.slots[0], new_episode())
        port = again.slots[0].port
        again.stop()
        again.stop()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=300)
    assert set(threading.enumerate()) <= before


def test_a_taken_port_is_told(server: MallServer) -> None:
    with pytest.raises(MallError, match=f"port {server.door_port}"):
        MallServer(server.mall, door_port=server.door_port).start()


def test_a_running_server_is_not_started_twice(server: MallServer) -> None:
    with pytest.raises(MallError, match="already"):
        server.start()


def test_only_loopback_is_listened_on(server: MallServer) -> None:
    for port in (server.door_port, *(port for slot in server.slots for port in slot.ports)):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port), timeout=300)
