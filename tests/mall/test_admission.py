"""Many episodes behind one proxy: credentials name the episode of each request."""

from __future__ import annotations

import asyncio
import base64
import shutil
import socket
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import Ending, Episode
from shopworld.errors import MallError
from shopworld.mall import Admission, MallServer, Proxy
from shopworld.mall.admission import Credentials

NewEpisode = Callable[[], Episode]
LIVE_AT_ONCE = 50
ADD = "http://apple.example/cart/add"
CART = "http://apple.example/cart/"


def basic(user: str, password: str) -> str:
    """A `Proxy-Authorization` header's value, as RFC 7617 has it."""
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def header_of(proxy: Proxy) -> str:
    """The header with which a client answers the proxy."""
    return basic(proxy.username, proxy.password)


def things(episode: Episode) -> list[Any]:
    """What was added in an episode."""
    return [event.payload.model_dump().get("thing") for event in episode.events]


def client_of(proxy: Proxy) -> httpx.Client:
    """A client that knows server and credentials."""
    auth = (proxy.username, proxy.password)
    return httpx.Client(proxy=httpx.Proxy(proxy.server, auth=auth), trust_env=False, verify=False, timeout=60)


class Wire:
    """A raw connection to the proxy, over which each request says by itself whose it is."""

    def __init__(self, proxy: Proxy) -> None:
        host, _, port = proxy.server.removeprefix("http://").partition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=300)
        self.stream = self.socket.makefile("rb")
        self.headers: dict[str, str] = {}
        """Of the last answer."""

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()
        self.socket.close()

    def send(self, proxy: Proxy | None, path: str = "/cart/", body: str | None = None, length: int = 0) -> None:
        """Sends a request and reads nothing."""
        head = f"{'GET' if body is None else 'POST'} http://apple.example{path} HTTP/1.1\r\nHost: apple.example\r\n"
        if proxy is not None:
            head += f"Proxy-Authorization: {header_of(proxy)}\r\n"
        if body is not None:
            head += f"Content-Length: {length or len(body)}\r\n"
        self.socket.sendall(f"{head}\r\n{body or ''}".encode())

    def read(self) -> tuple[int, str]:
        """Status and body of the next answer; status 0 where the connection ends instead."""
        try:
            line = self.stream.readline()
        except ConnectionResetError:
            line = b""
        if not line:
            return 0, ""
        self.headers = {}
        while (header := self.stream.readline().decode().strip()) != "":
            name, _, value = header.partition(":")
            self.headers[name.lower()] = value.strip()
        return int(line.split()[1]), self.stream.read(int(self.headers["content-length"])).decode()

    def ask(self, proxy: Proxy | None, path: str = "/cart/", body: str | None = None) -> tuple[int, str]:
        """Sends a request and reads its answer."""
        self.send(proxy, path, body)
        return self.read()


@pytest.fixture
def server(running_server: MallServer) -> Iterator[MallServer]:
    """A server whose episodes are all dismissed at the end."""
    yield running_server
    for live in running_server._episodes.all():
        running_server.dismiss(live.episode)


@pytest.fixture
def admit(server: MallServer, new_episode: NewEpisode) -> Callable[[], tuple[Episode, Proxy]]:
    """Lets a new episode in."""

    def admit() -> tuple[Episode, Proxy]:
        episode = new_episode()
        return episode, server.admit(episode).proxy

    return admit


Admit = Callable[[], tuple[Episode, Proxy]]


def busy(server: MallServer, shop: str = "apple") -> Counter[str]:
    """Requests for `/slow/` that a tiny shop is answering, by episode."""
    site = server.mall.sites.named(shop)
    assert site is not None
    found: Counter[str] = getattr(site.application, "busy")  # noqa: B009 - a tiny shop counts
    return found


def test_credentials_name_the_episode(admit: Admit) -> None:
    one, other = admit(), admit()
    assert one[1].server == other[1].server
    for number, (_, proxy) in enumerate((one, other)):
        with client_of(proxy) as client:
            answer = client.post(ADD, data={"thing": f"n{number}"}, follow_redirects=True)
            assert answer.text.endswith(f"<p>apple: n{number}</p>")
    assert (things(one[0]), things(other[0])) == (["n0"], ["n1"])


def test_the_proxy_stays_where_it_is(server: MallServer, admit: Admit) -> None:
    servers = set()
    for _ in range(5):
        episode, proxy = admit()
        servers.add(proxy.server)
        server.dismiss(episode)
    assert servers == {server.proxy_server}


def test_fifty_episodes_are_live_at_once(server: MallServer, new_episode: NewEpisode) -> None:
    episodes = [new_episode() for _ in range(LIVE_AT_ONCE)]
    proxies = [server.admit(episode).proxy for episode in episodes]

    async def shop(number: int) -> str:
        proxy = httpx.Proxy(proxies[number].url)
        async with httpx.AsyncClient(proxy=proxy, trust_env=False, verify=False, timeout=60) as client:
            for turn in range(4):
                await client.post(ADD, data={"thing": f"n{number}.{turn}"})
            await client.get("http://apple.example/slow/")
            return (await client.get(CART)).text

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*(shop(number) for number in range(LIVE_AT_ONCE)))

    mine = [[f"n{number}.{turn}" for turn in range(4)] for number in range(LIVE_AT_ONCE)]
    assert asyncio.run(all_at_once()) == [f"<title>Cart</title><p>apple: {' '.join(names)}</p>" for names in mine]
    assert [things(episode) for episode in episodes] == mine


def test_episodes_come_and_go_from_many_threads(server: MallServer, new_episode: NewEpisode) -> None:
    def play(thread: int) -> list[list[Any]]:
        played = []
        for turn in range(5):
            episode = new_episode()
            with client_of(server.admit(episode).proxy) as client:
                assert client.post(ADD, data={"thing": f"n{thread}.{turn}"}).status_code == 303
                assert server.dismiss(episode) == ()
                assert client.get(CART).status_code == 410
            played.append(things(episode))
        return played

    with ThreadPoolExecutor(8) as pool:
        played = list(pool.map(play, range(8)))
    assert played == [[[f"n{thread}.{turn}"] for turn in range(5)] for thread in range(8)]
    assert server._episodes.all() == ()


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "Basic",
        "Basic ",
        "Basic :",
        "Basic =====",
        "Basic /w==",
        "Basic {label}",
        "Bearer {password}",
        "{good} x",
        "{good}\r\nProxy-Authorization: {good}",
        "{good}\r\nProxy-Authorization: {other}",
        "Digest {good}",
        basic("", ""),
        "{wrong}",
        "{swapped}",
        "{bare}",
        "{of_other}",
        "{longer}",
        "{upper}",
    ],
)
def test_who_proves_no_episode_is_asked_for_credentials(admit: Admit, value: str | None) -> None:
    (episode, proxy), (other, other_proxy) = admit(), admit()
    kinds = {
        "label": proxy.username,
        "password": proxy.password,
        "good": header_of(proxy),
        "other": header_of(other_proxy),
        "wrong": basic(proxy.username, "0" * len(proxy.password)),
        "swapped": basic(proxy.password, proxy.username),
        "bare": basic(proxy.username, ""),
        "of_other": basic(proxy.username, other_proxy.password),
        "longer": basic(proxy.username, proxy.password + "0"),
        "upper": basic(proxy.username.upper(), proxy.password),
    }
    lines = f"Proxy-Authorization: {value.format(**kinds)}\r\n" if value is not None else ""
    with Wire(proxy) as wire:
        body = f"Host: apple.example\r\nContent-Length: 7\r\n{lines}\r\nthing=x"
        wire.socket.sendall(f"POST {ADD} HTTP/1.1\r\n{body}".encode())
        status, page = wire.read()
    assert status == 407
    assert wire.headers["proxy-authenticate"].startswith('Basic realm="episode"')
    assert "Credentials needed" in page
    assert proxy.username not in page
    assert (episode.events, other.events) == ([], [])


@given(st.text(max_size=30), st.text(max_size=80))
def test_a_password_opens_its_own_label_only(label: str, guess: str) -> None:
    credentials = Credentials()
    # A user name ends at the first colon, in the RFC too; labels have none.
    own = basic(label, credentials.password(label)).encode()
    assert credentials.proven_label([(b"proxy-authorization", own)]) == (label if ":" not in label else None)
    assert credentials.proven_label([(b"proxy-authorization", basic(label, guess).encode())]) is None
    assert Credentials().proven_label([(b"proxy-authorization", own)]) is None


@given(st.binary(max_size=60))
def test_no_header_breaks_the_reading(value: bytes) -> None:
    for whole in (value, b"Basic " + value, b"Basic " + base64.b64encode(value)):
        assert Credentials().proven_label([(b"host", b"x"), (b"proxy-authorization", whole)]) is None


def test_a_password_is_not_printed(admit: Admit) -> None:
    _, proxy = admit()
    assert proxy.password not in repr(Admission(proxy, {}))
    assert proxy.url == proxy.server.replace("//", f"//{proxy.username}:{proxy.password}@")
    assert Proxy(proxy.server).url == proxy.server


def test_each_request_of_a_connection_names_its_own_episode(admit: Admit) -> None:
    (one, proxy), (other, other_proxy) = admit(), admit()
    with Wire(proxy) as wire:
        for turn in range(3):
            assert wire.ask(proxy, "/cart/add", f"thing=one{turn}")[0] == 303
            assert wire.ask(None)[0] == 407
            assert wire.ask(other_proxy, "/cart/add", f"thing=other{turn}")[0] == 303
        assert "one0 one1 one2</p>" in wire.ask(proxy)[1]
        assert "other0 other1 other2</p>" in wire.ask(other_proxy)[1]
    assert things(one) == ["one0", "one1", "one2"]
    assert things(other) == ["other0", "other1", "other2"]


def test_pipelined_requests_of_two_episodes_do_not_mix(admit: Admit) -> None:
    (one, proxy), (other, other_proxy) = admit(), admit()
    with Wire(proxy) as wire:
        for turn in range(4):
            wire.send((proxy, other_proxy)[turn % 2], "/cart/add", f"thing=n{turn}")
        assert [wire.read()[0] for _ in range(4)] == [303] * 4
    assert (things(one), things(other)) == (["n0", "n2"], ["n1", "n3"])


def test_a_connection_that_went_over_to_another_episode_outlives_the_first(server: MallServer, admit: Admit) -> None:
    (one, proxy), (other, other_proxy) = admit(), admit()
    with Wire(proxy) as wire:
        assert wire.ask(proxy)[0] == 200
        assert wire.ask(other_proxy)[0] == 200
        server.dismiss(one)
        assert wire.ask(other_proxy, "/cart/add", "thing=x")[0] == 303
        assert wire.ask(proxy, "/cart/add", "thing=late")[0] == 410
        assert wire.read() == (0, "")
    assert (things(one), things(other)) == ([], ["x"])


def test_dismissal_cuts_the_connections_of_the_episode_only(server: MallServer, admit: Admit) -> None:
    (one, proxy), (_, other_proxy) = admit(), admit()
    with Wire(proxy) as wire, Wire(proxy) as second, Wire(other_proxy) as neighbour:
        for connection, whose in ((wire, proxy), (second, proxy), (neighbour, other_proxy)):
            assert connection.ask(whose)[0] == 200
        server.dismiss(one)
        assert one.ending is Ending.STOPPED
        assert (wire.read(), second.read()) == ((0, ""), (0, ""))
        assert neighbour.ask(other_proxy)[0] == 200


def test_dismissal_waits_for_the_request_under_way_and_cuts_those_behind(server: MallServer, admit: Admit) -> None:
    episode, proxy = admit()
    with Wire(proxy) as wire, Wire(proxy) as behind:
        wire.send(proxy, "/slow/")
        while episode.label not in busy(server):
            time.sleep(0.001)
        behind.send(proxy, "/cart/add", "thing=behind")
        server.dismiss(episode)
        assert busy(server)[episode.label] == 0
        assert wire.read()[0] == 200
        assert wire.read() == (0, "")
        had_its_turn = behind.read()[0] == 303  # else it was cut, or came too late
    assert things(episode) == (["behind"] if had_its_turn else [])


def test_a_request_whose_body_comes_too_late_reaches_nobody(server: MallServer, admit: Admit) -> None:
    episode, proxy = admit()
    with Wire(proxy) as wire:
        wire.send(proxy, "/cart/add", "thing=", length=10)
        assert server._server is not None
        while not server._server.server_state.tasks:
            time.sleep(0.001)
        server.dismiss(episode)
        next_episode, _ = admit()
        wire.socket.sendall(b"late")
        assert wire.read()[0] == 410
    assert (episode.events, next_episode.events) == ([], [])


def test_what_a_dismissed_episode_still_sends_does_not_reach_the_next(server: MallServer, admit: Admit) -> None:
    before, proxy = admit()
    server.dismiss(before)
    episode, next_proxy = admit()
    with client_of(proxy) as late:
        answer = late.post(ADD, data={"thing": "late"})
        assert answer.status_code == 410
        assert "This episode has ended" in answer.text
    with client_of(next_proxy) as client:
        assert client.get(CART).status_code == 200
    assert (before.events, episode.events) == ([], [])


def test_an_answer_cuts_the_other_connections_too(admit: Admit) -> None:
    episode, proxy = admit()
    with Wire(proxy) as idle, client_of(proxy) as client:
        assert idle.ask(proxy)[0] == 200
        answer = client.post("http://solution.example/", data={"solution": "a"})
        assert "Your result was submitted" in answer.text
        assert answer.headers["connection"] == "close"
        assert idle.read() == (0, "")
        assert client.get(CART).status_code == 410
    assert episode.ending is Ending.SUBMITTED


def test_who_reads_that_an_answer_was_taken_finds_the_other_connections_closed(admit: Admit) -> None:
    for _ in range(30):
        _, proxy = admit()
        with client_of(proxy) as client:  # one connection to each host, which it uses again where it is not closed
            assert client.get(CART).status_code == 200
            assert client.post("http://solution.example/", data={"solution": "a"}).status_code == 200
            assert client.get(CART).status_code == 410


def test_an_episode_that_ended_by_itself_is_cut_when_it_is_dismissed(server: MallServer, admit: Admit) -> None:
    episode, proxy = admit()
    with Wire(proxy) as wire:
        assert wire.ask(proxy)[0] == 200
        episode.end(Ending.MESSAGE)
        server.dismiss(episode)
        assert wire.read() == (0, "")
    assert episode.ending is Ending.MESSAGE


def test_an_episode_that_was_ended_elsewhere_is_over_at_once(admit: Admit) -> None:
    episode, proxy = admit()
    episode.end(Ending.LIMIT)
    with Wire(proxy) as wire:
        assert wire.ask(proxy, "/cart/add", "thing=x")[0] == 410
        assert wire.read() == (0, "")
    assert episode.events == []


def test_only_the_mall_is_behind_the_proxy(server: MallServer, admit: Admit) -> None:
    _, proxy = admit()
    with client_of(proxy) as client:
        for address in (
            "http://other.example/",
            "http://apple.example:8080/",
            f"http://127.0.0.1:{server.door_port}/",
            f"http://localhost:{server.door_port}/",
            f"http://apple.{proxy.username}.localhost:{server.door_port}/",
            f"http://{server.slots[0].proxy_address}/",
            server.proxy_server,
        ):
            answer = client.get(address)
            assert answer.status_code == 403, address
            assert "Not part of this world" in answer.text
        with pytest.raises(httpx.ProxyError, match="405"):
            client.get("https://apple.example/")


def test_shops_see_nothing_of_the_credentials(server: MallServer, admit: Admit) -> None:
    _, proxy = admit()
    seen = {}
    site = server.mall.sites.named("pear")
    assert site is not None
    answer = type(site.application).answer  # type: ignore[attr-defined]

    async def spy(self: Any, request: Any, told: Episode) -> Any:
        seen.update(request.headers)
        return await answer(self, request, told)

    with pytest.MonkeyPatch.context() as patch, client_of(proxy) as client:
        patch.setattr(type(site.application), "answer", spy)
        client.get("http://pear.example/")
    assert seen["host"] == "pear.example"
    assert "proxy-authorization" not in seen


def test_faults_are_told_of_their_own_episode(server: MallServer, admit: Admit) -> None:
    (episode, proxy), (innocent, _) = admit(), admit()
    with client_of(proxy) as client:
        assert client.get("http://apple.example/broken/").status_code == 500
    (fault,) = server.dismiss(episode)
    assert fault.address == "http://apple.example/broken/"
    assert server.dismiss(episode) == (fault,)
    assert server.dismiss(innocent) == ()


def test_an_episode_is_admitted_once_and_by_a_running_server(server: MallServer, new_episode: NewEpisode) -> None:
    episode = new_episode()
    with pytest.raises(MallError, match="not being served"):
        MallServer(server.mall).admit(episode)
    server.admit(episode)
    with pytest.raises(MallError, match="used before"):
        server.admit(episode)
    same_label = Episode(episode.identity, episode.label)
    assert server.dismiss(same_label) == ()
    assert episode.ending is None


def test_doors_lead_to_the_same_episode_and_are_cut_with_it(server: MallServer, new_episode: NewEpisode) -> None:
    episode = new_episode()
    admission = server.admit(episode)
    assert admission.doors == {site.address: server.door_address(site.name, episode) for site in server.mall.sites}
    door = httpx.URL(admission.doors["http://apple.example/"])
    with client_of(admission.proxy) as client:
        client.post(ADD, data={"thing": "shared"})
    with Wire(Proxy(f"http://127.0.0.1:{server.door_port}")) as wire:
        wire.socket.sendall(f"GET /cart/ HTTP/1.1\r\nHost: {door.netloc.decode()}\r\n\r\n".encode())
        status, page = wire.read()
        assert (status, page.endswith("apple: shared</p>")) == (200, True)
        server.dismiss(episode)
        assert wire.read() == (0, "")


def test_an_episode_in_a_slot_is_behind_the_proxy_too(server: MallServer, new_episode: NewEpisode) -> None:
    episode, other = new_episode(), new_episode()
    proxy = server.open(server.slots[0], episode).proxy
    foreign = server.admit(other).proxy
    with client_of(proxy) as client:
        assert client.post(ADD, data={"thing": "x"}).status_code == 303
    with Wire(Proxy(f"http://{server.slots[0].proxy_address}")) as wire:
        status, page = wire.ask(foreign)  # a slot serves its own episode, whatever a request says
        assert (status, page.endswith("apple: x</p>")) == (200, True)
    assert other.events == []
    server.dismiss(episode)
    assert server.slots[0].episode is None


def test_stopping_ends_all_episodes(server: MallServer, new_episode: NewEpisode) -> None:
    episodes = [new_episode() for _ in range(3)]
    with MallServer(server.mall, slots=1) as again:
        again.open(again.slots[0], episodes[0])
        for episode in episodes[1:]:
            again.admit(episode)
    assert [episode.ending for episode in episodes] == [Ending.STOPPED] * 3


def test_python_reaches_it_without_any_package(admit: Admit) -> None:
    episode, proxy = admit()
    for told in (proxy.url, proxy.server):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": told}))
        if told is proxy.server:
            with pytest.raises(HTTPError) as refused:
                opener.open(CART, timeout=300)
            assert refused.value.code == 407
            refused.value.close()
            opener.addheaders.append(("Proxy-Authorization", header_of(proxy)))
        with opener.open(ADD, urlencode({"thing": "book"}).encode(), timeout=300) as answer:
            assert answer.url == CART
    assert things(episode) == ["book", "book"]


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")
def test_curl_reaches_it(admit: Admit) -> None:
    episode, proxy = admit()
    user = f"{proxy.username}:{proxy.password}"
    quiet = ["curl", "--silent", "--max-time", "20", "--write-out", " %{http_code}", "--noproxy", ""]

    def curl(*words: str) -> str:
        return subprocess.run([*quiet, *words], capture_output=True, text=True, check=False).stdout

    assert curl("-x", proxy.server, CART).endswith(" 407")
    assert curl("-x", proxy.server, "--proxy-user", user, ADD, "-d", "thing=a").endswith(" 303")
    assert curl("-x", proxy.server, "--proxy-anyauth", "--proxy-user", user, ADD, "-d", "thing=b").endswith(" 303")
    assert curl("-x", proxy.url, CART).endswith("<p>apple: a b</p> 200")
    assert curl("-x", proxy.url, "http://other.example/").endswith(" 403")
    assert curl("-x", proxy.url, "https://apple.example/").endswith(" 000")
    assert things(episode) == ["a", "b"]
