"""A person plays a task: an HTTP client at the door stands for their browser, a pipe for their keyboard."""

from __future__ import annotations

import http.client
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from shopworld.environments.world import Entrance
from shopworld.errors import RunError, TaskError
from shopworld.evaluation import RunFolder, write_report
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.running.outside.person import Keyboard
from shopworld.evaluation.running.outside.playing import play_game, prepare_game
from shopworld.mall import Home
from shopworld.tasks import PosedTask, Suite, save_suite
from shopworld.tasks.suite import load_suite

SOLUTION = "http://solution.example/"


def ask(address: str, **form: str) -> str:
    """What the door answers; the name is resolved to loopback as browsers do."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port or 80, timeout=300)
    try:
        headers = {"Host": parts.netloc, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST" if form else "GET", parts.path or "/", urlencode(form) if form else None, headers)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def fill_cart(shop: str, slug: str) -> None:
    offer = re.search(r'name="offer" value="([^"]+)"', ask(f"{shop}product/{slug}/"))
    assert offer is not None
    ask(f"{shop}cart/add", offer=offer[1], quantity="1")


@dataclass
class Table:
    """Where a game is played."""

    home: Home
    keys: int
    """Descriptor to type into."""
    keyboard: Keyboard

    def play(self, task: str, act: Callable[[list[str], Entrance], object], **options: Any) -> Result:
        """Plays; `act` is called in a thread with the addresses of the shops at the door."""
        seconds = options.pop("seconds", 300.0)
        game = prepare_game("small", task, home=self.home, seconds=seconds)
        acting: list[threading.Thread] = []

        def announce(_: PosedTask, entrance: Entrance) -> None:
            shops = [door for address, door in entrance.doors.items() if address != SOLUTION]
            acting.append(threading.Thread(target=act, args=(shops, entrance)))
            acting[0].start()

        result = play_game(game, announce, keyboard=self.keyboard, **options)
        acting[0].join()
        return result


@pytest.fixture
def table(home: Home) -> Iterator[Table]:
    reading, writing = os.pipe()
    yield Table(home, writing, Keyboard(reading))
    os.close(reading)
    os.close(writing)


def test_who_submits_the_right_answer_passes_and_it_is_recorded(table: Table, tmp_path: Path) -> None:
    def act(shops: list[str], entrance: Entrance) -> None:
        answers = [f"{shop}product/brisk-ssd-2-tb/" for shop in shops[:2]]
        for answer in answers:
            ask(answer)
        ask(entrance.doors[SOLUTION], solution=" ### ".join(answers))

    out = tmp_path / "run"
    result = table.play("answer_1", act, out=out)
    assert (result.status, result.agent, result.ending, result.steps) == (Status.PASSED, "human", "submitted", 3)
    assert all(check.passed for check in result.checks)
    assert RunFolder(out).results() == [result]
    assert "human" in write_report([out]).read_text(encoding="utf-8")
    with pytest.raises(RunError, match="played into"):
        table.play("answer_1", act, out=out)
    with pytest.raises(RunError, match="holds another run"):
        table.play("cart_1", act, out=out)


def test_a_wrong_answer_is_explained(table: Table) -> None:
    result = table.play("answer_1", lambda shops, entrance: ask(entrance.doors[SOLUTION], solution=shops[0]))
    assert result.status is Status.FAILED
    assert "missing" in result.checks[0].reason


def test_enter_says_that_a_cart_is_ready(table: Table) -> None:
    def act(shops: list[str], _: Entrance) -> None:
        fill_cart(shops[2], "brisk-ssd-3-tb")
        os.write(table.keys, b"\n")

    result = table.play("cart_1", act)
    assert (result.status, result.ending) == (Status.PASSED, "message")


def test_a_message_may_name_the_chosen_product(table: Table) -> None:
    def act(shops: list[str], _: Entrance) -> None:
        os.write(table.keys, f"I take {shops[0]}product/brisk-ssd-2-tb/\n".encode())

    assert table.play("chosen_1", act).status is Status.PASSED
    assert (
        table.play(
            "chosen_1", lambda shops, _: os.write(table.keys, f"{shops[0]}product/brisk-ssd-4-tb/\n".encode())
        ).status
        is Status.FAILED
    )


def test_ctrl_c_gives_up_and_the_state_is_told(table: Table) -> None:
    def act(shops: list[str], _: Entrance) -> None:
        fill_cart(shops[2], "brisk-ssd-3-tb")
        os.kill(os.getpid(), signal.SIGINT)

    result = table.play("cart_1", act)
    assert (result.status, result.ending, result.state_reward) == (Status.FAILED, "stopped", 1.0)


def test_ctrl_c_ends_a_game_in_which_nothing_was_done_yet(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = threading.Event()
    monkeypatch.setattr(table.keyboard, "line", watched.set)  # types nothing

    def act(_: list[str], __: Entrance) -> None:
        assert watched.wait(300)
        os.kill(os.getpid(), signal.SIGINT)

    result = table.play("cart_1", act)
    assert (result.status, result.ending, result.steps) == (Status.FAILED, "stopped", 1)


def test_the_time_may_be_limited(table: Table) -> None:
    result = table.play("answer_1", lambda *_: None, seconds=0.3)
    assert (result.status, result.ending) == (Status.LIMIT, "limit")


def test_tasks_of_a_mall_of_one_shop_are_played(home: Home, table: Table) -> None:
    """A suite for one shop is a suite for a mall of one shop; here the others stay unused."""
    suite = load_suite(home.suite("small"))
    one = [task for task in suite.tasks if task.id == "search_1"]
    save_suite(suite.model_copy(update={"name": "one", "tasks": tuple(one)}), home.suite("one"))
    game = prepare_game("one", "search_1", home=home)
    assert (game.task.id, game.settings.filters) == ("search_1", ("search_1",))


def test_what_cannot_be_played_is_refused(home: Home) -> None:
    with pytest.raises(TaskError, match="has no task 'nothing'"):
        prepare_game("small", "nothing", home=home)
    suite = load_suite(home.suite("small"))
    task = suite.tasks[0].model_copy(update={"environment": "tools"})
    tools = Suite(name="tools", version="1", catalog="c", catalog_hash="h", tasks=(task,))
    save_suite(tools, home.suite("tools"))
    with pytest.raises(RunError, match="played by tools"):
        prepare_game("tools", task.id, home=home)


def test_a_closed_keyboard_types_nothing() -> None:
    reading, writing = os.pipe()
    keyboard = Keyboard(reading)
    os.write(writing, b"half a ")
    assert keyboard.line() is None
    os.write(writing, b"line\nanother\n")
    assert keyboard.line() == "half a line"
    os.close(writing)
    assert keyboard.line() == "another"
    assert keyboard.line() is None
    os.close(reading)
