"""Gymnasium's adapter, made and checked by Gymnasium itself."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hosted import KINDS, Played, as_action, reported, wrong_ending

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import shopworld as sw  # noqa: E402
import shopworld.adapters.gymnasium  # noqa: E402  # as users do
from shopworld.environments import find_browser  # noqa: E402
from shopworld.errors import BrowserMissing  # noqa: E402


def made(home: Path, kind: str, **options: Any) -> Any:
    """The environment of the task of a kind, by calls, as a user makes it."""
    suite, task = KINDS[kind]
    return gymnasium.make("shopworld/suite-v0", suite=suite, task=task, interface="tools", home=home, **options)


@pytest.mark.parametrize("kind", KINDS)
def test_the_oracles_actions_earn_one_and_a_wrong_ending_nothing(
    kind: str,
    home: Path,
    native: Callable[[str], Played],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    played = native(kind)
    with made(home, kind, save_to=tmp_path / "run") as env:
        seen, told = env.reset(seed=3)
        assert seen["goal"]
        assert told["task"] == KINDS[kind][1]
        for action in played.actions:
            seen, reward, terminated, truncated, info = env.step(action)
            assert env.observation_space.contains(seen)
        assert (reward, terminated, truncated) == (1.0, True, False)
        assert info["result"]["steps"] == played.result.steps
        env.reset()
        seen, reward, terminated, truncated, info = env.step(as_action(wrong_ending(kind)))
        assert (reward, terminated, info["result"]["status"]) == (0.0, True, "failed")
        assert any(check["reason"] for check in info["result"]["checks"])
    saved = reported(tmp_path / "run", home)
    assert [(one.trial, one.status) for one in saved] == [(0, "passed"), (1, "failed")]
    record_property("kind", kind)


def test_its_checker_warns_of_nothing(home: Path) -> None:
    env = gymnasium.make("shopworld/suite-v0", suite="small", interface="tools", home=home).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
    env.close()


def test_the_same_seed_draws_the_same_tasks(home: Path) -> None:
    def drawn(seed: int) -> list[str]:
        with gymnasium.make("shopworld/suite-v0", suite="small", interface="tools", home=home) as env:
            first = env.reset(seed=seed)[1]["task"]
            return [first, *(env.reset()[1]["task"] for _ in range(7))]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(4)}) > 1


def test_a_task_is_named_at_reset_and_a_limit_truncates(home: Path) -> None:
    with made(home, "answer", max_steps=2) as env:
        assert env.reset(options={"task": "cart_1"})[1]["task"] == "cart_1"
        call = as_action(("view_cart", {"shop": env.unwrapped.session.start_url}))
        assert env.step(call)[1:4] == (0.0, False, False)
        _, reward, terminated, truncated, info = env.step(call)
        assert (reward, terminated, truncated, info["result"]["status"]) == (0.0, False, True, "limit")
        assert env.reset(options={"trial": 5})[1]["trial"] == 5
        with pytest.raises(sw.ShopworldError, match="no task 'cart_9'"):
            env.reset(options={"task": "cart_9"})


@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_several_at_a_time_earn_what_each_earned(
    mode: str, home: Path, native: Callable[[str], Played], tmp_path: Path
) -> None:
    """The first plays as the oracle, the second ends wrongly, and both begin anew."""
    right, wrong = native("cart").actions, as_action(wrong_ending("cart"))
    options: dict[str, Any] = {"save_to": tmp_path / "run"} if mode == "vector_entry_point" else {}
    envs = gymnasium.make_vec(
        "shopworld/suite-v0",
        2,
        mode,
        suite="small",
        task="cart_1",
        interface="tools",
        home=home,
        **options,
    )
    try:
        seen, told = envs.reset(seed=1)
        assert list(told["task"]) == ["cart_1", "cart_1"]
        assert len(seen["goal"]) == 2
        earned = np.zeros(2)
        ends = np.zeros(2, int)
        for action in right:
            seen, rewards, terminated, truncated, info = envs.step((action, wrong))
            earned += rewards
            ends += terminated
            assert not truncated.any()
        assert earned.tolist() == [1.0, 0.0]
        assert ends[0] == 1
        assert ends[1] > 1, "an episode that ended begins anew"
        assert info["result"]["status"][0] == "passed"
    finally:
        envs.close()
    if options:
        assert {one.name for one in (tmp_path / "run" / "episodes").iterdir()} == {"gymnasium-0", "gymnasium-1"}


def test_letters_of_all_scripts_are_in_the_space() -> None:
    from shopworld.adapters.gymnasium import AnyText

    space = AnyText(40)
    for text in ("Größe – 12 €", "日本語 ✓ 😀", "שלום\n\tعربى"):
        assert space.contains(space.fitted(text))
        assert space.fitted(text) == text
    odd = "a\x00b\ud800c\ue000"
    assert space.contains(space.fitted(odd))
    assert space.fitted(odd) == "a\ufffdb\ufffdc\ufffd"
    assert space.fitted("x" * 50) == "x" * 40


def test_what_is_left_before_its_end_is_saved_as_stopped(home: Path, tmp_path: Path) -> None:
    with made(home, "cart", save_to=tmp_path / "run") as env:
        for _ in range(2):
            env.reset()
            env.step(as_action(("view_cart", {"shop": env.unwrapped.session.start_url})))
    saved = [(one.trial, one.ending, one.steps) for one in reported(tmp_path / "run", home)]
    assert saved == [(0, "stopped", 1), (1, "stopped", 1)]


def test_what_is_left_of_several_is_saved_as_stopped(home: Path, tmp_path: Path) -> None:
    given: dict[str, Any] = {"suite": "small", "task": "cart_1", "interface": "tools", "home": home}
    envs = gymnasium.make_vec("shopworld/suite-v0", 2, "vector_entry_point", save_to=tmp_path / "run", **given)
    envs.reset()
    envs.step((as_action(wrong_ending("cart")), as_action(("view_cart", {"shop": "http://elsewhere.example/"}))))
    envs.close()
    saved = [(one.agent, one.ending) for one in reported(tmp_path / "run", home)]
    assert saved == [("gymnasium-0", "submitted"), ("gymnasium-1", "stopped")]


def test_what_shows_no_pictures_says_so_and_leaves_nothing_open(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(sw.ShopworldError, match="shows no pictures"):
        made(home, "answer", render_mode="rgb_array")
    with pytest.raises(sw.ShopworldError, match="tools shows no pictures"):
        shopworld.adapters.gymnasium.ShopVectorEnv(2, suite="small", interface="tools", home=home, pictures=True)
    assert not list(tmp_path.glob("shopworld-world-*")), "no world is open"
    with sw.open("small", "tools", home=home) as world:
        with pytest.raises(sw.ShopworldError, match="tools shows no pictures"):
            shopworld.adapters.gymnasium.ShopEnv(world=world, pictures=True)
        world.start("cart_1").close()  # who gave the world still has it


@pytest.mark.browser
def test_pages_are_shown_as_text_and_as_pictures(home: Path) -> None:
    try:
        find_browser()
    except BrowserMissing:
        pytest.skip("needs Chromium")
    given = {"suite": "small", "task": "cart_1", "home": home}
    with gymnasium.make("shopworld/suite-v0", render_mode="rgb_array", **given) as env:
        seen, _ = env.reset()
        shown = env.render()
        assert shown.shape == (720, 1280, 3)
        assert shown.std() > 1
        assert env.observation_space.contains(seen)
        seen, *_ = env.step("goto('http://foreign.example/')")
        assert seen["error"]
        assert "foreign.example" not in seen["url"]
    with made(home, "cart", render_mode="ansi") as env:
        env.reset()
        env.step(as_action(("view_cart", {"shop": env.unwrapped.session.start_url})))
        assert '"lines"' in env.render() or "cart" in env.render()
