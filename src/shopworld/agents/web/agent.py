"""The web agent: thinks, notes, acts, over and over, with a language model."""

from __future__ import annotations

from dataclasses import replace

from shopworld.agents.browsing import PageTurning, PastStep, cut_history
from shopworld.agents.model_agent import ModelAgent
from shopworld.agents.protocol import Move
from shopworld.agents.web.options import WebOptions
from shopworld.agents.web.prompt import write_part
from shopworld.agents.web.reading import Decision, read_decision
from shopworld.environments.actions import ACTION_REFERENCE
from shopworld.environments.observation import Observation
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel, Image, Reply

HISTORY_LIMIT = 40_000
"""Characters of the history."""


class WebAgent(ModelAgent):
    """Shops in a browser with a language model.

    Args:
        model: whom to ask.
        options: what it sees, and whether it takes notes.
    """

    def __init__(self, model: EpisodeModel, options: WebOptions | None = None) -> None:
        super().__init__(model)
        self.options = options or WebOptions()
        self._steps: list[PastStep] = []
        self._history_limit = HISTORY_LIMIT
        self._page = PageTurning()
        self._problem = ""

    def decide(self, observation: Observation) -> Move:
        """The next action, as the model says."""
        self._take_outcome(observation)
        decision, _ = self.ask(lambda: ChatRequest(self._messages(observation)), read_decision, _objection)
        self._problem = decision.problem
        memory = decision.memory if self.options.memory else ""
        self._steps.append(PastStep(len(self._steps) + 1, decision.thought, decision.action[:500], memory))
        extra: dict[str, object] = {"memory": memory} if memory else {}
        if self.options.axtree and self._page.left_out:
            extra["page_left_out"] = list(self._page.left_out)
        return Move(decision.action, decision.thought, extra)

    def shorten(self) -> None:
        """Shows half of the page and of the history."""
        self._page.halve()
        self._history_limit //= 2

    def _take_outcome(self, observation: Observation) -> None:
        """Notes what became of the last action, and which part of the page is to be shown."""
        if self._steps:
            error = self._problem or observation.last_action_error
            self._steps[-1] = replace(self._steps[-1], error=error)
        self._page.arrive(observation, self._steps[-1].action if self._steps else "")

    def _messages(self, observation: Observation) -> tuple[ChatMessage, ChatMessage]:
        options = self.options
        history = cut_history(self._steps, self._history_limit)
        shown = self._page.show(observation.accessibility_tree) if options.axtree else None
        page = write_part(
            "page",
            url=observation.url,
            title=observation.title,
            tabs=[{"url": tab.url, "title": tab.title, "active": tab.active} for tab in observation.tabs],
            focused=observation.focused_element,
            error=observation.last_action_error,
            not_shown="; ".join(shown.left_out) if shown else "",
            page=shown.text if shown else "",
            axtree=options.axtree,
            vision=options.vision,
        )
        task = write_part(
            "task",
            goal=self.goal,
            left_out=history.left_out,
            steps=[
                {name: getattr(step, name) for name in ("number", "thought", "action", "memory", "error")}
                for step in history.steps
            ],
        )
        system = write_part("system", memory=options.memory, actions=ACTION_REFERENCE)
        picture = observation.marked_screenshot or observation.screenshot
        pictures = (Image(picture),) if options.vision and picture is not None else ()
        return ChatMessage("system", (system,), cache=True), ChatMessage("user", (f"{task}\n\n{page}", *pictures))


def _objection(decision: Decision, reply: Reply) -> tuple[ChatMessage, ...]:
    if not decision.problem:
        return ()
    return (
        ChatMessage("assistant", (reply.text or "(nothing)",)),
        ChatMessage("user", (f"There is no action in this reply: {decision.problem}. Reply again.",)),
    )
