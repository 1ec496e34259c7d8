"""An agent that takes whatever it finds by shop tools: what it is paid for is a flaw of the task."""

from __future__ import annotations

from shopworld.agents.keyword.agent import purchaser_of
from shopworld.agents.keyword.goal import Deed, understand
from shopworld.agents.keyword.requirements import require
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.shop_checkout import order_by_tools
from shopworld.agents.tool_calls import call, result_of
from shopworld.environments import Observation

_OFFERS_PER_SHOP = {Deed.NAME: 10_000, Deed.CART: 8, Deed.ORDER: 4}
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
        given = next((wish.reference for wish in goal.wishes if wish.reference), "")
        shops, text = goal.shops, " ".join(require(wish).query() for wish in goal.wishes)[:80]
        if goal.deed is Deed.ORDER:
            shops = tuple(shop for shop in goal.shops if given.startswith(shop.rstrip("/") + "/"))[:1] or goal.shops[:1]
            if given:
                seen = yield call("get_product", "The product is given.", url=given)
                text = " ".join(str(result_of(seen).get("title", "")).split()[:1])
                yield call("add_to_cart", url=given)
        for shop in shops:
            addresses = yield from _first_results(shop, text)
            for address in addresses[: _OFFERS_PER_SHOP[goal.deed]]:
                named.append(address)
                if goal.deed is not Deed.NAME:
                    yield call("add_to_cart", "Take it.", url=address)
        if goal.deed is Deed.ORDER and shops:
            yield from order_by_tools(shops[0], purchaser_of(goal))
        answer = "###".join(named) if goal.deed is Deed.NAME else ""
        yield call("submit_answer", "That is all.", answer=answer or "Done")


def _first_results(shop: str, text: str) -> Script[list[str]]:
    """Addresses of what a search finds first, then of what the shop lists first."""
    seen = yield call("search_products", "Anything will do.", shop=shop, query=text or "a")
    found = [one["url"] for one in result_of(seen).get("products", ())]
    seen = yield call("list_products", "The rest of the shop.", url=shop)
    found += [one["url"] for one in result_of(seen).get("products", ())]
    return list(dict.fromkeys(found))
