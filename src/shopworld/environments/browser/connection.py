"""The Chrome DevTools Protocol over a pipe: JSON messages that end with a zero byte.

One thread owns a connection. While it waits for an answer it also hands events to their subscribers, so nothing is
polled and no second thread is needed. Several calls can be in flight at once.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Any

import orjson

from shopworld.errors import EnvironmentFault

Message = dict[str, Any]
EventHandler = Callable[[str, Message], None]

CALL_TIMEOUT = 20.0
"""Seconds that one protocol call may take."""
_CHUNK = 1 << 20


class CommandRefused(EnvironmentFault):
    """The browser answered a command with an error. Callers that expect it catch it.

    Attributes:
        method: the command.
        reason: the browser's words.
    """

    def __init__(self, method: str, reason: str) -> None:
        super().__init__(f"the browser refused {method}: {reason}")
        self.method = method
        self.reason = reason


class ConnectionLost(EnvironmentFault):
    """The pipe is closed: the browser is gone."""


class CallTimeout(EnvironmentFault):
    """The browser did not answer in time."""


class Connection:
    """Commands out, answers and events in.

    Args:
        read_descriptor: the browser's output; owned by the connection from now on.
        write_descriptor: the browser's input; owned as well.
    """

    def __init__(self, read_descriptor: int, write_descriptor: int) -> None:
        self._read, self._write = read_descriptor, write_descriptor
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._readable = select.poll()
        self._readable.register(self._read, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._write, select.POLLOUT)
        self._buffer = bytearray()
        self._next_id = 0
        self._in_flight: dict[int, str] = {}
        self._unwanted: set[int] = set()
        self._answers: dict[int, Message] = {}
        self._handlers: dict[str, tuple[EventHandler, ...]] = {}
        self._closed = False

    def subscribe(self, session: str, handler: EventHandler) -> None:
        """Hands that session's events to the handler as (method, parameters). The empty session is the browser's."""
        self._handlers[session] = (*self._handlers.get(session, ()), handler)

    def unsubscribe(self, session: str, handler: EventHandler) -> None:
        """Hands that session's events to the handler no more."""
        left = tuple(one for one in self._handlers.pop(session, ()) if one != handler)
        if left:
            self._handlers[session] = left

    def send(self, method: str, session: str = "", /, **parameters: Any) -> int:
        """Sends a command and returns its number for `answer`, without waiting.

        Raises:
            ConnectionLost: the browser is gone.
            CallTimeout: it takes no input.
        """
        self._next_id += 1
        number = self._next_id
        message: Message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._in_flight[number] = method
        self._write_all(orjson.dumps(message) + b"\0")
        return number

    def post(self, method: str, session: str = "", /, **parameters: Any) -> None:
        """Sends a command whose answer nobody wants, not even an error."""
        self._unwanted.add(self.send(method, session, **parameters))

    def call(self, method: str, session: str = "", /, **parameters: Any) -> Message:
        """Sends a command and waits for its answer, at most `CALL_TIMEOUT` seconds.

        Raises:
            CommandRefused: the browser answered with an error.
            ConnectionLost: the browser is gone.
            CallTimeout: no answer in time.
        """
        return self.answer(self.send(method, session, **parameters))

    def answer(self, number: int, *, timeout: float = CALL_TIMEOUT) -> Message:
        """Waits for the answer to a sent command, at most `timeout` seconds.

        Raises:
            CommandRefused: the browser answered with an error.
            ConnectionLost: the browser is gone.
            CallTimeout: no answer in time.
        """
        if not self.wait(lambda: number in self._answers, timeout=timeout):
            method = self._in_flight.get(number, "?")
            self._unwanted.add(number)
            raise CallTimeout(f"the browser did not answer {method} within {timeout:g} s")
        method = self._in_flight.pop(number)
        message = self._answers.pop(number)
        if "error" in message:
            raise CommandRefused(method, str(message["error"].get("message", "unknown error")))
        result: Message = message.get("result", {})
        return result

    def forget(self, number: int) -> None:
        """Drops the answer to a sent command, come or yet to come."""
        if self._answers.pop(number, None) is None:
            self._unwanted.add(number)
        else:
            self._in_flight.pop(number, None)

    def answered(self, number: int) -> bool:
        """Whether the answer to that command has come."""
        return number in self._answers

    def wait(self, condition: Callable[[], bool], *, timeout: float) -> bool:
        """Handles messages until the condition holds; False after `timeout` seconds without it.

        Raises:
            ConnectionLost: the browser is gone.
        """
        deadline = time.monotonic() + timeout
        while not condition():
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return False
            self._receive(remaining)
        return True

    def close(self) -> None:
        """Closes both ends. The browser ends itself when its pipe is closed."""
        if not self._closed:
            self._closed = True
            os.close(self._read)
            os.close(self._write)

    def _write_all(self, data: bytes) -> None:
        if self._closed:
            raise ConnectionLost("the browser's pipe is closed")
        view = memoryview(data)
        deadline = time.monotonic() + CALL_TIMEOUT
        while view:
            try:
                view = view[os.write(self._write, view) :]
            except BlockingIOError as error:
                if not self._writable.poll(max(0.0, deadline - time.monotonic()) * 1000):
                    raise CallTimeout(f"the browser takes no input since {CALL_TIMEOUT:g} s") from error
            except OSError as error:
                raise ConnectionLost("the browser is gone") from error

    def _receive(self, timeout: float) -> None:
        if self._closed:
            raise ConnectionLost("the browser's pipe is closed")
        if not self._readable.poll(timeout * 1000):
            return
        try:
            chunk = os.read(self._read, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            raise ConnectionLost("the browser is gone")
        self._buffer += chunk
        if b"\0" not in chunk:
            return
        *messages, rest = bytes(self._buffer).split(b"\0")
        self._buffer = bytearray(rest)
        for message in messages:
            self._dispatch(orjson.loads(message))

    def _dispatch(self, message: Message) -> None:
        number = message.get("id")
        if number is None:
            for handler in self._handlers.get(message.get("sessionId", ""), ()):
                handler(message["method"], message.get("params", {}))
        elif number in self._unwanted:
            self._unwanted.discard(number)
            self._in_flight.pop(number, None)
        elif number in self._in_flight:
            self._answers[number] = message
