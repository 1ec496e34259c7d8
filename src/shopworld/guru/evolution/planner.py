"""Plans sentences: requirements become words in front of the thing, behind it, clauses, notes and orders.

A plan is drawn anew for each round, in the query's own manner; it is taken where it is 10 to 20 words longer than the
round before and says the requirements, no more and no less (`coverage.py`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from shopworld.guru.comparison.wording import article
from shopworld.guru.evolution.query import EvolutionStep, Query

LEAST_WORDS, MOST_WORDS = 10, 20
"""Words that a round adds (DeepShop, Figure 10)."""
MANNERS: Final = ("request", "chat", "keywords", "notes", "formal")
"""How people write: one sentence of commands, an easy tone, search words, a list, a long careful request."""
_PERSON: Final = {"women": "women's", "men": "men's", "children": "kids'"}
_THIRD: Final = (
    (re.compile(r"^is\b"), "be"), (re.compile(r"^has\b"), "have"), (re.compile(r"^does not\b"), "not"), (re.compile(r"^was\b"), "have been"),  # noqa: E501
)  # fmt: skip
_PLURAL_S: Final = re.compile(r"^([a-z]+?)(es|s)\b")
_KEPT_E: Final = frozenset(
    {
        "comes",
        "includes",
        "costs",
        "ships",
        "offers",
        "holds",
        "maintains",
        "stays",
        "falls",
        "qualifies",
        "features",
        "serves",
        "reads",
        "burns",
        "carries",
        "lasts",
    }
)
_BASE: Final = {"qualifies": "qualify", "carries": "carry"}
_PREPOSITIONS: Final = (
    "with ",
    "made of ",
    "in ",
    "for ",
    "of ",
    "that ",
    "by ",
    "from ",
    "written by ",
    "published ",
    "delivering ",
    "reaching ",
)


@cache
def wording() -> Mapping[str, Any]:
    """The file of wordings."""
    return tomllib.loads((Path(__file__).parent / "wording.toml").read_text(encoding="utf-8"))


def neutral_pieces() -> tuple[str, ...]:
    """All pieces that ask for nothing."""
    return tuple(piece for pieces in wording()["neutral"].values() for piece in pieces)


class SentencePlanner:
    """Writes one query.

    Args:
        query: with all its requirements.
        manner: one of `MANNERS`.
        rng: of all choices.
    """

    def __init__(self, query: Query, manner: str, rng: Random) -> None:
        self._query, self._manner, self._rng = query, manner, rng

    def write(self) -> str:
        """The text."""
        text = _WRITERS[self._manner](self)
        text = re.sub(r"\s+", " ", text).strip()
        return text[:1].upper() + text[1:] if self._manner != "keywords" else text

    # What a requirement can be said as

    def _forms(self, step: EvolutionStep, slot: str) -> list[str]:
        name = step.topic
        data = wording()
        if name == "price":
            amounts = re.findall(r"\S*\d[\d.,]*\S*", step.words)
            own = data["price_between" if len(amounts) > 1 else "price_most"]
            values = {"low": amounts[0], "high": amounts[-1]}
            return [form.format(amounts[0], **values) for form in own.get(slot, ())]
        if name in data and (step.aspect != "attribute" or _is_plain_value(step)):
            value = _value_of(step)
            own = data[name]
            years = f"{value.split()[0]} {'year' if value.split()[0] == '1' else 'years'}" if value else ""
            named = {"a": f"{article(value)} {value}", "possessive": _PERSON.get(value.casefold(), ""), "n": years}
            forms = [
                form.format(value.split()[0] if name == "warranty" else value, **named) for form in own.get(slot, ())
            ]
            return [
                form
                for form in forms
                if form.strip() and not (slot == "front" and (" or " in form or len(form.split()) > 3))
            ]
        return _from_phrase(step.words, slot)

    def _one(self, step: EvolutionStep, slot: str) -> str:
        forms = self._forms(step, slot)
        return self._rng.choice(forms) if forms else ""

    def _neutral(self, name: str) -> str:
        return str(self._rng.choice(wording()["neutral"][name]))

    def _parted(self) -> tuple[list[EvolutionStep], list[EvolutionStep], EvolutionStep | None]:
        """Attributes, filters and the order; each in an order of its own."""
        asked = list(self._query.requirements)
        attributes = [one for one in asked if one.aspect == "attribute"]
        filters = [one for one in asked if one.aspect == "filter"]
        self._rng.shuffle(attributes)
        self._rng.shuffle(filters)
        return attributes, filters, next((one for one in asked if one.sort is not None), None)

    def _phrase(
        self, attributes: Sequence[EvolutionStep], most: int, sort: EvolutionStep | None = None
    ) -> tuple[str, list[EvolutionStep]]:
        """The thing with some of its attributes around it, and those that are left."""
        front: list[tuple[int, str]] = []
        behind: list[str] = []
        left: list[EvolutionStep] = []
        for step in attributes:
            before = self._one(step, "front")
            if before and len(front) < 3 and self._rng.random() < 0.7:
                front.append((_FRONT_ORDER.get(step.topic, 2), before))
            elif len(behind) < most and (after := self._one(step, "behind")):
                behind.append(after)
            else:
                left.append(step)
        words = [text for _, text in sorted(front)]
        head = self._query.thing
        first, _, rest = head.partition(" ")
        bare = rest if first in ("a", "an") and rest else head
        if sort is not None:
            words.insert(0, self._one(sort, "front"))
        if head.startswith("a pair of "):
            bare = head.removeprefix("a pair of ")
            lead = "the" if sort is not None else "a pair of"
        else:
            lead = "the" if sort is not None else article(" ".join([*words, bare])) if first in ("a", "an") else ""
        return " ".join(one for one in (lead, *words, bare, *behind) if one), left

    def _clauses(self, steps: Sequence[EvolutionStep]) -> str:
        said = [self._one(one, "clause") for one in steps]
        if len(said) < 2:
            return "".join(said)
        return f"{', '.join(said[:-1])}{self._rng.choice((', and ', ' and '))}{said[-1]}"

    def _inside(self, steps: Sequence[EvolutionStep]) -> str:
        lead, clause = self._neutral("inside"), self._clauses(steps)
        return f"{lead} {_infinitive(clause) if lead.endswith('should') else clause}"

    def _sentences(self, steps: Sequence[EvolutionStep], most: int) -> list[str]:
        """Sentences about `it`, each of some clauses."""
        made, rest = [], list(steps)
        while rest:
            count = self._rng.randint(1, most)
            some, rest = rest[:count], rest[count:]
            lead = self._neutral("continue")
            clause = self._clauses(some)
            made.append(f"{lead} {_infinitive(clause) if lead.endswith(('should', 'must', 'to')) else clause}.")
        return made

    def _order(self, sort: EvolutionStep | None) -> str:
        return self._neutral("choose").format(self._one(sort, "order")) if sort is not None else ""

    # Manners

    def request(self) -> str:
        attributes, filters, sort = self._parted()
        early = sort if sort is not None and self._rng.random() < 0.35 else None
        phrase, left = self._phrase(attributes, 2, early)
        rest = [*left, *filters]
        behind = [self._one(one, "behind") for one in rest[: self._rng.randint(0, 2)]]
        rest = rest[len(behind) :]
        text = f"{self._rng.choice(_COMMANDS)} {phrase}"
        for one in behind:
            text += f", {one}" if self._rng.random() < 0.5 else f" {one}"
        inside = rest[: self._rng.randint(1, 3)]
        if inside:
            text += self._inside(inside)
        rest = rest[len(inside) :]
        if sort is not None and early is None and not rest and self._rng.random() < 0.5:
            return f"{text}{self._neutral('inside_choose').format(self._one(sort, 'order'))}."
        parts = [f"{text}.", *self._sentences(rest, 3)]
        return " ".join([*parts, self._order(sort if early is None else None)])

    def formal(self) -> str:
        attributes, filters, sort = self._parted()
        phrase, left = self._phrase(attributes, 1)
        rest = [*left, *filters]
        text = f"{self._rng.choice(_COMMANDS)} {phrase}"
        inside, rest = rest[:2], rest[2:]
        if inside:
            text += self._inside(inside)
        return " ".join([f"{text}.", *self._sentences(rest, 2), self._order(sort)])

    def chat(self) -> str:
        attributes, filters, sort = self._parted()
        phrase, left = self._phrase(attributes, 2)
        rest = [*left, *filters]
        parts = [f"{self._rng.choice(_CHATTY)} {phrase}{self._rng.choice(('.', '.', ', please.'))}"]
        parts += self._sentences(rest, 2)
        parts.append(self._order(sort))
        if self._rng.random() < 0.3:
            parts.append(self._neutral("closing"))
        return " ".join(parts)

    def keywords(self) -> str:
        attributes, filters, sort = self._parted()
        front = [text for one in attributes[:3] if (text := self._one(one, "front"))]
        used = [one for one in attributes[:3] if self._forms(one, "front")]
        bare = re.sub(r"^(?:a pair of|an?) ", "", self._query.thing)
        rest = [one for one in (*attributes, *filters) if one not in used]
        notes = [self._one(one, "note") for one in rest]
        if sort is not None:
            notes.insert(self._rng.choice((0, len(notes))), self._one(sort, "note"))
        joint = self._rng.choice((", ", " ", ", "))
        return f"{' '.join([*front, bare])}{joint if notes else ''}{', '.join(notes)}"

    def notes(self) -> str:
        attributes, filters, sort = self._parted()
        phrase, left = self._phrase(attributes, 1)
        rest = [*left, *filters]
        parts = [f"{self._rng.choice(_CHATTY + _COMMANDS)} {phrase}."]
        while rest:
            count = self._rng.randint(2, 4)
            some, rest = rest[:count], rest[count:]
            parts.append(self._neutral("notes").format(", ".join(self._one(one, "note") for one in some)))
        parts.append(self._order(sort))
        return " ".join(parts)


_WRITERS: Final[Mapping[str, Callable[[SentencePlanner], str]]] = {
    "request": SentencePlanner.request,
    "chat": SentencePlanner.chat,
    "keywords": SentencePlanner.keywords,
    "notes": SentencePlanner.notes,
    "formal": SentencePlanner.formal,
}
_COMMANDS: Final = (
    "Find",
    "Search for",
    "Look for",
    "Locate",
    "Show me",
    "Browse for",
    "Find me",
    "Help me find",
    "Please find",
)
_CHATTY: Final = ("I need", "I want", "I'm looking for", "I am looking for", "Looking for", "Can you find me", "Could you find", "Need", "I'd like",  # noqa: E501
                  "We need", "Trying to find", "I would like to buy", "I want to buy", "Get me")  # fmt: skip
_FRONT_ORDER: Final = {"condition": 0, "audience": 0, "brand": 1, "colour": 2, "format": 2, "material": 3}


def _is_plain_value(step: EvolutionStep) -> bool:
    """Whether the phrase of an attribute holds one value that other wordings can say."""
    return step.conditions[0].relation in ("equals", "one_of")


def _value_of(step: EvolutionStep) -> str:
    """The value inside a phrase: of `in navy blue` it is `navy blue`."""
    if step.aspect != "attribute":
        return step.words
    text = step.words
    for lead in (
        "from the brand ",
        "made of ",
        "made for ",
        "written by ",
        "in the size ",
        "in the format ",
        "in the language ",
        "in ",
    ):
        text = text.removeprefix(lead)
    return text


def _from_phrase(words: str, slot: str) -> list[str]:
    """The forms of an attribute that is only known by its phrase: `with a battery of 20 hours`."""
    if slot == "behind":
        return [words]
    if slot == "note":
        bare = words
        for lead in ("with an ", "with a ", "with ", "that comes as a ", "that ", "made ", "of the ", "of "):
            if bare.startswith(lead):
                bare = bare.removeprefix(lead)
                break
        return [bare]
    if slot == "clause":
        first, _, rest = words.partition(" ")
        match first:
            case "with":
                return [f"has {rest}", f"comes with {rest}", f"features {rest}"]
            case "that":
                return [rest]
            case "delivering":
                return [f"delivers {rest}"]
            case "reaching":
                return [f"reaches {rest}"]
            case "published":
                return [f"was {words}"]
            case _:
                return [f"is {words}"]
    return []


def _infinitive(clause: str) -> str:
    """A clause behind `should`: `have a warranty and ship free`."""
    parts = re.split(r"(, and | and (?=[a-z]+s\b|is\b|has\b|was\b)|, (?=[a-z]+s\b|is\b|has\b|was\b))", clause)
    return "".join(part if at % 2 else _bare_verb(part) for at, part in enumerate(parts))


def _bare_verb(clause: str) -> str:
    for pattern, bare in _THIRD:
        if pattern.match(clause):
            return pattern.sub(bare, clause, count=1)
    word, space, rest = clause.partition(" ")
    return f"{_BASE.get(word, word.removesuffix('s') if word in _KEPT_E else word)}{space}{rest}"
