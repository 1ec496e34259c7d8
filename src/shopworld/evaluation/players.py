"""The agents of a run by name: built in, or someone else's in a process of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from shopworld.agents import ORACLE, Agent, Environment, make_agent
from shopworld.evaluation.guest import GuestProcess
from shopworld.tasks import Task


def check_agents(names: Sequence[str], environment: Environment = "browser") -> None:
    """Makes each agent once, to find a wrong name before anything is played.

    Args:
        names: of the agents.
        environment: where they are to shop.

    Raises:
        AgentError: there is no such agent, it cannot be made, or it is made for another environment.
    """
    for name in names:
        if _is_guest(name):
            with contextlib.closing(GuestProcess(name, environment)) as guest:
                guest.agent()
        elif name != ORACLE:
            make_agent(name, environment)


def _is_guest(name: str) -> bool:
    """Whether the agent is not one of ours."""
    return ":" in name


class Players:
    """Makes the agents of a worker's episodes. Only the oracle is told the solution.

    Args:
        environment: where they shop.
        oracle: makes the oracle for a task.
    """

    def __init__(self, environment: Environment, oracle: Callable[[Task], Agent]) -> None:
        self.environment = environment
        self._oracle = oracle
        self._guests: dict[str, GuestProcess] = {}

    def agent(self, name: str, task: Task) -> Agent:
        """Makes the agent for one episode.

        Args:
            name: of the agent.
            task: of the episode.

        Raises:
            AgentError: it cannot be made.
        """
        if name == ORACLE:
            return self._oracle(task)
        if _is_guest(name):
            return self._guests.setdefault(name, GuestProcess(name, self.environment)).agent()
        return make_agent(name, self.environment)

    def close(self) -> None:
        """Ends the processes of guests."""
        for guest in self._guests.values():
            guest.close()
