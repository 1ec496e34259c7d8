"""Steps of BrowserGym's own environment, timed. Runs in an environment of its own (see benchmarks/run.py).

Prints one JSON object: seconds per step, seconds of the reset, and the names it observed on the first page.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import playwright.sync_api
from browsergym.core import chat
from browsergym.core.env import BrowserEnv
from browsergym.core.task import OpenEndedTask
from browsergym.utils.obs import flatten_axtree_to_str
from walk import LISTING_WALK, action_text, names_in


def _use_browser(path: str) -> None:
    """Lets the chat's second browser start from the same program; BrowserGym passes no path for it."""
    launch = playwright.sync_api.BrowserType.launch

    def launch_here(self: Any, **options: Any) -> Any:
        options.setdefault("executable_path", path)
        options["args"] = [*options.get("args", []), "--no-sandbox", "--disable-dev-shm-usage"]
        return launch(self, **options)

    chat.playwright.sync_api.BrowserType.launch = launch_here


def main() -> None:
    """Takes the walk `--rounds` times and prints the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", required=True)
    parser.add_argument("--browser", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--slow-mo", type=int, default=None)
    parser.add_argument("--delay", type=float, default=0.5)
    arguments = parser.parse_args()
    _use_browser(arguments.browser)
    env = BrowserEnv(
        task_entrypoint=OpenEndedTask,
        task_kwargs={"start_url": arguments.url, "goal": "walk"},
        slow_mo=arguments.slow_mo,
        pre_observation_delay=arguments.delay,
    )
    started = time.perf_counter()
    observation, _ = env.reset(seed=0)
    reset = time.perf_counter() - started
    tree = flatten_axtree_to_str(observation["axtree_object"])
    names = names_in(tree)
    print("ready", flush=True)
    sys.stdin.readline()
    seconds = []
    began = time.perf_counter()
    for _ in range(arguments.rounds):
        for step in LISTING_WALK:
            action = action_text(step, tree)
            at = time.perf_counter()
            observation, *_ = env.step(action)
            tree = flatten_axtree_to_str(observation["axtree_object"])
            seconds.append(time.perf_counter() - at)
            if observation["last_action_error"]:
                raise SystemExit(f"{action}: {observation['last_action_error']}")
    total = time.perf_counter() - began
    env.close()
    print(json.dumps({"seconds": seconds, "total": total, "reset": reset, "names": names, "lines": len(tree.splitlines())}))


if __name__ == "__main__":
    main()
