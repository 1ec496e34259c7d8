"""The tool-calling agent: a language model that shops by function calls, one a step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Self

from shopworld.agents.model_agent import ModelAgent
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.tool_calling.conversation import ConversationTurn, cut_turns, write_result
from shopworld.agents.tool_calling.options import ToolCallingOptions
from shopworld.agents.tool_calling.reading import ToolDecision, read_decision
from shopworld.environments.observation import Observation
from shopworld.models import ChatMessage, ChatRequest, ModelReply, Tool
from shopworld.models.language_model import LanguageModel

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
CONVERSATION_LIMIT = 320_000
"""Characters of the conversation: about 80,000 tokens."""


class ToolCallingAgent(ModelAgent):
    """Shops by tools with a language model: in the sandbox; subclasses say how it is told to shop elsewhere.

    A reply without a call is a step without a call: the environment counts those, and two in a row end the episode.

    Args:
        model: whom to ask.
        options: how it is set up.
    """

    environments: tuple[str, ...] = ("tools",)
    template: ClassVar[PromptTemplate] = TEMPLATE

    def __init__(self, model: LanguageModel, options: ToolCallingOptions | None = None) -> None:
        super().__init__(model)
        self.options = options or ToolCallingOptions()
        self._tools: tuple[Tool, ...] = ()
        self._turns: list[ConversationTurn] = []
        self._limit = CONVERSATION_LIMIT
        self.not_offered: frozenset[str] = frozenset()
        """Tools that the model is not told of."""

    @classmethod
    def from_name(cls, options: str, model: LanguageModel) -> Self:
        """Makes one as its name says; see `ToolCallingOptions.parse`."""
        return cls(model, ToolCallingOptions.parse(options))

    def decide(self, observation: Observation) -> Move:
        """The next call, as the model says."""
        self._tools = tuple(
            Tool(one.name, one.description, dict(one.parameters))
            for one in observation.tools
            if one.name not in self.not_offered
        )
        self.hear(observation)
        names = [tool.name for tool in self._tools]
        decision, reply = self.ask(
            lambda: ChatRequest(self._messages(), self._tools),
            lambda reply: read_decision(reply, names),
            self._objection,
        )
        self.add(self._turn(decision, reply))
        if decision.in_prose:
            self.count("in_prose")
        return Move(decision.action, decision.thought)

    def hear(self, observation: Observation) -> None:
        """Takes what came of the last call into the conversation."""
        if self._turns and self._turns[-1].call is not None:
            self._turns[-1] = replace(self._turns[-1], result=write_result(observation))

    def add(self, turn: ConversationTurn) -> None:
        """Adds a step to the conversation; its call gets an id of its own."""
        if turn.call is not None:
            call = turn.call.model_copy(update={"id": f"call{len(self._turns) + 1:05d}"})
            turn = replace(turn, call=call)
        self._turns.append(turn)

    def shorten(self) -> None:
        """Shows half of the conversation."""
        self._limit //= 2

    def instructions(self) -> str:
        """What the model is told first."""
        return self.template.write("system", thought=self.options.thought)

    def _turn(self, decision: ToolDecision, reply: ModelReply) -> ConversationTurn:
        """What was decided, as the conversation keeps it: with one call only, under an id of its own."""
        if decision.call is None:
            return ConversationTurn(reply.text, None, self.template.write("no_call", problem=decision.problem))
        return ConversationTurn(decision.thought if decision.in_prose else reply.text, decision.call)

    def _messages(self) -> tuple[ChatMessage, ...]:
        system = self.instructions()
        turns = [message for turn in cut_turns(self._turns, self._limit) for message in turn.messages()]
        said = [ChatMessage("user", (self.goal,)), *turns]
        said[-1] = replace(said[-1], cache=True)  # the conversation only grows
        return (ChatMessage("system", (system,), cache=True), *said)

    def _objection(self, decision: ToolDecision, _: ModelReply) -> tuple[ChatMessage, ...]:
        if not decision.broken:
            return ()
        return (
            ChatMessage("assistant", (decision.action,)),
            ChatMessage("user", (self.template.write("wrong_call", problem=decision.problem),)),
        )
