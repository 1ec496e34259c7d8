"""What an environment is: the one protocol by which every interface lets an agent into a world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

from shopworld.environments.observation import Observation, Pictures, ToolDescription
from shopworld.episode import Episode
from shopworld.tasks import Limits, PosedTask, Shopper, Task


@dataclass(frozen=True, slots=True)
class TaskStart:
    """What an environment has to know of a task to begin; never its checks.

    Attributes:
        goal: for the agent.
        url: of the first page.
        limits: after which the episode is cut off; None: the environment's own.
        shopper: who stands behind the goal and may be asked.
    """

    goal: str
    url: str = ""
    limits: Limits | None = None
    shopper: Shopper | None = None

    @classmethod
    def of(cls, task: Task | PosedTask) -> Self:
        """That of a task."""
        return cls(task.goal, task.start, task.limits, task.shopper)


class Environment(Protocol):
    """How an agent meets the shops: one episode after the other, one observation for each action."""

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """What can be called; nothing where an agent meets pages."""

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Groups of child processes, to be killed should this process die."""

    @property
    def ended(self) -> bool:
        """Whether the episode is over."""

    @property
    def events_told(self) -> int:
        """Events of the episode up to the last observation."""

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        """Begins an episode; the first observation is step 0. Raises EnvironmentFault where infrastructure fails."""

    def step(self, action: str) -> Observation:
        """Carries out one action. Raises EnvironmentFault where infrastructure fails."""

    def leave(self) -> None:
        """Takes the episode out of reach and frees what it held.

        Raises:
            EnvironmentFault: something went wrong inside the mall while it ran.
        """

    def renew(self) -> None:
        """Replaces what may be broken or worn, between two episodes."""

    def close(self) -> None:
        """Leaves, and releases everything."""
