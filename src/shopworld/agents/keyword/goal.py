"""Understands a goal by rules: which shops, what is wanted, what to do with it, who pays."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
_TIES = re.compile(r"if multiple offers share the lowest price.*?(\.|$)", re.IGNORECASE | re.DOTALL)


class RequestedAction(StrEnum):
    """What is to be done with what was found."""

    NAME = "name"
    CART = "cart"
    ORDER = "order"


class OfferSelection(StrEnum):
    """Which of the fitting offers are wanted."""

    ALL = "all"
    CHEAPEST = "cheapest"
    CHEAPEST_EACH = "cheapest_each"


@dataclass(frozen=True, slots=True)
class GoalRequirement:
    """One thing that is wanted."""

    text: str
    choice: OfferSelection = OfferSelection.ALL
    excluded: tuple[str, ...] = ()
    """Words that a fitting offer must not have."""
    reference: str = ""
    """Address of a product that the requirement starts from."""
    relation: str = ""
    """`substitute`, `compatible`, or empty."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, understood."""

    shops: tuple[str, ...]
    solution: str
    action: RequestedAction
    requirements: tuple[GoalRequirement, ...]
    buyer: dict[str, str] = field(default_factory=dict)


_OPENINGS = re.compile(
    r"^(?:(?:please\s+)?(?:find|buy|order|get|locate|search for|look for)\s+)?"
    r"(?:(?:me\s+)?(?:all|every|the|an?)\s+)?(?:respective\s+)?(?:cheapest\s+)?(?:available\s+)?"
    r"(?:offers?|alternatives?|options?)\s+(?:for|of|to|among(?:\s+all)?)\s+(?:(?:the|an?|each)\s+)?",
    re.IGNORECASE,
)
_VERB = re.compile(r"^(?:find|buy|order|get|locate)\s+", re.IGNORECASE)
_FOLLOWING = re.compile(
    r"(?:,|\band\b)\s+(?:add|put|buy|purchase|order|then|complete|check)\b.*$"
    r"|\bIf they are found\b.*$|\bPay (?:via|by|with)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_EXCLUSION = re.compile(r"\b(?:that |which )?(?:is|are)(?: not|n't)\s+colou?red\s+([\w ,]+?)(?:\.|$)", re.I)

_ANOTHER = re.compile(r"must be another\s+(.*?)(?:,? and (?:must )?costs? less.*)?$", re.IGNORECASE | re.DOTALL)


def _requirement(text: str, whole: str) -> GoalRequirement:
    address = _ADDRESS.search(text)
    lowered = whole.lower()
    relation = ""
    if re.search(r"alternative|substitute|replacement", lowered):
        relation = "substitute"
    elif address and re.search(r"compatib|fits?\b|match|connect|works? with|visual", lowered):
        relation = "compatible"
    choice = OfferSelection.CHEAPEST if re.search(r"cheapest|lowest[- ]price", text, re.I) else OfferSelection.ALL
    if re.search(r"cheapest offers? for each|for each|each of", text, re.I) and choice is OfferSelection.CHEAPEST:
        choice = OfferSelection.CHEAPEST_EACH
    if relation == "substitute":
        choice = OfferSelection.CHEAPEST
    plain = _ADDRESS.sub(" ", text)
    excluded = tuple(
        word
        for match in _EXCLUSION.finditer(plain)
        for word in re.findall(r"[a-z]+", match[1].lower())
        if word not in ("or", "and", "nor")
    )
    plain = _EXCLUSION.sub(" ", plain)
    plain = _VERB.sub("", _OPENINGS.sub("", plain.strip()))
    reference = address[0].rstrip(".,") if address else ""
    another = _ANOTHER.search(plain)
    plain = another[1] if another else plain
    # Where the rules leave nothing, the words as they are are better than none.
    said = " ".join(plain.split()).strip(" .:,") or " ".join(_ADDRESS.sub(" ", whole).split())
    return GoalRequirement(said, choice, excluded, reference, relation)


_BUYER = re.compile(
    r"Address:\s*(?P<name>[^,]+),\s*(?P<email>[^,\s]+@[^,\s]+),\s*(?P<street>[^,]+),\s*(?P<house_number>[^,]+),\s*(?P<zip>[^,]+),"
    r"\s*(?P<city>[^,]+),\s*(?P<state>[^,]*),\s*(?P<country>[^,.]+)",
    re.IGNORECASE,
)
_CARD = {
    "card": re.compile(r"card number:?\s*([\d ]{12,})", re.I),
    "cvv": re.compile(r"cvv:?\s*(\d{3,4})", re.I),
    "expiry_date": re.compile(r"expir\w*(?: date)?:?\s*(\d{1,2}\s*/\s*\d{2,4})", re.I),
}


def _buyer_in(text: str) -> dict[str, str]:
    buyer: dict[str, str] = {}
    match = _BUYER.search(text)
    if match:
        buyer |= {key: value.strip() for key, value in match.groupdict().items()}
    for key, pattern in _CARD.items():
        found = pattern.search(text)
        if found:
            buyer[key] = found[1].strip()
    return buyer


def intent_of(goal: str) -> str:
    """The task's own text, without the instructions around it."""
    task = re.search(r"<task>(.*?)</task>", goal, re.DOTALL)
    return (task[1] if task else goal.strip().split("\n\n")[-1]).strip()


def understand(goal: str) -> Goal:
    """Reads shops, requirements, action and buyer from the text of a goal."""
    intent = intent_of(goal)
    frame = goal.replace(intent, " ")
    solution = re.search(r"solution page:?\s*(https?://\S+)", frame, re.IGNORECASE)
    shops = []
    for address in re.findall(r"^\s*[^\n:]+:\s*(https?://[^\s/]+/?)\s*$", frame, re.MULTILINE):
        if (solution is None or not solution[1].startswith(address.rstrip("/"))) and address not in shops:
            shops.append(address)
    action = RequestedAction.NAME
    if re.search(r"check ?out|purchase|place (?:the|an) order|and (?:buy|order)", intent, re.I):
        action = RequestedAction.ORDER
    elif re.search(r"\bcarts?\b|basket", intent, re.I):
        action = RequestedAction.CART
    wanted = _FOLLOWING.sub("", _TIES.sub("", intent)) or intent
    parts = re.split(r"\band\s+(?=the cheapest offer)", wanted, flags=re.IGNORECASE)
    requirements = tuple(_requirement(part, wanted) for part in parts)
    return Goal(tuple(shops), solution[1].rstrip(".,") if solution else "", action, requirements, _buyer_in(intent))
