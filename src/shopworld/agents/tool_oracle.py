"""The reference solver of the tool sandbox: knows target and shopper, and gets there by the tools alone."""

from __future__ import annotations

import re

from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.tool_briefing import BriefedSlot, ToolBriefing
from shopworld.agents.tool_calls import call, products_of, result_of
from shopworld.environments import Observation

_STEPS_TO_END = 6
"""Kept for details, review statistics, reviews and the recommendation."""
_PAGES_OF_A_SEARCH = 8
_PAGES_OF_THE_STORE = 25


class ToolOracleAgent(ScriptedAgent):
    """Reads the profile, has the shopper reveal every slot, searches the target by its title, and recommends it.

    It recommends nothing where a slot stays closed or no list shows the target: that the way there exists is what it
    proves.

    Args:
        briefing: the solution.
    """

    def __init__(self, briefing: ToolBriefing) -> None:
        super().__init__()
        self._briefing = briefing

    def script(self, first: Observation) -> Script[None]:
        """The whole solution."""
        target = self._briefing.product_id
        at = yield call("get_user_profile", "What does the profile say?")
        closed = yield from self._ask()
        if closed:
            yield Move("noop()", f"No question opens the slot {closed[0].topics[0]!r}.")
            return
        found = yield from self._find(at)
        if not found:
            yield Move("noop()", "No list shows the target.")
            return
        yield call("get_product_details", "The details of the target.", product_id=target)
        yield call("get_product_review_stats", "Its rating.", product_ids=[target])
        for opinion in self._briefing.opinions[:2]:
            yield call("get_review_content", "What its reviews say.", query=opinion, product_id=target)
        yield call("recommend_product", "This is it.", product_id=target, reasoning="It meets every requirement.")

    def _ask(self) -> Script[list[BriefedSlot]]:
        """Asks for each slot, one topic a question; returns the slots that stay closed."""
        open_slots = list(self._briefing.slots)
        topics = [(slot, topic) for slot in open_slots for topic in slot.topics[:3]]
        turns = self._briefing.turns
        for slot, topic in sorted(topics, key=lambda pair: pair[0].topics.index(pair[1])):
            if slot not in open_slots or not turns:
                continue
            turns -= 1
            seen = yield call("ask_user", f"The slot {topic!r}.", question=f"What about {topic}?")
            said = str(result_of(seen).get("user_response", ""))
            open_slots = [one for one in open_slots if one.response not in said]
        return open_slots

    def _find(self, at: Observation) -> Script[bool]:
        """Searches until a list shows the target: the whole title, its first words, then the store's products."""
        words = re.findall(r"\w[\w.'-]*", self._briefing.title)
        texts = list(dict.fromkeys(" ".join(words[:count]) for count in (len(words), 12, 6, 4)))
        for text in texts:
            found = yield from self._pages("search_products", _PAGES_OF_A_SEARCH, query=text)
            if found:
                return True
        if self._briefing.store:
            return (yield from self._pages("get_store_products", _PAGES_OF_THE_STORE, store_name=self._briefing.store))
        return False

    def _pages(self, tool: str, pages: int, **arguments: str) -> Script[bool]:
        """Pages through one list; tells whether it shows the target."""
        for page in range(pages):
            seen = yield call(tool, "Is the target among these?", **arguments, page=page)
            listed = products_of(seen)
            if any(product_id == self._briefing.product_id for product_id, _ in listed):
                return True
            if not listed or seen.step >= self._briefing.steps - _STEPS_TO_END:
                return False
        return False
