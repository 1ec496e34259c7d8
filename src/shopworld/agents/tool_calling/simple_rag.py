"""DeepShop's simple baseline: one search with the task's own words, the top page, an answer."""

from __future__ import annotations

import json
from typing import ClassVar

from shopworld.agents.protocol import Move
from shopworld.agents.tool_calling.conversation import ConversationTurn
from shopworld.agents.tool_calling.in_shops import ShopCallingAgent
from shopworld.environments.observation import Observation
from shopworld.models import ToolCall

SEARCH, OPEN_PAGE = "search", "open_page"
LONGEST_QUERY = 2000


class SimpleRagAgent(ShopCallingAgent):
    """Submits the task's text as a query, opens the page that is ranked first, and lets the model answer from it.

    The model cannot search again and opens no other page; carts and checkout are open to it. Source: DeepShop, section
    4.2 (its pages are screenshots of the web; ours are the shops' pages as text).
    """

    environments: tuple[str, ...] = ("corpus",)
    way: ClassVar[str] = "one_search"

    def decide(self, observation: Observation) -> Move:
        """The search, the page, then what the model says."""
        self.not_offered = frozenset((SEARCH, OPEN_PAGE))
        if observation.step == 0:
            query = self.goal.strip().rpartition("\n\n")[2][:LONGEST_QUERY]
            return self._call(SEARCH, {"query": query, "k": 1}, "One search, in the task's own words.")
        if observation.step == 1 and (url := _first_url(observation.tool_result)):
            self.hear(observation)
            return self._call(OPEN_PAGE, {"url": url}, "The page that is ranked first.")
        return super().decide(observation)

    def _call(self, name: str, arguments: dict[str, object], thought: str) -> Move:
        """A call that is made without asking the model; the conversation holds it as any other."""
        written = json.dumps(arguments, ensure_ascii=False)
        self.add(ConversationTurn(thought, ToolCall(id="", name=name, arguments=written)))
        return Move(json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False), thought)


def _first_url(result: str) -> str:
    found = json.loads(result).get("results") if result else None
    return str(found[0]["url"]) if found else ""
