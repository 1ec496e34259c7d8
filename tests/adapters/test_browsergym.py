"""BrowserGym's adapter, in BrowserGym's own browser; run by `make test-adapters`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hosted import KINDS, in_mall, oracle_plays, reported

pytest.importorskip("browsergym.core")
pytestmark = pytest.mark.browser
import gymnasium  # noqa: E402
from browsergym.utils.obs import flatten_axtree_to_str  # noqa: E402
from browsergym_pages import as_ours, put_chromium_for_playwright  # noqa: E402

import shopworld as sw  # noqa: E402
from shopworld.agents import make_oracle  # noqa: E402
from shopworld.mall import Home, Mall  # noqa: E402

SMALL = tuple(kind for kind in KINDS if in_mall(kind))


@pytest.fixture(scope="module", autouse=True)
def browsers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Chromium where BrowserGym finds it."""
    put_chromium_for_playwright(tmp_path_factory.mktemp("browsers"))


@pytest.fixture(scope="module", autouse=True)
def at_home(home: Path, browsers: None) -> Iterator[None]:
    """The adapter, imported where the suites are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOPWORLD_HOME", str(home))
        from shopworld.adapters import browsergym

        browsergym.register_suite("small")
        yield


def made(kind: str, home: Path, **task_kwargs: Any) -> Any:
    """The environment of the task of a kind."""
    return gymnasium.make(
        f"browsergym/shopworld.small.{KINDS[kind][1]}",
        task_kwargs={"home": str(home), **task_kwargs},
        pre_observation_delay=0.1,
    )


def oracle_by(env: Any, kind: str, home: Path) -> tuple[float, bool, dict[str, Any]]:
    """The oracle's policy on what BrowserGym shows, by BrowserGym's actions."""
    task = next(one for one in sw.load_suite("small", home=home).tasks if one.id == KINDS[kind][1])
    seen, _ = env.reset()
    mall = Mall.open(Home(home).mall("small"))
    try:
        agent = make_oracle(mall, task)
        agent.begin(task.goal, seed=0)
        for _ in range(60):
            move = agent.act(as_ours(seen))
            seen, reward, terminated, _, info = env.step(move.action)
            if terminated:
                return reward, terminated, info["task_info"]
    finally:
        mall.close()
    raise AssertionError(seen["last_action_error"] or "it did not end")


@pytest.mark.parametrize("kind", SMALL)
def test_the_same_policy_earns_the_same_here_and_natively(
    kind: str, home: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    env = made(kind, home, save_to=str(tmp_path / "run"))
    reward, terminated, info = oracle_by(env, kind, home)
    ours = oracle_plays(home, kind, "browser").result
    assert (
        (reward, terminated, info["result"]["status"]) == (ours.reward, True, str(ours.status)) == (1.0, True, "passed")
    )
    env.reset()
    _, reward, terminated, _, info = env.step("send_msg_to_user('I am done.')")
    env.close()
    assert (reward, terminated, info["task_info"]["result"]["status"]) == (0.0, True, "failed")
    assert any(check["reason"] for check in info["task_info"]["result"]["checks"])
    assert [(one.trial, one.reward) for one in reported(tmp_path / "run", home)] == [(0, 1.0), (1, 0.0)]
    record_property("kind", kind)


def test_two_at_once_each_behind_its_own_proxy_and_nothing_else_is_reached(home: Path) -> None:
    one, other = made("cart", home, agent="one"), made("cart", home, agent="other")
    try:
        first, _ = one.reset()
        other.reset()
        assert one.unwrapped.task.session.proxy.password != other.unwrapped.task.session.proxy.password
        for address in ("http://foreign.example/", "http://127.0.0.1:1/"):
            seen, _, terminated, _, _ = one.step(f"goto('{address}')")
            assert not terminated
            text = flatten_axtree_to_str(seen["axtree_object"])
            assert seen["last_action_error"] or "refused" in text.lower() or "403" in text
        seen, *_ = other.step("noop()")
        assert seen["url"] == first["url"]
        assert seen["goal"] == one.unwrapped.task.session.goal
        shop = one.unwrapped.task.session.start_url
        one.step(f"goto('{shop}product/brisk-ssd-1-tb/')")
        assert one.unwrapped.task.session.steps > other.unwrapped.task.session.steps
        _, reward, terminated, _, info = other.step("report_infeasible('It cannot be done.')")
        assert (reward, terminated, info["task_info"]["result"]["ending"]) == (0.0, True, "infeasible")
    finally:
        one.close()
        other.close()
