"""People at their browsers, which an HTTP client with cookies stands for: agreed, played, recorded, gone on with."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from small_world import make_small_world

from shopworld.errors import RunError
from shopworld.evaluation import RunFolder
from shopworld.mall import Home
from shopworld.study import CONSENT, Participant, Play, Study, StudyServer, open_play
from shopworld.study.participants import read_participants, tasks_of
from shopworld.study.playing import result_of

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
    welcome = browser.get("/", params={"token": token} if token else {})
    assert welcome.status_code == 200
    assert browser.post("/join", data=fields_in(welcome.text)).status_code == 200
    return browser.post("/begin").text


def fields_in(page: str) -> dict[str, str]:
    """The hidden fields of its form."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))


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
        policies = front.headers.get_list("content-security-policy")
        assert "frame-ancestors 'self'" in ", ".join(policies)
        assert "frame-ancestors 'none'" not in ", ".join(policies)
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
        assert stranger.get("/", headers={"Host": "[::1]:80"}).status_code == 403
        assert "Task 1 of 3" in begin(ada, "a token")
        assert stranger.get("/shop/solution/").status_code == 410
        assert server.address.endswith("?token=a%20token")


def test_what_is_typed_is_shown_as_text(play: Play) -> None:
    with StudyServer(Study(play, None, text="<script>bad()</script>")) as server, browser(server) as ada:
        shown = ada.get("/")
        assert shown.status_code == 200
        assert "&lt;script&gt;bad" in shown.text
        assert "<script>bad" not in shown.text


def test_agreeing_twice_takes_one_place(play: Play) -> None:
    study = Study(play, None, participants=2, text=CONSENT)
    with StudyServer(study) as server, browser(server) as ada, browser(server) as bob:
        agreed = fields_in(ada.get("/").text)
        first = ada.post("/join", data=agreed, follow_redirects=False)
        ada.cookies.clear()  # the second click leaves before the first is answered
        again = ada.post("/join", data=agreed, follow_redirects=False)
        assert first.cookies["shopworld_participant"] == again.cookies["shopworld_participant"]
        assert [one.number for one in study.participants] == [1]
        begin(bob)
        assert [one.number for one in study.participants] == [1, 2]
        ada.cookies.clear()
        assert ada.post("/join", data=agreed).url.path == "/", "its place is kept where all are taken"
        assert "Task 1 of 3" in ada.post("/begin").text


def test_other_shops_than_the_goals_are_not_told(home: Home) -> None:
    with open_play("small", home=home, task="cart_1") as play:
        sites = list(play.server.mall.sites)
        (task,) = play.tasks.values()
        play.tasks = {task.id: task.model_copy(update={"instructions": f"Fill the cart of http://{sites[1].host}/."})}
        with StudyServer(Study(play, None, participants=1, text=CONSENT)) as server, browser(server) as ada:
            page = unescape(begin(ada))
            hidden = [site for site in sites[2:] if site.host not in task.start]
            assert len(hidden) >= 2
            assert [site.host for site in hidden if site.host in page or f'"/shop/{site.name}/' in page] == []


def test_what_follows_the_last_result_is_known_once_it_was_shown(play: Play) -> None:
    study = Study(play, None, participants=1, text=CONSENT, each=1)
    with StudyServer(study) as server, browser(server) as ada, browser(server) as bob:
        assert [server.everybody_knows] == [True]
        begin(ada)
        assert [server.everybody_knows] == [True]
        study.give_up(study.participants[0])
        assert study.settle()
        bob.get("/")
        assert [server.everybody_knows] == [False]
        assert "That was all" in ada.get("/").text
        while not server.everybody_knows:  # it is noted after the page has been sent
            time.sleep(0.01)


def test_who_cannot_be_recorded_keeps_nobody_from_going_on(play: Play, tmp_path: Path) -> None:
    run = tmp_path / "people"
    told: list[tuple[Participant, Exception]] = []
    study = Study(play, run, participants=2, text=CONSENT, each=1, failed=lambda one, error: told.append((one, error)))
    (_, ada), (_, bob) = study.join(), study.join()
    held = play.start(ada.tasks[0], ada.trial)
    result_of(held, run)  # somebody else has written their trial
    study.begin(ada).give_up("no")
    study.begin(bob).give_up("no")
    assert [study.settle(), study.settle()] == [False, False]
    assert [(one.number, type(error)) for one, error in told] == [(1, RunError)]
    assert study.next_task(bob) is None
    assert [one.trial for one in RunFolder(run).results()] == [0, 1]


def test_a_folder_of_other_tasks_or_of_one_person_is_refused(play: Play, home: Home, tmp_path: Path) -> None:
    run, alone = tmp_path / "people", tmp_path / "me"
    Study(play, run, participants=1, text=CONSENT).join()
    with (
        open_play("small", home=home, seed=3, task="answer_1") as fewer,
        pytest.raises(RunError, match="tasks that this study has not: cart_1"),
    ):
        Study(fewer, run, participants=2, text=CONSENT)
    with pytest.raises(RunError, match="of a study with participants"):
        open_play("small", home=home, seed=3, task="answer_1", run=run)
    result_of(play.start("answer_1", 0), alone)
    with pytest.raises(RunError, match="takes no part in this study"):
        Study(play, alone, participants=1, text=CONSENT)


@pytest.mark.parametrize(("tasks", "each"), [(7, 3), (5, 5), (4, 9), (1, 1)])
def test_every_task_is_played_as_often_as_every_other(tasks: int, each: int) -> None:
    names = [f"t{number}" for number in range(tasks)]
    dealt = [tasks_of(number, names, each=each, seed=1) for number in range(1, 30)]
    counts = [sum(name in one for one in dealt) for name in names]
    assert max(counts) - min(counts) <= 1
    assert all(len(set(one)) == len(one) == min(tasks, each) for one in dealt)
