"""Sessions in browsers: ours, driven step by step, and one that somebody launched once for all."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from outside_service import Outside
from pool_browser import PoolBrowser, PoolContext

import shopworld as sw
from shopworld.agents import make_oracle
from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import read_steps
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _browser() -> None:
    try:
        find_browser()
    except BrowserMissing:
        pytest.skip("needs Chromium")


def oracle_plays(session: sw.Session, home: Path, suite: Suite) -> sw.Result:
    """The oracle's actions, step by step."""
    mall = Mall.open(Home(home).mall("small"))
    try:
        agent = make_oracle(mall, next(one for one in suite.tasks if one.id == session.key.task))
        agent.begin(session.goal, seed=session.seed)
        seen = session.observe()
        while not session.ended:
            seen = session.step(agent.act(seen))
    finally:
        mall.close()
    return session.finish()


def test_the_oracle_solves_each_kind_of_task_two_at_a_time(home: Path, suite: Suite) -> None:
    with sw.open("small", "browser", home=home, slots=2, pictures="plain") as world:

        def play(task: str) -> sw.Result:
            with world.start(task, agent="theirs") as session:
                assert session.observe().screenshot is not None
                return oracle_plays(session, home, suite)

        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(play, world.tasks))
    assert [str(one.status) for one in results] == ["passed", "passed", "passed"]
    assert {one.interface for one in results} == {"browser"}


def test_a_search_in_our_browser_step_by_step(home: Path, tmp_path: Path) -> None:
    with sw.open("small", home=home) as world, world.start("cart_1") as session:
        seen = session.observe()
        assert seen.url == session.start_url
        box = re.search(r"\[(\d+)\] (?:searchbox|combobox)", seen.accessibility_tree)
        assert box is not None
        seen = session.step(f"fill('{box[1]}', 'SSD')")
        seen = session.step(f"press('{box[1]}', 'Enter')")
        assert "Brisk SSD" in seen.accessibility_tree
        wrong = session.step("click('nowhere')")
        assert "there is no element" in wrong.last_action_error
        session.say("I cannot.")
        result = session.finish()
        session.save(tmp_path / "run")
    assert (result.status, result.steps) == ("failed", 4)
    (steps,) = (tmp_path / "run").rglob("steps.jsonl.gz")
    assert [one.number for one in read_steps(steps.with_suffix(""))] == [0, 1, 2, 3, 4]


def test_our_browser_and_a_client_of_theirs_may_shop_in_one_session(home: Path, tmp_path: Path) -> None:
    """The steps of both count, in the order in which they were taken."""
    with sw.open("small", home=home) as world, world.start("answer_1") as session:
        shops = [one.strip(",.") for one in session.goal.split() if one.startswith("http://")]
        assert session.proxy is not None
        with httpx.Client(proxy=session.proxy.url, trust_env=False) as client:
            assert client.get(f"{shops[0]}product/brisk-ssd-1-tb/").status_code == 200
            assert session.steps == 1
            session.observe()
            assert session.steps == 1, "the first page of ours is no step"
            session.step(f"goto('{shops[1]}')")
            assert session.steps == 2
            assert client.get(f"{shops[1]}product/brisk-ssd-2-tb/").status_code == 200
            answer = f"{shops[0]}product/brisk-ssd-2-tb/ ### {shops[1]}product/brisk-ssd-2-tb/"
            client.post("http://solution.example/", data={"solution": answer})
        result = session.finish()
        session.save(tmp_path / "run")
    assert (result.status, result.steps) == ("passed", 4)
    steps = read_steps(RunFolder(tmp_path / "run").attempt(result.key, 0) / "steps.jsonl")
    assert [one.number for one in steps] == [0, 1, 2, 3, 4]
    assert [one.action.partition(" ")[0] for one in steps] == [
        "",
        "product",
        f"goto('{shops[1]}')",
        "product",
        "answer:",
    ]
    assert [one.events for one in steps] == sorted(one.events for one in steps)


def test_to_look_once_with_our_browser_evades_no_limit(home: Path) -> None:
    with sw.open("small", home=home, max_steps=3) as world, world.start("answer_1") as session:
        session.observe()
        shops = [one.strip(",.") for one in session.goal.split() if one.startswith("http://")]
        assert session.proxy is not None
        with httpx.Client(proxy=session.proxy.url, trust_env=False) as client:
            for _ in range(6):
                client.get(shops[0])
            answer = f"{shops[0]}product/brisk-ssd-2-tb/ ### {shops[1]}product/brisk-ssd-2-tb/"
            client.post("http://solution.example/", data={"solution": answer})
        result = session.finish()
    assert (result.status, result.reward, result.state_reward, result.steps) == ("limit", 0.0, 1.0, 7)


def test_a_browser_that_set_its_proxy_once_plays_one_session_after_the_other(home: Path) -> None:
    """As harnesses do that launch their browser before the task is known; each session has credentials of its own."""
    with sw.open("small", home=home) as world, closing(Outside()) as outside:
        with world.start("answer_1", agent="nobody") as before:
            assert before.proxy is not None
            server = before.proxy.server
        with PoolBrowser(server) as process:
            for trial in range(3):
                with world.start("answer_1", trial=trial) as session:
                    assert session.proxy is not None
                    assert session.proxy.server == server
                    context = PoolContext(process.connection(), session.proxy)
                    assert "Brisk SSD" in context.open(session.start_url)
                    assert session.steps == 1
                    refused = f"127.0.0.1:{outside.port} does not exist in this world"
                    assert refused in context.open(f"http://127.0.0.1:{outside.port}/")
                    session.say("Done.")
                    assert "This episode has ended" in context.open(session.start_url)
                    assert (session.finish().steps, session.finish().ending) == (2, "message")
        assert outside.seen == []
