"""The protocol over a pipe: answers find their calls, events their subscribers, and nothing waits for ever."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from shopworld.environments.browser.connection import CallTimeout, CommandRefused, Connection, ConnectionLost


@dataclass
class Peer:
    """The browser's end of the pipe."""

    reads: int
    writes: int

    def take(self) -> list[dict[str, Any]]:
        return [orjson.loads(part) for part in os.read(self.reads, 1 << 16).split(b"\0") if part]

    def give(self, *messages: dict[str, Any]) -> None:
        os.write(self.writes, b"".join(orjson.dumps(message) + b"\0" for message in messages))


@pytest.fixture
def ends() -> Iterator[tuple[Connection, Peer]]:
    theirs_read, ours_write = os.pipe()
    ours_read, theirs_write = os.pipe()
    connection = Connection(ours_read, ours_write)
    peer = Peer(theirs_read, theirs_write)
    yield connection, peer
    connection.close()
    for descriptor in (peer.reads, peer.writes):
        try:
            os.close(descriptor)
        except OSError:
            continue


def test_answers_may_come_in_any_order(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    first, second = connection.send("A.one"), connection.send("A.two", "s", x=1)
    assert peer.take() == [
        {"id": first, "method": "A.one", "params": {}},
        {"id": second, "method": "A.two", "params": {"x": 1}, "sessionId": "s"},
    ]
    peer.give({"id": second, "result": {"n": 2}}, {"id": first, "result": {"n": 1}})
    assert connection.answer(first) == {"n": 1}
    assert connection.answer(second) == {"n": 2}


def test_events_reach_their_session_only(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    seen: list[tuple[str, dict[str, Any]]] = []
    connection.subscribe("s", lambda method, parameters: seen.append((method, parameters)))
    peer.give(
        {"method": "A.a", "params": {"x": 1}, "sessionId": "s"},
        {"method": "A.b", "params": {}, "sessionId": "t"},
        {"method": "A.c", "sessionId": "s"},
    )
    assert connection.wait(lambda: len(seen) == 2, timeout=5)
    assert seen == [("A.a", {"x": 1}), ("A.c", {})]


def test_a_message_may_come_in_pieces(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    number = connection.send("A.one")
    data = orjson.dumps({"id": number, "result": {"text": "ü" * 500}}) + b"\0"
    os.write(peer.writes, data[:100])
    assert not connection.wait(lambda: connection.answered(number), timeout=0.01)
    os.write(peer.writes, data[100:])
    assert connection.answer(number) == {"text": "ü" * 500}


def test_a_refusal_names_the_command_and_the_reason(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    number = connection.send("DOM.resolveNode")
    peer.give({"id": number, "error": {"code": -32000, "message": "No node"}})
    with pytest.raises(CommandRefused, match=r"DOM\.resolveNode: No node"):
        connection.answer(number)


def test_no_answer_in_time_is_a_fault_and_a_late_one_does_no_harm(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    number = connection.send("A.slow")
    with pytest.raises(CallTimeout, match=r"A\.slow within 0\.01 s"):
        connection.answer(number, timeout=0.01)
    other = connection.send("A.next")
    peer.give({"id": number, "result": {}}, {"id": other, "result": {"n": 1}})
    assert connection.answer(other) == {"n": 1}


def test_unwanted_answers_are_dropped(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    connection.post("A.posted")
    forgotten = connection.send("A.forgotten")
    connection.forget(forgotten)
    peer.give({"id": 1, "error": {"message": "no"}}, {"id": forgotten, "result": {}})
    number = connection.send("A.next")
    peer.give({"id": number, "result": {}})
    assert connection.answer(number) == {}
    assert not connection.answered(1)
    assert not connection.answered(forgotten)


def test_a_closed_pipe_is_a_lost_connection(ends: tuple[Connection, Peer]) -> None:
    connection, peer = ends
    number = connection.send("A.one")
    os.close(peer.writes)
    with pytest.raises(ConnectionLost):
        connection.answer(number)
    os.close(peer.reads)
    with pytest.raises(ConnectionLost):
        connection.send("A.two")
    connection.close()
    with pytest.raises(ConnectionLost):
        connection.send("A.three")
