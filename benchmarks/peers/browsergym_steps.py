"""The walk in BrowserGym's own environment. Runs in an environment of its own (see benchmarks/peer.py)."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import playwright.sync_api
from browsergym.core.env import BrowserEnv
from browsergym.core.task import OpenEndedTask
from browsergym.utils.obs import flatten_axtree_to_str
from walk import VIEWPORT, Seen, names_in, report, say_ready_and_wait, take_walk


def main() -> None:
    """Opens the page, waits for the word to go, takes the walk, and reports."""
    options = _options()
    _use_browser(options.browser)
    env = BrowserEnv(
        task_entrypoint=OpenEndedTask,
        task_kwargs={"start_url": options.address, "goal": "walk"},
        viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
        slow_mo=options.slow_mo,
        pre_observation_delay=options.delay,
    )
    observation, _ = env.reset(seed=0)
    resets = []
    for _ in range(options.resets):
        at = time.perf_counter()
        observation, _ = env.reset(seed=0)
        resets.append(time.perf_counter() - at)
    first = _seen(observation)

    def act(action: str) -> Seen:
        return _seen(env.step(action)[0])

    if options.warm_up:
        take_walk(act, first, rounds=1)
    say_ready_and_wait()
    walked = take_walk(act, first, rounds=options.rounds, seconds=options.seconds)
    report(walked, resets=resets, names=names_in(first.tree), browser=env.browser.version)
    env.close()


def _seen(observation: dict[str, Any]) -> Seen:
    if observation["screenshot"] is None:
        raise RuntimeError("BrowserGym took no picture")
    return Seen(
        flatten_axtree_to_str(observation["axtree_object"]), observation["url"], observation["last_action_error"]
    )


def _use_browser(path: str) -> None:
    """Starts both browsers from that program: BrowserGym takes no path for the one of its chat."""
    launch = playwright.sync_api.BrowserType.launch

    def launch_here(self: Any, **options: Any) -> Any:
        options["executable_path"] = path
        options["args"] = [*options.get("args", []), "--no-sandbox", "--disable-dev-shm-usage"]
        return launch(self, **options)

    playwright.sync_api.BrowserType.launch = launch_here


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", required=True)
    parser.add_argument("--browser", required=True)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--resets", type=int, default=0)
    parser.add_argument("--warm-up", action="store_true")
    parser.add_argument("--slow-mo", type=int, default=None)
    parser.add_argument("--delay", type=float, default=0.5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
