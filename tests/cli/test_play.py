"""`shopworld play`, and the options of `shopworld run` for programs."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from small_world import make_small_world

from shopworld.cli.run.command import commands_of
from shopworld.errors import RunError
from shopworld.mall import Home
from shopworld.study import at_doors


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
    command = [sys.executable, "-m", "shopworld", "play", "small", "answer_1", "--json", "--seconds", "60"]
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
        assert game.wait(30) == 0
    assert (result["status"], result["agent"], result["checks"][0]["passed"]) == ("passed", "human", True)
