"""One task, played by a person: served, graded from what they did, and recorded like any run."""

from __future__ import annotations

import secrets
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from shopworld.environments import WorldFolders
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Result, TrialKey
from shopworld.evaluation.running.attempt import unheard
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.opening import describe_world, environment_of, hashes_of
from shopworld.evaluation.running.outside.person import PERSON, Announce, Keyboard, PersonPlayers
from shopworld.evaluation.running.terms import Assignment, PlayOrder, Terms
from shopworld.evaluation.running.worker import play_into_folder
from shopworld.evaluation.settings import RunSettings
from shopworld.mall import Home, Mall
from shopworld.tasks import Limits, PosedTask, Suite, Task, find_suite, task_of

NO_LIMIT = 10 * 24 * 3600.0
"""Seconds: a person may go for lunch."""
MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Game:
    """A task that is ready to be played.

    Attributes:
        settings: as those of a run.
        suite: the suite.
        task: the one to be played.
        mall: folder of the mall.
        world: hashes and versions.
    """

    settings: RunSettings
    suite: Suite
    task: Task
    mall: Path
    world: Provenance


def prepare_game(
    suite_name: str, task_id: str, *, home: Home, mall: Path | None = None, seconds: float | None = None
) -> Game:
    """Loads task and mall.

    Args:
        suite_name: name of the suite, or path of its file.
        task_id: of the task.
        home: where suites and malls are.
        mall: folder of the mall; the suite's own by default.
        seconds: after which the person is cut off; never by default.

    Raises:
        TaskError: there is no such suite or task.
        RunError: the suite is played by tools, or was made for another mall.
        ShopworldError: suite or mall are missing or wrong.
    """
    suite = find_suite(suite_name, home.folder)
    task = task_of(suite, task_id)
    if environment_of(suite) != "browser":
        raise RunError(
            f"suite {suite.name!r} is played by tools, not in a browser",
            hint="Call its tools by hand: `shopworld tools call --help`.",
        )
    folder = mall if mall is not None else home.mall(suite.mall)
    opened = Mall.open(folder)
    try:
        world = describe_world(suite, (task,), opened, browser="")
    finally:
        opened.close()
    settings = RunSettings(
        suite=suite_name,
        mall=str(mall) if mall else "",
        agents=(PERSON,),
        filters=(task.id,),
        max_seconds=seconds or NO_LIMIT,
    )
    return Game(settings, suite, task, folder, world)


def play_game(
    game: Game, announce: Announce, *, out: Path | None = None, port: int = 0, keyboard: Keyboard | None = None
) -> Result:
    """Serves the task until the person has submitted, sent a message, given up by Ctrl-C, or run out of time.

    Args:
        game: from `prepare_game`.
        announce: tells the person what is wanted, and where.
        out: run folder to keep; none by default.
        port: of the door; 0 takes a free one.
        keyboard: where the person types; standard input by default.

    Raises:
        RunError: the folder holds another run, or this task was played into it already.
        MallError: the port is taken.
    """
    if out is None:
        with tempfile.TemporaryDirectory(prefix="shopworld-play-") as folder:
            return _play(game, announce, RunFolder(Path(folder)), port, keyboard)
    return _play(game, announce, RunFolder(out), port, keyboard)


def _play(game: Game, announce: Announce, folder: RunFolder, port: int, keyboard: Keyboard | None) -> Result:
    key = TrialKey(agent=PERSON, task=game.task.id, trial=0)
    with folder.lock():
        folder.begin(game.settings, game.world)
        if any(result.key == key for result in folder.results()):
            raise RunError(f"{game.task.id} was played into {folder.path} already", hint="Give another --out.")
        world = WorldFolders(game.mall).open(door_port=port)
        players = PersonPlayers(world, announce, keyboard)
        try:
            world.server  # noqa: B018 - a port that is taken is told before anything is played
            with _interrupt_as(players):
                attempt = Assignment(key, len(folder.attempts(key)))
                order, terms = PlayOrder(attempt, _without_limits(game)), Terms(game.settings, secrets.token_bytes(32))
                played = play_into_folder(folder, order, terms, players, unheard)
                hashes = {game.task.id: hashes_of(game.task, game.world)}
                result = Grader((game.task,), hashes, lambda: world).grade(folder.attempt(key, attempt.attempt), played)
        finally:
            players.close()
        folder.append(result)
        return result


def _without_limits(game: Game) -> PosedTask:
    """The task as posed; the limits that tasks set for agents do not hold for people."""
    limits = Limits(steps=MOST_STEPS, seconds=game.settings.max_seconds)
    return game.task.posed.model_copy(update={"limits": limits})


@contextmanager
def _interrupt_as(players: PersonPlayers) -> Iterator[None]:
    """Ctrl-C and a polite kill end the game, not the program."""

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        players.give_up()

    previous = {kind: signal.signal(kind, give_up) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for kind, handler in previous.items():
            signal.signal(kind, handler)
