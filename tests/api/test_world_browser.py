"""Sessions in browsers: ours, driven step by step, and one that somebody launched once for all."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import shopworld as sw
from shopworld.agents import make_oracle
from shopworld.environments import BrowserEnvironment, BrowserProcess, find_browser
from shopworld.errors import BrowserMissing
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


def test_our_browser_and_a_client_of_theirs_may_shop_in_one_session(home: Path, tmp_path: Path) -> None:
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


def test_a_browser_that_set_its_proxy_once_plays_one_session_after_the_other(home: Path) -> None:
    """As harnesses do that launch their browser before the task is known; each session has credentials of its own."""
    with sw.open("small", home=home) as world, BrowserProcess(images=False) as process:
        servers = set()
        for trial in range(3):
            with world.start("answer_1", trial=trial) as session, BrowserEnvironment(process) as browser:
                assert session.proxy is not None
                servers.add(session.proxy.server)
                seen = browser.open(session.episode, session.proxy, session.start_url, session.goal)
                assert seen.url == session.start_url
                left = browser.step("goto('http://127.0.0.1:9/')")
                assert "127.0.0.1:9" not in left.accessibility_tree or "does not exist" in left.accessibility_tree
                assert session.finish().steps >= 1
        assert len(servers) == 1
