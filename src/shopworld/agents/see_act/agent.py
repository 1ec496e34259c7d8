"""The agent after SeeAct: one call proposes the next action in words, another one grounds it in an element."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from shopworld.agents.browsing import BrowsingAgent, describe, is_interactive, page_values, write_action
from shopworld.agents.model_forms import ModelForm
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.tree import Node, parse_tree
from shopworld.environments import Observation, Pictures
from shopworld.errors import ActionError
from shopworld.models import ChatMessage, ChatRequest, MessageImage, ModelReply

KINDS = {
    "CLICK": "click",
    "HOVER": "hover",
    "TYPE": "fill",
    "SELECT": "selectOption",
    "PRESS": "press",
    "CLEAR": "clear",
    "GOTO": "goto",
    "GO BACK": "goBack",
    "SCROLL": "scroll",
    "WAIT": "wait",
}
"""What can be done, and the method that does it."""
END = "TERMINATE"
NONE = "NONE"

GROUP = 30
"""Candidates that are shown at a time."""
_WORD = re.compile(r"\w+")

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
GROUPS = 3
"""Groups of candidates that are shown, one after the other, where none fits."""
_LONGEST_PROPOSAL = 2_000


class Grounding(ModelForm):
    """The element and the kind of action that were meant."""

    element: str | None = Field(default=None, description="Number of the candidate.")
    action: str = Field(description="One of the kinds of actions.")
    value: str | None = Field(default=None, description="Text, option, key, address, or message.")

    @property
    def kind(self) -> str:
        """The action's kind as it is written in the prompt."""
        return " ".join(self.action.replace("_", " ").upper().split())

    def problem(self, candidates: int) -> str:
        """What is wrong with it; empty where nothing is."""
        if self.kind not in (*KINDS, END, NONE):
            return f"there is no action {self.action[:50]!r}; expected one of {', '.join((*KINDS, END, NONE))}"
        number = self.number
        if self.element is not None and number is None:
            return f"{self.element[:50]!r} is not the number of a candidate"
        if number is not None and not 1 <= number <= candidates:
            return f"there is no candidate {number}; expected a number from 1 to {candidates}"
        return ""

    @property
    def number(self) -> int | None:
        """Of the candidate."""
        digits = (self.element or "").strip().rstrip(".")
        return int(digits) if digits.isdecimal() and len(digits) < 6 else None


@dataclass(frozen=True, slots=True)
class ElementCandidate:
    """One element to choose.

    Attributes:
        id: of the element.
        text: what it is, in a line.
    """

    id: str
    text: str


class SeeActAgent(BrowsingAgent):
    """Shops in a browser with a language model that sees pictures (SeeAct, as DeepShop ran it)."""

    pictures = Pictures.PLAIN

    def choose(self, observation: Observation) -> Move:
        """Proposes, then grounds."""
        reply, _ = self.ask(lambda: ChatRequest(self._propose(observation)), lambda reply: reply, _silence)
        proposal = reply.text.strip()[:_LONGEST_PROPOSAL]
        if not proposal:
            return self.no_move("", "no action was proposed")
        nodes = parse_tree(observation.accessibility_tree)
        groups = rank_candidates(nodes, proposal) or ((),)
        for group in groups[:GROUPS]:
            filled = self.fill_form(
                lambda group=group: self._ground(observation, reply, proposal, group),  # type: ignore[misc]
                Grounding,
                lambda one, group=group: one.problem(len(group)),  # type: ignore[misc]
            )
            if filled.answer is None:
                return self.no_move(proposal, f"the action could not be grounded: {filled.problem}")
            if filled.answer.kind != NONE:
                return self._carry_out(filled.answer, proposal, group, nodes)
            self.count("candidates_refused")
        return self.no_move(proposal, "no element of the page fitted the proposed action")

    def _carry_out(
        self, chosen: Grounding, proposal: str, group: tuple[ElementCandidate, ...], nodes: tuple[Node, ...]
    ) -> Move:
        value = chosen.value or ""
        if chosen.kind == END:
            self.note(proposal, "terminate")
            return Move(f"send_msg_to_user({value or proposal!r})", proposal)
        candidate = group[chosen.number - 1] if chosen.number is not None else None
        try:
            arguments = (value,) if chosen.value is not None else ()
            action = write_action(KINDS[chosen.kind], candidate.id if candidate else "", arguments, nodes)
        except ActionError as error:
            return self.no_move(proposal, str(error))
        place = f" [{candidate.text}]" if candidate else ""
        self.note(proposal, f"{chosen.kind}{place}" + (f" with {value!r}" if value else ""))
        return Move(action, proposal, {"candidate": candidate.text} if candidate else {})

    def _propose(self, observation: Observation) -> tuple[ChatMessage, ...]:
        task = TEMPLATE.write("task", goal=self.goal, **self.history_values())
        page = TEMPLATE.write("page", **page_values(observation))
        picture = observation.screenshot or observation.marked_screenshot
        pictures = (MessageImage(picture),) if picture is not None else ()
        return (
            ChatMessage("system", (TEMPLATE.write("system"),), cache=True),
            ChatMessage("user", (f"{task}\n\n{page}", *pictures)),
        )

    def _ground(
        self, observation: Observation, reply: ModelReply, proposal: str, group: tuple[ElementCandidate, ...]
    ) -> tuple[ChatMessage, ...]:
        limit = max(1_000, self.page.limit // max(1, len(group)))
        candidates = [one.text if len(one.text) <= limit else f"{one.text[:limit]}…" for one in group]
        return (
            *self._propose(observation),
            ChatMessage("assistant", (proposal if reply.text else "",)),
            ChatMessage("user", (TEMPLATE.write("ground", candidates=candidates, kinds=[*KINDS, END, NONE]),)),
        )


def _silence(reply: ModelReply, _: ModelReply) -> tuple[ChatMessage, ...]:
    if reply.text.strip():
        return ()
    return ChatMessage("assistant", ("(nothing)",)), ChatMessage("user", (TEMPLATE.write("nothing"),))


def rank_candidates(nodes: Sequence[Node], proposal: str) -> tuple[tuple[ElementCandidate, ...], ...]:
    """Groups of at most `GROUP` elements: those that share the rarest words with the proposal come first.

    Within a group they stand as on the page.

    Args:
        nodes: of the page.
        proposal: the action in words.
    """
    found = [ElementCandidate(node.id, describe(node, nodes)) for node in nodes if is_interactive(node)]
    words = [_words(one.text) for one in found]
    frequency = Counter(word for text in words for word in text)
    wanted = _words(proposal)
    likeness = [sum(1 / frequency[word] for word in text & wanted) for text in words]
    order = sorted(range(len(found)), key=lambda place: (-likeness[place], place))
    groups = [sorted(order[start : start + GROUP]) for start in range(0, len(order), GROUP)]
    return tuple(tuple(found[place] for place in group) for group in groups)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
