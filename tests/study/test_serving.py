"""People at their browsers, which an HTTP client with cookies stands for: agreed, played, recorded, gone on with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from small_world import make_small_world

from shopworld.evaluation import RunFolder
from shopworld.mall import Home
from shopworld.study import CONSENT, Play, Study, StudyServer, open_play
from shopworld.study.participants import read_participants, tasks_of

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_small_world(made)
    return made


@pytest.fixture(scope="module")
def play(home: Home) -> Iterator[Play]:
    with open_play("small", home=home, seed=3) as opened:
        yield opened


def browser(server: StudyServer) -> httpx.Client:
    return httpx.Client(base_url=server.address.partition("?")[0], follow_redirects=True, trust_env=False, timeout=60)


def begin(browser: httpx.Client, token: str = "") -> str:
    """Agrees and begins; returns the page of the first task."""
    assert browser.get("/", params={"token": token} if token else {}).status_code == 200
    assert browser.post("/join", data={"token": token}).status_code == 200
    return browser.post("/begin").text


def label_in(page: str) -> str:
    found = re.search(r'name="label" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_a_study_is_agreed_to_played_and_recorded_and_goes_on(play: Play, tmp_path: Path) -> None:
    run = tmp_path / "people"
    study = Study(play, run, participants=2, text=CONSENT, each=2)
    with StudyServer(study) as server, browser(server) as ada, browser(server) as bob, browser(server) as cy:
        assert "voluntary" in ada.get("/").text
        first, other = begin(ada), begin(bob)
        assert "Task 1 of 2" in first
        assert label_in(first) != label_in(other)
        assert "has all its participants" in cy.post("/join", data={}).text
        assert "Task 1 of 2 is done" in ada.post("/answer", data={"label": label_in(first), "act": "give-up"}).text
        assert "Task 1 of 2 is done" in ada.post("/answer", data={"label": label_in(first), "act": "answer"}).text
        second = ada.post("/begin").text
        assert "Task 2 of 2" in second
        answered = {"label": label_in(second), "act": "answer", "text": "http://nowhere.example/"}
        assert "That was all" in ada.post("/answer", data=answered).text
        assert not study.settle()
    results = RunFolder(run).results()
    assert [(one.agent, one.trial) for one in results] == [("human", 0), ("human", 0)]
    assert [one.number for one in read_participants(run)] == [1, 2]
    assert {one.task for one in results} == set(read_participants(run)[0].tasks)

    again = Study(play, run, participants=2, text=CONSENT, each=2)  # bob's task was lost with the server
    with StudyServer(again) as server, browser(server) as returning:
        returning.cookies = bob.cookies
        page = returning.get("/").text
        assert "2 tasks" in page
        assert "Task 1 of 2" in returning.post("/begin").text


def test_shops_have_addresses_by_path_and_stay_in_their_frame(play: Play) -> None:
    study = Study(play, None, participants=1, text=CONSENT)
    with StudyServer(study) as server, browser(server) as ada:
        page = unescape(begin(ada))
        shop = re.search(r'id="shops"[^>]* src="(/shop/[^/]+)/', page)
        assert shop is not None
        front = ada.get(f"{shop[1]}/")
        assert "frame-ancestors 'self'" in front.headers["content-security-policy"]
        links = re.findall(r'(?:href|src|action)="(/[^"]*)"', front.text)
        assert links
        assert [one for one in links if not one.startswith(f"{shop[1]}/")] == []
        style = next(one for one in links if one.endswith(".css"))
        assert ada.get(style).headers["content-type"].startswith("text/css")
        product = ada.get(f"{shop[1]}/product/brisk-ssd-3-tb/")
        offer = re.search(r'name="offer" value="([^"]+)"', product.text)
        assert offer is not None
        added = ada.post(f"{shop[1]}/cart/add", data={"offer": offer[1], "quantity": "1"})
        assert added.status_code == 200
        assert str(added.url.path).startswith(f"{shop[1]}/")
        foreign = {"Origin": "http://evil.example"}
        assert ada.post(f"{shop[1]}/cart/add", data={"offer": offer[1]}, headers=foreign).status_code == 403
        assert ada.post("/answer", data={"label": label_in(page)}, headers=foreign).status_code == 403
        assert ada.post(f"{shop[1]}/cart/add", content=b"a" * 100_000, headers=FORM).status_code == 413
        assert ada.get("/shop/nowhere/").status_code == 404


def test_nobody_else_is_let_in(play: Play) -> None:
    study = Study(play, None, participants=3, text=CONSENT)
    with StudyServer(study, token="a token") as server, browser(server) as ada, browser(server) as stranger:
        assert stranger.get("/").status_code == 403
        assert stranger.post("/join", data={"token": "another"}).status_code == 403
        assert stranger.get("/shop/solution/").status_code == 410
        assert stranger.get("/", headers={"Host": "evil.example"}).status_code == 400
        assert "Task 1 of 3" in begin(ada, "a token")
        assert stranger.get("/shop/solution/").status_code == 410
        assert server.address.endswith("?token=a%20token")


def test_what_is_typed_is_shown_as_text(play: Play) -> None:
    with StudyServer(Study(play, None, text="<script>bad()</script>")) as server, browser(server) as ada:
        assert "<script>bad" not in ada.get("/").text


@pytest.mark.parametrize(("tasks", "each"), [(7, 3), (5, 5), (4, 9), (1, 1)])
def test_every_task_is_played_as_often_as_every_other(tasks: int, each: int) -> None:
    names = [f"t{number}" for number in range(tasks)]
    dealt = [tasks_of(number, names, each=each, seed=1) for number in range(1, 30)]
    counts = [sum(name in one for one in dealt) for name in names]
    assert max(counts) - min(counts) <= 1
    assert all(len(set(one)) == len(one) == min(tasks, each) for one in dealt)
