"""An agent that takes the first thing it finds by tools: what it is paid for is a flaw of the task."""

from __future__ import annotations

import re

from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.tool_calls import call, products_of
from shopworld.environments.observation import Observation

_WORD = re.compile(r"[A-Za-z]{4,}")


class ToolListEverythingAgent(ScriptedAgent):
    """Recommends the first product of the broadest search that finds one; nothing is asked, read or compared.

    The sandbox takes one product, so that everything cannot be named there. The broad search is one word of the
    goal, the last one first.
    """

    def script(self, first: Observation) -> Script[None]:
        """Searches, recommends."""
        for word in reversed(_WORD.findall(self.goal)):
            seen = yield call("search_products", "Anything will do.", query=word)
            listed = products_of(seen)
            if listed:
                yield call("recommend_product", "The first.", product_id=listed[0][0], reasoning="It came first.")
                return
