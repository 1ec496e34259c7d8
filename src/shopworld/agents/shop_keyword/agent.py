"""The keyword agent by shop tools: searches every shop, reads the likeliest products, names, adds or orders them.

Goal, demands, matching and choice are those of the agent in a browser. It knows no errands: filters, collections and
information pages of a single shop are left to that one.
"""

from __future__ import annotations

from shopworld.agents.keyword.agent import FrugalAgent, purchaser_of, shop_of
from shopworld.agents.keyword.choosing import (
    MOST_NAMED,
    OfferCandidate,
    Queue,
    best_guesses,
    candidates_in,
    is_confirmed,
    is_promising,
)
from shopworld.agents.keyword.demands import Demands, require
from shopworld.agents.keyword.goal import Goal, GoalRequirement, OfferSelection, RequestedAction, understand
from shopworld.agents.keyword.matching import MatchGrade
from shopworld.agents.keyword.one_product import MOST_OPENED, asks_for_one, likeliest, read_requirement
from shopworld.agents.keyword.relations import demands_from
from shopworld.agents.script import Script
from shopworld.agents.shop_checkout import buyable_options, order_by_tools
from shopworld.agents.shop_keyword.results import cheapest_first, listed_offers, product_page
from shopworld.agents.tool_calls import call, result_of
from shopworld.environments import Observation

_STEPS_TO_LOOK_AT_ONE = 2
_STEPS_TO_SEARCH = 2


class ShopKeywordAgent(FrugalAgent):
    """Rules over the goal's words, by the tools of shops; arguments as of `FrugalAgent`."""

    environments = ("shop_tools",)
    steps_to_end = 2
    steps_to_order = 5

    def script(self, first: Observation) -> Script[None]:
        """Understands the goal, finds, acts, submits."""
        goal = understand(self.goal)
        if asks_for_one(self.goal):
            named = yield from self._find_one(self.goal.rsplit("\n\n", 1)[-1], goal)
            yield call("submit_answer", "It promises most.", answer=named or "Done")
            return
        found: list[str] = []
        for number, requirement in enumerate(goal.requirements):
            share = self._left(goal) // (len(goal.requirements) - number)
            found += yield from self._fulfil(requirement, goal, self._taken + share)
        if goal.action is RequestedAction.ORDER:
            for shop in dict.fromkeys(shop_of(address, goal) for address in found):
                yield from order_by_tools(shop, purchaser_of(goal))
        answer = "###".join(dict.fromkeys(found)) if goal.action is RequestedAction.NAME else ""
        yield call("submit_answer", "That is all.", answer=answer or "Done")

    def _fulfil(self, requirement: GoalRequirement, goal: Goal, until: int) -> Script[list[str]]:
        """Finds what one requirement asks for; adds it to the cart where that is the action. Addresses of products."""
        demands = require(requirement)
        if requirement.reference:
            seen = yield call("get_product", "The goal starts from this product.", url=requirement.reference)
            if not requirement.relation and goal.action is not RequestedAction.NAME:
                options = buyable_options(result_of(seen))
                yield call("add_to_cart", "The product is given.", url=requirement.reference, options=options)
                return [requirement.reference]
            demands = demands_from(requirement, product_page(result_of(seen)))
        candidates: list[OfferCandidate] = []
        for number, shop in enumerate(goal.shops):
            share = (until - self._taken) // (2 * (len(goal.shops) - number))
            candidates += yield from self._search(
                requirement, demands, shop, self._taken + max(share, _STEPS_TO_SEARCH)
            )
        return (yield from self._look(requirement, demands, goal, candidates, until))

    def _search(
        self, requirement: GoalRequirement, demands: Demands, shop: str, last: int
    ) -> Script[list[OfferCandidate]]:
        """The candidates of one shop; a second, shorter search where the first finds nothing."""
        # A goal of which no word is known is typed in as it stands.
        queries = [one for one in (demands.query(), demands.query(brief=True)) if one] or [requirement.text]
        for query in dict.fromkeys(queries):
            found = yield from self._read_results(requirement, demands, shop, query[:100], last)
            if found:
                return found
        return []

    def _read_results(
        self, requirement: GoalRequirement, demands: Demands, shop: str, query: str, last: int
    ) -> Script[list[OfferCandidate]]:
        found: list[OfferCandidate] = []
        page, sort = 1, ""
        while True:
            sorting = {"sort": sort} if sort else {}
            seen = yield call("search_products", f"Search {shop}.", shop=shop, query=query, page=page, **sorting)
            results = result_of(seen)
            listed = listed_offers(results)
            here = [each for one in listed for each in candidates_in(demands, [one], shop, one.link)]
            if page >= results.get("pages", 1) or self._taken >= last or not is_promising(demands, listed):
                return found + here
            if requirement.choice is OfferSelection.CHEAPEST and not sort and (sort := cheapest_first(results)):
                continue
            found += here
            if sort and any(one.verdict is MatchGrade.YES for one in found):
                return found
            page += 1

    def _look(
        self, requirement: GoalRequirement, demands: Demands, goal: Goal, candidates: list[OfferCandidate], until: int
    ) -> Script[list[str]]:
        """Reads the candidates until enough are found to be right; their addresses stand where listings' would."""
        queue = Queue(requirement, candidates, largest=demands.largest)
        pages: list[str] = []
        guesses: list[tuple[float, str]] = []
        while len(pages) < MOST_NAMED and self._taken + _STEPS_TO_LOOK_AT_ONE <= until:
            one = queue.take("")
            if one is None or (pages and goal.action is RequestedAction.ORDER):
                break
            if one.listing.rstrip("/") == requirement.reference.rstrip("/"):
                continue
            seen = yield call("get_product", f"Read {one.title!r}.", url=one.listing)
            product = result_of(seen)
            if not product or not is_confirmed(demands, one, product_page(product)):
                guesses.append((one.likeness, one.listing))
                continue
            queue.accept(one)
            pages.append(one.listing)
            if goal.action is not RequestedAction.NAME:
                options = buyable_options(product, demands.colours)
                yield call("add_to_cart", "This is it.", url=one.listing, options=options)
        return pages or best_guesses(requirement, goal, guesses)

    def _find_one(self, intent: str, goal: Goal) -> Script[str]:
        """Address of the product that keeps most of what a query wants promised; empty where nothing is found."""
        requirement = read_requirement(intent)
        best, most = "", -1
        for shop in goal.shops:
            seen = yield call("search_products", f"Search {shop}.", shop=shop, query=requirement.thing)
            offers = listed_offers(result_of(seen))
            for place in likeliest(offers, requirement)[:MOST_OPENED]:
                seen = yield call("get_product", f"Look at {offers[place].title!r}.", url=offers[place].link)
                text = product_page(result_of(seen)).text.casefold()
                kept = sum(promise in text for promise in requirement.promises)
                if kept > most:
                    best, most = offers[place].link, kept
                if kept == len(requirement.promises):
                    break
        return best
