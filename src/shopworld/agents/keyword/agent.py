"""The keyword agent: searches every shop for the goal's words, compares titles, attributes and prices, and acts.

No language model: it shows how far rules alone come, and gives the runs a second agent beside the oracle.
"""

from __future__ import annotations

import re

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
from shopworld.agents.keyword.errands import Errands, read_errands
from shopworld.agents.keyword.goal import Goal, GoalRequirement, OfferSelection, RequestedAction, intent_of, understand
from shopworld.agents.keyword.in_one_shop import run_errands
from shopworld.agents.keyword.matching import MatchGrade
from shopworld.agents.keyword.one_product import asks_for_one, shop_for_one
from shopworld.agents.keyword.relations import demands_from
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.skills import (
    Purchaser,
    add_to_cart,
    check_out,
    read_listing,
    read_product_page,
    search_shop,
    submit_answer,
)
from shopworld.agents.skills.listing import next_page, sort_by_price
from shopworld.environments.observation import Observation

_STEPS_KEPT_FOR_THE_END = 4
_STEPS_OF_A_CHECKOUT = 16
_STEPS_TO_LOOK_AT_ONE = 2
_STEPS_TO_SEARCH = 4


class KeywordAgent(ScriptedAgent):
    """Rules over the goal's words.

    Args:
        most_steps: how many actions it may take in all; it stops searching in time to answer.
    """

    environments = ("browser",)

    def __init__(self, most_steps: int = 50) -> None:
        super().__init__()
        self._most_steps = most_steps
        self._taken = 0

    def act(self, observation: Observation) -> Move:
        """The next move; the observation's step number tells how many are left."""
        self._taken = observation.step
        return super().act(observation)

    def script(self, first: Observation) -> Script[None]:
        """Understands the goal, finds, acts, submits."""
        goal = understand(self.goal)
        if asks_for_one(self.goal):
            yield from shop_for_one(self.goal.rsplit("\n\n", 1)[-1], goal.shops, goal.solution, first)
            return
        errands = read_errands(intent_of(self.goal)) if len(goal.shops) == 1 else Errands()
        if errands:
            yield from run_errands(errands, goal.shops[0], goal.solution, first)
            return
        at, found = first, []
        for number, requirement in enumerate(goal.requirements):
            share = self._left(goal) // (len(goal.requirements) - number)
            at, pages = yield from self._fulfil(requirement, goal, at, self._taken + share)
            found.extend(pages)
        if goal.action is RequestedAction.ORDER:
            for shop in dict.fromkeys(shop_of(address, goal) for address in found):
                yield from check_out(at, shop, purchaser_of(goal))
        named = "###".join(dict.fromkeys(found)) if goal.action is RequestedAction.NAME else ""
        yield from submit_answer(goal.solution, named or "Done")

    def _left(self, goal: Goal) -> int:
        kept = _STEPS_KEPT_FOR_THE_END + (_STEPS_OF_A_CHECKOUT if goal.action is RequestedAction.ORDER else 0)
        return max(self._most_steps - self._taken - kept, 0)

    def _fulfil(
        self, requirement: GoalRequirement, goal: Goal, at: Observation, until: int
    ) -> Script[tuple[Observation, list[str]]]:
        """Finds what one requirement asks for; adds it to the cart where that is the action."""
        if requirement.reference and not requirement.relation and goal.action is not RequestedAction.NAME:
            at = yield Move(f"goto({requirement.reference!r})", "The product is given.")
            at = yield from add_to_cart(at)
            return at, [requirement.reference]
        demands = require(requirement)
        if requirement.reference:
            at = yield Move(f"goto({requirement.reference!r})", "Look at the product that the goal starts from.")
            page = read_product_page(at.accessibility_tree)
            demands = demands_from(requirement, page)
        candidates: list[OfferCandidate] = []
        for number, shop in enumerate(goal.shops):
            share = (until - self._taken) // (2 * (len(goal.shops) - number))
            at, more = yield from self._search(
                requirement, demands, shop, at, self._taken + max(share, _STEPS_TO_SEARCH)
            )
            candidates.extend(more)
        return (yield from self._look(requirement, demands, goal, candidates, at, until))

    def _search(
        self, requirement: GoalRequirement, demands: Demands, shop: str, at: Observation, last: int
    ) -> Script[tuple[Observation, list[OfferCandidate]]]:
        """The candidates of one shop; a second, shorter search where the first finds nothing."""
        at = yield from search_shop(shop, demands.query()[:100], at)
        at, found = yield from self._read_results(requirement, demands, shop, at, last)
        if not found and demands.query(brief=True) != demands.query():
            at = yield from search_shop(shop, demands.query(brief=True)[:100], at, stay=True)
            at, found = yield from self._read_results(requirement, demands, shop, at, last)
        return at, found

    def _read_results(
        self, requirement: GoalRequirement, demands: Demands, shop: str, at: Observation, last: int
    ) -> Script[tuple[Observation, list[OfferCandidate]]]:
        found: list[OfferCandidate] = []
        is_sorted = False
        while True:
            listed = read_listing(at.accessibility_tree)
            here = candidates_in(demands, listed, shop, at.url)
            following = next_page(at.accessibility_tree)
            if following is None or self._taken >= last or not is_promising(demands, listed):
                return at, found + here
            sorting = (
                sort_by_price(at.accessibility_tree)
                if requirement.choice is OfferSelection.CHEAPEST and not is_sorted
                else None
            )
            if sorting is not None:
                is_sorted = True
                at = yield sorting
                continue
            found += here
            if is_sorted and any(one.verdict is MatchGrade.YES for one in found):
                return at, found
            at = yield Move(f"click({following.id!r})", "More results on the next page.")

    def _look(
        self,
        requirement: GoalRequirement,
        demands: Demands,
        goal: Goal,
        candidates: list[OfferCandidate],
        at: Observation,
        until: int,
    ) -> Script[tuple[Observation, list[str]]]:
        """Opens the pages of candidates until enough are found to be right."""
        queue = Queue(requirement, candidates, largest=demands.largest)
        pages: list[str] = []
        guesses: list[tuple[float, str]] = []
        while len(pages) < MOST_NAMED and self._taken + _STEPS_TO_LOOK_AT_ONE <= until:
            one = queue.take(at.url)
            if one is None or (pages and goal.action is RequestedAction.ORDER):
                break
            at, address = yield from self._open(one, at)
            if not address or address.rstrip("/") == requirement.reference.rstrip("/"):
                continue
            if is_confirmed(demands, one, read_product_page(at.accessibility_tree)):
                queue.accept(one)
                pages.append(address)
                if goal.action is not RequestedAction.NAME:
                    at = yield from add_to_cart(at, preferred=demands.colours)
            else:
                guesses.append((one.likeness, address))
        return at, pages or best_guesses(requirement, goal, guesses)

    def _open(self, candidate: OfferCandidate, at: Observation) -> Script[tuple[Observation, str]]:
        """Opens a candidate's page from its listing; its address, or an empty text where it is not there any more."""
        if at.url != candidate.listing:
            at = yield Move(f"goto({candidate.listing!r})", "Back to the results.")
        for one in read_listing(at.accessibility_tree):
            if one.title == candidate.title and one.price == candidate.price:
                at = yield Move(f"click({one.link!r})", f"Open {candidate.title!r}.")
                return at, at.url
        return at, ""


def shop_of(address: str, goal: Goal) -> str:
    """Address of the shop that an address belongs to."""
    return next((shop for shop in goal.shops if address.startswith(shop.rstrip("/") + "/")), goal.shops[0])


def purchaser_of(goal: Goal) -> Purchaser:
    """Who buys, as the goal says it."""
    names = Purchaser.__dataclass_fields__
    return Purchaser(**{name: re.sub(r"\s+", " ", goal.buyer.get(name, "")) for name in names})
