"""The reference solver: knows the checks, and fulfils them through the shops' interface like a shopper would."""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.agents.briefing import BriefedOffer, BriefedPage, Briefing
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.skills import (
    Purchaser,
    add_to_cart,
    check_out,
    close_overlays,
    enter_code,
    follow,
    go_down,
    is_at,
    read_listing,
    search_shop,
    send_message,
    set_filter,
    set_sort,
    submit_answer,
)
from shopworld.agents.skills.listing import next_page
from shopworld.environments import Observation

_PAGES_TO_SEARCH = 3
_SAME_TITLE_TO_OPEN = 4


class OracleAgent(ScriptedAgent):
    """Searches each offer of the solution, opens its page, adds, checks out and submits.

    It never goes to a product's address directly: that the way there exists is what it proves.

    Args:
        briefing: the solution.
    """

    def __init__(self, briefing: Briefing) -> None:
        super().__init__()
        self._briefing = briefing

    def script(self, first: Observation) -> Script[None]:
        """The whole solution."""
        briefing = self._briefing
        at = yield from close_overlays(first)
        for page in briefing.compared:
            at = yield Move(f"goto({page.address!r})", f"What does {page.query!r} cost here?")
        for page in briefing.pages:
            at = yield from _look_at(page, at)
        for offer in by_shop((*briefing.visit, *briefing.answers)):
            at = yield from self._open(offer, at)
        for offer in by_shop(briefing.cart):
            at = yield from self._add(offer, at)
        for shop in dict.fromkeys(offer.shop for offer in briefing.order):
            for offer in briefing.order:
                if offer.shop == shop:
                    at = yield from self._add(offer, at)
            settled = briefing.settlement(shop)
            if settled is not None and settled.code:
                at = yield from enter_code(at, shop, settled.code)
            delivery = settled.delivery_name if settled is not None else ""
            yield from check_out(at, shop, purchaser_of_briefing(briefing), delivery=delivery)
        for message in briefing.messages:
            at = yield from _look_at(message.page, at)
            at = yield from send_message(at, name=message.name, email=message.email, text=message.text)
        answer = briefing.text or "###".join(offer.address for offer in briefing.answers) or "Done"
        yield from submit_answer(briefing.solution, answer)

    def _add(self, offer: BriefedOffer, at: Observation) -> Script[Observation]:
        at = yield from self._open(offer, at)
        return (yield from add_to_cart(at, self._briefing.quantity, preferred=offer.options))

    def _open(self, offer: BriefedOffer, at: Observation) -> Script[Observation]:
        """Searches the offer by its title and opens its page; offers of the same title are told apart by address."""
        stay = at.url.startswith(offer.shop)
        if stay and offer.is_at(at.url):
            return at
        at = yield from search_shop(offer.shop, offer.title, at, stay=stay)
        if offer.is_at(at.url):
            return at
        for _ in range(_PAGES_TO_SEARCH):
            listing = at.url
            same = [one.link for one in read_listing(at.accessibility_tree) if _like(one.title, offer.title)]
            for number in range(len(same[:_SAME_TITLE_TO_OPEN])):
                links = [one.link for one in read_listing(at.accessibility_tree) if _like(one.title, offer.title)]
                at = yield Move(f"click({links[number]!r})", f"Open {offer.title!r}.")
                if offer.is_at(at.url):
                    return at
                at = yield Move(f"goto({listing!r})", "Another offer of the same title; back to the results.")
            following = next_page(at.accessibility_tree)
            if following is None:
                break
            at = yield Move(f"click({following.id!r})", "Not here; the next page.")
        return at


def _look_at(page: BriefedPage, at: Observation) -> Script[Observation]:
    """Follows links to a page, then sets its filters and its sort."""
    if page.query:
        at = yield from search_shop(page.shop, page.query, at)
    else:
        at = yield from follow(page.shop, page.label, page.address, at, via=page.via)
        if not is_at(at, page.address) and page.above:
            (label, address), *below = page.above
            at = yield from follow(page.shop, label, address, at)
            for label, address in (*below, (page.label, page.address)):
                at = yield from go_down(label, address, at)
    for label, value in page.filters:
        at = yield from set_filter(label, value, at)
    if page.sort:
        at = yield from set_sort(page.sort, at)
    return at


def by_shop(offers: Iterable[BriefedOffer]) -> list[BriefedOffer]:
    """Each offer once, shop by shop: changing shops costs steps."""
    once = list(dict.fromkeys(offers))
    shops = list(dict.fromkeys(offer.shop for offer in once))
    return sorted(once, key=lambda offer: shops.index(offer.shop))


def _like(shown: str, title: str) -> bool:
    return " ".join(shown.split()) == " ".join(title.split())


def purchaser_of_briefing(briefing: Briefing) -> Purchaser:
    """Who orders, as the skills take it."""
    return Purchaser(**{name: getattr(briefing.buyer, name) for name in Purchaser.__dataclass_fields__})
