"""`shopworld tools`: tools of the sandbox and of malls, for clients of the Model Context Protocol and by hand."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from shopworld.evaluation import ServedEpisode

DEFAULT_PORT = 8766
LOOPBACK = "127.0.0.1"

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Serve, list and call the tools of the sandbox and of malls.",
)

CatalogName = Annotated[
    str | None, typer.Option("--catalog", help="Name of a catalog, or its folder; the suite's own by default.")
]
SuiteName = Annotated[str | None, typer.Option("--suite", help="Name of a suite, or path of its file.")]
TaskId = Annotated[str | None, typer.Option("--task", help="Id of a task of the suite.")]
MallName = Annotated[str | None, typer.Option("--mall", help="Name of a mall, or its folder: the tools of its shops.")]
Interface = Annotated[str, typer.Option("--interface", help="In a mall: tools, corpus or nlweb.")]
Profile = Annotated[str, typer.Option("--profile", help="default, or compatible with EComAgentBench's own tools.")]


@app.command()
def serve(
    catalog: CatalogName = None,
    suite: SuiteName = None,
    task: TaskId = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="Over standard input and output instead of HTTP.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="For HTTP; 0: any free one.")] = DEFAULT_PORT,
    host: Annotated[str, typer.Option(help="For HTTP; this machine only by default.")] = LOOPBACK,
    profile: Profile = "default",
    mall: MallName = None,
    interface: Interface = "tools",
    out: Annotated[Path | None, typer.Option(help="Folder for the episode's events and score.")] = None,
) -> None:
    """Serve episodes to clients of the Model Context Protocol, one to each (needs the extra mcp).

    With a suite and a task the server's instructions are the task's goal, the shopper answers, and the episode is
    scored when it ends. Without them the tools can be tried out over a catalog.

    Examples:

        shopworld tools serve --catalog electronics --port 8766

        shopworld tools serve --suite intent --task product_search-0001 --stdio --out runs/by-hand

        shopworld tools serve --mall default --interface nlweb

        shopworld tools serve --suite default --task checkout-01 --stdio
    """
    from shopworld.errors import EnvironmentFault
    from shopworld.evaluation import ServedClients

    try:
        from shopworld.environments.tools import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"mcp", "mcp_types"}:
            raise
        raise EnvironmentFault(
            "serving over the Model Context Protocol needs the package mcp, which is not installed",
            hint="Install the extra: pip install 'shopworld[mcp]'.",
        ) from error
    # A polite kill ends it as Ctrl-C does, and all is written.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with (
            _episode(catalog, suite, task, profile, mall, interface, out) as played,
            suppress(KeyboardInterrupt),
        ):
            if stdio:
                serve_stdio(played)
            else:
                with ServedClients(played) as clients:
                    serve_http(
                        clients.of,
                        played.goal,
                        host,
                        port,
                        lambda address: typer.echo(f"Serving at {address}; Ctrl-C stops it."),
                    )
    finally:
        signal.signal(signal.SIGTERM, before)


@app.command(name="list")
def list_tools(
    interface: Annotated[
        str, typer.Option("--interface", help="Of a mall: tools, corpus or nlweb; the sandbox's by default.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the function schemas for machines.")] = False,
) -> None:
    """List the tools with their arguments: the ten of the sandbox, or those of an interface of malls.

    Examples:

        shopworld tools list

        shopworld tools list --interface corpus --json
    """
    from shopworld.api import list_tools as tools_of

    tools = tools_of(interface)
    if as_json:
        schemas = [
            {"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in tools
        ]
        typer.echo(json.dumps(schemas, indent=2))
        return
    console = Console(highlight=False, width=80)
    for tool in tools:
        console.print(f"[bold]{tool.name}[/]({', '.join(tool.parameters['properties'])})")
        console.print(Padding(Text(tool.description), (0, 0, 0, 4)))


@app.command()
def call(
    name: Annotated[str, typer.Argument(help="Name of a tool.")],
    arguments: Annotated[str, typer.Argument(help="Its arguments as JSON.")] = "{}",
    catalog: CatalogName = None,
    suite: SuiteName = None,
    task: TaskId = None,
    profile: Profile = "default",
    mall: MallName = None,
    interface: Interface = "tools",
) -> None:
    """Call one tool and print its result as JSON.

    Examples:

        shopworld tools call search_products '{"query": "wireless charger"}' --catalog electronics

        shopworld tools call search '{"query": "1 TB SSD", "k": 3}' --mall default --interface corpus

        shopworld tools call ask_user '{"question": "Which color?"}' --suite intent --task product_search-0001
    """
    from shopworld.errors import ActionError, InputError

    try:
        read = json.loads(arguments)
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON: {error}", field="arguments") from error
    if not isinstance(read, dict):
        raise InputError('expected a JSON object like {"query": "…"}', field="arguments")
    with _episode(catalog, suite, task, profile, mall, interface, None) as played:
        reply = played.call(name, read)
    if reply.failed:
        raise ActionError(reply.text)
    typer.echo(json.dumps(json.loads(reply.text), indent=2, ensure_ascii=False))


@app.command(name="measure-questions")
def measure_questions(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures for machines.")] = False,
) -> None:
    """Measure how often a shopper opens the right slot, in both profiles, on the questions that are shipped.

    Examples:

        shopworld tools measure-questions

        shopworld tools measure-questions --json
    """
    from shopworld.environments.tools import measured_rows

    rows = measured_rows()
    if as_json:
        typer.echo(json.dumps([asdict(row) for row in rows], indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for position, column in enumerate(_RATE_COLUMNS):
        table.add_column(column, justify="right" if position > 2 else "left")
    for row in rows:
        rates = row.rates
        shares = [_share(count, rates.asked) for count in (rates.right, rates.wrong, rates.missed)]
        opened = _share(rates.opened, rates.others)
        table.add_row(row.part, row.kind, row.profile, str(rates.asked), *shares, str(rates.others), opened)
    Console(highlight=False, width=80).print(table)


_RATE_COLUMNS = ("questions", "kind", "profile", "asked", "right", "wrong", "missed", "others", "opened")


def _share(count: int, whole: int) -> str:
    return f"{count / whole:.0%}" if whole else "-"


@contextmanager
def _episode(
    catalog: str | None,
    suite: str | None,
    task: str | None,
    profile: str,
    mall: str | None,
    interface: str,
    out: Path | None,
) -> Iterator[ServedEpisode]:
    """The episode that was chosen; written and closed at the end."""
    from shopworld.api import open_tools
    from shopworld.cli.progress import progress

    with ExitStack() as opened:
        with progress() as told:
            served = open_tools(
                catalog=catalog,
                mall=mall,
                suite=suite,
                task=task or "",
                interface=interface,
                profile=profile,
                out=out,
                progress=told,
            )
            played = opened.enter_context(served)
        yield played
