"""The viewer over a local server."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hostile_words import HOSTILE


@pytest.fixture(scope="module")
def server(run: Path, home: Path) -> Iterator[httpx.Client]:
    """`shopworld view`, and a client for it."""
    command = [sys.executable, "-m", "shopworld", "view", str(run.parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"SHOPWORLD_HOME": str(home)}) as serving:
        assert serving.stdout is not None
        found = re.search(r"http://\S+", serving.stdout.readline())
        assert found is not None
        with httpx.Client(base_url=found[0], trust_env=False, timeout=60) as client:
            yield client
        serving.send_signal(signal.SIGINT)
        assert serving.wait(30) in (0, 130)


def test_the_page_lets_nothing_run_but_itself(server: httpx.Client) -> None:
    page = server.get("/")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"


def test_only_the_machine_itself_is_answered(server: httpx.Client) -> None:
    assert server.get("/api/overview", headers={"Host": "elsewhere.example"}).status_code == 400


def test_overview_texts_and_details_are_there(server: httpx.Client) -> None:
    told = server.get("/api/overview").json()
    assert told["live"]
    assert len(told["checks"]) == 4
    assert [len(server.get(f"/api/texts/{piece}").json()) for piece in (0, 1)] == [4, 0]
    trial = "/api/trial/first/oracle+tools/cart_1/0"
    assert server.get(trial).json()["states"][-1]["passed"] == [True, True]
    assert server.get(f"{trial}/texts").json()["steps"][-1]["action"].startswith("submit_answer")
    said = server.get("/api/trial/second/hostile@open%2Fgpt/answer_1/0/texts").json()
    assert any(HOSTILE in one["text"] for one in said["events"])
    assert json.loads(server.get(trial, params={"attempt": "0"}).text) == server.get(trial).json()


@pytest.mark.parametrize(
    "address",
    [
        "/api/trial/first/nobody/cart_1/0",
        "/api/trial/first/oracle+tools/cart_1/9",
        "/picture/first/oracle+tools/cart_1/0/last/..%2f..%2fresults.jsonl",
        "/picture/first/oracle+tools/cart_1/0/last/score.json",
        "/picture/first/oracle+tools/cart_1/0/last/step-000.jpg",
        "/nothing",
    ],
)
def test_what_is_not_there_is_not_found(server: httpx.Client, address: str) -> None:
    assert server.get(address).status_code == 404


def test_the_state_changes_when_a_run_does(server: httpx.Client, run: Path) -> None:
    before = server.get("/api/state").text
    assert server.get("/api/state").text == before
    (run / "tags.jsonl").write_bytes(b"")
    assert server.get("/api/state").text != before
    (run / "tags.jsonl").unlink()
    assert server.get("/api/state").text == before
