"""Tools over the Model Context Protocol (2026-07-28 and older). Needs the extra `mcp`; import it lazily."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import anyio
import anyio.to_thread
import mcp_types as types
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from shopworld import __version__
from shopworld.environments.observation import ToolDescription, ToolReply
from shopworld.errors import EnvironmentFault, ShopworldError

MCP_PATH = "/mcp"
"""Where the streamable HTTP transport listens."""
GOAL = "shopworld://goal"
PAGE = "shopworld://page/"
"""Before the address of a shop's page, such as a policy: to read it is a step, as with the tool that reads pages."""
_SESSION_HEADER = "mcp-session-id"
_READS_PAGES = ("read_page", "open_page")
_READING = frozenset(
    {"open_shop", "search_products", "list_products", "get_product", "view_cart", "search", "ask", "list_tasks"}
    | {"filter_by_attribute", "get_product_details", "get_product_review_stats", "get_review_content"}
    | {"get_store_products", "get_user_profile", *_READS_PAGES}
)
"""Tools that change nothing in a shop."""
_Context = ServerRequestContext[Any, Any]


class PlayedByCalls(Protocol):
    """What one client plays; calls that come at the same time wait for each other."""

    @property
    def goal(self) -> str:
        """What is wanted."""

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """What can be called."""

    def call(self, name: str, arguments: Mapping[str, object]) -> ToolReply:
        """Calls one tool; whatever is wrong is an error in the reply."""


class ToolServer(Server[Any]):
    """Serves each client what it plays: tools, and a result or an error for each call; the goal as resource and prompt.

    Clients are told apart by what stands behind `?session=` in the address, which nothing overrules; those that name
    none by `Mcp-Session-Id`, which the newest revision has not. Arguments are validated by the tools themselves, so
    that wrong ones are steps of the episode, as everywhere.

    Args:
        played: by the client of a name; empty where there is but one.
        instructions: what every client is told at first.
    """

    def __init__(self, played: Callable[[str], PlayedByCalls], instructions: str) -> None:
        super().__init__(
            "shopworld",
            version=__version__,
            instructions=instructions,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )
        self._find = played

    async def _played(self, context: _Context) -> PlayedByCalls:
        request = context.request
        name = "" if request is None else request.query_params.get("session") or request.headers.get(_SESSION_HEADER)
        try:
            return await anyio.to_thread.run_sync(self._find, name or "")
        except ShopworldError as error:
            raise MCPError(types.INVALID_REQUEST, error.message, {"kind": type(error).__name__}) from error

    async def _list_tools(self, context: _Context, _: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_listing(tool) for tool in (await self._played(context)).tools])

    async def _call_tool(self, context: _Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        played = await self._played(context)
        reply = await anyio.to_thread.run_sync(played.call, asked.name, asked.arguments or {})
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=reply.text)]
        found = reply.data
        structured = found if isinstance(found, dict) else None
        return types.CallToolResult(content=content, structured_content=structured, is_error=reply.failed)

    async def _list_resources(self, context: _Context, _: object) -> types.ListResourcesResult:
        goal = types.Resource(uri=GOAL, name="goal", title="What is wanted", mime_type="text/plain")
        return types.ListResourcesResult(resources=[goal])

    async def _list_templates(self, context: _Context, _: object) -> types.ListResourceTemplatesResult:
        if _page_reader(await self._played(context)) is None:
            return types.ListResourceTemplatesResult(resource_templates=[])
        page = types.ResourceTemplate(
            uri_template=PAGE + "{+address}",
            name="page",
            title="A page of a shop",
            description="E.g. a policy. To read it is a step.",
            mime_type="application/json",
        )
        return types.ListResourceTemplatesResult(resource_templates=[page])

    async def _read_resource(
        self, context: _Context, asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        played, uri = await self._played(context), str(asked.uri)
        if uri == GOAL:
            return _resource(uri, played.goal, "text/plain")
        reader = _page_reader(played) if uri.startswith(PAGE) else None
        if reader is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {uri!r}", {"uri": uri})
        reply = await anyio.to_thread.run_sync(played.call, reader, {"url": uri.removeprefix(PAGE)})
        if reply.failed:
            raise MCPError(types.INVALID_PARAMS, reply.text, {"uri": uri})
        return _resource(uri, reply.text, "application/json")

    async def _list_prompts(self, context: _Context, _: object) -> types.ListPromptsResult:
        task = types.Prompt(name="task", title="The task", description="What is wanted, as it is told to agents.")
        return types.ListPromptsResult(prompts=[task])

    async def _get_prompt(self, context: _Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        if asked.name != "task":
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt {asked.name!r}")
        text = types.TextContent(type="text", text=(await self._played(context)).goal)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])


def serve_stdio(played: PlayedByCalls) -> None:
    """Serves an episode over standard input and output until the client closes them."""
    server = ToolServer(lambda _: played, played.goal)

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)


def serve_http(
    played: Callable[[str], PlayedByCalls], goal: str, host: str, port: int, tell: Callable[[str], None]
) -> None:
    """Serves each client an episode of its own over streamable HTTP until Ctrl-C or a polite kill.

    Args:
        played: the episode of a client.
        goal: of all of them.
        host: address to listen at; `127.0.0.1` lets nobody else in.
        port: 0 for any free one.
        tell: gets the server's address when it listens.

    Raises:
        EnvironmentFault: the port is taken.
        KeyboardInterrupt: it was asked to stop.
    """
    app = ToolServer(played, goal).streamable_http_app(streamable_http_path=MCP_PATH, host=host)
    listening = bound_socket(host, port)
    tell(f"http://{host}:{listening.getsockname()[1]}{MCP_PATH}")
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


def _listing(tool: ToolDescription) -> types.Tool:
    title = tool.name.replace("_", " ").capitalize()
    return types.Tool(
        name=tool.name,
        title=title,
        description=tool.description,
        input_schema=dict(tool.parameters),
        annotations=types.ToolAnnotations(
            title=title, read_only_hint=tool.name in _READING, destructive_hint=False, open_world_hint=False
        ),
    )


def _page_reader(played: PlayedByCalls) -> str | None:
    """Name of the tool that reads any page of a shop; None without one."""
    return next((tool.name for tool in played.tools if tool.name in _READS_PAGES), None)


def _resource(uri: str, text: str, kind: str) -> types.ReadResourceResult:
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=text, mime_type=kind)])
