"""`shopworld gym`: one server where agents of any language play."""

from __future__ import annotations

import os
import secrets
import signal
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from shopworld.cli.completing import suites as complete_suites

DEFAULT_PORT = 8767
LOOPBACK = "127.0.0.1"
TOKEN_VARIABLE = "SHOPWORLD_GYM_TOKEN"  # noqa: S105  # its name

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Serve sessions to agents of any language, over HTTP and MCP.",
)


@app.callback()
def _gym() -> None:
    """Has one command so far."""


@app.command()
def serve(
    suite: Annotated[
        str, typer.Argument(autocompletion=complete_suites, help="Name of a suite, or path of its file.")
    ] = "default",
    interface: Annotated[
        str, typer.Option("--interface", help="browser, tools, corpus or nlweb; the suite's own by default.")
    ] = "",
    slots: Annotated[int, typer.Option(min=1, help="Most sessions at the same time.")] = 8,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = DEFAULT_PORT,
    host: Annotated[str, typer.Option(help="This machine only by default.")] = LOOPBACK,
    idle_seconds: Annotated[float, typer.Option(min=1, help="After which a session nobody asks is ended.")] = 1800.0,
    out: Annotated[Path | None, typer.Option(help="Run folder for what is played.")] = None,
    tasks: Annotated[list[str] | None, typer.Option(help="Filter, e.g. set=basic; may be named again.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Actions after which a session is cut off.")] = None,
    pictures: Annotated[str, typer.Option(help="Of pages besides the text: none, plain or marked.")] = "none",
    seed: Annotated[int, typer.Option(help="Of everything random.")] = 0,
    sealed: Annotated[
        bool, typer.Option("--sealed", help="Keep checks in another process; results then tell no reasons.")
    ] = False,
) -> None:
    """Serve sessions of a suite until Ctrl-C (needs the extra gym).

    Sessions are begun, played and graded over HTTP (its description: /openapi.json) or by clients of the Model Context
    Protocol (at /mcp). Beyond loopback everybody must show a token: SHOPWORLD_GYM_TOKEN, or one that is made and told.

    Examples:

        shopworld gym serve default --interface tools --slots 16 --out runs/gym

        shopworld gym serve default --port 8767

        SHOPWORLD_GYM_TOKEN=secret shopworld gym serve --host 0.0.0.0
    """
    import shopworld as sw
    from shopworld.errors import EnvironmentFault

    try:
        from shopworld.gym import LOOPBACK as LOCAL
        from shopworld.gym import Seats, serve_gym
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"mcp", "mcp_types", "fastapi"}:
            raise
        raise EnvironmentFault(
            f"the server needs the package {error.name}, which is not installed",
            hint="Install the extra: pip install 'shopworld[gym]'.",
        ) from error
    token = os.environ.get(TOKEN_VARIABLE, "")
    made = not token and host not in LOCAL
    if made:
        token = secrets.token_urlsafe(24)
    given: dict[str, Any] = {"slots": slots, "tasks": tasks, "seed": seed, "max_steps": max_steps, "pictures": pictures}

    def tell(address: str) -> None:
        if made:
            typer.echo(f"Token: {token}")
        typer.echo(f"Serving {suite} at {address}, MCP at {address}/mcp; Ctrl-C stops it.")

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        world = sw.open(suite, interface, sealed=True, **given) if sealed else sw.open(suite, interface, **given)
        with world, Seats(world, slots, idle_seconds=idle_seconds, out=out) as seats, suppress(KeyboardInterrupt):
            serve_gym(seats, host, port, token=token, tell=tell)
    finally:
        signal.signal(signal.SIGTERM, before)
