"""Agents of AgentLab's, as its workers import them: the oracle's policy, and one that only talks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentlab.agents.agent_args import AgentArgs
from bgym import Agent, AgentInfo, HighLevelActionSet
from browsergym_pages import as_ours

import shopworld as sw
from shopworld.agents import make_oracle
from shopworld.mall import Home, Mall


@dataclass
class OracleArgs(AgentArgs):  # type: ignore[misc]
    """Plays each task as the oracle does; `talks`: says that it is done at once."""

    home: str = ""
    talks: bool = False

    def __post_init__(self) -> None:
        self.agent_name = "Talker" if self.talks else "Oracle"

    def make_agent(self) -> Agent:
        return OraclePolicy(self.home, self.talks)


class OraclePolicy(Agent):  # type: ignore[misc]
    """The oracle's policy on what BrowserGym shows."""

    def __init__(self, home: str, talks: bool) -> None:
        self.home, self.talks = home, talks
        self.policy: Any = None
        self.action_set = HighLevelActionSet(["chat", "infeas", "bid", "nav", "tab"], strict=False, multiaction=False)

    def set_task_name(self, name: str) -> None:
        self.task = name.rpartition(".")[2]

    def obs_preprocessor(self, obs: dict[str, Any]) -> dict[str, Any]:
        return obs

    def get_action(self, obs: dict[str, Any]) -> tuple[str, AgentInfo]:
        thought = "As it is known."
        if self.talks:
            return "send_msg_to_user('I am done.')", AgentInfo(think=thought)
        if self.policy is None:
            suite = sw.load_suite("small", home=self.home)
            task = next(one for one in suite.tasks if one.id == self.task)
            mall = Mall.open(Home(Path(self.home)).mall("small"))
            self.policy = make_oracle(mall, task)
            self.policy.begin(task.goal, seed=0)
        return self.policy.act(as_ours(obs)).action, AgentInfo(think=thought)
