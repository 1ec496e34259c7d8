"""Messages of a process that may say anything."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.running.inbox import Inbox

LONGEST = 1000
Pair = tuple[Inbox, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = socket.socketpair()
    inbox = Inbox(ours, LONGEST)
    with theirs:
        yield inbox, theirs
    inbox.close()


@given(said=st.lists(st.binary(max_size=LONGEST), max_size=5))
def test_messages_come_as_they_were_sent_and_then_the_end(said: list[bytes]) -> None:
    ours, theirs = socket.socketpair()
    inbox = Inbox(ours, LONGEST)
    with Connection(theirs.detach()) as speaker:
        for one in said:
            speaker.send_bytes(one)
        assert inbox.has_word() == bool(said)
    assert [inbox.take() for _ in said] == said
    assert inbox.has_word()
    with pytest.raises(EOFError):
        inbox.take()
    inbox.close()


def test_half_a_message_is_not_waited_for(pair: Pair) -> None:
    inbox, theirs = pair
    for piece in (struct.pack("!i", 5)[:3], struct.pack("!i", 5)[3:], b"hel"):
        theirs.sendall(piece)
        assert not inbox.has_word()
    theirs.sendall(b"lo")
    assert inbox.has_word()
    assert inbox.take() == b"hello"


@pytest.mark.parametrize("length", [LONGEST + 1, -1, -7])
def test_who_announces_too_much_is_at_its_end(pair: Pair, length: int) -> None:
    inbox, theirs = pair
    theirs.sendall(struct.pack("!i", length) + b"x" * 20)
    assert inbox.has_word()
    with pytest.raises(EOFError):
        inbox.take()
