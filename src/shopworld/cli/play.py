"""`shopworld play`: tasks for people, graded like an agent's."""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from shopworld.cli.completing import suites as complete_suites
from shopworld.cli.completing import tasks as complete_tasks
from shopworld.errors import EpisodeError, InputError
from shopworld.evaluation import Result, Session, Status
from shopworld.mall import DEFAULT_MALL, LOOPBACK, Home
from shopworld.tasks import CheckResult

if TYPE_CHECKING:
    from shopworld.study import Participant, Play, Study, StudyServer

NOT_PASSED = 1
"""Exit status where the task was not solved."""
TOKEN_VARIABLE = "SHOPWORLD_PLAY_TOKEN"  # noqa: S105  # its name
_GLANCE = 0.1
_LINGERS = 6.0
"""Seconds at most that pages are served after all is over."""


def play(
    suite: Annotated[str, typer.Argument(autocompletion=complete_suites, help="Name of a suite, or path of its file.")],
    task: Annotated[
        str,
        typer.Argument(autocompletion=complete_tasks, help="Id of the task; none where participants play the suite."),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Run folder to record it in, as agent human.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.1, help="Time; without it you have all you want.")] = None,
    mall: Annotated[Path | None, typer.Option(help="Folder of the mall; the suite's own by default.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the first page in your browser.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For machines: where to begin, then the results.")] = False,
    participants: Annotated[
        int | None, typer.Option(min=1, help="A study: as many people play the suite, each in a browser of theirs.")
    ] = None,
    each: Annotated[int | None, typer.Option(min=1, help="Of a study: tasks a participant; all by default.")] = None,
    consent: Annotated[
        Path | None, typer.Option(help="Of a study: the text that participants agree to.", metavar="FILE")
    ] = None,
    tasks: Annotated[list[str] | None, typer.Option(help="Of a study: filter, e.g. set=basic; repeatable.")] = None,
    seed: Annotated[int, typer.Option(help="Of a study: of who plays what in which order.")] = 0,
    host: Annotated[str, typer.Option(help="Of a study: 0.0.0.0 lets other machines in.")] = "127.0.0.1",
) -> None:
    """Play a task yourself, in your own browser, and see how what you did is graded.

    A page shows the goal, the time and a field for the answer above the shops. You are done when you answer there,
    submit on the solution page, or type a message here and press Enter (an empty one will do where nothing is asked
    for). Ctrl-C gives up. What you did is graded from the shops' events, check by check, as an agent's work is. The
    exit status is 1 where the task was not solved.

    With --participants, people play a whole suite for a study: each agrees to a text first, gets the tasks in an order
    of their own, one session per browser, and is recorded under a number. The same command goes on with a study. With
    --host, the printed address holds a token that lets others in (SHOPWORLD_PLAY_TOKEN, or a new one).

    Examples:

        shopworld play default find_specific_product-1 --open

        shopworld play webmall Webmall_Checkout_Task1 --out runs/me --seconds 600

        shopworld play default --participants 12 --each 5 --consent consent.txt --host 0.0.0.0 --out runs/people
    """
    if bool(task) == (participants is not None):
        raise InputError("name one task, or say how many --participants play the suite", field="task")
    of_a_study = {"each": each, "consent": consent, "tasks": tasks, "host": host not in LOOPBACK}
    if task and (given := [name for name, value in of_a_study.items() if value]):
        raise InputError("is for a study: say how many --participants there are", field=given[0])
    if participants and out is None:
        raise InputError("a study is kept in a run folder: name it with --out", field="out")
    home = Home.from_environment()
    if suite == DEFAULT_MALL and mall is None:
        from shopworld.guru import ensure_default  # what makes tasks is loaded for this suite alone

        ensure_default(home, lambda _: None)
    from shopworld.study import open_play

    opened = open_play(
        suite, home=home, task=task, filters=tuple(tasks or ()), mall=mall, seconds=seconds, seed=seed, run=out
    )
    with opened:
        if participants is None:
            _play_one(opened, out, port=port, open_browser=open_browser, as_json=as_json)
        else:
            text = _consent(consent)
            token = os.environ.get(TOKEN_VARIABLE, "") or ("" if host in LOOPBACK else secrets.token_urlsafe(12))
            told = _result_as_json if as_json else _tell_progress
            from shopworld.study import Study, StudyServer

            study = Study(
                opened, out, participants=participants, text=text, each=each, told=told, failed=_tell_unrecorded
            )
            with StudyServer(study, host=host, port=port, token=token) as server, _interrupts() as asked:
                _tell_study(study, server, participants, open_browser=open_browser, as_json=as_json)
                while not study.settle() and not asked:
                    time.sleep(_GLANCE)
                _linger(server, asked)
            if not as_json:
                typer.echo(f"\nWhat they did is in {out}. For a page about it: shopworld report {out}")


def _play_one(opened: Play, out: Path | None, *, port: int, open_browser: bool, as_json: bool) -> None:
    """One task, for who sits here."""
    from shopworld.study import Keyboard, Study, StudyServer

    found: list[Result] = []
    study, keyboard = Study(opened, out, told=found.append), Keyboard()
    with StudyServer(study, port=port) as server, _interrupts() as asked:
        key, one = study.join()
        session = study.begin(one)
        _tell_task(session, server.address_of(key), as_json=as_json)
        if open_browser:
            webbrowser.open(server.address_of(key))
        _wait(study, one, keyboard, asked)
        result = found[0]
        if as_json:
            _result_as_json(result)
        else:
            _print_result(result, out)
        _linger(server, asked)
    if result.status is not Status.PASSED:
        raise typer.Exit(NOT_PASSED)


def _wait(study: Study, one: Participant, keyboard: Any, asked: list[int]) -> None:
    """Until the task is over: by the page, by a typed line, by Ctrl-C, or by time."""
    while study.session(one) is not None:
        if asked:
            study.give_up(one)
        elif (line := keyboard.line()) is not None:
            with suppress(EpisodeError):  # it ended in the browser at the same moment
                study.answer(one, line)
        else:
            time.sleep(_GLANCE)


def _linger(server: StudyServer, asked: list[int]) -> None:
    """Until open pages have shown what follows the last result: they ask every two seconds. Ctrl-C cuts it short."""
    came, end = len(asked), time.monotonic() + _LINGERS
    while not server.everybody_knows and len(asked) == came and time.monotonic() < end:
        time.sleep(_GLANCE)


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Ctrl-C and a polite kill end the game, not the program; gives the list of those that came."""
    came: list[int] = []
    previous = {
        kind: signal.signal(kind, lambda kind, _: came.append(kind)) for kind in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield came
    finally:
        for kind, handler in previous.items():
            signal.signal(kind, handler)


def _consent(file: Path | None) -> str:
    from shopworld.study import CONSENT

    if file is None:
        return CONSENT
    try:
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=file, hint="Give a text file in UTF-8.") from error
    if not text:
        raise InputError("it is empty: participants must know what they agree to", file=file)
    return text


def _tell_task(session: Session, page: str, *, as_json: bool) -> None:
    from shopworld.study import at_doors

    doors = dict(session.doors)
    start, goal = at_doors(session.start_url, doors), at_doors(session.goal, doors)
    if as_json:
        proxy = session.proxy.url if session.proxy is not None else ""
        told = {"task": session.key.task, "page": page, "goal": goal, "start": start, "proxy": proxy, "doors": doors}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        typer.echo(f"Task {session.key.task}\n\n{session.goal}\n\nPlay it at  {page}\n")
        typer.echo("Answer there, or type a message here and press Enter. Ctrl-C gives up.")
    sys.stdout.flush()


def _tell_study(study: Study, server: StudyServer, seats: int, *, open_browser: bool, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"page": server.address, "participants": seats, "tasks": study.each}))
    else:
        typer.echo(f"Participants begin at  {server.address}")
        typer.echo(
            f"{seats} people, {study.each} tasks each, one browser per person. Ctrl-C ends it; the same command "
            "goes on."
        )
    sys.stdout.flush()
    if open_browser:
        webbrowser.open(server.address)


def _result_as_json(result: Result) -> None:
    typer.echo(json.dumps(result.model_dump(mode="json"), ensure_ascii=False))
    sys.stdout.flush()


def _tell_progress(result: Result) -> None:
    typer.echo(f"participant {result.trial + 1}: {result.task}: {result.status}, {result.seconds:.0f} s")
    sys.stdout.flush()


def _tell_unrecorded(one: Participant, error: Exception) -> None:
    hint = " ".join(getattr(error, "__notes__", ()))
    typer.echo(f"participant {one.number} is not recorded yet: {error} {hint}".rstrip(), err=True)


def _print_result(result: Result, out: Path | None) -> None:
    from shopworld.study import verdict

    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
    console.print()
    for check in result.checks:
        console.print(_check_line(check))
    console.print(f"\n{verdict(result)} {result.steps} steps in {result.seconds:.0f} s.")
    if out is not None:
        console.print(f"It is recorded in {out}. For a page about it: shopworld report {out}", soft_wrap=True)


def _check_line(check: CheckResult) -> Text:
    mark = ("✓ ", "green") if check.passed else ("✗ ", "red")
    return Text.assemble(mark, (check.type, "bold"), f": {check.reason or 'holds'}")
