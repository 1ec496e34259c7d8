"""An agent of AgentLab's that plays as our oracle does, reading what BrowserGym shows; importable by Ray's workers."""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shopworld as sw
from shopworld.agents import make_oracle
from shopworld.mall import Home, Mall


def as_ours(seen: dict[str, Any]) -> sw.Observation:
    """What BrowserGym shows, as our agents read it."""
    from browsergym.utils.obs import flatten_axtree_to_str

    tree = flatten_axtree_to_str(
        seen["axtree_object"],
        extra_properties=seen["extra_element_properties"],
        with_clickable=True,
        filter_visible_only=False,
    )
    return sw.Observation(
        url=seen["url"],
        accessibility_tree=tree,
        last_action_error=seen["last_action_error"],
        focused_element=seen["focused_element_bid"],
    )


def put_chromium_for_playwright(folder: Path) -> None:
    """Chromium where Playwright 1.44 looks for it: BrowserGym's chat cannot be told where it is."""
    import os

    from shopworld.environments import find_browser

    place = folder / "chromium-1117" / "chrome-linux" / "chrome"
    place.parent.mkdir(parents=True)
    place.symlink_to(find_browser().path)
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder)


class OracleByGoal:
    """The oracle of the task whose goal is shown.

    Args:
        home: where the suite is.
        suite: its name.
    """

    def __init__(self, home: Path, suite: str = "small") -> None:
        self._tasks = {task.goal: task for task in sw.load_suite(suite, home=home).tasks}
        self._mall = Mall.open(Home(home).mall("small"))
        self._agent: Any = None

    def act(self, seen: dict[str, Any]) -> str:
        """The next action."""
        if self._agent is None:
            goal = seen["goal_object"][0]["text"]
            self._agent = make_oracle(self._mall, self._tasks[goal])
            self._agent.begin(goal, seed=0)
        return str(self._agent.act(as_ours(seen)).action)


# AgentLab's studies import a part of WebArena that fetches texts from the web at import, and use it for WebArena alone.
_instance = types.ModuleType("browsergym.webarena.instance")
_instance.WebArenaInstance = type("WebArenaInstance", (), {})  # type: ignore[attr-defined]
sys.modules.setdefault("browsergym.webarena", types.ModuleType("browsergym.webarena"))
sys.modules.setdefault("browsergym.webarena.instance", _instance)

try:
    from agentlab.agents.agent_args import AgentArgs
    from bgym import Agent, AgentInfo
except ImportError:  # for BrowserGym alone
    pass
else:

    @dataclass
    class ScriptedArgs(AgentArgs):  # type: ignore[misc]
        """Makes the agent."""

        home: str = ""
        right: bool = True
        agent_name: str = "scripted"

        def set_benchmark(self, benchmark: Any, demo_mode: bool) -> None:
            """Takes the benchmark's actions."""
            self.actions = benchmark.high_level_action_set_args

        def make_agent(self) -> Any:
            """In the worker."""
            return ScriptedAgent(self)

    class ScriptedAgent(Agent):  # type: ignore[misc]
        """The oracle, or one that ends at once."""

        def __init__(self, args: ScriptedArgs) -> None:
            self.action_set = args.actions.make_action_set()
            self._oracle = OracleByGoal(Path(args.home)) if args.right else None

        def obs_preprocessor(self, obs: dict[str, Any]) -> dict[str, Any]:
            """As it is, but for what cannot be pickled."""
            return {name: value for name, value in obs.items() if name != "page"} | _extracted(obs)

        def get_action(self, obs: dict[str, Any]) -> tuple[str, Any]:
            """The next one."""
            action = self._oracle.act(obs) if self._oracle else "send_msg_to_user('I am done.')"
            return action, AgentInfo(think="As the oracle.")


def _extracted(obs: dict[str, Any]) -> dict[str, Any]:
    """What AgentLab leaves to the agent to read from the page."""
    if "axtree_object" in obs:
        return {}
    from browsergym.core.observation import (
        _post_extract,
        _pre_extract,
        extract_dom_extra_properties,
        extract_dom_snapshot,
        extract_focused_element_bid,
        extract_merged_axtree,
    )

    page = obs["page"]
    _pre_extract(page)
    dom = extract_dom_snapshot(page)
    found = {
        "axtree_object": extract_merged_axtree(page),
        "extra_element_properties": extract_dom_extra_properties(dom),
        "focused_element_bid": extract_focused_element_bid(page),
    }
    _post_extract(page)
    return found
