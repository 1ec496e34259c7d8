"""Complexity evolution: rounds that each make a query harder by an attribute, a filter or a sort (DeepShop, section 3.4).

A step is taken only where the query stays answerable with room for the rounds to come, where it changes the answers,
and where every requirement before it still matters. Of those, kinds of constraint that the suite has seldom used come
first. How often rounds take what follows the paper's Figure 4: filters most, two of them at once early, a sharper bound
in place of a new requirement late.
"""  # noqa: E501

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from shopworld.guru.evolution.coverage import uncovered
from shopworld.guru.evolution.planner import LEAST_WORDS, MANNERS, MOST_WORDS, SentencePlanner
from shopworld.guru.evolution.query import Aspect, EvolutionStep, Query
from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.guru.evolution.steps import attribute_steps, filter_steps, goes_with, sort_steps

_WEIGHTS: Final[dict[Aspect, float]] = {"attribute": 0.12, "filter": 0.68, "sort": 0.20}
"""How readily each strategy is taken; a query is sorted once at most."""
_TWO_FILTERS: Final = (0.4, 0.3, 0.15, 0.0, 0.0)
_SHARPER: Final = (0.0, 0.05, 0.15, 0.35, 0.45)
"""By round: how often a filter brings a second one along, and how often a bound is moved in place of a new requirement."""  # noqa: E501
_MOST_ANSWERS: Final = 20
_MOST_SHARE: Final = 0.05
"""What a query may accept at most, in products and as a share of its kind."""
_MOST_FIRST: Final = 3
"""Offers that may share the first place under a sort."""
_TRIES: Final = 24
_WITH_NEED: Final = 12
"""Lines that are tried of a query; the first ones leave every requirement needed."""
_BRANCHES: Final = 3
_BUDGET: Final = 45
"""Ways that are tried of a round, and of all rounds of one line together."""
_WORDINGS: Final = 90
"""Plans that are drawn for a round until one fits."""
_LINES: Final = 4
"""How often the words of a line are drawn anew."""
_ROOM: Final = (1, 2, 4, 6, 9)
_STARTS: Final = 120
_ASKED: Final = (2, 3)
"""Attributes that a query asks for before any round."""
_SORTED_FIRST, _FILTERED_FIRST = 0.22, 0.4
"""Shares of queries that ask for an order, and for a filter, before any round."""


@dataclass(slots=True)
class Evolver:
    """Lets queries grow.

    Attributes:
        seed: of all choices.
        currency: of the catalog's prices.
        used: how often each kind of constraint was taken, over all queries so far.
        needed: how many of the rounds so far left every requirement needed; and how many there were.
    """

    seed: int
    currency: str
    used: Counter[str] = field(default_factory=Counter)
    needed: Counter[bool] = field(default_factory=Counter)
    _steps: dict[int, dict[Aspect, tuple[EvolutionStep, ...]]] = field(default_factory=dict)

    def evolve(self, query: Query, rounds: int) -> tuple[Query, ...] | None:
        """A query after each of its rounds, the query itself first; None where it cannot grow that far.

        Lines in which every requirement matters are tried first; where there is none, the one with the fewest rounds
        in which one does not is taken.
        """
        best: tuple[int, tuple[Query, ...]] | None = None
        for attempt in range(_TRIES):
            rng = Random(f"{self.seed}:evolve:{query.id}:{attempt}")
            line = self._line(query, rounds, rng, need=attempt < _WITH_NEED)
            said = self._in_words(line, rng) if line is not None else None
            if said is None:
                continue
            idle = sum(not one.needs_all() for one in said[1:])
            if best is None or idle < best[0]:
                best = idle, said
            if not idle:
                break
        if best is None:
            return None
        self._count(best[1])
        return best[1]

    def _line(self, query: Query, rounds: int, rng: Random, *, need: bool) -> tuple[Query, ...] | None:
        first = self._started(query, rng, rounds, need=need)
        if first is None:
            return None
        line = self._continued([first], rounds, rng, [_BUDGET], need=need)
        return tuple(line) if line is not None else None

    def _count(self, line: Sequence[Query]) -> None:
        self.needed.update(one.needs_all() for one in line[1:])
        for one in line[-1].requirements:
            self.used[one.topic] += 1

    def _continued(
        self, line: list[Query], rounds: int, rng: Random, budget: list[int], *, need: bool
    ) -> list[Query] | None:
        """The line with all its rounds; where one leads nowhere, another one is tried. `budget` counts down."""
        number = len(line)
        if number > rounds:
            return line
        for _ in range(_BRANCHES):
            if budget[0] <= 0:
                return None
            budget[0] -= 1
            grown = self._grown(line[-1], number, rounds - number, rng, need=need)
            if grown is None:
                return None
            found = self._continued([*line, grown], rounds, rng, budget, need=need)
            if found is not None:
                return found
        return None

    # The query before any round

    def _started(self, query: Query, rng: Random, rounds: int, *, need: bool) -> Query | None:
        """The query with what it asks for first: two or three attributes, a maker among them where there are makers."""
        if query.given:
            return query
        best: tuple[tuple[int, int], Query] | None = None
        order = next(iter(rng.sample(list(sort_steps()), 1))) if rng.random() < _SORTED_FIRST else None
        filtered = rng.random() < _FILTERED_FIRST
        for _ in range(_STARTS):
            steps = self._first_steps(query, rng, filtered=filtered)
            if steps is None or (order is not None and not goes_with(order.topic, [one.topic for one in steps])):
                continue
            asked = query.starting((*steps, *((order,) if order is not None else ())))
            fits = asked.fitting().bit_count()
            most = 3 * most_answers(query.shelf) if order is not None else most_answers(query.shelf)
            if not 2 + (rounds + 1) // 2 <= fits <= most or not self._is_fair(asked, need=need):
                continue
            rank = (-asked.idle(), fits)
            if best is None or rank > best[0]:
                best = rank, asked
                if not asked.idle() and fits >= 0.8 * most:
                    break
        return best[1] if best is not None else None

    def _first_steps(self, query: Query, rng: Random, *, filtered: bool) -> tuple[EvolutionStep, ...] | None:
        by_topic: dict[str, list[EvolutionStep]] = {}
        for step in self._steps_of(query.shelf, "attribute"):
            by_topic.setdefault(step.topic, []).append(step)
        names = sorted(by_topic)
        if not names:
            return None
        count = min(len(names), rng.choice(_ASKED))
        chosen = ["brand"] if "brand" in names and rng.random() < 0.6 else []
        while len(chosen) < count:
            weights = [0 if name in chosen else 1 / (1 + self.used[name]) for name in names]
            chosen += rng.choices(names, weights)
        steps = [rng.choice(by_topic[name]) for name in chosen]
        if filtered:
            fitting = [one for one in self._steps_of(query.shelf, "filter") if one.topic != "seller"]
            steps.append(rng.choice(fitting))
        return tuple(steps)

    def _is_fair(self, query: Query, *, need: bool) -> bool:
        """Whether a query accepts few enough, and needs all that it asks for."""
        answers = query.answers().bit_count()
        few = answers <= (_MOST_FIRST if query.sort is not None else most_answers(query.shelf))
        return answers >= 1 and few and (not need or query.needs_all())

    # Rounds

    def _grown(self, query: Query, number: int, left: int, rng: Random, *, need: bool) -> Query | None:
        """The query after one more round; `left` rounds are to come."""
        at = min(number, len(_SHARPER)) - 1
        if rng.random() < _SHARPER[at]:
            sharper = [(1.0, one) for one in self._sharper(query, left, need=need)]
            if sharper:
                return rng.choice(sharper if need else _most_needed(sharper))[1]
        for aspect in _order(query, rng):
            grown = self._by_topic(query, aspect, left, rng, need=need)
            if grown is not None and aspect == "filter" and rng.random() < _TWO_FILTERS[at]:
                return self._by_topic(grown, aspect, left, rng, need=need, same=True) or grown
            if grown is not None:
                return grown
        return None

    def _by_topic(
        self, query: Query, aspect: Aspect, left: int, rng: Random, *, need: bool, same: bool = False
    ) -> Query | None:
        """The query with one more requirement; topics that are seldom used come first."""
        topics = [one.topic for one in query.requirements]
        steps = [one for one in self._steps_of(query.shelf, aspect) if goes_with(one.topic, topics)]
        feasible = list(self._feasible(query, steps, left, need=need, same=same))
        if not need:
            feasible = _most_needed(feasible)
        by_topic: dict[str, list[tuple[float, Query]]] = {}
        for kept, grown in feasible:
            by_topic.setdefault(grown.steps[-1].topic, []).append((kept, grown))
        names = sorted(by_topic)
        if not names:
            return None
        topic = rng.choices(names, [1 / (1 + self.used[name]) ** 2 for name in names])[0]
        chances = [0.02 + kept**3 for kept, _ in by_topic[topic]]
        return rng.choices([one for _, one in by_topic[topic]], chances)[0]

    def _steps_of(self, shelf: AskableOffers, aspect: Aspect) -> tuple[EvolutionStep, ...]:
        known = self._steps.setdefault(id(shelf), {})
        if aspect not in known:
            match aspect:
                case "attribute":
                    known[aspect] = tuple(attribute_steps(shelf, self.currency))
                case "filter":
                    known[aspect] = tuple(filter_steps(shelf))
                case "sort":
                    known[aspect] = tuple(sort_steps())
        return known[aspect]

    def _feasible(
        self, query: Query, steps: Sequence[EvolutionStep], left: int, *, need: bool, same: bool
    ) -> Iterator[tuple[float, Query]]:
        """The query with each step that can be taken, and the share of the fitting offers that stays."""
        before, answers = query.fitting(), query.answers()
        for step in steps:
            after = before & query.shelf.meeting(step.conditions)
            if after.bit_count() < _room(left, need=need) or (after == before and step.sort is None):
                continue
            grown = query.with_steps((step,), again=same)
            if grown.answers() != answers and self._is_fair(grown, need=need):
                yield after.bit_count() / before.bit_count(), grown

    def _sharper(self, query: Query, left: int, *, need: bool) -> Iterator[Query]:
        """The query with one of its filters moved to a bound that fewer offers meet."""
        answers = query.answers()
        for old in query.requirements:
            if old.aspect != "filter":
                continue
            mask = query.shelf.meeting(old.conditions)
            for new in self._steps_of(query.shelf, "filter"):
                moved = query.shelf.meeting(new.conditions)
                if new.topic != old.topic or moved == mask or moved & ~mask:
                    continue
                grown = query.with_steps((new,), instead=old)
                room = grown.fitting().bit_count() >= _room(left, need=need)
                if room and grown.answers() != answers and self._is_fair(grown, need=need):
                    yield grown

    # Words

    def _in_words(self, line: Sequence[Query], rng: Random) -> tuple[Query, ...] | None:
        """All rounds in words that say them and nothing else, each 10 to 20 longer than the one before."""
        for _ in range(_LINES):
            said: list[Query] = []
            for number, one in enumerate(line):
                text = one.text if number == 0 else ""
                text = text or self._words(one, rng, len(said[-1].text.split()) if said else None)
                if not text:
                    break
                said.append(one.saying(text))
            if len(said) == len(line):
                return tuple(said)
        return None

    def _words(self, query: Query, rng: Random, before: int | None) -> str:
        own = Random(f"{self.seed}:manner:{query.id}").choices(MANNERS, (34, 22, 16, 14, 14))[0]
        for at in range(_WORDINGS):
            manner = own if at < _WORDINGS // 3 and (before is None or own != "keywords") else rng.choice(MANNERS)
            text = SentencePlanner(query, manner, rng).write()
            words = len(text.split())
            more = 2 if before is None and at < _WORDINGS // 2 else 0
            fits = 6 + more <= words <= 30 if before is None else LEAST_WORDS + more <= words - before <= MOST_WORDS
            if fits and not uncovered(query, text):
                return text
        return ""


def most_answers(shelf: AskableOffers) -> int:
    """How many products a query about a kind may accept: 20, and 5 % of the kind, at most."""
    return min(_MOST_ANSWERS, int(_MOST_SHARE * len(shelf.offers)))


def _most_needed(feasible: Sequence[tuple[float, Query]]) -> list[tuple[float, Query]]:
    """Those of which the fewest requirements exclude nothing."""
    idle = [grown.idle() for _, grown in feasible]
    fewest = min(idle, default=0)
    return [one for one, number in zip(feasible, idle, strict=True) if number == fewest]


def _room(left: int, *, need: bool) -> int:
    """Offers that must still fit, by the number of rounds that are left; fewer will do where requirements need not matter."""  # noqa: E501
    return _ROOM[min(left, len(_ROOM) - 1)] if need else 1 + (left + 1) // 2


def _order(query: Query, rng: Random) -> list[Aspect]:
    """The strategies in the order in which they are tried."""
    open_ones: list[Aspect] = ["attribute", "filter"] if query.sort is not None else ["attribute", "filter", "sort"]
    order: list[Aspect] = []
    while open_ones:
        chosen = rng.choices(open_ones, [_WEIGHTS[one] for one in open_ones])[0]
        open_ones.remove(chosen)
        order.append(chosen)
    return order
