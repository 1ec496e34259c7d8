"""What a requirement demands of an offer: its kind, the words of its name, facts, colours, quantities, bounds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.agents.keyword.goal import GoalRequirement
from shopworld.agents.keyword.quantities import Bound, quantities, take_bounds, without_quantities
from shopworld.agents.keyword.vocabulary import ThingKind, is_fact, kind_of, kind_span, normalise, tokens, vocabulary

_MOST_ALTERNATIVES = 3
"""Of so many words for the same the first is typed; of more, e.g. colours, none."""


@dataclass(frozen=True, slots=True)
class Demands:
    """What is demanded.

    Attributes:
        kind: what kind of thing, where that is known.
        name: brand, series and model words, in order: a fitting title has them.
        facts: words that may stand anywhere on the page.
        colours: any one of them will do; empty for any colour.
        exact: quantities that must be met exactly.
        bounds: quantities that must lie within.
        any_of: of each group one pattern must be found.
        none_of: patterns that must not be found.
        largest: whether only the largest of the fitting are wanted.
        typed: the facts that the requirement spells as they are known here, so that they can be searched for.
    """

    kind: ThingKind | None
    name: tuple[str, ...]
    facts: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    exact: tuple[tuple[float, str], ...] = ()
    bounds: tuple[Bound, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    none_of: tuple[str, ...] = ()
    largest: bool = False
    typed: tuple[str, ...] = ()

    @property
    def names_a_product(self) -> bool:
        """Whether the name is that of one product rather than a brand or a series."""
        return len(self.name) > 2 or (len(self.name) > 1 and any(word[-1].isdigit() for word in self.name))

    def query(self, *, brief: bool = False) -> str:
        """What to type into a search field.

        Args:
            brief: only name and kind; otherwise with facts and colours.
        """
        kind = self.kind.search if self.kind is not None and (brief or len(self.name) < 2) else ""
        alternatives = [
            group[0] for group in self.any_of if len(group) <= _MOST_ALTERNATIVES and re.fullmatch(r"[\w ]+", group[0])
        ]
        words = [*self.name, kind]
        if not brief and len(self.name) < 2:
            words += [*alternatives, *self.typed, *self.colours[:1]]
            words += [_typed(number, unit) for number, unit in self.exact if unit in ("gb", "w", "hz", "mp", "ports")]
        return " ".join(word for word in words if word) or (self.kind.search if self.kind else "")


def _typed(number: float, unit: str) -> str:
    if unit == "gb" and number >= 1000:
        return f"{number / 1000:g} TB"
    return f"{number:g} {unit}"


def _take_phrases(text: str, whole: str) -> tuple[str, list[tuple[str, ...]], list[str], list[Bound]]:
    any_of: list[tuple[str, ...]] = []
    none_of: list[str] = []
    bounds: list[Bound] = []
    for phrase in vocabulary().phrases:
        match = phrase.pattern.search(text)
        if match is None or (phrase.only_if is not None and not phrase.only_if.search(whole)):
            continue
        any_from = phrase.any_from.search(match[0]) if phrase.any_from is not None else None
        if phrase.any or any_from is not None:
            any_of.append(phrase.any or (any_from[0],) if any_from is not None else phrase.any)
        none_of += phrase.none
        if phrase.least is not None:
            bounds.append(Bound(phrase.least[1], low=phrase.least[0]))
        text = phrase.pattern.sub(" ", text)
    return text, any_of, none_of, bounds


def _excluded(requirement: GoalRequirement) -> tuple[str, ...]:
    families = vocabulary().families
    return tuple(rf"\b{one}\b" for word in requirement.excluded for one in families.get(word, (word,)))


def require(requirement: GoalRequirement) -> Demands:
    """Takes a requirement's text apart."""
    known = vocabulary()
    text = re.sub(r"['’]s?\b", lambda match: "s" if match[0].endswith("s") else "", requirement.text.lower())
    text, any_of, none_of, bounds = _take_phrases(text, text)
    more, text = take_bounds(normalise(text))
    kind = kind_of(text)
    if kind is not None and (span := kind_span(text, kind)) is not None:
        text = text[: span[0]] + " ; " + text[span[1] :]
    exact = tuple(dict.fromkeys(one for one in quantities(text) if one[1] != "pixels"))
    words = [word for word in tokens(without_quantities(text)) if word not in known.fillers]
    largest = bool(re.search(r"\blargest\b|\bbiggest\b", text))
    words = [word for word in words if word not in ("largest", "biggest")]
    colours = tuple(dict.fromkeys(word for word in words if word in known.colours))
    words = [word for word in words if word not in colours]
    facts = tuple(dict.fromkeys(word for word in words if is_fact(word)))
    return Demands(
        kind,
        tuple(word for word in words if word not in facts),
        facts,
        colours,
        exact,
        (*more, *bounds),
        tuple(any_of),
        (*none_of, *_excluded(requirement)),
        largest,
        tuple(word for word in facts if word in requirement.text.lower()),
    )
