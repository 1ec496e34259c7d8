"""What a sentence as a whole says of the matter of a claim: traits of it, weighed.

The weights are those of a multinomial logistic regression over labelled sentences, and over sentences held against
claims of other matters (`benchmarks/claim_weights.py` fits them).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from shopworld.catalog.claims.claim import STOP, Claim, turned
from shopworld.catalog.claims.fields import field_words, lean, nearness
from shopworld.catalog.claims.phrases import Span, manner_patterns
from shopworld.catalog.claims.scales import narrower, scales, topics_in
from shopworld.catalog.claims.speech import Speech, speech_of
from shopworld.catalog.claims.tables import table
from shopworld.catalog.claims.words import SentencePart

OUTCOMES = ("well", "badly", "nothing")
"""What may be said of a matter."""
_NARROWING = frozenset(
    ("trouble", "blame", "people", "turns", "doubt", "wish", "other product", "compared", "other topic", "lean badly")
)
"""Traits by which a sentence says more than one plain thing."""
_STRONG = 5.0
"""What a word of praise or blame counts beside words that lean to an end of a scale."""
_MOST = 10.0
_LONG = 20
"""Words of a sentence beyond which length tells nothing more."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a sentence says of a matter.

    Attributes:
        well, badly: probabilities, 0 to 1.
        told: words that speak of the matter.
        bare: whether nothing takes back or narrows what is said.
    """

    well: float
    badly: float
    told: tuple[str, ...]
    bare: bool


def weigh(
    claim: Claim, parts: Sequence[SentencePart], rating: int | None, said: bool | None, *, left_open: bool
) -> Weighed:
    """Weighs the traits of a sentence.

    Args:
        claim: what is asked about.
        parts: of the sentence.
        rating: stars of its review.
        said: what phrases say of the matter: True well, False badly, None nothing.
        left_open: whether a phrase was found and left open.
    """
    traits, told = traits_of(claim, parts, rating, said, left_open=left_open)
    return Weighed(*shares_of(traits), told, _NARROWING.isdisjoint(traits))


def shares_of(traits: Mapping[str, float]) -> tuple[float, float]:
    """The probabilities that a sentence of these traits speaks well, and badly, of the matter."""
    scores = [sum(weights.get(name, 0.0) * value for name, value in traits.items()) for weights in _weights()]
    shares = [math.exp(score - max(scores)) for score in scores]
    return shares[0] / sum(shares), shares[1] / sum(shares)


@cache
def _weights() -> tuple[Mapping[str, float], ...]:
    return tuple(table("weights")[outcome] for outcome in OUTCOMES)


def traits_of(
    claim: Claim, parts: Sequence[SentencePart], rating: int | None, said: bool | None, *, left_open: bool
) -> tuple[dict[str, float], tuple[str, ...]]:
    """The traits of a sentence by name, each about 0 to 2, and the words that speak of the matter."""
    speeches = [speech_of(part) for part in parts]
    words = {word for part in parts for word in part.words} - STOP
    near = nearness(words)
    read = claim.scales
    scale = max(read, key=lambda one: near[one], default=None)
    others = max((value for name, value in near.items() if name not in read), default=0.0)
    most = max(near.values())
    tone = _tone(parts, scale, words)
    named = sum(covered(word, words) for word in claim.content)
    length = min(sum(len(part.words) for part in parts), _LONG)
    topics = {name for part in parts for _, name in topics_in(part.words)}
    about = {*claim.topics, *(name for one in read for name in scales()[one].about)}
    told = tuple(sorted(words & (field_words(scale) if scale else claim.content)))
    nearest = near[scale] if scale else 0.0
    traits = {
        "bias": 1.0,
        f"stars {rating or 'unknown'}": 1.0,
        "phrase well": said is True,
        "phrase badly": said is False,
        "phrase open": left_open,
        "near": min(nearest, _MOST) / 5,
        "not near": not nearest,
        "share": nearest / most if most else 0.0,
        "elsewhere": min(others, _MOST) / 5,
        "named": min(named, 3) / 2,
        "not named": not named,
        "own topic": not topics.isdisjoint(about),
        "other topic": bool(topics) and topics.isdisjoint(about),
        "lean well": min(max(tone, 0.0), _MOST) / 5,
        "lean badly": min(max(-tone, 0.0), _MOST) / 5,
        "benefit": min(_count(parts, "benefit"), 2),
        "trouble": min(_count(parts, "trouble"), 2),
        "praise": min(_count(parts, "praise"), 1),
        "blame": min(_count(parts, "blame"), 1),
        "neutral": min(_count(parts, "neutral"), 1),
        "people": min(_count(parts, "people"), 1),
        "turns": len(parts) > 1,
        "short": (_LONG - length) / _LONG,
        **_manners(speeches),
    }
    return {name: float(value) for name, value in traits.items() if value}, told


def _manners(speeches: Sequence[Speech]) -> dict[str, bool]:
    return {
        "doubt": any(one.doubts for one in speeches),
        "wish": any(one.wished for one in speeches),
        "other product": any(one.masked for one in speeches),
        "compared": any(one.weighed for one in speeches),
    }


def covered(word: str, said: set[str]) -> bool:
    """Whether words hold a word or a narrower one."""
    return word in said or not said.isdisjoint(narrower().get(word, frozenset()))


def _count(parts: Sequence[SentencePart], name: str) -> int:
    return sum(len(manner_patterns(name).spans(part.words)) for part in parts)


def _tone(parts: Sequence[SentencePart], scale: str | None, words: set[str]) -> float:
    """How well a sentence speaks of a matter: by words of one end, praise and blame; above 0 well."""
    denies = any(turned(part, Span(len(part.words), len(part.words), 0)) for part in parts)
    leaning = 0.0 if denies or scale is None else lean(scale, words)
    for part in parts:
        for name, weight in (("praise", _STRONG), ("blame", -_STRONG)):
            for span in manner_patterns(name).spans(part.words):
                leaning += -weight if turned(part, span) else weight
    return leaning
