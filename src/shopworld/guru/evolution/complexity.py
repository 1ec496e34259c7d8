"""Complexity evolution: rounds that each make a query harder by an attribute, a filter or a sort (DeepShop, 3.4).

A step is taken only where the query stays answerable with room for the rounds to come, and where every requirement is
still needed. Of those, topics come first that people ask for often and the suite has seldom. How often rounds take what
follows the paper's Figure 4: filters most, one sort a query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random
from typing import Final

from shopworld.guru.evolution.coverage import uncovered
from shopworld.guru.evolution.forms import entry_of
from shopworld.guru.evolution.growth import grown_line, most_answers
from shopworld.guru.evolution.planner import LEAST_WORDS, MANNERS, MOST_WORDS, SentencePlanner
from shopworld.guru.evolution.query import Aspect, EvolutionStep, Query
from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.guru.evolution.steps import attribute_steps, excluded_by, filter_steps, sort_steps

_WEIGHTS: Final[dict[Aspect, float]] = {"attribute": 0.13, "filter": 0.59, "sort": 0.28}
"""How readily each strategy is taken; a query is sorted once at most."""
_WANTED: Final[Mapping[str, float]] = {
    "brand": 3, "price": 5, "colour": 2, "rating": 14, "review_count": 14, "shipping": 9, "returns": 1.5,
    "long_returns": 3, "warranty": 1.0, "age": 8, "condition": 0.1, "availability": 0.1, "seller": 0.1,
    "price_asc": 4, "rating_desc": 3, "date_new": 1, "best_selling": 1.5,
}  # fmt: skip
"""How often people ask for a topic, against 1 for the others; stars and reviews most (DeepShop, Figure 11)."""
_LIKELY: Final[Mapping[str, float]] = {
    "price_under": 5.0,
    "price_between": 0.5,
    "brands": 0.25,
    "rating_over": 0.15,
    "review_count_over": 0.3,
}
"""How likely a way of bounding is, against 1 for the others of its topic."""
_EITHER: Final = 0.25
"""The same of one value or another."""
_TRIES: Final = 120
"""Lines that are tried of a query."""
_WORDINGS: Final = 60
"""Plans that are drawn for a round until one fits."""
_LINES: Final = 5
"""How often the words of a line are drawn anew."""
_LEAST_FIT: Final = 4
"""Offers that must fit before any round."""
_STARTS: Final = 60
_ASKED: Final = (1, 2, 2)
"""Attributes that a query asks for before any round."""
_SORTED_FIRST, _FILTERED_FIRST = 0.2, 0.6
"""Shares of queries that ask for an order, and for a filter, before any round."""
_STARS_FIRST, _REVIEWS_TOO = 0.6, 0.2
"""Shares of those filters that are stars, and of those stars that come with a number of reviews."""
_FIRST_WORDS: Final = (15, 28)
_ADDED: Final = (11, 14)
"""Words of a query before any round; words that a round aims at adding."""
_OVER: Final = 3
"""Words that a text may have beyond those that it aims at."""
_MOST_TERSE: Final = 30
"""Words up to which a list of words is one."""
_MANNER_SHARES: Final = (80, 12, 3, 5)


@dataclass(slots=True)
class Evolver:
    """Lets queries grow.

    Attributes:
        seed: of all choices.
        currency: of the catalog's prices.
        used: how often each kind of constraint was taken, over all queries so far.
    """

    seed: int
    currency: str
    used: Counter[str] = field(default_factory=Counter)
    _chances: dict[str, float] = field(default_factory=dict)
    _open: dict[tuple[int, Aspect, frozenset[str]], tuple[list[str], list[float]]] = field(default_factory=dict)
    _likely: dict[int, list[float]] = field(default_factory=dict)
    _steps: dict[int, dict[Aspect, Mapping[str, Sequence[EvolutionStep]]]] = field(default_factory=dict)

    def evolve(self, query: Query, rounds: int) -> tuple[Query, ...] | None:
        """A query after each of its rounds, the query itself first; None where it cannot grow that far.

        Every requirement of every round is needed: without it the answers would be others.
        """
        for attempt in range(_TRIES):
            rng = Random(f"{self.seed}:evolve:{query.id}:{attempt}")
            line = self._line(query, rounds, rng)
            said = self._in_words(line, rng) if line is not None else None
            if said is not None:
                self.used.update(one.topic for one in said[-1].requirements)
                self._chances.clear()
                self._open.clear()
                return said
        return None

    def _line(self, query: Query, rounds: int, rng: Random) -> list[Query] | None:
        first = self._started(query, rounds, rng)
        if first is None or not first.needs_all():
            return None
        aspects = _aspects(first, rounds, rng)
        return grown_line(first, aspects, lambda aspect, others: self._drawn(query.shelf, aspect, others, rng), rng)

    def _drawn(
        self, shelf: AskableOffers, aspect: Aspect, others: Sequence[EvolutionStep], rng: Random
    ) -> EvolutionStep | None:
        """A step of an aspect; topics come first that are asked for often and were seldom taken."""
        known = self._by_topic(shelf, aspect)
        taken = frozenset(one.topic for one in others)
        key = (id(shelf), aspect, taken)
        if key not in self._open:
            shut = excluded_by(taken)
            names = [one for one in known if one not in shut]
            self._open[key] = names, list(accumulate(self._chance(one) for one in names))
        names, chances = self._open[key]
        return self._among(known[rng.choices(names, cum_weights=chances)[0]], rng) if names else None

    def _among(self, steps: Sequence[EvolutionStep], rng: Random) -> EvolutionStep:
        if id(steps) not in self._likely:
            ways = [_LIKELY.get(entry_of(one), _EITHER if _is_either(one) else 1.0) for one in steps]
            self._likely[id(steps)] = list(accumulate(ways))
        return rng.choices(steps, cum_weights=self._likely[id(steps)])[0]

    # The query before any round

    def _started(self, query: Query, rounds: int, rng: Random) -> Query | None:
        """The query with what it asks for first: one to three attributes, a maker mostly among them."""
        if query.given:
            return query
        order = rng.choice(list(sort_steps())) if rng.random() < _SORTED_FIRST else None
        filtered = rng.random() < _FILTERED_FIRST
        best: tuple[int, Query] | None = None
        for _ in range(_STARTS):
            steps = self._first_steps(query, rng, filtered=filtered)
            if steps is None or (order is not None and order.topic in excluded_by(one.topic for one in steps)):
                continue
            asked = query.starting((*steps, *((order,) if order is not None else ())))
            fits = asked.fitting().bit_count()
            if fits < min(_LEAST_FIT, 1 + rounds) or not self._is_fair(asked):
                continue
            if best is None or fits > best[0]:
                best = fits, asked
            if fits >= (0.7 if order is None else 2) * most_answers(query):
                break
        return best[1] if best is not None else None

    def _first_steps(self, query: Query, rng: Random, *, filtered: bool) -> tuple[EvolutionStep, ...] | None:
        by_topic = self._by_topic(query.shelf, "attribute")
        names = sorted(by_topic)
        if not names:
            return None
        count = min(len(names), rng.choice(_ASKED))
        chosen: list[str] = []
        while len(chosen) < count:
            weights = [0.0 if name in chosen else self._chance(name) for name in names]
            chosen += rng.choices(names, weights)
        steps = [self._among(by_topic[name], rng) for name in chosen]
        filters = self._by_topic(query.shelf, "filter")
        if filtered or count == 1:
            topics = sorted(set(filters) - {"seller"})
            stars = rng.random() < _STARS_FIRST
            drawn = ["rating"] if stars else rng.choices(topics, [self._chance(one) for one in topics])
            drawn += ["review_count"] if stars and rng.random() < _REVIEWS_TOO else []
            steps += [self._among(filters[name], rng) for name in drawn]
        return tuple(steps)

    def _is_fair(self, query: Query) -> bool:
        """Whether a query accepts few enough, and needs all that it asks for."""
        return 1 <= query.answers().bit_count() <= most_answers(query) and query.needs_all()

    def _chance(self, topic: str) -> float:
        if topic not in self._chances:
            self._chances[topic] = _WANTED.get(topic, 1 / (1 + self.used[topic]) ** 0.5)
        return self._chances[topic]

    def _by_topic(self, shelf: AskableOffers, aspect: Aspect) -> Mapping[str, Sequence[EvolutionStep]]:
        """The steps of an aspect that a kind can be asked for, by topic in the order of names."""
        known = self._steps.setdefault(id(shelf), {})
        if aspect not in known:
            steps = {
                "attribute": lambda: attribute_steps(shelf, self.currency),
                "filter": lambda: filter_steps(shelf),
                "sort": sort_steps,
            }[aspect]()
            found: dict[str, list[EvolutionStep]] = {}
            for step in steps:
                found.setdefault(step.topic, []).append(replace(step, met=shelf.meeting(step.conditions)))
            known[aspect] = {name: tuple(found[name]) for name in sorted(found)}
        return known[aspect]

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
        """A text of a fitting length; where plans come out too short or too long, the next one leans the other way."""
        own = Random(f"{self.seed}:manner:{query.id}").choices(MANNERS, _MANNER_SHARES)[0]
        least, most = _FIRST_WORDS if before is None else (before + LEAST_WORDS, before + MOST_WORDS)
        if own == "terse" and least > _MOST_TERSE:
            own = MANNERS[0]
        aim = rng.randint(*_FIRST_WORDS) if before is None else before + rng.randint(*_ADDED)
        planner = SentencePlanner(query, rng)
        lean = 0.0
        for at in range(_WORDINGS):
            text = planner.write(own if at < _WORDINGS // 2 else MANNERS[0], aim, lean)
            words = len(text.split())
            most = min(most, aim + _OVER)
            if not least <= words <= most:
                lean = max(-1.0, min(1.0, lean + (0.3 if words < least else -0.25)))
            elif not uncovered(query, text):
                return text
        return ""


def _is_either(step: EvolutionStep) -> bool:
    return step.aspect == "attribute" and step.conditions[0].relation == "one_of"


def _aspects(query: Query, rounds: int, rng: Random) -> list[Aspect]:
    """What the rounds bring; one sort at most."""
    found: list[Aspect] = []
    for _ in range(rounds):
        is_sorted = query.sort is not None or "sort" in found
        open_ones = [one for one in _WEIGHTS if one != "sort" or not is_sorted]
        found += rng.choices(open_ones, [_WEIGHTS[one] for one in open_ones])
    return found
