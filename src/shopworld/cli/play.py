"""`shopworld play`: a task for a person, graded like an agent's."""

from __future__ import annotations

import json
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from shopworld.environments import Entrance
from shopworld.evaluation import Announce, Result, Status, play_game, prepare_game
from shopworld.mall import DEFAULT_MALL, Home
from shopworld.tasks import CheckResult, PosedTask

NOT_PASSED = 1
"""Exit status where the task was not solved."""


def play(
    suite: Annotated[str, typer.Argument(help="Name of a suite, or path of its file.")],
    task: Annotated[str, typer.Argument(help="Id of the task.")],
    out: Annotated[Path | None, typer.Option(help="Run folder to record it in, as agent human.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.1, help="Time; without it you have all you want.")] = None,
    mall: Annotated[Path | None, typer.Option(help="Folder of the mall; the suite's own by default.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="On this machine only; 0: any free one.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the first page in your browser.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines: where to begin, then the result.")] = False,
) -> None:
    """Play a task yourself, in your own browser, and see how what you did is graded.

    The mall is served on this machine. You are done when you submit on the solution page, or type a message here and
    press Enter (an empty one will do where nothing is asked for). Ctrl-C gives up. What you did is graded from the
    shops' events, check by check, as an agent's work is. The exit status is 1 where the task was not solved.

    Examples:

        shopworld play default find_specific_product-1 --open

        shopworld play webmall Webmall_Checkout_Task1 --out runs/me --seconds 600
    """
    home = Home.from_environment()
    if suite == DEFAULT_MALL and mall is None:
        from shopworld.guru import ensure_default  # what makes tasks is loaded for this suite alone

        ensure_default(home, lambda _: None)
    game = prepare_game(suite, task, home=home, mall=mall, seconds=seconds)
    result = play_game(game, _announcer(as_json=as_json, open_browser=open_browser), out=out, port=port)
    if as_json:
        typer.echo(json.dumps(result.model_dump(mode="json"), ensure_ascii=False))
    else:
        _print_result(result, out)
    if result.status is not Status.PASSED:
        raise typer.Exit(NOT_PASSED)


def _announcer(*, as_json: bool, open_browser: bool) -> Announce:
    def announce(task: PosedTask, entrance: Entrance) -> None:
        start, goal = at_the_door(task.start, entrance.doors), at_the_door(task.goal, entrance.doors)
        if as_json:
            told: dict[str, Any] = {"task": task.id, "goal": goal, "start": start, "proxy": entrance.proxy}
            typer.echo(json.dumps({**told, "doors": dict(entrance.doors)}, ensure_ascii=False))
        else:
            typer.echo(f"Task {task.id}\n\n{goal}\n\nBegin at  {start}\n")
            typer.echo("Submit on the solution page, or type a message here and press Enter. Ctrl-C gives up.")
        sys.stdout.flush()
        if open_browser:
            webbrowser.open(start)

    return announce


def at_the_door(text: str, doors: Mapping[str, str]) -> str:
    """A text with the shops' addresses replaced by those that are reached without a proxy."""
    for address, door in sorted(doors.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(address, door).replace(address.rstrip("/"), door.rstrip("/"))
    return text


def _print_result(result: Result, out: Path | None) -> None:
    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
    console.print()
    for check in result.checks:
        console.print(_check_line(check))
    console.print(f"\n{_verdict(result)} {result.steps} steps in {result.seconds:.0f} s.")
    if out is not None:
        console.print(f"It is recorded in {out}. For a page about it: shopworld report {out}", soft_wrap=True)


def _check_line(check: CheckResult) -> Text:
    mark = ("✓ ", "green") if check.passed else ("✗ ", "red")
    return Text.assemble(mark, (check.type, "bold"), f": {check.reason or 'holds'}")


def _verdict(result: Result) -> str:
    if result.status is Status.PASSED:
        return "Passed."
    if result.status is Status.FAILED and result.state_reward == 1.0:
        return "Not passed: all checks hold, but you gave up instead of saying that you are done."
    if result.status is Status.LIMIT:
        return "Not passed: the time was up" + (", though all checks hold." if result.state_reward == 1.0 else ".")
    return f"Not passed: {result.error}." if result.error else "Not passed."
