"""Whether an intent says what its plan checks, no less and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shopworld.guru.authored.deriving import PlanFault, questions_of
from shopworld.guru.authored.plan import AuthoredJourney, PlanStep
from shopworld.guru.skills.sight import ShopSight
from shopworld.money import amounts_in

LEAST_WORDS, MOST_WORDS = 15, 160
LEAST_STEPS, MOST_STEPS = 2, 5
_CHEAPEST = re.compile(r"\bcheap(?:est|er)\b|\blow(?:est|er)\b|\bcosts? (?:the )?leas?t?s?\b|\bless expensive\b", re.I)
_RATED = re.compile(r"\brat(?:ed|ing|ings|es?)\b|\breviews?\b", re.I)
_REMOVED = re.compile(r"\bremove|\btake (?:it |that )?out\b|\bdrop\b|\bdelete\b", re.I)
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_ADDRESS = re.compile(r"https?:|\bwww\.|\b/[\w-]+/[\w-]+", re.I)


def faults_of(journey: AuthoredJourney, sight: ShopSight) -> Iterator[PlanFault]:
    """What is wrong with an intent, measured by its plan."""
    yield from _size(journey)
    yield from _left_out(journey)
    yield from _left_over(journey, sight)
    yield from _leaks(journey, sight)


def _size(journey: AuthoredJourney) -> Iterator[PlanFault]:
    words, steps = len(journey.intent.split()), len(journey.steps)
    if not LEAST_WORDS <= words <= MOST_WORDS:
        yield PlanFault("intent-length", f"the intent has {words} words", f"Write {LEAST_WORDS} to {MOST_WORDS}.")
    if not LEAST_STEPS <= steps <= MOST_STEPS:
        yield PlanFault("plan-length", f"the plan has {steps} steps", f"Plan {LEAST_STEPS} to {MOST_STEPS}.")
    if _ADDRESS.search(journey.intent):
        yield PlanFault("intent-address", "the intent holds an address", "Name things as shoppers do.")


def _left_out(journey: AuthoredJourney) -> Iterator[PlanFault]:
    """The plan checks something that the intent does not say."""
    said = journey.intent.casefold()
    for step in journey.steps:
        for text in _named(step):
            if text.casefold() not in said:
                yield PlanFault(
                    "intent-leaves-out",
                    f"the plan has {text!r}, the intent does not say it",
                    "Say it in its own words.",
                )
        for needed, pattern, what in (
            (step.choose == "cheapest" or step.do == "buy_cheaper", _CHEAPEST, "the cheapest or cheaper one is wanted"),
            (step.do == "buy_better_rated", _RATED, "ratings decide"),
            (step.do == "add_and_remove", _REMOVED, "something is removed again"),
        ):
            if needed and not pattern.search(said):
                yield PlanFault("intent-leaves-out", f"the intent does not say that {what}", "Say it.")
    if journey.quantity > 1 and not re.search(rf"\b({journey.quantity}|{_NUMBERS[journey.quantity]})\b", said):
        yield PlanFault("intent-leaves-out", f"the intent does not ask for {journey.quantity} pieces", "Say how many.")


def _left_over(journey: AuthoredJourney, sight: ShopSight) -> Iterator[PlanFault]:
    """The intent says something that the plan does not check."""
    planned = [text.casefold() for step in journey.steps for text in _named(step)]
    rest = journey.intent.casefold()
    for text in sorted(planned, key=len, reverse=True):
        rest = rest.replace(text, " ")
    titles = [one.title for one in sight.offers] + [one.name for one in sight.collections if " " in one.name]
    for title in dict.fromkeys(titles):
        if len(title) > 3 and re.search(rf"(?<!\w){re.escape(title.casefold())}(?!\w)", rest):
            yield PlanFault("intent-says-more", f"the intent names {title!r}, the plan does not", "Plan it or drop it.")
    amount = next(iter(amounts_in(rest)), None)
    if amount is not None:
        said = rest[slice(*amount.span)]
        yield PlanFault(
            "intent-says-more", f"the intent says {said!r}, which the plan cannot check", "Leave prices out."
        )
    for number, word in _NUMBERS.items():
        if number not in (1, journey.quantity) and re.search(rf"\b({number}|{word}) (pieces|of|pairs|units)\b", rest):
            yield PlanFault(
                "intent-says-more", f"the intent asks for {word}, the plan buys {journey.quantity}", "Make them agree."
            )


def _leaks(journey: AuthoredJourney, sight: ShopSight) -> Iterator[PlanFault]:
    known = questions_of(sight)
    for step in journey.steps:
        if step.do == "answer_question" and step.name in known:
            for text in known[step.name][1].accepted:
                if re.search(rf"(?<![\w.]){re.escape(text.casefold())}(?!\w)", journey.intent.casefold()):
                    yield PlanFault("intent-answer-leak", f"the intent says the answer {text!r}", "Do not say it.")


def _named(step: PlanStep) -> list[str]:
    """The texts of a step that an intent must say."""
    texts = [step.other, *step.variant, step.value, step.search_first]
    if step.do != "answer_question":
        texts.append(step.name)
    return [text for text in texts if text]
