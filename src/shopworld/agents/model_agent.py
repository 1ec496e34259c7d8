"""What agents with a language model have in common: goal, usage, lost time, asking until there is a decision."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from shopworld.agents.model_forms import FilledForm, Form, form_objection, read_form, schema_of
from shopworld.agents.model_usage import describe_usage
from shopworld.agents.protocol import Agent, Move
from shopworld.environments.observation import Observation
from shopworld.errors import ContextOverflow
from shopworld.models import ChatMessage, ChatRequest, ModelReply
from shopworld.models.language_model import LanguageModel

OVERFLOWS = 3
"""Times the prompt is halved for a model that finds it too long, in one step."""
REPAIRS = 1
"""Times a reply that cannot be used is asked for again, in one step."""

Decision = TypeVar("Decision")


class ModelAgent(Agent):
    """An agent that asks a language model.

    Subclasses write `decide`, in which they ask with `ask`, and `shorten`, which makes their prompts shorter.

    Args:
        model: whom to ask.
    """

    environments: tuple[str, ...] = ("browser",)
    needs_model: ClassVar[bool] = True

    def __init__(self, model: LanguageModel) -> None:
        self.model = model
        self.goal = ""
        self.counts: dict[str, int] = {}
        """What happened in the step at hand, by what it is."""
        self._answered_by = ""

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal."""
        self.goal = goal

    @property
    def excused_seconds(self) -> float:
        """Time that the model's provider has lost; it does not count against the agent."""
        return self.model.excused_seconds

    def take_usage(self) -> dict[str, float]:
        """What was used since this was last asked, or since the last move."""
        return describe_usage(self.model.take_usage())

    def act(self, observation: Observation) -> Move:
        """Asks the model for the next action.

        Raises:
            BudgetSpent: no tokens or dollars are left.
            ModelFault: the model's provider failed.
            ContextOverflow: the model finds even a short prompt too long.
        """
        self.counts.clear()
        move = self.decide(observation)
        extra: dict[str, Any] = {name: count for name, count in self.counts.items() if count}
        extra |= {"model": self._answered_by or self.model.name, **self.take_usage()}
        return Move(move.action, move.thought, extra | move.extra)

    @abstractmethod
    def decide(self, observation: Observation) -> Move:
        """The next action; its `extra` holds what is to be kept beside usage and counts."""

    @abstractmethod
    def shorten(self) -> None:
        """Makes the prompts that follow about half as long."""

    def count(self, what: str) -> None:
        """Counts something that happened in this step."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def ask(
        self,
        write: Callable[[], ChatRequest],
        read: Callable[[ModelReply], Decision],
        objection: Callable[[Decision, ModelReply], tuple[ChatMessage, ...]],
    ) -> tuple[Decision, ModelReply]:
        """Asks the model once for a decision: with a shorter prompt where it finds it too long, and once more where
        its reply cannot be used.

        Args:
            write: writes the request, anew after each `shorten`.
            read: reads a reply.
            objection: what follows the request where a reply cannot be used; nothing where it can.

        Returns:
            the decision, which may be one that cannot be used, and the reply it was read from.

        Raises:
            BudgetSpent, ModelFault, ContextOverflow: see `act`.
        """
        overflows = repairs = 0
        repair: tuple[ChatMessage, ...] = ()
        while True:
            request = write()
            try:
                reply = self.model.ask(
                    ChatRequest((*request.messages, *repair), request.tools, request.answer, request.tool_choice)
                )
            except ContextOverflow:
                if overflows == OVERFLOWS:
                    raise
                overflows += 1
                self.count("context_overflows")
                self.shorten()
                continue
            self._answered_by = reply.model
            decision = read(reply)
            objected = objection(decision, reply)
            if not objected or repairs == REPAIRS:
                return decision, reply
            repairs += 1
            self.count("asked_again")
            repair = objected

    def fill_form(
        self,
        write: Callable[[], tuple[ChatMessage, ...]],
        form: type[Form],
        check: Callable[[Form], str] = lambda _: "",
    ) -> FilledForm[Form]:
        """Asks the model for an answer in a given form; once more where it has it not.

        Args:
            write: writes the messages, anew after each `shorten`.
            form: what the answer must be.
            check: says what is wrong with an answer that has the form; empty where nothing is.

        Raises:
            BudgetSpent, ModelFault, ContextOverflow: see `act`.
        """
        schema = schema_of(form)
        filled, _ = self.ask(
            lambda: ChatRequest(write(), answer=schema), lambda reply: read_form(reply, form, check), form_objection
        )
        return filled
