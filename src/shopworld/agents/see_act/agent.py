"""The agent after SeeAct: one call proposes the next action in words, another one grounds it in an element."""

from __future__ import annotations

from pathlib import Path

from shopworld.agents.browsing import BrowsingAgent, page_values, write_action
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.see_act.candidates import ElementCandidate, rank_candidates
from shopworld.agents.see_act.form import END, KINDS, NONE, Grounding
from shopworld.agents.tree import Node, parse_tree
from shopworld.environments.observation import Observation, Pictures
from shopworld.errors import ActionError
from shopworld.models import ChatMessage, ChatRequest, MessageImage, ModelReply

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
GROUPS = 3
"""Groups of candidates that are shown, one after the other, where none fits."""
_LONGEST_PROPOSAL = 2_000


class SeeActAgent(BrowsingAgent):
    """Shops in a browser with a language model that sees pictures (SeeAct, as DeepShop ran it)."""

    pictures = Pictures.PLAIN

    def choose(self, observation: Observation) -> Move:
        """Proposes, then grounds."""
        reply, _ = self.ask(lambda: ChatRequest(self._propose(observation)), lambda reply: reply, _silence)
        proposal = reply.text.strip()[:_LONGEST_PROPOSAL]
        if not proposal:
            return self._nothing("", "no action was proposed")
        nodes = parse_tree(observation.accessibility_tree)
        groups = rank_candidates(nodes, proposal) or ((),)
        for group in groups[:GROUPS]:
            filled = self.fill_form(
                lambda group=group: self._ground(observation, reply, proposal, group),  # type: ignore[misc]
                Grounding,
                lambda one, group=group: one.problem(len(group)),  # type: ignore[misc]
            )
            if filled.answer is None:
                return self._nothing(proposal, f"the action could not be grounded: {filled.problem}")
            if filled.answer.kind != NONE:
                return self._carry_out(filled.answer, proposal, group, nodes)
            self.count("candidates_refused")
        return self._nothing(proposal, "no element of the page fitted the proposed action")

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
            return self._nothing(proposal, str(error))
        place = f" [{candidate.text}]" if candidate else ""
        self.note(proposal, f"{chosen.kind}{place}" + (f" with {value!r}" if value else ""))
        return Move(action, proposal, {"candidate": candidate.text} if candidate else {})

    def _nothing(self, proposal: str, problem: str) -> Move:
        self.note(proposal, "", problem=problem)
        return Move("", proposal, {"problem": problem})

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
