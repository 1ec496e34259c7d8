"""`shopworld play`, and the options of `shopworld run` for programs."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import httpx
import pytest
import typer
from small_world import make_small_world

from shopworld.cli import play as command
from shopworld.cli.play import _wait as wait_for_end
from shopworld.cli.run.command import commands_of
from shopworld.episode import Ending
from shopworld.errors import RunError
from shopworld.evaluation import Result, Session
from shopworld.mall import Home
from shopworld.study import Study, at_doors, open_play


def test_addresses_are_told_as_the_persons_browser_opens_them() -> None:
    doors = {"http://a.example/": "http://a.x.localhost:1/", "http://a.example.org/": "http://b.x.localhost:1/"}
    text = "Shops: http://a.example/, http://a.example.org. See http://a.example/product/one/."
    assert at_doors(text, doors) == (
        "Shops: http://a.x.localhost:1/, http://b.x.localhost:1. See http://a.x.localhost:1/product/one/."
    )


def test_options_for_programs_go_to_the_programs(tmp_path: Path) -> None:
    listed = tmp_path / "agents.toml"
    listed.write_text('[agents.mine]\ncommand = ["a"]\n[agents.other]\ncommand = ["b"]\n')
    found = commands_of(("mine", "command:c d", "noop"), listed, ("KEY",), 30.0)
    assert {name: (one.command, one.environment, one.step_seconds) for name, one in found.items()} == {
        "mine": (("a",), (), 120.0),
        "command:c d": (("c", "d"), ("KEY",), 30.0),
    }
    assert commands_of(("command:c d",), None, (), None) == {}
    with pytest.raises(RunError, match="--pass-env"):
        commands_of(("noop",), None, ("KEY",), None)
    with pytest.raises(RunError, match="no agent of"):
        commands_of(("noop",), listed, (), None)


def test_a_person_plays_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_world(Home(tmp_path))
    command = [sys.executable, "-m", "shopworld", "play", "small", "answer_1", "--json", "--seconds", "600"]
    environment = {**os.environ, "SHOPWORLD_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment
    ) as game:
        assert game.stdout is not None
        told = json.loads(game.stdout.readline())
        doors = list(told["doors"].values())
        assert told["start"] == doors[0]
        assert doors[1] in told["goal"]
        assert told["page"].startswith("http://127.0.0.1:")
        address = urlsplit(told["doors"]["http://solution.example/"])
        connection = http.client.HTTPConnection("127.0.0.1", address.port or 80)
        answer = " ### ".join(f"{door}product/brisk-ssd-2-tb/" for door in doors[:2])
        headers = {"Host": address.netloc, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/", urlencode({"solution": answer}), headers)
        assert connection.getresponse().status == 200
        connection.close()
        result = json.loads(game.stdout.readline())
        assert game.wait(300) == 0
    assert (result["status"], result["agent"], result["checks"][0]["passed"]) == ("passed", "human", True)


class Typed:
    """A keyboard at which a line was typed."""

    def line(self) -> str | None:
        return "done"


def test_a_line_typed_at_the_moment_of_an_end_elsewhere_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_small_world(Home(tmp_path))
    found: list[Result] = []
    with open_play("small", task="cart_1", home=Home(tmp_path)) as opened:
        study = Study(opened, None, told=found.append)
        _, one = study.join()
        session, answer = study.begin(one), opened.answer

        def too_late(session: Session, text: str) -> None:
            session.episode.end(Ending.SUBMITTED)  # in the browser
            answer(session, text)

        monkeypatch.setattr(opened, "answer", too_late)
        wait_for_end(study, one, Typed(), [])
        assert session.ended
    assert [one.ending for one in found] == ["submitted"]


def test_an_open_page_is_shown_the_result_before_the_command_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_small_world(Home(tmp_path))
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))
    monkeypatch.setattr(command, "_LINGERS", 600.0)
    graded, seen = threading.Event(), []
    told = command._result_as_json

    def tell(result: Result) -> None:
        told(result)
        graded.set()

    def person(page: str) -> None:
        with httpx.Client(follow_redirects=True, trust_env=False, timeout=300) as browser:
            task = browser.get(page)
            base = str(task.url.join("/"))
            assert browser.post(f"{base}begin").status_code == 200
            browser.post(f"{base}shop/solution/", data={"solution": "http://nowhere.example/"})
            graded.wait(300)
            seen.append(browser.get(base).text)

    sitting: list[threading.Thread] = []

    def open_page(page: str) -> None:
        sitting.append(threading.Thread(target=person, args=(page,)))
        sitting[0].start()

    monkeypatch.setattr(command, "_result_as_json", tell)
    monkeypatch.setattr("webbrowser.open", open_page)
    with Path(os.devnull).open(encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdin", nobody)
        with pytest.raises(typer.Exit):
            command.play("small", "answer_1", open_browser=True, as_json=True)
    sitting[0].join()
    assert "Not passed" in seen[0]
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["ending"] == "submitted"
