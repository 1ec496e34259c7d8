"""An agent that takes the first thing it finds by tools: what it is paid for is a flaw of the task."""

from __future__ import annotations

import re

from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.tool_calls import call, products_of, result_of
from shopworld.environments import Observation

_WORD = re.compile(r"[A-Za-z]{4,}")
_WORDS = 12


class ToolListEverythingAgent(ScriptedAgent):
    """Recommends the first product of the broadest search; nothing is asked, read or compared.

    The sandbox takes one product, so that everything cannot be named there. It searches for single words of the
    shopper's message, and takes what the word with the most results finds first.
    """

    environments = ("tools",)

    def script(self, first: Observation) -> Script[None]:
        """Searches, recommends."""
        broadest, chosen = 0, ""
        message = self.goal.rpartition("\n\n")[2]
        for word in list(dict.fromkeys(_WORD.findall(message.lower())))[:_WORDS]:
            seen = yield call("search_products", "Anything will do.", query=word)
            listed = products_of(seen)
            if listed and result_of(seen)["total_found"] > broadest:
                broadest, chosen = result_of(seen)["total_found"], listed[0][0]
        if chosen:
            yield call("recommend_product", "The first.", product_id=chosen, reasoning="It came first.")
