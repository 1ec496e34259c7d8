"""Complexity evolution: rounds that each add one attribute, filter or sort (DeepShop, section 3.4).

A step is taken only where the query stays answerable with room for the rounds to come, where it changes the answers,
and where every requirement before it still matters. Of those, kinds of constraint that the suite has seldom used come
first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from shopworld.guru.evolution.query import Aspect, EvolutionStep, Query
from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.guru.evolution.speech import with_sentence
from shopworld.guru.evolution.steps import attribute_steps, filter_steps, goes_with, sort_steps

_WEIGHTS: dict[Aspect, float] = {"attribute": 2.0, "filter": 2.5, "sort": 1.0}
"""How readily each strategy is taken; a query is sorted once at most."""
_ROOM = (1, 3, 6, 10, 15)
"""Offers that must fit after a round, by the number of rounds that are left."""
_MOST_FIRST = 3
"""Offers that may share the first place under a sort."""
_TRIES = 36
_WITH_ROOM, _WITH_NEED = 16, 32
"""Of the tries, the first ones leave room for the rounds to come, and most ones leave every requirement needed."""


@dataclass(frozen=True, slots=True)
class _Demands:
    """What is demanded of steps: room for the rounds to come, and that every requirement is needed."""

    room: bool
    need: bool


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
        """A query after each of its rounds, the query itself first; None where it cannot grow that far."""
        for attempt in range(_TRIES):
            rng = Random(f"{self.seed}:evolve:{query.id}:{attempt}")
            before = self.used.copy(), self.needed.copy()
            demands = _Demands(room=attempt < _WITH_ROOM, need=attempt < _WITH_NEED)
            line = self._line(query, rounds, rng, demands)
            if line is not None:
                return line
            self.used, self.needed = before
        return None

    def _line(self, query: Query, rounds: int, rng: Random, demands: _Demands) -> tuple[Query, ...] | None:
        line = [query]
        for number in range(1, rounds + 1):
            grown = self._grown(line[-1], rounds - number, rng, demands)
            if grown is None:
                return None
            self.used[grown.steps[-1].topic] += 1
            self.needed[grown.needs_all()] += 1
            line.append(grown)
        return tuple(line)

    def _grown(self, query: Query, left: int, rng: Random, demands: _Demands) -> Query | None:
        """The query after one more round; `left` rounds are to come."""
        for aspect in _order(query, rng):
            topics = [one.topic for one in query.requirements]
            steps = [one for one in self._steps_of(query.shelf, aspect) if goes_with(one.topic, topics)]
            by_topic: dict[str, list[tuple[float, EvolutionStep]]] = {}
            for step, kept in self._feasible(query, steps, left, demands):
                by_topic.setdefault(step.topic, []).append((kept, step))
            if not by_topic:
                continue
            names = sorted(by_topic)
            weights = [1 / (1 + self.used[name]) ** 2 for name in names]
            topic = rng.choices(names, weights)[0]
            chances = [0.1 + kept for kept, _ in by_topic[topic]]
            step = rng.choices([one for _, one in by_topic[topic]], chances)[0]
            return with_sentence(query, step, rng)
        return None

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
        self, query: Query, steps: list[EvolutionStep], left: int, demands: _Demands
    ) -> Iterator[tuple[EvolutionStep, float]]:
        """Steps that can be taken, with the share of the fitting offers that stays."""
        shelf, before, answers = query.shelf, query.fitting(), query.answers()
        room = _ROOM[min(left, len(_ROOM) - 1)] if demands.room else 1 + left
        for step in steps:
            after = before & shelf.meeting(step.conditions)
            now = shelf.first(after, step.sort or query.sort)
            if after.bit_count() < room or not now or now == answers:
                continue
            if (step.sort or query.sort) is not None and now.bit_count() > _MOST_FIRST:
                continue
            if demands.need and not query.with_step(step, "").needs_all():
                continue
            yield step, after.bit_count() / before.bit_count()


def _order(query: Query, rng: Random) -> list[Aspect]:
    """The strategies in the order in which they are tried."""
    open_ones: list[Aspect] = ["attribute", "filter"] if query.sort is not None else ["attribute", "filter", "sort"]
    order: list[Aspect] = []
    while open_ones:
        chosen = rng.choices(open_ones, [_WEIGHTS[one] for one in open_ones])[0]
        open_ones.remove(chosen)
        order.append(chosen)
    return order
