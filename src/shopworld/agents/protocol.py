"""What an agent is: something that is given a goal, then asked for an action after each observation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self, TypeVar

from shopworld.environments import Observation, Pictures
from shopworld.errors import AgentError

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Move:
    """An agent's answer to an observation.

    Attributes:
        action: one action as text, e.g. `click('12')`.
        thought: why, for the trajectory; shown in the report.
        extra: anything else to keep in the trajectory, JSON-able (tokens, cost, …).
    """

    action: str
    thought: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


class BareAgent(Protocol):
    """The least that anyone's agent has. What else an `Agent` declares, it may have too."""

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal. Called once, before the first observation."""

    def act(self, observation: Observation) -> Move:
        """Chooses the next action."""


class Agent(ABC):
    """An agent, with all that a run may ask of it. One object serves one episode; it is made anew for each.

    Nobody has to extend it: a class with `begin` and `act` is an agent, and declares by the same names what it does
    not want to be as here.
    """

    environments: tuple[str, ...] = ()
    """Names of the environments that it plays, the favourite first; none: all."""
    needs_model: ClassVar[bool] = False
    """Whether its constructor takes a language model."""
    pictures: Pictures = Pictures.NONE
    """What it wants to see of pages besides the tree; an instance may want something else than its class."""

    @classmethod
    def from_name(cls, options: str, model: Any) -> Self:
        """Makes one as its name says.

        Args:
            options: what follows the `-` in the name; for one that has no options: empty.
            model: a `LanguageModel` where it needs one, else None.

        Raises:
            AgentError: it has no such options.
        """
        return make_without_options(cls, options, model)

    @abstractmethod
    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal. Called once, before the first observation."""

    @abstractmethod
    def act(self, observation: Observation) -> Move:
        """Chooses the next action."""

    @property
    def excused_seconds(self) -> float:
        """Time that does not count against it so far: its language model's provider has lost it."""
        return 0.0

    def take_usage(self) -> dict[str, float]:
        """What was used since the last move, or since this was last asked."""
        return {}

    def end(self, ending: str) -> None:  # noqa: B027  (most have nothing to do)
        """Hears how the episode ended, and sees to it that nothing of its own is left running.

        Args:
            ending: an `Ending`; empty where the episode is given up, and nothing more is wanted.
        """

    @property
    def refusals(self) -> tuple[str, ...]:
        """What a program that plays it tried to reach in vain."""
        return ()

    @property
    def process_group(self) -> int | None:
        """Of a program that plays it, while there is one."""
        return None


def make_without_options(kind: Callable[..., Made], options: str, model: Any) -> Made:
    """Makes an agent of a class that takes no options.

    Raises:
        AgentError: there are some.
    """
    if options:
        raise AgentError(f"it has no option {options!r}; it is set up in one way only")
    return kind(model) if getattr(kind, "needs_model", False) else kind()
