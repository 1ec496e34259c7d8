"""Serves an application to people's browsers, in a thread of its own."""

from __future__ import annotations

import socket
import threading

import uvicorn
from starlette.applications import Starlette

from shopworld.closing import Closing
from shopworld.errors import MallError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts that nobody else reaches."""
_SECONDS = 30.0


class AppServer(Closing):
    """An application that listens. A context manager.

    Args:
        app: what answers.
        host: address to listen at.
        port: 0 takes a free one.

    Raises:
        MallError: nothing can listen there.
    """

    def __init__(self, app: Starlette, host: str, port: int) -> None:
        try:
            listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        except OSError as error:
            raise MallError(
                f"port {port} on {host} cannot be used: {error.strerror or error}", hint="Take another --port."
            ) from error
        self.port: int = listening.getsockname()[1]
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        sockets = [listening]  # it listens already: who comes before the loop runs waits in the queue
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": sockets}, daemon=True)
        self._thread.start()
        self._host = host

    @property
    def address(self) -> str:
        """Its first page, for browsers; where it listens at all addresses, by this machine's name."""
        host = socket.gethostname() if self._host in ("0.0.0.0", "::", "") else self._host  # noqa: S104  # compared
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def close(self) -> None:
        """Hangs up."""
        self._server.should_exit = True
        self._thread.join(_SECONDS)
