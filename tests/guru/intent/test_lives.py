"""Lives hold together: a checker with tables of its own, which shares nothing with the maker, reads the profiles."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from shopworld.guru.intent.lives import draw_life

PERSONS = 500
RANGES = {
    "18-24": (18, 24),
    "25-34": (25, 34),
    "35-44": (35, 44),
    "45-54": (45, 54),
    "55-64": (55, 64),
    "65+": (65, 90),
}
NEEDED = {
    "accountant": "bachelor|master", "nurse": "associate|bachelor|master", "teacher": "associate|bachelor|master",
    "pharmacist": "doctor", "engineer": "bachelor|master", "librarian": "master", "translator": "bachelor|master",
    "social worker": "bachelor|master", "hygienist": "associate|bachelor", "graduate student": "^(bachelor|master)",
}  # fmt: skip
"""Work, and the education without which nobody does it."""
YOUNGEST = {"doctorate": 25, "master": 22, "bachelor": 20, "associate": 19}
TIRING = "boulder|running|cycling|laps|weight|climb"
RESTFUL = ("chess", "crossword", "knitting", "old films", "diary", "reading", "puzzle", "podcast", "novels")
FAMILY = "toddler|teenage|baby|family of|parent of"


def contradictions(profile: dict[str, Any]) -> Iterator[str]:
    """Everything in a profile that cannot be so together."""
    person, life, habits = profile["demographics"], profile["lifestyle"], profile["shopping_habits"]
    youngest, oldest = RANGES[person["age_range"]]
    household, work = person["household"].lower(), person["occupation"].lower()
    school, home = person["education_level"].lower(), person["home"].lower()
    place, pets = person["location"].lower(), life["pets"].lower()
    hobbies = " / ".join(life["hobbies"]).lower()
    day, way = life["daily_routine"].lower(), life["commute_method"].lower()
    diet, fitness = life["dietary_preference"].lower(), life["fitness_level"].lower()
    yield from _age(youngest, oldest, household, work, school, habits)
    yield from _day(day, way, work, pets, household, hobbies)
    yield from _home(home, place, household, pets, hobbies, way, day)
    yield from _body(fitness, hobbies, diet)
    yield from _shopping(habits, work, way, place, person)


def _age(youngest: int, oldest: int, household: str, work: str, school: str, habits: dict[str, str]) -> Iterator[str]:
    if "retired" in work and oldest < 60:
        yield "too young to be retired"
    if "undergraduate" in work and youngest > 24:
        yield "too old for an undergraduate"
    if "grand" in household and oldest < 50:
        yield "too young for grandchildren"
    if re.search("baby|toddler", household) and youngest > 49:
        yield "too old for a toddler"
    if "teenage" in household and oldest < 33:
        yield "too young for teenagers"
    if "with parents" in household and youngest >= 45:
        yield "lives with parents at that age"
    if any(word in school and oldest < least for word, least in YOUNGEST.items()):
        yield "too young for the degree"
    for word, needed in NEEDED.items():
        if re.search(rf"\b{word}", work) and not re.search(needed, school):
            yield f"{work} without the education"
    if youngest >= 65 and "wallet" in habits["payment_method"].lower():
        yield "65 and pays by phone, in a form that asks otherwise"


def _day(day: str, way: str, work: str, pets: str, household: str, hobbies: str) -> Iterator[str]:
    if "dog" in day and not re.search("dog|beagle|labrador|terrier", pets):
        yield "walks a dog that is not there"
    if re.search(r"toddler|little one|playground", day) and "toddler" not in household:
        yield "a toddler that is not there"
    if "baby" in day and "baby" not in household:
        yield "a baby that is not there"
    if re.search("school run|lunch box|homework", day) and not re.search("schoolchild|grade school|seven", household):
        yield "schoolchildren that are not there"
    if re.search("reads to the children", day) and not re.search("child|parent", household):
        yield "children that are not there"
    if "teenagers" in day and "teenage" not in household:
        yield "teenagers that are not there"
    if "flatmate" in day and not re.search("friends|room in", household):
        yield "flatmates that are not there"
    if re.search("partner|for two", day) and not re.search("partner|married|couple", household):
        yield "a partner who is not there"
    if re.search("train downtown|on the bus|full train", day) and "transit" not in way:
        yield "rides what he does not ride"
    if re.search("cycles to work|pedals in", day) and "bicycle" not in way:
        yield "cycles to work, and does not"
    if re.search("in the car each way|ring road", day) and "drive" not in way:
        yield "an hour in a car without one"
    at_home = re.search("remote|freelance|translator|stay-at-home|retired", work)
    if at_home and not re.search("home|not commute", way):
        yield "works at home and commutes"
    if not at_home and re.search("from home|not commute", way):
        yield "does not commute and has to"
    if re.search("after work|climbing gym", day) and re.search("retired|stay-at-home", work):
        yield "after which work"
    if "by ten" in day and re.search("late shift|before ten|begins at two|night shift|rotate", day):
        yield "in bed before the shift ends"
    if re.search("before six|at five|still dark", day) and re.search("school run|daycare|takes an hour", day):
        yield "in two places in the morning"
    if re.search("ward|patient", day) and not re.search("nurse|hygienist", work):
        yield "whose patients"
    if re.search("classes|recess", day) and not re.search("teacher", work):
        yield "whose classes"
    if re.search("lectures|studies in", day) and "student" not in work:
        yield "whose lectures"
    pastimes = {"garden": "garden", "guitar|choir": "practises an hour|rehearsal", "games": "games|rounds online"}
    if re.search("rehearsal|practises", day) and not re.search("guitar|choir", hobbies):
        yield "rehearses nothing"
    for hobby, told in (("garden", "in the garden"), ("computer games", pastimes["games"]), ("laps", "swims")):
        if re.search(told, day) and hobby not in hobbies:
            yield f"{told}, and no such hobby"


def _home(home: str, place: str, household: str, pets: str, hobbies: str, way: str, day: str) -> Iterator[str]:
    flat = re.search("apartment|duplex|studio", home)
    if flat and "house of" in household:
        yield "a house that is an apartment"
    if re.search("house|farm", home) and "shares a flat" in household:
        yield "a flat that is a house"
    if re.search("studio|one-bedroom", home) and re.search(FAMILY, household):
        yield "a family in one room"
    if flat and re.search("garden|barbecu", hobbies + day):
        yield "a garden in an apartment"
    if flat and re.search("hens|labrador", pets):
        yield "large animals in an apartment"
    remote = re.search("outside|village|rural", place)
    if remote and re.search("transit|bicycle|walks|shuttle", way):
        yield "no such way to work out there"
    if remote and re.search("studio|third-floor|townhouse", home):
        yield "a town's home in the country"
    if "farmhouse" in home and not remote:
        yield "a farm in the city"


def _body(fitness: str, hobbies: str, diet: str) -> Iterator[str]:
    if "sedentary" in fitness and re.search(TIRING + "|yoga|hiking|dancing", hobbies):
        yield "sedentary sportsman"
    if "very" in fitness and not re.search(TIRING, hobbies):
        yield "very active without any sport"
    if re.search("vegan|vegetarian", diet) and re.search("fishing|barbecu", hobbies):
        yield "vegetarian who fishes"


def _shopping(habits: dict[str, str], work: str, way: str, place: str, person: dict[str, str]) -> Iterator[str]:
    device, platform = habits["preferred_device"].lower(), habits["preferred_platform"].lower()
    if re.search("laptop|desktop", device) and re.search("app|mobile", platform):
        yield "an app on a computer"
    if "smartphone" in device and platform == "website":
        yield "the desktop's website on a phone"
    poor = re.search("student|barista|apprentice|delivery driver", work)
    if poor and "does not look at the price" in habits["spending"].lower():
        yield "no money, no care"
    if "locker on the way" in habits["delivery_preference"].lower() and re.search("home|not commute", way):
        yield "on which way home"
    if "somebody is usually home" in habits["delivery_preference"].lower() and not re.search("retired|stay", work):
        yield "who is at home"
    if "at the desk upstairs" in habits["delivery_preference"].lower() and "home" not in way:
        yield "at whose desk"


def profile_of(seed: int) -> dict[str, Any]:
    """The profile of one life."""
    found: dict[str, Any] = {"demographics": {}, "lifestyle": {}, "shopping_habits": {}}
    for (section, field), text in draw_life(random.Random(f"person:{seed}")).fields.items():
        found[section][field] = text
    return found


def test_no_person_of_five_hundred_contradicts_itself() -> None:
    found = {seed: told for seed in range(PERSONS) if (told := list(contradictions(profile_of(seed))))}
    assert found == {}


@pytest.mark.parametrize(
    ("section", "field", "text", "fault"),
    [
        ("lifestyle", "daily_routine", "Walks the dog.", "a dog that is not there"),
        ("demographics", "occupation", "Retired pilot", "too young"),
        ("demographics", "household", "Couple with a toddler", "too old"),
        ("demographics", "education_level", "High school", "without the education"),
        ("lifestyle", "commute_method", "Works from home", "has to"),
        ("lifestyle", "fitness_level", "Sedentary", "sportsman"),
        ("lifestyle", "dietary_preference", "Vegan", "fishes"),
        ("shopping_habits", "preferred_platform", "App", "on a computer"),
        ("demographics", "home", "Studio apartment", "garden"),
    ],
)
def test_the_checker_finds_what_is_planted(section: str, field: str, text: str, fault: str) -> None:
    profile: dict[str, dict[str, object]] = {
        "demographics": {
            "age_range": "55-64" if "toddler" in text else "35-44",
            "location": "Omaha, NE",
            "household": "Lives alone",
            "occupation": "Accountant",
            "education_level": "Master's degree",
            "home": "House with a yard",
        },
        "lifestyle": {
            "hobbies": ["Fishing", "Weight training", "Gardening"],
            "daily_routine": "Up at seven.",
            "fitness_level": "Very active",
            "dietary_preference": "Omnivore",
            "commute_method": "Drives",
            "pets": "None",
        },
        "shopping_habits": {
            "payment_method": "Credit card",
            "preferred_device": "Laptop",
            "preferred_platform": "Website",
            "spending": "Waits for sales",
            "delivery_preference": "Fastest",
        },
    }
    assert list(contradictions(profile)) == []
    profile[section][field] = text
    assert any(fault in one for one in contradictions(profile))


def test_lives_are_many() -> None:
    profiles = [profile_of(seed) for seed in range(PERSONS)]
    days = Counter(one["lifestyle"]["daily_routine"] for one in profiles)
    assert len(days) > PERSONS * 0.7
    assert days.most_common(1)[0][1] <= PERSONS / 50
    for field in ("age_range", "occupation", "household", "location"):
        assert max(Counter(one["demographics"][field] for one in profiles).values()) < PERSONS * 0.35


def test_the_same_seed_is_the_same_life() -> None:
    assert draw_life(random.Random(4)) == draw_life(random.Random(4))
