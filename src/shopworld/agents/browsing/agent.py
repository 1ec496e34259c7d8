"""What agents with a language model in a browser have in common: the steps so far, the page at hand, and both cut."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from shopworld.agents.browsing.history import PastStep, cut_history
from shopworld.agents.browsing.page_turning import PageTurning
from shopworld.agents.model_agent import ModelAgent
from shopworld.agents.protocol import Move
from shopworld.environments import Observation
from shopworld.models import LanguageModel

HISTORY_LIMIT = 40_000
"""Characters of the history."""
_LONGEST_ACTION = 500


class BrowsingAgent(ModelAgent):
    """An agent with a language model in a browser. Subclasses write `choose`.

    Args:
        model: whom to ask.
    """

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self.steps: list[PastStep] = []
        """What was done so far."""
        self.page = PageTurning()
        """The page at hand, in parts where it is long."""
        self.history_limit = HISTORY_LIMIT
        self._last_action = ""
        self._problem = ""

    def decide(self, observation: Observation) -> Move:
        """The next action; what became of the last one is noted first."""
        if self.steps:
            error = self._problem or observation.last_action_error
            self.steps[-1] = replace(self.steps[-1], error=error)
        self.page.arrive(observation, self._last_action)
        move = self.choose(observation)
        self._last_action = move.action
        extra = move.extra
        if self.page.left_out:
            extra = extra | {"page_left_out": list(self.page.left_out)}
        return Move(move.action, move.thought, extra)

    @abstractmethod
    def choose(self, observation: Observation) -> Move:
        """The next action, noted with `note`."""

    def note(self, thought: str, action: str, *, memory: str = "", problem: str = "") -> None:
        """Notes a step for the history.

        Args:
            thought: why.
            action: what is done, as the model is to read it later.
            memory: what it wants to keep.
            problem: why there is nothing to be done; empty where there is.
        """
        self._problem = problem
        self.steps.append(PastStep(len(self.steps) + 1, thought, action[:_LONGEST_ACTION], memory))

    def no_move(self, thought: str, problem: str, *, action: str = "", extra: dict[str, Any] | None = None) -> Move:
        """A step without an action, noted: nothing can be done, and why.

        Args:
            thought: what was wanted.
            problem: why it cannot be.
            action: what was to be done, as the model is to read it later.
            extra: what else the move tells.
        """
        self.note(thought, action, problem=problem)
        return Move("", thought, {**(extra or {}), "problem": problem})

    def shorten(self) -> None:
        """Shows half of the page and of the history."""
        self.page.halve()
        self.history_limit //= 2

    def history_values(self) -> dict[str, Any]:
        """The steps so far for a template: `steps` and `left_out`."""
        history = cut_history(self.steps, self.history_limit)
        names = ("number", "thought", "action", "memory", "error")
        return {
            "left_out": history.left_out,
            "steps": [{name: getattr(step, name) for name in names} for step in history.steps],
        }


def page_values(observation: Observation) -> dict[str, Any]:
    """Where the browser is, for a template: `url`, `title`, `tabs`, `focused` and `error`."""
    return {
        "url": observation.url,
        "title": observation.title,
        "tabs": [{"url": tab.url, "title": tab.title, "active": tab.active} for tab in observation.tabs],
        "focused": observation.focused_element,
        "error": observation.last_action_error,
    }
