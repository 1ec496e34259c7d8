"""An agent that takes whatever it finds by shop tools: what it is paid for is a flaw of the task."""

from __future__ import annotations

from shopworld.agents.keyword.agent import purchaser_of
from shopworld.agents.keyword.demands import require
from shopworld.agents.keyword.goal import RequestedAction, understand
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.shop_checkout import order_by_tools
from shopworld.agents.tool_calls import call, result_of
from shopworld.environments.observation import Observation

_OFFERS_PER_SHOP = {RequestedAction.NAME: 10_000, RequestedAction.CART: 8, RequestedAction.ORDER: 4}
"""Naming an offer costs nothing; adding it takes a step of fifty, over four shops."""


class ShopListEverythingAgent(ScriptedAgent):
    """Does what the goal asks with the first results of every shop, right or wrong: names, adds or orders them all.

    Orders are placed in one shop only, that of the product that the goal names.
    """

    environments = ("shop_tools",)

    def script(self, first: Observation) -> Script[None]:
        """Searches, adds, orders, names."""
        goal = understand(self.goal)
        named: list[str] = []
        given = next((requirement.reference for requirement in goal.requirements if requirement.reference), "")
        shops, text = goal.shops, " ".join(require(requirement).query() for requirement in goal.requirements)[:80]
        if goal.action is RequestedAction.ORDER:
            shops = tuple(shop for shop in goal.shops if given.startswith(shop.rstrip("/") + "/"))[:1] or goal.shops[:1]
            if given:
                seen = yield call("get_product", "The product is given.", url=given)
                text = " ".join(str(result_of(seen).get("title", "")).split()[:1])
                yield call("add_to_cart", url=given)
        for shop in shops:
            addresses = yield from _first_results(shop, text)
            for address in addresses[: _OFFERS_PER_SHOP[goal.action]]:
                named.append(address)
                if goal.action is not RequestedAction.NAME:
                    yield call("add_to_cart", "Take it.", url=address)
        if goal.action is RequestedAction.ORDER and shops:
            yield from order_by_tools(shops[0], purchaser_of(goal))
        answer = "###".join(named) if goal.action is RequestedAction.NAME else ""
        yield call("submit_answer", "That is all.", answer=answer or "Done")


def _first_results(shop: str, text: str) -> Script[list[str]]:
    """Addresses of what a search finds first, then of what the shop lists first."""
    seen = yield call("search_products", "Anything will do.", shop=shop, query=text or "a")
    found = [one["url"] for one in result_of(seen).get("products", ())]
    seen = yield call("list_products", "The rest of the shop.", url=shop)
    found += [one["url"] for one in result_of(seen).get("products", ())]
    return list(dict.fromkeys(found))
