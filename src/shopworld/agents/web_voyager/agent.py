"""The agent after WebVoyager: thought and action by turns, over pictures with numbered elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents.browsing import BrowsingAgent, describe, is_interactive, page_values
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.tree import parse_tree
from shopworld.agents.web_voyager.reading import VoyagerDecision, read_reply
from shopworld.environments.observation import Observation, Pictures
from shopworld.models import ChatMessage, ChatRequest, MessageImage, ModelReply
from shopworld.models.language_model import LanguageModel

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
KEPT = 3
"""Observations that stay in the conversation, the newest one among them."""
_LONGEST_REPLY = 4_000


@dataclass(frozen=True, slots=True)
class ShownStep:
    """What the model was shown in a step, and what it said to it.

    Attributes:
        text: address and elements.
        picture: of the page, with numbers drawn on.
        said: by the model.
    """

    text: str
    picture: bytes | None
    said: str


class WebVoyagerAgent(BrowsingAgent):
    """Shops in a browser with a language model that sees pictures with numbered elements."""

    pictures = Pictures.MARKED

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self._past: list[ShownStep] = []
        self._sends = ""
        """The search field that was typed into: Enter follows by itself."""

    def choose(self, observation: Observation) -> Move:
        """The next action, as the model says; Enter after it has typed into a search field."""
        if self._sends:
            field, self._sends = self._sends, ""
            if not observation.last_action_error:
                self.note("", "Enter, which follows typing into a search field")
                return Move(f"press({field!r}, 'Enter')", "Typing into a search field sends the search.")
        nodes = parse_tree(observation.accessibility_tree)
        decision, reply = self.ask(
            lambda: ChatRequest(tuple(self._messages(observation))),
            lambda reply: read_reply(reply, nodes),
            _objection,
        )
        self._sends = decision.searches
        self.note(decision.thought, decision.said, problem=decision.problem)
        self._past.append(
            ShownStep(
                self._text(observation), _picture(observation), reply.text.strip()[:_LONGEST_REPLY] or "(nothing)"
            )
        )
        return Move(decision.action, decision.thought, {"problem": decision.problem} if decision.problem else {})

    def _messages(self, observation: Observation) -> Iterator[ChatMessage]:
        yield ChatMessage("system", (TEMPLATE.write("system"),), cache=True)
        task = TEMPLATE.write("task", goal=self.goal)
        first_kept = len(self._past) + 1 - KEPT
        past = self._past[-self._shown_turns() :] if self._shown_turns() else []
        if len(past) < len(self._past):
            task = f"{task}\n\n{TEMPLATE.write('forgotten', turns=len(self._past) - len(past))}"
        for number, seen in enumerate(past, len(self._past) - len(past)):
            kept = number >= first_kept
            text = seen.text[: self.page.limit] if kept else TEMPLATE.write("dropped")
            pictures = (MessageImage(seen.picture),) if kept and seen.picture is not None else ()
            yield ChatMessage("user", (f"{task}\n\n{text}".strip(), *pictures))
            yield ChatMessage("assistant", (seen.said,))
            task = ""
        picture = _picture(observation)
        pictures = (MessageImage(picture),) if picture is not None else ()
        yield ChatMessage("user", (f"{task}\n\n{self._text(observation)}".strip(), *pictures))

    def _shown_turns(self) -> int:
        """How many turns the conversation holds: as many of the last ones as fit into the history."""
        size = 0
        for turns, seen in enumerate(reversed(self._past)):
            size += len(seen.said) + 100
            if size > self.history_limit:
                return turns
        return len(self._past)

    def _text(self, observation: Observation) -> str:
        nodes = parse_tree(observation.accessibility_tree)
        elements = "\n".join(f"[{one.id}] {describe(one, nodes)}" for one in nodes if is_interactive(one))
        shown = self.page.show(elements)
        problem = self.steps[-1].error if self.steps else ""
        values = page_values(observation) | {"error": problem or observation.last_action_error}
        return TEMPLATE.write("page", **values, not_shown="; ".join(shown.left_out), elements=shown.text)


def _picture(observation: Observation) -> bytes | None:
    return observation.marked_screenshot or observation.screenshot


def _objection(decision: VoyagerDecision, reply: ModelReply) -> tuple[ChatMessage, ...]:
    if not decision.problem:
        return ()
    return (
        ChatMessage("assistant", (reply.text or "(nothing)",)),
        ChatMessage("user", (TEMPLATE.write("again", problem=decision.problem),)),
    )
