"""Tools over the Model Context Protocol (2026-07-28 and older). Needs the extra `mcp`; import it lazily."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import anyio
import anyio.to_thread
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, TextContent
from mcp_types import Tool as ToolListing

from shopworld import __version__
from shopworld.environments.observation import ToolDescription, ToolReply
from shopworld.errors import EnvironmentFault

PATH = "/mcp"
"""Where the streamable HTTP transport listens."""

Server = MCPServer[Any]


class PlayedByCalls(Protocol):
    """One episode that a client plays; calls that come at the same time wait for each other."""

    @property
    def goal(self) -> str:
        """What is wanted."""

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """What can be called."""

    def call(self, name: str, arguments: Mapping[str, object]) -> ToolReply:
        """Calls one tool; whatever is wrong is an error in the reply."""


class ToolServer(Server):
    """Serves one episode: its goal as the server's instructions, its tools, and a result or an error for each call.

    Arguments are validated by the tools themselves, so that wrong ones are steps of the episode, as everywhere.

    Args:
        played: the episode.
    """

    def __init__(self, played: PlayedByCalls) -> None:
        super().__init__("shopworld", instructions=played.goal, version=__version__, log_level="WARNING")
        self._played = played

    async def list_tools(self) -> list[ToolListing]:
        """All of the episode's."""
        return [
            ToolListing(name=tool.name, description=tool.description, input_schema=dict(tool.parameters))
            for tool in self._played.tools
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult:
        """Plays one step."""
        reply = await anyio.to_thread.run_sync(self._played.call, name, arguments)
        return CallToolResult(content=[TextContent(type="text", text=reply.text)], is_error=reply.failed)


def serve_stdio(played: PlayedByCalls) -> None:
    """Serves an episode over standard input and output until the client closes them."""
    ToolServer(played).run("stdio")


def serve_http(played: PlayedByCalls, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serves an episode over streamable HTTP until Ctrl-C or a polite kill.

    Args:
        played: the episode.
        host: address to listen at; `127.0.0.1` lets nobody else in.
        port: 0 for any free one.
        tell: gets the server's address when it listens.

    Raises:
        EnvironmentFault: the port is taken.
        KeyboardInterrupt: it was asked to stop.
    """
    app = ToolServer(played).streamable_http_app(streamable_http_path=PATH, host=host)
    listening = bound_socket(host, port)
    tell(f"http://{host}:{listening.getsockname()[1]}{PATH}")
    config = uvicorn.Config(app, log_level=logging.WARNING, timeout_graceful_shutdown=2)
    try:
        anyio.run(partial(uvicorn.Server(config).serve, sockets=[listening]))
    finally:
        listening.close()


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any free one.

    Raises:
        EnvironmentFault: the port is taken, or the address is not this machine's.
    """
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise EnvironmentFault(
            f"cannot listen at {host}:{port}: {error.strerror}", hint="Name another port, or 0 for any free one."
        ) from error
