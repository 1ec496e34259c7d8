"""The forms that a requirement can be said in, as parts of sentences: in front, behind, as a clause, as what is had."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from shopworld.guru.comparison.wording import article
from shopworld.guru.evolution.query import EvolutionStep

_PERSON: Final = {"women": "women's", "men": "men's", "children": "kids'"}
_AMOUNT: Final = re.compile(r"\S*\d[\d.,]*\S*")
_LEADS: Final = (
    "from the brand ", "from ", "made of ", "made for ", "written by ", "in the size ", "in the format ",
    "in the language ", "in ",
)  # fmt: skip
_NOTE_LEADS: Final = ("with an ", "with a ", "with ", "that comes as a ", "that ", "made ", "of the ", "of ")
_JOINTS: Final = (" from ", " from ", " from ", " based on ", " based on ", " with ", " backed by ")
"""What stands between stars and the reviews that they come from."""
_HAVING: Final = ("has", "has", "features", "features", "offers", "boasts", "includes")
_IRREGULAR: Final[Mapping[str, tuple[str, str, str]]] = {
    "is": ("be", "being", "are"), "has": ("have", "having", "have"), "was": ("have been", "", "were"),
    "does": ("not", "not", "do"), "carries": ("carry", "carrying", "carry"),
    "qualifies": ("qualify", "qualifying", "qualify"),
    "reaches": ("reach", "reaching", "reach"), "possesses": ("possess", "possessing", "possess"),
}  # fmt: skip
"""Verbs as they stand behind `it`, to those behind `should`, with `-ing` and behind `they`."""


class FormPicker:
    """Chooses among forms, the longer or the shorter ones first.

    Args:
        rng: of all choices.
        lean: from -1 (short) to 1 (long).
    """

    def __init__(self, rng: Random, lean: float) -> None:
        self._rng, self.lean = rng, lean
        self._known: dict[tuple[str, str], list[str]] = {}

    def pick(self, forms: Sequence[str]) -> str:
        """One of some forms; empty where there is none."""
        if not forms:
            return ""
        first = self._rng.choice(forms)
        if self._rng.random() >= abs(self.lean):
            return first
        return (max if self.lean > 0 else min)(first, self._rng.choice(forms), key=len)

    def forms_in(self, step: EvolutionStep, slot: str) -> list[str]:
        """The forms of a requirement for a slot of wording.toml, filled in once."""
        key = (step.topic, slot)
        if key not in self._known:
            self._known[key] = forms_in(step, slot)
        return self._known[key]

    def object_of(self, group: RequirementGroup) -> str:
        """What a thing has that satisfies a group: `a customer rating of at least 4 stars from over 300 reviews`."""
        chosen = [self.pick(self.forms_in(one, "object")) for one in group.steps]
        if not all(chosen):
            return ""
        if len(chosen) == 1:
            return chosen[0]
        return f"{chosen[0]}{' and ' if group.steps[0].topic == 'shipping' else self._rng.choice(_JOINTS)}{chosen[1]}"

    def clause_of(self, group: RequirementGroup) -> str:
        """A group as it stands behind `it`: `has free returns`, `is priced under $50`."""
        own = self.forms_in(group.steps[0], "clause") if len(group.steps) == 1 else []
        held = self.object_of(group)
        if held and (not own or self._rng.random() < 0.85):
            return f"{self.pick(wording().get(entry_of(group.steps[0]), {}).get('holds', _HAVING))} {held}"
        if own:
            return self.pick(own)
        return " and ".join(
            self.pick(self.forms_in(one, "clause") or self.forms_in(one, "note")) for one in group.steps
        )


@dataclass(frozen=True, slots=True)
class RequirementGroup:
    """Requirements that are said in one breath: stars and reviews, delivery and returns, or one alone."""

    steps: tuple[EvolutionStep, ...]


@cache
def wording() -> Mapping[str, Any]:
    """The file of wordings."""
    return tomllib.loads((Path(__file__).parent / "wording.toml").read_text(encoding="utf-8"))


def carriers() -> Mapping[str, Sequence[str]]:
    """What carries requirements and asks for nothing itself."""
    found: Mapping[str, Sequence[str]] = wording()["carriers"]
    return found


def grouped(steps: Sequence[EvolutionStep], rng: Random) -> list[RequirementGroup]:
    """Requirements in their order, those that are said together side by side."""
    topics = {one.topic: one for one in steps}
    joined: dict[str, EvolutionStep] = {}
    for first, second, share in (("rating", "review_count", 0.92), ("shipping", "returns", 0.35)):
        if first in topics and second in topics and rng.random() < share:
            joined[first] = topics[second]
    seconds = {one.topic for one in joined.values()}
    return [
        RequirementGroup((one, joined[one.topic]) if one.topic in joined else (one,))
        for one in steps
        if one.topic not in seconds
    ]


def forms_in(step: EvolutionStep, slot: str) -> list[str]:
    """The forms of a requirement for a slot of wording.toml, filled in."""
    name, data = entry_of(step), wording()
    if step.topic == "price":
        amounts = _AMOUNT.findall(step.words)
        return [one.format(amounts[0], low=amounts[0], high=amounts[-1]) for one in data[name].get(slot, ())]
    if name not in data or (step.aspect == "attribute" and step.conditions[0].relation not in ("equals", "one_of")):
        return _from_phrase(step.words, slot)
    value = _value_of(step)
    years = f"{value.split()[0]} {'year' if value.split()[0] == '1' else 'years'}" if value else ""
    named = {"a": f"{article(value)} {value}", "possessive": _PERSON.get(value.casefold(), ""), "n": years}
    forms = [
        form.format(value.split()[0] if name == "warranty" else value, **named) for form in data[name].get(slot, ())
    ]
    front = slot == "front"
    return [form for form in forms if form.strip() and not (front and (" or " in form or len(form.split()) > 3))]


def entry_of(step: EvolutionStep) -> str:
    """The entry of wording.toml; bounds that are left out have their own."""
    value = step.conditions[0].value if step.conditions else None
    match step.topic:
        case "brand" if isinstance(value, tuple):
            return "brands"
        case "price" if len(step.conditions) > 1:
            return "price_between"
        case "price":
            return "price_under" if step.strict else "price_most"
        case "rating" | "review_count" if step.strict:
            return f"{step.topic}_over"
    return step.topic


def conjugated(clause: str, form: str) -> str:
    """A clause behind `it` in another form.

    Args:
        clause: begins with its verb in the third person.
        form: `third` (it has), `plural` (they have), `base` (should have), `doing` (having), `behind` (the same
            behind a noun, where `being` is left out: `priced under $50`).
    """
    if form == "third":
        return clause
    parts = re.split(r"( and (?=[a-z]+s (?!and\b)))", clause) if re.match(r"[a-z]+s\b", clause) else [clause]
    return "".join(part if at % 2 else _conjugated(part, form) for at, part in enumerate(parts))


def _conjugated(clause: str, form: str) -> str:
    verb, space, rest = clause.partition(" ")
    if verb in _IRREGULAR:
        if (form == "behind" and verb in ("is", "was") and _is_participle(rest)) or (verb == "was" and form == "doing"):
            return rest
        changed = _IRREGULAR[verb][("base", "doing", "plural").index("doing" if form == "behind" else form)]
        return f"{changed}{space}{rest}".strip()
    if not verb.endswith("s"):
        return clause
    plain = verb.removesuffix("s")
    if form in ("doing", "behind"):
        plain = f"{plain.removesuffix('e') if not plain.endswith('ee') else plain}ing"
        plain = "shipping" if verb == "ships" else plain
    return f"{plain}{space}{rest}"


def _is_participle(rest: str) -> bool:
    """Whether a participle follows, so that it can stand alone: `is priced …`, `is made of …`."""
    first = rest.partition(" ")[0]
    return first.endswith("ed") or first in ("made", "sold", "written", "backed")


def _value_of(step: EvolutionStep) -> str:
    """The value inside a phrase: of `in navy blue` it is `navy blue`."""
    if step.aspect != "attribute":
        return step.words
    text = step.words
    for lead in _LEADS:
        text = text.removeprefix(lead)
    return text


def _from_phrase(words: str, slot: str) -> list[str]:
    """The forms of an attribute that is only known by its phrase: `with a battery of 20 hours`."""
    first, _, rest = words.partition(" ")
    match slot, first:
        case "behind", "with":
            return [words, f"featuring {rest}"]
        case "behind", _:
            return [words]
        case "note", _:
            lead = next((one for one in _NOTE_LEADS if words.startswith(one)), "")
            return [words.removeprefix(lead)]
        case "object", "with":
            return [rest]
        case "clause", "with":
            return []
        case "clause", "that":
            return [rest]
        case "clause", "delivering":
            return [f"delivers {rest}"]
        case "clause", "reaching":
            return [f"reaches {rest}"]
        case "clause", "published":
            return [f"was {words}"]
        case "clause", _:
            return [f"is {words}"]
    return []
