"""The web agent: thinks, notes, acts, over and over, with a language model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from shopworld.agents.model_usage import describe_usage
from shopworld.agents.protocol import Move
from shopworld.agents.web.history import PastStep, cut_history
from shopworld.agents.web.options import WebOptions
from shopworld.agents.web.page_text import PageText, cut_page
from shopworld.agents.web.prompt import write_part
from shopworld.agents.web.reading import Decision, read_decision
from shopworld.environments.action_parser import parse_action
from shopworld.environments.actions import ACTION_REFERENCE
from shopworld.environments.observation import Observation
from shopworld.errors import ActionError, ContextOverflow
from shopworld.models import ChatMessage, ChatRequest, EpisodeModel, Image, Reply

PAGE_LIMIT = 60_000
"""Characters of a page that are shown at once: about 15,000 tokens."""
HISTORY_LIMIT = 40_000
"""Characters of the history."""
OVERFLOWS = 3
"""Times the prompt is halved for a model that finds it too long, in one step."""
REPAIRS = 1
"""Times a reply without an action is asked for again, in one step."""


class WebAgent:
    """Shops in a browser with a language model.

    Args:
        model: whom to ask.
        options: what it sees, and whether it takes notes.
    """

    environments: ClassVar[tuple[str, ...]] = ("browser",)

    def __init__(self, model: EpisodeModel, options: WebOptions | None = None) -> None:
        self.model = model
        self.options = options or WebOptions()
        self._goal = ""
        self._steps: list[PastStep] = []
        self._page_limit, self._history_limit = PAGE_LIMIT, HISTORY_LIMIT
        self._shown: PageText | None = None
        self._url, self._part = "", 1
        self._problem = ""

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
        """Asks the model for the next action.

        Raises:
            BudgetSpent: no tokens or dollars are left.
            ModelFault: the model's provider failed.
            ContextOverflow: the model finds even a short prompt too long.
        """
        self._take_outcome(observation)
        decision, reply, extra = self._decide(observation)
        self._problem = decision.problem
        self._steps.append(
            PastStep(len(self._steps) + 1, decision.thought, decision.action[:500], decision.memory)
            if self.options.memory
            else PastStep(len(self._steps) + 1, decision.thought, decision.action[:500])
        )
        extra |= {"model": reply.model or self.model.name, **self.take_usage()}
        if decision.memory and self.options.memory:
            extra["memory"] = decision.memory
        if self._shown is not None and self._shown.left_out:
            extra["page_left_out"] = list(self._shown.left_out)
        return Move(decision.action, decision.thought, extra)

    def _take_outcome(self, observation: Observation) -> None:
        """Notes what became of the last action, and which part of the page is to be shown."""
        if self._steps:
            error = self._problem or observation.last_action_error
            self._steps[-1] = replace(self._steps[-1], error=error)
        if observation.url != self._url:
            self._url, self._part = observation.url, 1
        elif self._steps and self._shown is not None:
            self._part = min(self._shown.parts, max(1, self._shown.part + _turned(self._steps[-1].action)))

    def _decide(self, observation: Observation) -> tuple[Decision, Reply, dict[str, Any]]:
        overflows = 0
        repair: tuple[ChatMessage, ...] = ()
        repairs = 0
        while True:
            try:
                reply = self.model.ask(ChatRequest((*self._messages(observation), *repair)))
            except ContextOverflow:
                if overflows == OVERFLOWS:
                    raise
                overflows += 1
                self._page_limit //= 2
                self._history_limit //= 2
                continue
            decision = read_decision(reply)
            if not decision.problem or repairs == REPAIRS:
                counts = {"context_overflows": overflows, "asked_again": repairs}
                return decision, reply, {name: count for name, count in counts.items() if count}
            repairs += 1
            repair = (
                ChatMessage("assistant", (reply.text or "(nothing)",)),
                ChatMessage("user", (f"There is no action in this reply: {decision.problem}. Reply again.",)),
            )

    def _messages(self, observation: Observation) -> tuple[ChatMessage, ChatMessage]:
        options = self.options
        history = cut_history(self._steps, self._history_limit)
        self._shown = cut_page(observation.accessibility_tree, self._page_limit, self._part) if options.axtree else None
        page = write_part(
            "page",
            url=observation.url,
            title=observation.title,
            tabs=[{"url": tab.url, "title": tab.title, "active": tab.active} for tab in observation.tabs],
            focused=observation.focused_element,
            error=observation.last_action_error,
            not_shown="; ".join(self._shown.left_out) if self._shown else "",
            page=self._shown.text if self._shown else "",
            axtree=options.axtree,
            vision=options.vision,
        )
        task = write_part(
            "task",
            goal=self._goal,
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


def _turned(action: str) -> int:
    """Which part a scrolling turns to: the next one, the one before, or none."""
    try:
        parsed = parse_action(action)
    except ActionError:
        return 0
    if parsed.name != "scroll":
        return 0
    down = parsed.arguments["delta_y"]
    return (down > 0) - (down < 0) if isinstance(down, int | float) else 0
