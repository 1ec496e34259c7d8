"""Makes agents of classes, whoever wrote them. What a class leaves out is filled in here, and nowhere else."""

from __future__ import annotations

from functools import partial
from typing import Any

from shopworld.agents.built_in import environments_of
from shopworld.agents.protocol import Agent, BareAgent, Move, make_without_options
from shopworld.environments import Observation, Pictures
from shopworld.errors import AgentError, ShopworldError
from shopworld.models import LanguageModel


def make_from(kind: Any, name: str, options: str = "", model: LanguageModel | None = None) -> Agent:
    """Makes an agent.

    Args:
        kind: a class, or another callable that makes agents.
        name: of the agent, for messages.
        options: what its name says after the class's own.
        model: for one that needs a language model.

    Raises:
        AgentError: it cannot be made so, or what is made is no agent.
    """
    make = getattr(kind, "from_name", None) or partial(make_without_options, kind)
    needs_model = bool(getattr(kind, "needs_model", False))
    try:
        made = make(options, model if needs_model else None)
    except AgentError as error:
        raise AgentError(f"the agent {name!r} cannot be made: {error}", hint=error.hint) from error
    except ShopworldError:
        raise
    except Exception as error:  # the code may be someone else's: anything may come out of it
        lacks_model = isinstance(error, TypeError) and "'model'" in str(error) and not needs_model
        raise AgentError(
            f"the agent {name!r} cannot be made: {type(error).__name__}: {error}",
            hint="A class that is to get a language model says so: needs_model = True." if lacks_model else None,
        ) from error
    return complete(made, name)


def complete(made: Any, name: str) -> Agent:
    """The agent as a run takes it: with all that an `Agent` declares.

    Raises:
        AgentError: it lacks what no agent can do without, or wants unknown pictures.
    """
    wants_pictures(made, name)
    if isinstance(made, Agent):
        return made
    if not callable(getattr(made, "begin", None)) or not callable(getattr(made, "act", None)):
        raise AgentError(f"{name!r} is no agent: it needs begin(goal, *, seed) and act(observation)")
    return CompletedAgent(made, name)


class CompletedAgent(Agent):
    """Somebody's agent: what it has is its own, what it lacks is an `Agent`'s.

    Args:
        made: with `begin` and `act`, perhaps more.
        name: of the agent, for messages.
    """

    def __init__(self, made: BareAgent, name: str) -> None:
        self._made = made
        self.environments = environments_of(made)
        self.pictures = wants_pictures(made, name)

    def begin(self, goal: str, *, seed: int) -> None:
        """Hands on the goal."""
        self._made.begin(goal, seed=seed)

    def act(self, observation: Observation) -> Move:
        """Hands on the observation, and takes the move."""
        return self._made.act(observation)

    @property
    def excused_seconds(self) -> float:
        """As it says; nothing where it says nothing."""
        return float(getattr(self._made, "excused_seconds", 0.0))

    def take_usage(self) -> dict[str, float]:
        """As it says; nothing where it says nothing."""
        take = getattr(self._made, "take_usage", None)
        return dict(take()) if callable(take) else {}

    def end(self, ending: str) -> None:
        """Tells it, where it wants to hear."""
        end = getattr(self._made, "end", None)
        if callable(end):
            end(ending)


def wants_pictures(made: Any, name: str) -> Pictures:
    """What pictures an agent wants to see.

    Raises:
        AgentError: it wants unknown ones.
    """
    stated = getattr(made, "pictures", Pictures.NONE)
    try:
        return Pictures(stated)
    except ValueError:
        raise AgentError(f"{name!r} wants pictures {stated!r}, expected one of {', '.join(Pictures)}") from None
