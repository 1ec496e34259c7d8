"""A life, from which a profile follows: age, household, work, education, home, animals, pastimes, the day, habits."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_YOUNGEST, _OLDEST = 18, 79
_AGES = ((18, 24), (25, 34), (35, 44), (45, 54), (55, 64))
_EXPECTED_AGE, _SPREAD = 39.0, 15.0
_HOBBIES = 3
_FITNESS = ("Sedentary", "Lightly active", "Moderately active", "Very active")
_LEARNED = {
    "High school": 18,
    "Some college": 18,
    "Vocational training": 20,
    "Associate's degree": 20,
    "Bachelor's degree": 22,
    "Master's degree": 24,
    "Doctorate": 26,
}
"""Education, and the age from which people have it."""
_OVER = {"thirty": 30, "fifty": 50}
_GENDERS = ("Female", "Female", "Male", "Male", "Non-binary")
_GENDER_SHARE = 10


@dataclass(frozen=True, slots=True)
class LifeChoice:
    """Something that may be so in a life.

    Attributes:
        texts: how a profile says it; one of them is taken.
        ages: from and to, in years.
        needs: facts that must hold before.
        never: facts that must not.
        has: facts that hold then.
        pay: from and to, 1 to 3: whose it is.
        weight: how often it is taken.
        data: whatever else its kind tells.
    """

    texts: tuple[str, ...]
    ages: tuple[int, int]
    needs: frozenset[str]
    never: frozenset[str]
    has: frozenset[str]
    pay: tuple[int, int]
    weight: int
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Life:
    """Somebody.

    Attributes:
        age: in years.
        facts: what holds of the life; scenes ask for them.
        fields: section and field of a profile, and what it says.
    """

    age: int
    facts: frozenset[str]
    fields: Mapping[tuple[str, str], str | list[str]]


@cache
def _choices() -> Mapping[str, tuple[LifeChoice, ...]]:
    data = tomllib.loads((files("shopworld.guru.intent") / "lives.toml").read_text(encoding="utf-8"))
    return {kind: tuple(_choice(one) for one in entries) for kind, entries in data.items()}


def _choice(data: Mapping[str, Any]) -> LifeChoice:
    texts, pay = data["text"], data.get("pay", [1, 3])
    ages = data.get("ages", (_YOUNGEST, _OLDEST))
    return LifeChoice(
        texts=(texts,) if isinstance(texts, str) else tuple(texts),
        ages=(ages[0], ages[1]),
        needs=frozenset(data.get("needs", ())),
        never=frozenset(data.get("never", ())),
        has=frozenset(data.get("has", ())),
        pay=(1, 3) if isinstance(pay, int) else (pay[0], pay[1]),
        weight=data.get("weight", 1),
        data=data,
    )


def draw_life(generator: random.Random) -> Life:
    """A life in which each part follows from the ones before.

    Args:
        generator: of all choices.
    """
    return _Drawing(generator).life()


class _Drawing:
    def __init__(self, generator: random.Random) -> None:
        self._generator = generator
        while not _YOUNGEST <= (age := round(generator.gauss(_EXPECTED_AGE, _SPREAD))) <= _OLDEST:
            pass
        self._age = age
        self._pay = 2
        self._facts: set[str] = set()

    def life(self) -> Life:
        generator, fields = self._generator, dict[tuple[str, str], str | list[str]]()
        fields["demographics", "age_range"] = age_range(self._age)
        fields["demographics", "gender"] = generator.choices(_GENDERS, (_GENDER_SHARE,) * 4 + (1,))[0]
        fields["demographics", "location"] = self._take("location")
        fields["demographics", "household"] = self._take("household")
        work = self._one("work")
        self._pay = work.data["pay"]
        fields["demographics", "occupation"] = work.texts[0]
        learned = [one for one in work.data["learned"] if _LEARNED[one] <= self._age]
        fields["demographics", "education_level"] = generator.choice(learned or work.data["learned"][:1])
        fields["demographics", "home"] = self._take("home")
        fields["lifestyle", "pets"] = self._take("pets")
        hobbies = self._hobbies()
        fields["lifestyle", "hobbies"] = [one.texts[0] for one in hobbies]
        effort = max(one.data["effort"] for one in hobbies)
        if "manual" in self._facts:
            effort = max(effort, 2)
        fields["lifestyle", "fitness_level"] = _FITNESS[effort]
        fields["lifestyle", "dietary_preference"] = self._take("diet")
        fields["lifestyle", "commute_method"] = self._take("commute")
        fields["lifestyle", "daily_routine"] = self._day(work.data["hours"])
        for field, kind in _HABITS.items():
            fields["shopping_habits", field] = self._take(kind)
        return Life(self._age, frozenset(self._facts | self._of_age(work)), fields)

    def _of_age(self, work: LifeChoice) -> set[str]:
        """Facts that age and work alone decide."""
        found = {f"over {name}" for name, years in _OVER.items() if self._age > years}
        return found | {"works"} if work.data["place"] not in ("none", "campus") else found

    def _possible(self, kind: str) -> list[LifeChoice]:
        facts = self._facts
        return [
            one
            for one in _choices()[kind]
            if one.ages[0] <= self._age <= one.ages[1]
            and one.pay[0] <= self._pay <= one.pay[1]
            and one.needs <= facts
            and not one.never & facts
        ]

    def _one(self, kind: str) -> LifeChoice:
        there = self._possible(kind)
        chosen = self._generator.choices(there, [one.weight for one in there])[0]
        self._facts |= chosen.has
        return chosen

    def _take(self, kind: str) -> str:
        return self._generator.choice(self._one(kind).texts)

    def _hobbies(self) -> list[LifeChoice]:
        found: list[LifeChoice] = []
        while len(found) < _HOBBIES:
            one = self._generator.choice([one for one in self._possible("hobby") if one not in found])
            self._facts |= one.has
            found.append(one)
        return found

    def _day(self, hours: str) -> str:
        """How a day begins, what is between, and mostly how it ends."""
        generator = self._generator
        self._facts.add(hours)
        mornings = [one for one in _choices()["morning"] if hours in one.data["hours"]]
        parts = [generator.choice(generator.choice(mornings).texts)]
        for kind, share in (("middle", 0.95), ("evening", 0.75)):
            there = self._possible(kind)
            if there and generator.random() < share:
                chosen = generator.choices(there, [one.weight for one in there])[0]
                parts.append(generator.choice(chosen.texts))
        return _told(parts, generator)


_HABITS = {
    "payment_method": "payment",
    "shopping_frequency": "frequency",
    "preferred_device": "device",
    "preferred_platform": "platform",
    "return_frequency": "returns",
    "spending": "spending",
    "delivery_preference": "delivery",
}


def _told(parts: Sequence[str], generator: random.Random) -> str:
    """Parts of a day as one line, in one of a few manners."""
    first, *rest = parts
    match generator.randrange(3):
        case 0:
            return "; ".join((first, *rest)) + "."
        case 1:
            return ". ".join((first, *(one[0].upper() + one[1:] for one in rest))) + "."
        case _:
            return ", ".join((first, *rest)) + "."


def age_range(age: int) -> str:
    """The range that a form offers for an age."""
    for first, last in _AGES:
        if first <= age <= last:
            return f"{first}-{last}"
    return "65+"
