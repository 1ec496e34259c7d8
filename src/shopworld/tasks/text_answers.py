"""Comparing a text answer: case, space, currency and number format do not matter; words and amounts do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from shopworld import money

_REMARK = re.compile(r"(?P<answer>.*\S)\s*[(\[](?P<remark>[^()\[\]]*)[)\]][\s.]*", re.DOTALL)
_BEFORE_ANSWER = r"is|are|costs?|equals|comes to|amounts to|made (?:of|from)|within|in"
_LEAD_IN = re.compile(
    rf"(?P<lead>[^\d$€£]{{0,80}}?(?:\b(?:{_BEFORE_ANSWER})\b:?|:|=))\s+(?P<answer>\S.*)", re.IGNORECASE | re.DOTALL
)
_DOUBT = re.compile(
    r"\b(?:not|no|never|nor|neither|none|cannot|hardly|false|wrong|untrue|incorrect|doubt\w*|unlikely|unknown|if|unless|"
    r"whether|may|might|maybe|perhaps|could|would|or|than|about|around|almost|nearly|least|most|up|over|under|between|"
    r"except|without|instead|before|after)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_LONGEST_LEAD_IN = 10
"""Words."""
_WITH_UNIT = re.compile(r"\s*\d[\d.,' ]*[^\W\d_]")


def is_accepted(answer: str, accepted: Sequence[str]) -> bool:
    """Whether an answer says the same as one of the accepted ones.

    A currency must be one that an accepted answer names. Where none does, any will do, unless an accepted answer names
    the unit of its number: `$30` is not `30 days`, even where `30` is accepted, too.

    People write a sentence around an answer, and a remark behind it: `The price is $7.95`, `within 30 days`, `$7.95
    (standard delivery)`. Both are left out where they leave no doubt: no denial, no estimate, no second number.
    """
    return any(_is_accepted(one, accepted) for one in _readings(answer))


def _readings(answer: str) -> Iterator[str]:
    """The answer; then without a remark behind it, without words before it, without both."""
    yield answer
    bare = _without_remark(answer)
    if bare != answer:
        yield bare
    for one in dict.fromkeys((answer, bare)):
        alone = _without_lead_in(one)
        while alone != one:
            yield alone
            one, alone = alone, _without_lead_in(alone)


def _without_remark(answer: str) -> str:
    found = _REMARK.fullmatch(answer.strip())
    if found is None or _DOUBT.search(found["remark"]) or any(map(str.isdigit, found["remark"])):
        return answer
    return found["answer"]


def _without_lead_in(answer: str) -> str:
    found = _LEAD_IN.fullmatch(answer.strip())
    if found is None or _DOUBT.search(found["lead"]) or len(found["lead"].split()) > _LONGEST_LEAD_IN:
        return answer
    return found["answer"]


def _is_accepted(answer: str, accepted: Sequence[str]) -> bool:
    if any(plain_text(answer) == plain_text(one) for one in accepted):
        return True
    if not any(same_text(answer, one) for one in accepted):
        return False
    amount = read_amount(answer)
    if amount is None or not amount.currency:
        return True
    amounts = [read_amount(one) for one in accepted]
    currencies = {one.currency for one in amounts if one is not None and one.currency}
    if currencies:
        return amount.currency in currencies
    return not any(_WITH_UNIT.match(one) for one, read in zip(accepted, amounts, strict=True) if read is None)


def same_text(one: str, other: str) -> bool:
    """Whether two answers say the same.

    `$1,299.00`, `1.299,00 $`, `1299` and `USD 1299` are the same; `0` is `0.00`; `$5` is not `5 €`.
    """
    amounts = read_amount(one), read_amount(other)
    if amounts[0] is not None and amounts[1] is not None:
        return amounts[0].same_as(amounts[1])
    return plain_text(one) == plain_text(other)


def plain_text(text: str) -> str:
    """Text without case, surplus space, surrounding quotes and a final dot; no space between a number and its unit."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    clean = " ".join(folded.split()).strip("\"'“”‘’„«» ").rstrip(".!").strip("\"'“”‘’„«» ")
    return re.sub(r"(?<=\d) (?=[^\W\d]|[%\"°])", "", clean)


def read_amount(text: str) -> money.Amount | None:
    """The number that a text consists of, with its currency; None for any other text."""
    clean = " ".join(unicodedata.normalize("NFKC", text).split()).strip('"“”„ ').rstrip(".")
    return money.read_amount(clean)
