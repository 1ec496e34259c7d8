"""A stranger to makers and graders: reads goals and pages, finds answers, and compares them with a task's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from shopworld.stranger.asked import demands
from shopworld.stranger.journeys import judge_journey
from shopworld.stranger.kind_sense import KindSense
from shopworld.stranger.offers import Shelves, judge_offers
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.trial import Court
from shopworld.stranger.verdict import StrangerOpinion
from shopworld.stranger.walking import Fetch, StrangerShop

Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much."""


class Stranger:
    """Judges the tasks of one mall by its pages alone.

    Pages are read when the first task needs them, and once.

    Args:
        fetch: gets pages over HTTP.
        hosts: the host of each shop by the name that suites give it.
        today: the date in the shops.
        progress: is told how many product pages of how many were read.
    """

    def __init__(
        self, fetch: Fetch, hosts: Mapping[str, str], today: date, *, progress: Progress | None = None
    ) -> None:
        self._hosts = dict(hosts)
        self._shops = {name: StrangerShop(f"http://{host}/", fetch) for name, host in hosts.items()}
        self._today = today
        self._progress = progress
        self._read: tuple[StrangerListing, ...] | None = None
        self._shelves: tuple[frozenset[str], Shelves, Court] | None = None

    def judge(self, task: Mapping[str, Any]) -> StrangerOpinion:
        """What a stranger thinks of a task.

        Args:
            task: its public form: the JSON that suites are published as.
        """
        if demands(task):
            shelves, court = self._court(task)
            return judge_offers(task, shelves, court, self._hosts)
        shop = next((one for one in self._shops.values() if one.host in str(task.get("start", ""))), None)
        return judge_journey(task, shop or next(iter(self._shops.values())), self._hosts)

    def prepare(self, tasks: Iterable[Mapping[str, Any]]) -> None:
        """Learns at once which kinds tasks ask for; without it kinds are learnt task by task, which is slower."""
        kinds = {kind for task in tasks for kind in _kinds(task)}
        if kinds:
            self._sort(kinds)

    def _court(self, task: Mapping[str, Any]) -> tuple[Shelves, Court]:
        if self._shelves is None or not _kinds(task) <= self._shelves[0]:
            self._sort({*_kinds(task), *(self._shelves[0] if self._shelves else ())})
        assert self._shelves is not None
        return self._shelves[1], self._shelves[2]

    def _sort(self, kinds: set[str]) -> None:
        listings = self._listings()
        sense = KindSense(listings, sorted(kinds))
        self._shelves = frozenset(kinds), Shelves(listings, sense), Court(sense, self._today, self._hosts)

    def _listings(self) -> Sequence[StrangerListing]:
        if self._read is None:
            cards = [(shop, card) for shop in self._shops.values() for card in shop.cards]
            found = []
            for number, (shop, card) in enumerate(cards, start=1):
                opened = shop.open(card.address)
                if opened is not None:
                    found.append(opened)
                if self._progress is not None:
                    self._progress(number, len(cards))
            self._read = tuple(found)
        return self._read


def _kinds(task: Mapping[str, Any]) -> set[str]:
    return {
        str(want.values[0])
        for demand in demands(task)
        for want in demand.wants
        if want.field == "kind" and want.relation == "is"
    }
