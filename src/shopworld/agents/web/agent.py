"""The web agent: thinks, notes, acts, over and over, with a language model."""

from __future__ import annotations

from typing import Self

from shopworld.agents.browsing import BrowsingAgent, page_values
from shopworld.agents.protocol import Move
from shopworld.agents.web.options import WebOptions
from shopworld.agents.web.prompt import write_part
from shopworld.agents.web.reading import WebDecision, read_decision
from shopworld.environments.actions import ACTION_REFERENCE
from shopworld.environments.observation import Observation, Pictures
from shopworld.models import ChatMessage, ChatRequest, MessageImage, ModelReply
from shopworld.models.language_model import LanguageModel


class WebAgent(BrowsingAgent):
    """Shops in a browser with a language model.

    Args:
        model: whom to ask.
        options: what it sees, and whether it takes notes.
    """

    def __init__(self, model: LanguageModel, options: WebOptions | None = None) -> None:
        super().__init__(model)
        self.options = options or WebOptions()
        self.pictures = Pictures.MARKED if self.options.vision else Pictures.NONE

    @classmethod
    def from_name(cls, options: str, model: LanguageModel) -> Self:
        """Makes one as its name says; see `WebOptions.parse`."""
        return cls(model, WebOptions.parse(options))

    def choose(self, observation: Observation) -> Move:
        """The next action, as the model says."""
        decision, _ = self.ask(lambda: ChatRequest(self._messages(observation)), read_decision, _objection)
        memory = decision.memory if self.options.memory else ""
        self.note(decision.thought, decision.action, memory=memory, problem=decision.problem)
        return Move(decision.action, decision.thought, {"memory": memory} if memory else {})

    def _messages(self, observation: Observation) -> tuple[ChatMessage, ChatMessage]:
        options = self.options
        shown = self.page.show(observation.accessibility_tree) if options.axtree else None
        page = write_part(
            "page",
            **page_values(observation),
            not_shown="; ".join(shown.left_out) if shown else "",
            page=shown.text if shown else "",
            axtree=options.axtree,
            vision=options.vision,
        )
        task = write_part("task", goal=self.goal, **self.history_values())
        system = write_part("system", memory=options.memory, actions=ACTION_REFERENCE)
        picture = observation.marked_screenshot or observation.screenshot
        pictures = (MessageImage(picture),) if options.vision and picture is not None else ()
        return ChatMessage("system", (system,), cache=True), ChatMessage("user", (f"{task}\n\n{page}", *pictures))


def _objection(decision: WebDecision, reply: ModelReply) -> tuple[ChatMessage, ...]:
    if not decision.problem:
        return ()
    return (
        ChatMessage("assistant", (reply.text or "(nothing)",)),
        ChatMessage("user", (f"There is no action in this reply: {decision.problem}. Reply again.",)),
    )
