"""Reads what a shopper says: values and their exclusion, bounds, budgets, what reviews must say, what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shopworld.agents.tool_keyword.bounds import INFINITY, FieldBound, bounds_of
from shopworld.agents.tool_keyword.candidates import Words
from shopworld.agents.tool_keyword.lexicon import ValueLexicon
from shopworld.agents.tool_keyword.requirements import (
    BudgetRequirement,
    NumberRequirement,
    OpinionRequirement,
    ProductRequirement,
    ValueRequirement,
)
from shopworld.agents.tool_keyword.vocabulary import CLAUSE_OPENERS, NEGATIONS, PARAPHRASES, STOP_WORDS
from shopworld.agents.tool_keyword.vouchers import read_voucher
from shopworld.agents.tool_keyword.words import PUNCTUATION, content_of, tokens_of, words_of
from shopworld.money import DOT_DECIMAL, amounts_in, with_plain_amounts

_NEGATIONS = NEGATIONS
_ENDS = PUNCTUATION - {","} | CLAUSE_OPENERS
_STAND_INS = frozenset(("one", "anything", "something", "pair", "set", "any"))
"""Words for the thing: what follows with them belongs to the same exclusion, `not one with a lock`."""
_VOUCHER = re.compile(r"voucher|coupon|promo|discount|\boff\b|rebate|deal")
_BUDGET = re.compile(
    r"(?:budget|spend|pay|stay|keep|comes?|end|total|costs?|under|within|below|more than|at most|limit|exceed|"
    r"ceiling|maximum|max|final)\D{0,40}?¤(\d+(?:\.\d+)?)"
)
_OPINION = re.compile(
    r"(?:review(?:er)?s?|buyers?|owners?|customers?|people|users?|shoppers?|feedback|others|folks)\b[^.;,]{0,40}?\b"
    r"(?:mention\w*|say\w*|said|stat\w+|note\w*|noting|report\w*|prais\w+|confirm\w*|agree\w*|describ\w+|call\w*|"
    r"talk\w*|point\w*|tell\w*|find\w*|found|comment\w*|complain\w*|rav\w+|lov\w+|like\w*|appreciat\w+|admit\w*|"
    r"highlight\w*|suggest\w*|back\w*|speak\w*(?: well| highly)?|have good things to say|like what)\b"
    r"(?: (?:out|up|about|that|on|how|is|it))*\s+(?P<what>[^.;!?]+)"
)
_NEXT_OPINION = re.compile(
    r",? (?:and|plus|as well as|along with) (?=(?:that|review|it |the |one|others|people|they|also|how))|, (?=and )"
)
_WANTED = re.compile(
    r"(?:looking for|need|want|find(?: me)?|(?:'m|am|be) after|buy|"
    r"get|search(?:ing)? for|market for|hunting for|recommend|"
    r"shopping for|replace|pick (?:out|up)|order|purchase|is|like|love|look for|save(?: a little| some| money)? on|"
    r"wanted:|need:)\s+(?:me |myself |to (?:buy|get|find) )?"
    r"(?:an?|some|the|my|new|good|decent|nice|pair of|set of|\s)+(?P<what>[a-z0-9][^.,;:!?()—–]*)"
)
_NAME_ENDS = re.compile(
    r"\b(?:that|which|with|for|from|by|in|on|and|to|whose|where|but|made|having|is|has|can|at|under|over|of|so|it)\b"
)
_LONGEST_NAME = 6


@dataclass(frozen=True, slots=True)
class Told:
    """Something that a shopper told.

    Attributes:
        text: the words.
        context: what they are about, e.g. the key of a profile's entry.
        weight: how much a requirement in it counts.
    """

    text: str
    context: Words = ()
    weight: float = 1.0


def told_by_profile(profile: dict[str, object]) -> list[Told]:
    """The requirements of a profile; its other entries are about the person."""
    required = profile.get("product_requirements")
    if not isinstance(required, dict):
        return []
    return [
        Told(text, words_of(str(key).replace("_", " ")), 1.2)
        for key, value in required.items()
        for text in _texts(value)
    ]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
    elif value not in (None, ""):
        yield str(value)


def read_requirements(told: Told, lexicon: ValueLexicon) -> list[ProductRequirement]:
    """All requirements in a text, as far as the known values tell."""
    text = with_plain_amounts(told.text, DOT_DECIMAL).lower()
    requirements: list[ProductRequirement] = [*opinions_of(text)]
    plain = _OPINION.sub(" . ", text)
    budget = _budget(plain)
    if budget is not None:
        requirements.append(budget)
    for bound in bounds_of(plain) or _bare_bounds(plain, told.context):
        if budget is None or bound.field != "price":
            context = frozenset({*content_of(bound.around), *told.context})
            requirements.append(
                NumberRequirement(
                    bound.field, bound.low, bound.high, bound.strict, bound.unit, context, told.weight * 1.5
                )
            )
    requirements += _values(plain, told, lexicon)
    for paraphrase in PARAPHRASES:
        found = paraphrase.pattern.search(plain)
        if found is not None:
            negative = any(word in _NEGATIONS for word in plain[max(0, found.start() - 15) : found.start()].split())
            for mention in lexicon.mentions(tokens_of(paraphrase.says)):
                requirements.append(ValueRequirement(mention.words, mention.labels, negative, told.weight))
    return requirements


def _bare_bounds(text: str, context: Words) -> list[FieldBound]:
    """The bound that a bare number is where its context says so, as in a profile's `price_limit`: `$25`."""
    number = next(iter(amounts_in(text, DOT_DECIMAL, bare=True)), None)
    if number is None:
        return []
    value = float(number.value)
    around, span = " ".join(context), number.span
    if "rating" in context:
        return [FieldBound("rating" if value <= 5 else "ratings", value, INFINITY, False, "", around, span)]
    if not {"price", "budget"}.isdisjoint(context):
        return [FieldBound("price", -INFINITY, value * 100, True, "", around, span)]
    return []


def _values(text: str, told: Told, lexicon: ValueLexicon) -> Iterator[ValueRequirement]:
    tokens = tokens_of(text)
    mentions = lexicon.mentions(tokens, told.context)
    starts = {mention.start for mention in mentions}
    for mention in mentions:
        weight = told.weight * (1.0 + 0.25 * min(3, len(mention.words) - 1))
        yield ValueRequirement(mention.words, mention.labels, _is_negated(tokens, mention.start, starts), weight)


def _is_negated(tokens: list[str], at: int, starts: set[int]) -> bool:
    """Whether a negation governs the token: before it in the clause, through lists of values."""
    for back in range(at - 1, max(-1, at - 12), -1):
        word, before = tokens[back], tokens[back - 1] if back else ""
        if word in _NEGATIONS:
            return True
        if word in _ENDS and not (word == "with" and before in _STAND_INS):
            return False
        if word == "," and not (back + 1 in starts or tokens[back + 1] in ("or", "nor")):
            return False
    return False


def _budget(text: str) -> BudgetRequirement | None:
    if not _VOUCHER.search(text):
        return None
    voucher = read_voucher(text)
    if not voucher.discounts:
        return None
    amounts = [
        found for found in _BUDGET.finditer(text) if not re.match(r"\s*(?:off|discount|or more)", text[found.end() :])
    ]
    if not amounts:
        return None
    chosen = next((one for one in amounts if "budget" in one[0]), amounts[-1])
    return BudgetRequirement(round(float(chosen[1]) * 100), voucher)


def opinions_of(text: str) -> list[OpinionRequirement]:
    """What reviews must say, of a text in lower case."""
    requirements = []
    for found in _OPINION.finditer(text):
        for part in _NEXT_OPINION.split(found["what"]):
            part = re.sub(r"\bin (?:a |its |the |their )?reviews?\b", " ", part)
            words = tuple(dict.fromkeys(content_of(re.sub(r"^(?:that|how|about|reviews? \w+ (?:that)?)\s", "", part))))
            if len(words) >= 1 and not any(word[0].isdigit() for word in words):
                requirements.append(OpinionRequirement(words[:8]))
    return requirements


def names_of(text: str) -> list[Words]:
    """What the thing may be called, the best guess first."""
    names = []
    for found in _WANTED.finditer(text.lower()):
        words = words_of(_NAME_ENDS.split(found["what"])[0])
        words = tuple(word for word in words if word not in STOP_WORDS and word not in PUNCTUATION)[-_LONGEST_NAME:]
        if words:
            names.append(words)
    return list(dict.fromkeys(names))
