"""A person plays a task: an HTTP client at the door stands for their browser."""

from __future__ import annotations

import http.client
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from small_world import make_small_world

from shopworld.errors import RunError, TaskError
from shopworld.evaluation import Result, RunFolder, Session, Status, write_report
from shopworld.mall import Home
from shopworld.study import Keyboard, Participant, Study, open_play
from shopworld.tasks import Suite, save_suite
from shopworld.tasks.suite import load_suite

SOLUTION = "http://solution.example/"


def ask(address: str, **form: str) -> str:
    """What the door answers; the name is resolved to loopback as browsers do."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port or 80, timeout=10)
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


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_small_world(made)
    return made


def play_task(home: Home, task: str, act: Callable[[Study, Participant, Session], object], **options: Any) -> Result:
    """Plays one task; `act` does what a person does."""
    run = options.pop("run", None)
    found: list[Result] = []
    with open_play("small", task=task, home=home, run=run, **options) as play:
        study = Study(play, run, told=found.append)
        _, one = study.join()
        act(study, one, study.begin(one))
        assert study.settle()
    return found[0]


def doors_of(session: Session) -> list[str]:
    return [door for address, door in session.doors.items() if address != SOLUTION]


def test_who_submits_the_right_answer_passes_and_it_is_recorded(home: Home, tmp_path: Path) -> None:
    def act(study: Study, one: Participant, session: Session) -> None:
        answers = [f"{shop}product/brisk-ssd-2-tb/" for shop in doors_of(session)[:2]]
        for answer in answers:
            ask(answer)
        ask(session.doors[SOLUTION], solution=" ### ".join(answers))

    out = tmp_path / "run"
    result = play_task(home, "answer_1", act, run=out)
    assert (result.status, result.agent, result.ending, result.steps) == (Status.PASSED, "human", "submitted", 3)
    assert all(check.passed for check in result.checks)
    assert RunFolder(out).results() == [result]
    assert "human" in write_report([out]).read_text(encoding="utf-8")
    with pytest.raises(RunError, match="played into"):
        play_task(home, "answer_1", act, run=out)
    with pytest.raises(RunError, match="played otherwise"):
        play_task(home, "cart_1", act, run=out, seconds=5.0)


def test_an_answer_in_the_field_counts_as_on_the_solution_page(home: Home) -> None:
    addresses = "http://kernel-and-coil.example/product/brisk-ssd-2-tb/"

    def act(study: Study, one: Participant, session: Session) -> None:
        hosts = [address for address in session.doors if address != SOLUTION]
        study.answer(one, " ### ".join(f"{host}product/brisk-ssd-2-tb/" for host in hosts[:2]))

    assert play_task(home, "answer_1", act).ending == "submitted"
    assert play_task(home, "answer_1", act).status is Status.PASSED
    wrong = play_task(home, "answer_1", lambda study, one, _: study.answer(one, addresses))
    assert wrong.status is Status.FAILED
    assert "missing" in wrong.checks[0].reason


def test_an_empty_answer_says_that_a_cart_is_ready(home: Home) -> None:
    def act(study: Study, one: Participant, session: Session) -> None:
        fill_cart(doors_of(session)[2], "brisk-ssd-3-tb")
        study.answer(one, "")

    result = play_task(home, "cart_1", act)
    assert (result.status, result.ending) == (Status.PASSED, "message")


def test_who_gives_up_is_told_the_state(home: Home) -> None:
    def act(study: Study, one: Participant, session: Session) -> None:
        fill_cart(doors_of(session)[2], "brisk-ssd-3-tb")
        study.give_up(one)

    result = play_task(home, "cart_1", act)
    assert (result.status, result.ending, result.state_reward) == (Status.FAILED, "stopped", 1.0)


def test_a_task_may_be_said_to_be_impossible(home: Home) -> None:
    result = play_task(home, "cart_1", lambda study, one, _: study.report_infeasible(one, "sold out"))
    assert (result.status, result.ending) == (Status.FAILED, "infeasible")


def test_the_time_may_be_limited(home: Home) -> None:
    def act(study: Study, one: Participant, session: Session) -> None:
        while study.session(one) is not None:
            time.sleep(0.01)

    result = play_task(home, "answer_1", act, seconds=0.1)
    assert (result.status, result.ending) == (Status.LIMIT, "limit")


def test_what_cannot_be_played_is_refused(home: Home) -> None:
    with pytest.raises(TaskError, match="has no task 'nothing'"):
        open_play("small", task="nothing", home=home)
    suite = load_suite(home.suite("small"))
    task = suite.tasks[0].model_copy(update={"environment": "tools"})
    tools = Suite(name="tools", version="1", catalog="c", catalog_hash="h", tasks=(task,))
    save_suite(tools, home.suite("tools"))
    with pytest.raises(RunError, match="played by tools"):
        open_play("tools", task=task.id, home=home)


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
