"""A service on this machine that no agent may reach."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CANARY = "canary of another service"


class Outside:
    """Another service on this machine, which an agent must never reach."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        outside = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outside.seen.append(self.path)
                self.send_response(200)
                self.send_header("access-control-allow-origin", "*")
                self.end_headers()
                self.wfile.write(CANARY.encode())

            def do_POST(self) -> None:
                self.do_GET()

            def do_CONNECT(self) -> None:
                self.do_GET()

            def do_OPTIONS(self) -> None:
                self.do_GET()

            def log_message(self, *_: object) -> None:
                """Keeps still."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stops it."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
