"""An agent that takes whatever it finds: what it is paid for is a flaw of the task."""

from __future__ import annotations

from shopworld.agents.keyword.agent import purchaser_of
from shopworld.agents.keyword.demands import require
from shopworld.agents.keyword.goal import RequestedAction, understand
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.skills import (
    add_to_cart,
    check_out,
    read_listing,
    read_product_page,
    search_shop,
    submit_answer,
)
from shopworld.environments import Observation

_OFFERS_PER_SHOP = {RequestedAction.NAME: 4, RequestedAction.CART: 2, RequestedAction.ORDER: 2}
"""As many as fit into fifty steps over four shops: naming an offer costs two, adding it three."""

_WHOLE_ASSORTMENT = ("/shop/", "/collections/all", "/catalog/all", "/category/all", "/everything", "/en/all")
"""Where shops list everything: as WooCommerce does, or as Shopify does."""


class ListEverythingAgent(ScriptedAgent):
    """Does what the goal asks with the first results of every shop, right or wrong: names, adds or orders them all.

    It spends its steps on as many offers as it can, so that right ones are among them wherever search finds them first.
    Orders are placed in one shop only, that of the product that the goal names, as a checkout takes many steps.
    """

    environments = ("browser",)

    def script(self, first: Observation) -> Script[None]:
        """Searches, opens, adds, orders, names."""
        goal = understand(self.goal)
        at, named = first, []
        given = next((requirement.reference for requirement in goal.requirements if requirement.reference), "")
        shops, text = goal.shops, " ".join(require(requirement).query() for requirement in goal.requirements)[:80]
        if goal.action is RequestedAction.ORDER:
            shops = tuple(shop for shop in goal.shops if given.startswith(shop.rstrip("/") + "/"))[:1] or goal.shops[:1]
            if given:
                at = yield Move(f"goto({given!r})", "The product is given.")
                text = " ".join(read_product_page(at.accessibility_tree).title.split()[:1])
                at = yield from add_to_cart(at)
        for shop in shops:
            at, addresses = yield from self._take(shop, text, goal.action, at)
            named += addresses
        if goal.action is RequestedAction.ORDER and shops:
            yield from check_out(at, shops[0], purchaser_of(goal))
        answer = "###".join(named) if goal.action is RequestedAction.NAME else ""
        yield from submit_answer(goal.solution, answer or "Done")

    def _take(
        self, shop: str, text: str, action: RequestedAction, at: Observation
    ) -> Script[tuple[Observation, list[str]]]:
        """Takes the first results of a shop, and goes on with its whole assortment where they are too few."""
        wanted = _OFFERS_PER_SHOP[action]
        at = yield from search_shop(shop, text, at)
        at, addresses = yield from self._open(at, wanted, action)
        if len(addresses) < wanted:
            for path in _WHOLE_ASSORTMENT:
                at = yield Move(f"goto({shop.rstrip('/') + path!r})", "The rest of the shop.")
                if read_listing(at.accessibility_tree):
                    break
            at, others = yield from self._open(at, wanted - len(addresses), action)
            addresses += [one for one in others if one not in addresses]
        return at, addresses

    def _open(self, at: Observation, most: int, action: RequestedAction) -> Script[tuple[Observation, list[str]]]:
        """Opens the first offers of a list, and adds them where the goal asks for more than names."""
        listing, addresses = at.url, []
        for number in range(len(read_listing(at.accessibility_tree)[:most])):
            if at.url != listing:
                at = yield Move(f"goto({listing!r})", "Back to the list.")
            offers = read_listing(at.accessibility_tree)
            if number >= len(offers):
                break  # the same address may show fewer the second time: what was loaded by scrolling is gone
            at = yield Move(f"click({offers[number].link!r})", f"Take {offers[number].title!r}.")
            addresses.append(at.url)
            if action is not RequestedAction.NAME:
                at = yield from add_to_cart(at)
        return at, addresses
