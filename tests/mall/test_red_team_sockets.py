"""An attacker with a raw socket at a slot's port: nothing leads to another episode or out of the mall."""

from __future__ import annotations

import base64
import contextlib
import socket
import time
from collections.abc import Callable
from http.client import HTTPConnection

import pytest

from shopworld.episode import Episode
from shopworld.mall import EpisodeSlot, MallServer, protocol

NewEpisode = Callable[[], Episode]
END = b"\r\n\r\n"


def exchange(port: int, *pieces: bytes, patient: bool = False) -> bytes:
    """Sends bytes and returns all that comes back until the server hangs up, or is silent for a moment.

    Args:
        port: of the server.
        pieces: what to send.
        patient: leaves the connection open behind the last piece, so that nothing under way is lost.
    """
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
            if not patient:
                connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(65536):
                received += chunk
                connection.settimeout(1)
        except OSError:
            pass
    return received


def statuses(answer: bytes) -> list[int]:
    """The status of each answer in what came back."""
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize(
    "address",
    [
        "http://apple.{label}.localhost/",
        "http://apple.{label}.localhost:{door}/",
        "http://apple.{label}.localhost:{own}/",
        "http://localhost:{door}/",
        "http://127.0.0.1:{door}/",
        "http://127.0.0.1:{other}/",
        "http://127.0.0.1:{own}/",
        "http://2130706433:{other}/",
        "http://0x7f000001:{other}/",
        "http://127.1:{other}/",
        "http://0:{other}/",
        "http://[::1]:{other}/",
        "http://[::ffff:127.0.0.1]:{other}/",
        "http://user@apple.example/",
        "http://apple.example@127.0.0.1:{other}/",
        "http://apple.example:80@127.0.0.1:{other}/",
        "http://apple.example#@127.0.0.1:{other}/",
        "http://127.0.0.1:{other}#apple.example/",
        "http://127.0.0.1:{other}\\@apple.example/",
        "http://apple.example.:80/",
        "http://apple.example..:80/",
        "http://apple.example.{label}.localhost:{door}/",
        "http://\uff41pple.example/",
        "http://apple\u3002example/",
        "http://xn--pple-4k0b.example/",
        "http://[fe80::1%25lo]:{other}/",
        "http://[fe80::1%lo]:{other}/",
        "http://apple.example%40127.0.0.1:{other}/",
        "http://user:apple.example@127.0.0.1:{other}/",
        pytest.param("http://" + "apple." * 5000 + "example/", id="many labels"),
        pytest.param("http://" + "a" * 64 + ".example/", id="long label"),
        "http://.apple.example/",
        "http://..localhost/",
        "http://apple.example:{other}/",
        "http://apple.example:080000/",
        "http://apple%2eexample/",
        "http://apple.example%00.evil/",
        "https://apple.example/",
        "ws://apple.example/",
        "ftp://apple.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "apple.example/",
        "//apple.example/",
        "http:/apple.example/",
        "http:apple.example",
        "http://apple.example//127.0.0.1:{other}/",
        "*",
    ],
)
def test_no_odd_address_is_served(server: MallServer, attacker: EpisodeSlot, victim: Episode, address: str) -> None:
    filled = address.format(
        label=victim.label, door=server.door_port, own=attacker.port, other=server.slots[1].port
    ).encode()
    for host in (b"apple.example", filled.partition(b"//")[2].partition(b"/")[0] or b"apple.example"):
        answer = exchange(attacker.port, b"GET " + filled + b" HTTP/1.1\r\nHost: " + host + END)
        assert statuses(answer), filled
        assert all(400 <= status < 500 for status in statuses(answer)), answer[:200]
    assert victim.events == []


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1",
        b"GET / HTTP/1.1\r\nHost:",
        b"GET / HTTP/1.1\r\nHost: pear.example\r\nHost: apple.example",
        b"GET / HTTP/1.1\r\nHost: apple.example, pear.example",
        b"GET / HTTP/1.1\r\nHost: apple.example\x00.evil",
        b"GET / HTTP/1.1\r\nHost : apple.example\r\n",
        b"GET / HTTP/1.1\r\nX: y\r\n Host: apple.example",
        b"GET / HTTP/1.1\r\nHost: apple.example/..",
        b"GET / HTTP/1.1\r\nX-Forwarded-Host: apple.example",
        b"GET  / HTTP/1.1\r\nHost: evil.example",
        b"GET /\x00 HTTP/1.1\r\nHost: apple.example",
        b"GET /\xff HTTP/1.1\r\nHost: apple.example",
        b"GET /a b HTTP/1.1\r\nHost: apple.example",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: apple.example",
        b"GET /static/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: apple.example",
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: apple.example",
        b"CONNECT apple.example:80 HTTP/1.1\r\nHost: apple.example:80",
        b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22",
        b"CONNECT [fe80::1%25lo]:80 HTTP/1.1\r\nHost: apple.example",
        b"CONNECT apple.example.:80 HTTP/1.1\r\nHost: apple.example",
        b"CONNECT user@apple.example:80 HTTP/1.1\r\nHost: apple.example",
        "CONNECT \uff41pple.example:80 HTTP/1.1\r\nHost: apple.example".encode(),
        pytest.param(b"CONNECT " + b"a" * 20_000 + b":80 HTTP/1.1\r\nHost: apple.example", id="long tunnel"),
        b"TRACE / HTTP/1.1\r\nHost: apple.example",
        b"PRI * HTTP/2.0",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\nHost: apple.example",
    ],
)
def test_no_odd_head_is_served(attacker: EpisodeSlot, head: bytes) -> None:
    answer = exchange(attacker.port, head + END)
    assert all(400 <= status < 500 for status in statuses(answer)), answer[:300]
    assert b"<h1>apple</h1>" not in answer


@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: 7\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 7",
        b"Content-Length: 7\r\nContent-Length: 70",
        b"Content-Length: 7, 70",
        b"Content-Length: +7",
        b"Content-Length: -1",
        b"Content-Length: 0x7",
        b"Content-Length: 99999999999999999999999",
        b"Transfer-Encoding: chunked, identity",
        b"Transfer-Encoding: xchunked",
        b"Transfer-Encoding:\x0bchunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    ],
)
def test_no_second_request_is_smuggled_into_the_first(attacker: EpisodeSlot, victim: Episode, framing: bytes) -> None:
    hidden = b"POST http://pear.example/cart/add HTTP/1.1\r\nHost: pear.example\r\nContent-Length: 8\r\n\r\nthing=ha"
    answer = exchange(
        attacker.port,
        b"POST /cart/add HTTP/1.1\r\nHost: apple.example\r\n" + framing + END + b"0" + END + hidden,
        patient=True,
    )
    assert len(statuses(answer)) <= 1, answer
    assert all(400 <= status < 500 for status in statuses(answer)), answer
    assert victim.events == []
    assert attacker.episode is not None
    assert attacker.episode.events == []


def test_no_header_or_cookie_leads_into_another_episode(
    server: MallServer, attacker: EpisodeSlot, victim: Episode
) -> None:
    """Whatever names the other one, the request is the attacker's own; pipelined ones behind it, too."""
    label, door = victim.label, f"apple.{victim.label}.localhost:{server.door_port}"
    password = base64.b64encode(f"{label}:{label}".encode()).decode()
    naming = [
        f"Cookie: shopworld_visit={label}; session={label}; episode={label}",
        f"Cookie: {label}={label}\r\nCookie: {'x' * 4000}={label}",
        f"Proxy-Authorization: Basic {password}",
        f"X-Forwarded-Host: {door}\r\nForwarded: host={door}\r\nX-Original-Host: {door}\r\nX-Host: {door}",
        f"X-Original-URL: http://{door}/\r\nX-Rewrite-URL: http://{door}/",
        f"Referer: http://apple.example/{label}\r\nX-Episode: {label}",
        f"Connection: host\r\nX-HTTP-Method-Override: POST\r\nFrom: {label}",
    ]
    form = b"\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nthing=mad"
    asked = b"".join(b"POST /cart/add HTTP/1.1\r\nHost: apple.example\r\n" + lines.encode() + form for lines in naming)
    answer = exchange(attacker.port, asked, patient=True)
    assert statuses(answer) == [303] * len(naming)
    assert b"set-cookie" not in answer.lower()
    assert victim.events == []
    assert attacker.episode is not None
    assert len(attacker.episode.events) == len(naming)


def test_pipelined_requests_are_answered_in_order(attacker: EpisodeSlot) -> None:
    one = b"GET /%d HTTP/1.1\r\nHost: apple.example\r\n\r\n"
    answer = exchange(attacker.port, b"".join(one % number for number in range(5)), patient=True)
    assert statuses(answer) == [200] * 5
    places = [answer.index(b"<p>/%d</p>" % number) for number in range(5)]
    assert places == sorted(places)


def test_a_head_that_never_ends_is_cut_off(attacker: EpisodeSlot) -> None:
    with socket.create_connection(("127.0.0.1", attacker.port), timeout=300) as connection:
        answer = b""
        with contextlib.suppress(ConnectionError):  # cut off while it sends
            connection.sendall(b"GET / HTTP/1.1\r\nHost: apple.example\r\nX: ")
            for _ in range(20):
                connection.sendall(b"x" * 8192)
            answer = connection.recv(65536)  # nothing more is sent, and the connection stays open from here
    assert statuses(answer) in ([], [431])


@pytest.mark.parametrize(
    "extra",
    [b"\r\n".join(b"X-%d: y" % number for number in range(200)), b"X: " + b"y" * 40_000],
)
def test_large_heads_are_refused(attacker: EpisodeSlot, extra: bytes) -> None:
    answer = exchange(attacker.port, b"GET / HTTP/1.1\r\nHost: apple.example\r\n" + extra + END)
    assert statuses(answer) in ([431], [])


def test_a_long_address_is_refused(attacker: EpisodeSlot) -> None:
    answer = exchange(attacker.port, b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: apple.example" + END)
    assert statuses(answer) in ([414], [431], [])


def test_an_upgrade_is_answered_as_a_plain_request(attacker: EpisodeSlot) -> None:
    head = b"GET / HTTP/1.1\r\nHost: apple.example\r\nConnection: Upgrade\r\nUpgrade: websocket" + END
    answer = exchange(attacker.port, head)
    assert statuses(answer) == [200]
    assert b"connection: close" in answer


def test_the_server_lives_on_after_garbage(attacker: EpisodeSlot) -> None:
    for garbage in (
        b"\x00" * 100,
        b"\r\n" * 100,
        b"GET",
        b"A" * 100_000,
        b"GET / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx",
    ):
        exchange(attacker.port, garbage)
    answer = exchange(attacker.port, b"GET / HTTP/1.1\r\nHost: apple.example" + END)
    assert statuses(answer) == [200]


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: apple.example\r\nX: ",
        b"POST /cart/add HTTP/1.1\r\nHost: apple.example\r\nContent-Length: 1000\r\n\r\nthing",
    ],
)
def test_who_never_ends_a_request_is_hung_up_on(
    attacker: EpisodeSlot, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("HEAD_SECONDS", "BODY_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(protocol, limit, 0.5)
    with contextlib.ExitStack() as held:
        slow = [
            held.enter_context(socket.create_connection(("127.0.0.1", attacker.port), timeout=300)) for _ in range(40)
        ]
        for one in slow:
            one.sendall(begun)
        answer = exchange(
            attacker.port, b"GET / HTTP/1.1\r\nHost: apple.example\r\nConnection: close" + END, patient=True
        )
        assert statuses(answer) == [200]
        for one in slow:
            assert statuses(one.recv(1000)) in ([], [408])
    assert attacker.episode is not None
    assert not [one for one in attacker.episode.events if b"cart" in repr(one).encode()]


def test_who_sends_a_head_by_drops_is_hung_up_on(attacker: EpisodeSlot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", attacker.port), timeout=300) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: apple.example\r\nX: ")
        sent = 0
        try:
            while sent < 200:
                slow.sendall(b"x")
                sent += 1
                time.sleep(0.05)
        except OSError:
            pass
        assert sent < 200


def test_who_thinks_between_two_requests_is_waited_for(attacker: EpisodeSlot, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("HEAD_SECONDS", "BODY_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(protocol, limit, 0.3)
    with contextlib.closing(HTTPConnection("127.0.0.1", attacker.port, timeout=300)) as patient:
        patient.connect()
        patient.auto_open = 0  # it does not connect again by itself
        for _ in range(2):
            patient.request("GET", "/", headers={"Host": "apple.example"})
            answer = patient.getresponse()
            assert (answer.status, bool(answer.read())) == (200, True)
            time.sleep(0.8)
