"""What an episode saw of what it submitted, from its events alone: passed without evidence is no success of shopping.

An offer is seen where a listing, a page or a tool's reply of this episode delivered it before it was opened, bought or
asked about by its address. Addresses come from the goal, from links, or from searches; one that comes from nowhere is
unexplained, whatever is seen later. Where the cheapest is asked for, each shop in scope is to be searched or listed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from shopworld.environments import Asked
from shopworld.environments.tools import ToolCalled
from shopworld.episode import Event
from shopworld.shop import CartChanged, PageViewed, ProductViewed, SearchPerformed, product_slug
from shopworld.tasks import EVIDENCE, EpisodeEvidence, OfferAddress, Task, read_offers


class Sighting(StrEnum):
    """Whether an episode saw what it submitted."""

    UNKNOWN = ""
    """Logs of old do not say what pages led to."""
    SEEN = "seen"
    """All of it; or nothing was submitted."""
    UNCOMPARED = "uncompared"
    """All of it; but the cheapest was asked for, and a shop in scope was neither searched nor listed."""
    UNSEEN = "unseen"
    """Something was never delivered."""
    UNEXPLAINED = "unexplained"
    """Something was opened, bought or asked about by an address that nothing had shown."""


WITHOUT_EVIDENCE = frozenset({Sighting.UNCOMPARED, Sighting.UNSEEN, Sighting.UNEXPLAINED})
"""Where a trial that passed owes it to something else than what it saw."""

_Thing = OfferAddress | str
"""An offer of a shop, or the id of a product."""


@dataclass(slots=True)
class _Watch:
    """What was delivered so far.

    Attributes:
        hosts: host of each shop to its id.
        seen: what was delivered, or stands in the goal.
        typed: what was reached by an address from nowhere.
        searched: shops that were searched or listed.
        is_old: whether the log does not say what a page led to.
        by_calls: whether tools were called.
    """

    hosts: Mapping[str, str]
    seen: set[_Thing] = field(default_factory=set)
    typed: set[_Thing] = field(default_factory=set)
    searched: set[str] = field(default_factory=set)
    is_old: bool = False
    by_calls: bool = False

    def take(self, event: Event) -> None:
        """Moves on by one event."""
        payload, shop = event.payload, event.shop or ""
        match payload:
            case PageViewed():
                self._page(payload, shop)
            case ProductViewed(slug=slug):
                self.reach(OfferAddress(shop=shop, slug=_plain(slug)))
            case CartChanged(slug=slug, quantity=quantity) if quantity > 0:
                self.reach(OfferAddress(shop=shop, slug=_plain(slug)))
            case SearchPerformed():
                self.searched.add(shop)
            case Asked(results=results):
                self.searched.add(shop)
                self.deliver(self._things(results))
            case ToolCalled():
                self._called(payload)
            case _:
                pass

    def reach(self, thing: _Thing) -> bool:
        """Something was opened or bought; tells whether its address was known."""
        if thing not in self.seen:
            self.typed.add(thing)
        return thing not in self.typed

    def deliver(self, things: Iterable[_Thing]) -> None:
        """Something was shown."""
        self.seen.update(things)

    def _page(self, page: PageViewed, shop: str) -> None:
        own = product_slug(unquote(urlsplit(page.path).path).lower())
        if own is not None:
            address = OfferAddress(shop=shop, slug=_plain(own))
            if page.suggested:
                self.deliver((address,))
            if not self.reach(address):
                return  # what a page from nowhere leads to comes from nowhere
        if page.offers is None:
            self.is_old = True
        self.deliver(OfferAddress(shop=shop, slug=_plain(slug)) for slug in page.offers or ())

    def _called(self, call: ToolCalled) -> None:
        self.by_calls = True
        if call.name == _CORPUS_SEARCH:
            named = str(call.arguments.get("shop") or "")
            self.searched |= {shop for host, shop in self.hosts.items() if not named or host in named or shop == named}
        told = self._things(call.product_ids)
        written = self._written(call.arguments)
        known = [self.reach(thing) for thing in told if _folded(thing) in written]
        if all(known):
            self.deliver(told)

    def _written(self, arguments: object) -> set[_Thing]:
        """What arguments name: whole texts, what stands in quotes in them, and addresses of offers."""
        found: set[_Thing] = set()
        for text in _texts_in(arguments):
            found |= {one.strip().lower() for one in (text, *_QUOTED.findall(text))}
            found |= set(read_offers(text, self.hosts).offers)
        return found

    def _things(self, ids: Iterable[str]) -> list[_Thing]:
        """Offers by their addresses, products by their ids."""
        found: list[_Thing] = []
        for one in ids:
            found += read_offers(one, self.hosts).offers if "/" in one else (one,)
        return found


_CORPUS_SEARCH = "search"
_QUOTED = re.compile(r"""(?<=['"])[^'"]*(?=['"])""")
"""As ids stand in the code that an agent writes."""


def _texts_in(value: object) -> Iterator[str]:
    """The texts of arguments, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts_in(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _texts_in(part)


def _folded(thing: _Thing) -> _Thing:
    return thing.strip().lower() if isinstance(thing, str) else thing


def sighting_of(task: Task, events: Iterable[Event], hosts: Mapping[str, str]) -> Sighting:
    """Whether an episode saw what it submitted: named in its answer, left in a cart, ordered, recommended.

    Args:
        task: what was asked.
        events: all of the episode, in order.
        hosts: host of each shop to its id; none in the tool sandbox.
    """
    watch = _Watch(hosts)
    watch.deliver(read_offers(task.goal, hosts).offers)
    events = list(events)
    for event in events:
        watch.take(event)
    submitted = _submitted(EVIDENCE.over(events), hosts)
    if submitted & watch.typed:
        return Sighting.UNEXPLAINED
    if watch.is_old and not watch.by_calls:
        return Sighting.UNKNOWN
    if submitted - watch.seen:
        return Sighting.UNSEEN
    if submitted and task.compares and not _scope(task, hosts) <= watch.searched:
        return Sighting.UNCOMPARED
    return Sighting.SEEN


def _submitted(evidence: EpisodeEvidence, hosts: Mapping[str, str]) -> set[_Thing]:
    found: set[_Thing] = set(read_offers(evidence.answer or "", hosts).offers)
    found |= evidence.cart.keys()
    found |= {one for order in evidence.orders for one in order.pieces}
    if evidence.recommended is not None:
        found.add(evidence.recommended.strip())
    return {one if isinstance(one, str) else OfferAddress(shop=one.shop, slug=_plain(one.slug)) for one in found}


def _scope(task: Task, hosts: Mapping[str, str]) -> set[str]:
    """The shops that the goal names; all, where it names none."""
    goal = task.goal.lower()
    return {shop for host, shop in hosts.items() if host in goal} or set(hosts.values())


def _plain(slug: str) -> str:
    return unicodedata.normalize("NFC", slug.strip().lower())
