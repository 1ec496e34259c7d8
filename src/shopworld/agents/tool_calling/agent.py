"""The tool-calling agent: a language model that shops by function calls, one a step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from shopworld.agents.model_usage import describe_usage
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.tool_calling.conversation import Turn, cut_turns, write_result
from shopworld.agents.tool_calling.options import ToolCallingOptions
from shopworld.agents.tool_calling.reading import Decision, read_decision
from shopworld.environments.observation import Observation
from shopworld.errors import ContextOverflow
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel, Reply, Tool

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
CONVERSATION_LIMIT = 320_000
"""Characters of the conversation: about 80,000 tokens."""
OVERFLOWS = 3
"""Times the conversation is halved for a model that finds it too long, in one step."""
REPAIRS = 1
"""Times a call whose arguments cannot be read is asked for again, in one step."""


class ToolCallingAgent:
    """Shops by tools with a language model.

    A reply without a call is a step without a call: the environment counts those, and two in a row end the episode.

    Args:
        model: whom to ask.
        options: how it is set up.
    """

    environments: ClassVar[tuple[str, ...]] = ("tools",)

    def __init__(self, model: EpisodeModel, options: ToolCallingOptions | None = None) -> None:
        self.model = model
        self.options = options or ToolCallingOptions()
        self._goal = ""
        self._tools: tuple[Tool, ...] = ()
        self._turns: list[Turn] = []
        self._limit = CONVERSATION_LIMIT

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal."""
        self._goal = goal

    @property
    def excused_seconds(self) -> float:
        """Time that the model's provider has lost; it does not count against the agent."""
        return self.model.excused_seconds

    def take_usage(self) -> dict[str, float]:
        """What was used since this was last asked, or since the last move."""
        return describe_usage(self.model.take_usage())

    def act(self, observation: Observation) -> Move:
        """Asks the model for the next call.

        Raises:
            BudgetSpent: no tokens or dollars are left.
            ModelFault: the model's provider failed.
            ContextOverflow: the model finds even a short conversation too long.
        """
        self._tools = tuple(Tool(one.name, one.description, dict(one.parameters)) for one in observation.tools)
        if self._turns and self._turns[-1].call is not None:
            self._turns[-1] = replace(self._turns[-1], result=write_result(observation))
        decision, reply, extra = self._decide()
        self._turns.append(self._turn(decision, reply))
        extra |= {"model": reply.model or self.model.name, **self.take_usage()}
        return Move(decision.action, decision.thought, extra)

    def _turn(self, decision: Decision, reply: Reply) -> Turn:
        """What was decided, as the conversation keeps it: with one call only, under an id of its own."""
        if decision.call is None:
            return Turn(reply.text, None, TEMPLATE.write("no_call", problem=decision.problem))
        call = decision.call.model_copy(update={"id": f"call{len(self._turns) + 1:05d}"})
        return Turn(decision.thought if decision.in_prose else reply.text, call)

    def _decide(self) -> tuple[Decision, Reply, dict[str, Any]]:
        names = [tool.name for tool in self._tools]
        overflows = repairs = 0
        repair: tuple[ChatMessage, ...] = ()
        while True:
            try:
                reply = self.model.ask(ChatRequest((*self._messages(), *repair), self._tools))
            except ContextOverflow:
                if overflows == OVERFLOWS:
                    raise
                overflows += 1
                self._limit //= 2
                continue
            decision = read_decision(reply, names)
            if not decision.broken or repairs == REPAIRS:
                counts = {"context_overflows": overflows, "asked_again": repairs, "in_prose": int(decision.in_prose)}
                return decision, reply, {name: count for name, count in counts.items() if count}
            repairs += 1
            repair = (
                ChatMessage("assistant", (decision.action,)),
                ChatMessage("user", (TEMPLATE.write("wrong_call", problem=decision.problem),)),
            )

    def _messages(self) -> tuple[ChatMessage, ...]:
        system = TEMPLATE.write("system", thought=self.options.thought)
        turns = [message for turn in cut_turns(self._turns, self._limit) for message in turn.messages()]
        said = [ChatMessage("user", (self._goal,)), *turns]
        said[-1] = replace(said[-1], cache=True)  # the conversation only grows
        return (ChatMessage("system", (system,), cache=True), *said)
