"""The simplest agent with a corpus: one search, the top page, the answer. No language model."""

from __future__ import annotations

from shopworld.agents.keyword.agent import purchaser_of
from shopworld.agents.keyword.goal import Goal, RequestedAction, understand
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.shop_checkout import buyable_options, order_by_tools
from shopworld.agents.tool_calls import call, result_of
from shopworld.environments.observation import Observation


class RetrieveAgent(ScriptedAgent):
    """Searches the pages of all shops once for what the goal wants, and takes the first one that is found.

    It names that page, adds its product or orders it, as the goal asks. Source of the idea: the single search of
    DeepShop's simple RAG baseline, without its model.
    """

    environments = ("corpus",)

    def script(self, first: Observation) -> Script[None]:
        """Searches, opens, buys, answers."""
        goal = understand(self.goal)
        url = _given(goal)
        if not url:
            query = " ".join(requirement.text for requirement in goal.requirements)
            seen = yield call("search", "What fits best?", query=query, k=1)
            url = next((str(one["url"]) for one in result_of(seen).get("results", ())), "")
        if url:
            seen = yield call("open_page", "The first one.", url=url)
            if goal.action is not RequestedAction.NAME:
                yield call("add_to_cart", "Take it.", url=url, options=buyable_options(result_of(seen)))
            if goal.action is RequestedAction.ORDER:
                yield from order_by_tools(url, purchaser_of(goal))
        answer = url if url and goal.action is RequestedAction.NAME else "Done"
        yield call("submit_answer", "That is it.", answer=answer)


def _given(goal: Goal) -> str:
    """The product to buy, where the goal names its page."""
    if goal.action is RequestedAction.NAME:
        return ""
    return next(
        (
            requirement.reference
            for requirement in goal.requirements
            if requirement.reference and not requirement.relation
        ),
        "",
    )
