"""Messages of a process that may say anything: they are read as they come, and none is waited for."""

from __future__ import annotations

import socket
import struct
from multiprocessing.connection import wait

_HEAD = struct.Struct("!i")
"""As `multiprocessing.connection` writes it; its second form, for more than 2 GB, is longer than any message may be."""


class Inbox:
    """The reading side of a pair of sockets at whose other end a `multiprocessing` connection speaks.

    Args:
        ours: the socket; it is closed with the inbox.
        longest: bytes of a message at most.
    """

    def __init__(self, ours: socket.socket, longest: int) -> None:
        self._socket, self._longest = ours, longest
        self._head, self._body = bytearray(), bytearray()
        self._ended = False

    def has_word(self) -> bool:
        """Whether a whole message waits, or none will come any more. Never blocks; reads no further than a message."""
        while not self._ended and (wanted := self._wanted()):
            try:
                piece = self._socket.recv(wanted, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return False
            except OSError:
                piece = b""
            self._ended = not piece
            part = self._head if len(self._head) < _HEAD.size else self._body
            part += piece
            self._ended = self._ended or not 0 <= self._length() <= self._longest
        return True

    def take(self) -> bytes:
        """The next message; waits for it where `has_word` does not tell of one.

        Raises:
            EOFError: none will come any more.
        """
        while not self.has_word():
            wait([self._socket])
        if self._ended:
            raise EOFError
        body = bytes(self._body)
        self._head, self._body = bytearray(), bytearray()
        return body

    def close(self) -> None:
        """Closes the socket."""
        self._socket.close()

    def _length(self) -> int:
        length: int = _HEAD.unpack(self._head)[0] if len(self._head) == _HEAD.size else 0
        return length

    def _wanted(self) -> int:
        if len(self._head) < _HEAD.size:
            return _HEAD.size - len(self._head)
        return min(self._length() - len(self._body), 1 << 20)
