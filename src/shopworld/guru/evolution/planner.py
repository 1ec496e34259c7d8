"""Plans sentences: requirements become words around the thing, parts of its clauses, sentences of their own and orders.

A plan is drawn anew for each round; it is taken where it is 10 to 20 words longer than the round before and says the
requirements, no more and no less (`coverage.py`). How many words it should have steers how much it says them by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from shopworld.guru.comparison.wording import article
from shopworld.guru.evolution.forms import FormPicker, RequirementGroup, carriers, conjugated, grouped
from shopworld.guru.evolution.query import EvolutionStep, Query

LEAST_WORDS, MOST_WORDS = 10, 20
"""Words that a round adds (DeepShop, Figure 10)."""
MANNERS: Final = ("command", "many", "person", "terse")
"""How people write: an errand about one thing, about several of a kind, in the first person, as a list of words."""
_OPENINGS: Final = frozenset({"command", "many", "person", "place"})
"""Carriers of which none is chosen for its length."""
_FRONT_ORDER: Final = {"condition": 0, "audience": 0, "brand": 1, "colour": 2, "format": 2, "material": 3}
_WORDY: Final = 9.0
"""Words for each requirement from which on what a plan has to say is spread over more sentences."""


class SentencePlanner:
    """Writes one query, as often as is wanted.

    Args:
        query: with all its requirements.
        rng: of all choices.
    """

    def __init__(self, query: Query, rng: Random) -> None:
        self._query, self._rng, self._speaker = query, rng, FormPicker(rng, 0.0)
        self._pair = query.thing.startswith("a pair of ")
        self._one_of_it = re.sub(r"^(?:a pair of|an?) ", "", query.thing)
        self._many, self._bare, self._each = False, self._one_of_it, _WORDY

    def write(self, manner: str, words: int, lean: float) -> str:
        """A text.

        Args:
            manner: one of `MANNERS`.
            words: that it should have, about; it may miss that.
            lean: from -1 to 1, how much longer forms come before shorter ones.
        """
        self._speaker.lean = lean
        self._each = words / (len(self._query.requirements) + 1) + 3 * lean
        self._many = self._pair or (manner == "many" and self._query.things != "")
        self._bare = self._query.things if self._many and not self._pair else self._one_of_it
        self._manner = manner
        self._used: set[str] = set()
        text = self._terse() if manner == "terse" else self._errand()
        text = re.sub(r"\s+", " ", text).strip()
        return text[:1].upper() + text[1:]

    # Parts

    def _carrier(self, name: str) -> str:
        it = "they" if self._many else "it"
        fresh = [one for one in carriers()[name] if one not in self._used] or carriers()[name]
        chosen = self._rng.choice(fresh) if name in _OPENINGS else self._speaker.pick(fresh)
        self._used.add(chosen)
        return chosen.replace("{it}", it).replace("{It}", it.capitalize())

    def _one(self, step: EvolutionStep, slot: str) -> str:
        return self._speaker.pick(self._speaker.forms_in(step, slot))

    def _parted(self) -> tuple[list[EvolutionStep], list[EvolutionStep], EvolutionStep | None]:
        """Attributes, filters and the order; each in an order of its own, stars and reviews mostly first."""
        asked = list(self._query.requirements)
        attributes = [one for one in asked if one.aspect == "attribute"]
        filters = [one for one in asked if one.aspect == "filter"]
        self._rng.shuffle(attributes)
        self._rng.shuffle(filters)
        if self._rng.random() < 0.8:
            filters.sort(key=lambda one: one.topic not in ("rating", "review_count"))
        if self._rng.random() < 0.7:
            attributes.sort(key=lambda one: one.topic == "price")
        return attributes, filters, next((one for one in asked if one.sort is not None), None)

    def _head(self, attributes: Sequence[EvolutionStep], sort: EvolutionStep | None) -> tuple[str, list[EvolutionStep]]:
        """The thing with words in front of it, and the attributes that are left."""
        front: list[tuple[int, str]] = []
        left: list[EvolutionStep] = []
        for step in attributes:
            before = self._one(step, "front")
            if before and len(front) < 3 and self._rng.random() < 0.72:
                front.append((_FRONT_ORDER.get(step.topic, 2), before))
            else:
                left.append(step)
        words = [text for _, text in sorted(front)]
        if sort is not None:
            words.insert(0, self._one(sort, "front"))
        if sort is not None:
            lead = "the"
        elif self._pair:
            lead = self._rng.choice(("a pair of", "a pair of", ""))
        elif self._many or not self._query.thing.startswith(("a ", "an ")):
            lead = ""
        else:
            lead = article(" ".join([*words, self._bare]))
        return " ".join(one for one in (lead, *words, self._bare) if one), left

    # Clauses about the thing

    @property
    def _number(self) -> str:
        """The form of verbs behind the pronoun."""
        return "plural" if self._many else "third"

    def _said(self, group: RequirementGroup) -> str:
        text = self._speaker.clause_of(group)
        reasons = carriers().get(f"why_{group.steps[-1].topic}", ())
        if reasons and self._each > _WORDY and self._rng.random() < 0.05:
            text += self._rng.choice(reasons)
        return text

    def _series(self, said: Sequence[str]) -> str:
        if len(said) < 3:
            return self._rng.choice((" and ", " and ", " and ", ", and ")).join(said)
        return f"{', '.join(said[:-1])}, and {said[-1]}"

    def _form(self, groups: Sequence[RequirementGroup], form: str) -> str:
        return self._series([conjugated(self._said(one), form) for one in groups])

    def _behind(self, group: RequirementGroup) -> str:
        """A group directly behind the thing: `priced under $50`, `with at least 300 reviews`, `featuring …`."""
        ways: list[Callable[[], str]] = []
        if len(group.steps) == 1 and self._speaker.forms_in(group.steps[0], "behind"):
            ways += [lambda: self._one(group.steps[0], "behind")] * 2
        if held := self._speaker.object_of(group):
            ways += [lambda: f"with {held}", lambda: conjugated(self._said(group), "behind")]
        return self._rng.choice(ways)() if ways else conjugated(self._said(group), "behind")

    # Whole texts

    def _errand(self) -> str:
        attributes, filters, sort = self._parted()
        early = sort if sort is not None and self._rng.random() < 0.25 else None
        later = sort if early is None else None
        head, left = self._head(attributes, early)
        groups = grouped([*left, *filters], self._rng)
        opening = {"many": "many", "person": "person"}.get(self._manner, "command")
        if self._many and opening == "many" and head.startswith(("a ", "the ")):
            opening = "command"
        text = f"{self._carrier(opening)} {head}"
        place, told = self._query.place, self._rng.random()
        if place and told < 0.55:
            text += self._carrier("place").format(place)
        text = self._first(text, groups)
        parts = [text, *self._sentences(groups)]
        if later is not None and self._rng.random() < 0.7:
            parts[-1] += self._carrier("then").format(self._one(later, "order"))
        elif later is not None:
            parts.append(self._carrier("choose").format(self._one(later, "order")))
        first = f"{parts[0]}{'?' if text.startswith('Can you') else '.'}"
        return " ".join([first, *(f"{one.rstrip('.')}." for one in parts[1:])])

    def _first(self, text: str, groups: list[RequirementGroup]) -> str:
        """The first sentence; the groups that it says are taken out of the list."""
        behind = self._taken(groups, self._rng.choice((0, 1, 1, 2, 2)))
        for at, one in enumerate(behind):
            said = self._behind(one)
            tight = at == 0 and (self._rng.random() < 0.6 or said.startswith(("in ", "made", "for ")))
            last = at == len(behind) - 1 and at > 1 and self._rng.random() < 0.6
            exact = (
                "specifically "
                if not tight and not last and self._rng.random() < 0.15 and "specif" not in text + said
                else ""
            )
            text += f"{' ' if tight else ', and ' if last else ', '}{exact}{said}"
        inside = self._taken(groups, self._rng.choice((2, 3, 4, 4, 5)))
        if inside:
            relative = len(behind) < 2 and self._rng.random() < (0.6 if not behind else 0.2)
            text += self._carrier("that" if relative else "third") + self._form(inside, self._number)
        if groups and self._rng.random() < 0.3:
            text += self._carrier("doing") + self._form(self._taken(groups, self._rng.choice((1, 2))), "doing")
        return text

    def _taken(self, groups: list[RequirementGroup], count: int) -> list[RequirementGroup]:
        taken = groups[:count]
        del groups[:count]
        return taken

    def _sentences(self, groups: list[RequirementGroup]) -> list[str]:
        """Sentences about what the first one left: one, or two where there is room for many words."""
        made: list[str] = []
        while groups:
            few = self._each > _WORDY and not made
            some = self._taken(groups, self._rng.choice((1, 2, 2) if few else (3, 4, 5)))
            told = self._rng.random() - 0.3 * self._speaker.lean
            if told < 0.12 and not self._speaker.lean > 0:
                lead = self._carrier("should").replace("{thing}", self._bare)
                made.append(f"{lead}{self._form(some, 'base')}")
            elif told < 0.3 and self._query.things:
                lead = self._carrier("options").replace("{things}", self._query.things)
                made.append(f"{lead}{self._form(some, 'plural')}")
            else:
                made.append(f"{self._carrier('again')}{self._form(some, self._number)}")
        return made

    def _terse(self) -> str:
        """A list of words: `Find a pair of men's running shoes in black, size 7, 4+ stars and under $50.`"""
        attributes, filters, sort = self._parted()
        head, left = self._head(attributes, None)
        notes = [self._one(one, "note") for one in (*left, *filters, *((sort,) if sort is not None else ()))]
        place = f" on {self._query.place}" if self._query.place and self._rng.random() < 0.5 else ""
        said = (
            f"{', '.join(notes[:-1])}{self._rng.choice((' and ', ', ')) if notes[1:] else ''}{notes[-1]}"
            if notes
            else ""
        )
        return f"{self._carrier('command')} {head}{', ' if said else ''}{said}{place}."
