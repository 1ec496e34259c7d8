"""The keyword agent: searches every shop for the goal's words, compares titles, attributes and prices, and acts.

No language model: it shows how far rules alone come, and gives the runs a second agent beside the oracle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shopworld.agents.keyword.goal import Choice, Deed, Goal, Wish, understand
from shopworld.agents.keyword.knowledge import compatible_query, group_key, rewrite, substitute_query
from shopworld.agents.keyword.matching import coverage, fits, terms
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.skills import Purchaser, add_to_cart, check_out, read_listing, search_shop, submit_answer
from shopworld.agents.skills.listing import next_page, page_heading, page_price, page_text
from shopworld.environments.observation import Observation

_STEPS_KEPT_FOR_THE_END = 4
_STEPS_OF_A_CHECKOUT = 16
_THRESHOLDS = (0.99, 0.8, 0.65)
_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A listed offer that may be what is wanted.

    Attributes:
        shop: address of its shop.
        listing: address of the listing it stood in.
        title: as printed.
        price: in cents.
        text: everything its card said.
    """

    shop: str
    listing: str
    title: str
    price: int | None
    text: str


class KeywordAgent(ScriptedAgent):
    """Rules over the goal's words.

    Args:
        most_steps: how many actions it may take in all; it stops searching in time to answer.
    """

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
        at, found = first, []
        for number, wish in enumerate(goal.wishes):
            share = self._left(goal) // (len(goal.wishes) - number)
            at, pages = yield from self._fulfil(wish, goal, at, self._taken + share)
            found.extend(pages)
        if goal.deed is Deed.ORDER:
            for shop in dict.fromkeys(_shop_of(address, goal) for address in found):
                yield from check_out(at, shop, _purchaser(goal))
        named = "###".join(dict.fromkeys(found)) if goal.deed is Deed.NAME else ""
        yield from submit_answer(goal.solution, named or "Done")

    def _left(self, goal: Goal) -> int:
        kept = _STEPS_KEPT_FOR_THE_END + (_STEPS_OF_A_CHECKOUT if goal.deed is Deed.ORDER else 0)
        return max(self._most_steps - self._taken - kept, 0)

    def _fulfil(self, wish: Wish, goal: Goal, at: Observation, until: int) -> Script[tuple[Observation, list[str]]]:
        """Finds what one wish asks for, opens each page (and adds it to the cart where that is the deed)."""
        if wish.reference and not wish.relation and goal.deed is not Deed.NAME:
            at = yield Move(f"goto({wish.reference!r})", "The product is given.")
            at = yield from add_to_cart(at)
            return at, [wish.reference]
        start: int | None = None
        if wish.reference:
            at = yield Move(f"goto({wish.reference!r})", "Look at the product that the goal starts from.")
            title, text, start = (
                page_heading(at.accessibility_tree),
                page_text(at.accessibility_tree),
                page_price(at.accessibility_tree),
            )
            wish = self._from_reference(wish, title, text)
        wish = rewrite(wish)
        candidates: list[Candidate] = []
        for number, shop in enumerate(goal.shops):
            last = self._taken + max((until - self._taken) // (2 * (len(goal.shops) - number)), 3)
            at, more = yield from self._search(wish, shop, at, last)
            candidates.extend(more)
        chosen = _choose(wish, candidates, start)
        pages = []
        for candidate in chosen:
            if self._taken + 2 > until:
                break
            at, address = yield from self._open(candidate, at)
            if not address or address.rstrip("/") == wish.reference.rstrip("/"):
                continue
            pages.append(address)
            if goal.deed is not Deed.NAME:
                at = yield from add_to_cart(at)
        return at, pages

    def _from_reference(self, wish: Wish, title: str, text: str) -> Wish:
        if wish.relation == "compatible":
            return compatible_query(wish, title, text)
        return substitute_query(wish, title, text)

    def _search(self, wish: Wish, shop: str, at: Observation, last: int) -> Script[tuple[Observation, list[Candidate]]]:
        at = yield from search_shop(shop, " ".join(wish.text.split())[:100], at)
        found: list[Candidate] = []
        while True:
            listed = read_listing(at.accessibility_tree)
            here = [Candidate(shop, at.url, one.title, one.price, one.text) for one in listed]
            found.extend(here)
            following = next_page(at.accessibility_tree)
            promising = sum(coverage(terms(wish.text), one.title) >= _THRESHOLDS[0] for one in here)
            if following is None or self._taken >= last or promising < len(here) / 2:
                return at, found
            at = yield Move(f"click({following.id!r})", "More results on the next page.")

    def _open(self, candidate: Candidate, at: Observation) -> Script[tuple[Observation, str]]:
        """Opens a candidate's page from its listing; its address, or an empty text where it is not there any more."""
        if at.url != candidate.listing:
            at = yield Move(f"goto({candidate.listing!r})", "Back to the results.")
        for one in read_listing(at.accessibility_tree):
            if one.title == candidate.title and one.price == candidate.price:
                at = yield Move(f"click({one.link!r})", f"Open {candidate.title!r}.")
                return at, at.url
        return at, ""


def _choose(wish: Wish, candidates: Sequence[Candidate], start: int | None) -> list[Candidate]:
    """The candidates that fit, by the strictest threshold that leaves any, reduced to the cheapest where asked for."""
    fitting: list[Candidate] = []
    for threshold in _THRESHOLDS:
        fitting = [one for one in candidates if fits(wish, f"{one.title} {one.text}", one.price, threshold=threshold)]
        if wish.relation == "substitute" and start is not None:
            fitting = [one for one in fitting if one.price is not None and one.price < start]
        if fitting:
            break
    if wish.choice is Choice.ALL:
        return fitting[:_MOST_NAMED]
    priced = [one for one in fitting if one.price is not None]
    if wish.choice is Choice.CHEAPEST:
        return _cheapest(priced)
    groups: dict[str, list[Candidate]] = {}
    for one in priced:
        groups.setdefault(group_key(wish, one.title), []).append(one)
    return [one for key in sorted(groups) for one in _cheapest(groups[key])]


def _cheapest(candidates: Sequence[Candidate]) -> list[Candidate]:
    lowest = min((one.price for one in candidates if one.price is not None), default=None)
    return [one for one in candidates if one.price == lowest]


def _shop_of(address: str, goal: Goal) -> str:
    return next((shop for shop in goal.shops if address.startswith(shop.rstrip("/") + "/")), goal.shops[0])


def _purchaser(goal: Goal) -> Purchaser:
    buyer = goal.buyer
    return Purchaser(
        **{
            key: re.sub(r"\s+", " ", buyer.get(key, ""))
            for key in (
                "name",
                "email",
                "street",
                "house_number",
                "zip",
                "city",
                "state",
                "country",
                "card",
                "cvv",
                "expiry_date",
            )
        }
    )
