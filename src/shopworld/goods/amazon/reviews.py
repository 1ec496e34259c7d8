"""Reviews of Amazon-like products: what customers think of aspects, in arbitrary order, as a stream."""

from __future__ import annotations

from array import array
from base64 import b32encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import gcd
from random import Random
from typing import Any

from shopworld.goods.amazon.kinds import CategoryData, read_toml
from shopworld.goods.amazon.products import MadeProduct, first_number, product_id

_FIRST_DAY, _LAST_DAY = 1_230_768_000_000, 1_693_526_400_000
"""2009 to August 2023, in milliseconds."""
_OFF_TOPIC = 0.08
"""Share of reviews that say nothing of the product, and as often again something that has nothing to do with it."""
_PRAISE = {5: (0.75, 0.98), 4: (0.5, 0.93), 3: (0.25, 0.7), 2: (0.08, 0.4), 1: (0.02, 0.15)}
"""By rating: how likely an aspect is praised, where it is a weakness and where it is a strength."""


@dataclass
class ReviewPlan:
    """What the reviews of a category's products need to know, in a few bytes a product."""

    kinds: array[int] = field(default_factory=lambda: array("B"))
    counts: array[int] = field(default_factory=lambda: array("B"))
    strengths: array[int] = field(default_factory=lambda: array("H"))
    goodness: array[int] = field(default_factory=lambda: array("B"))

    def add(self, made: MadeProduct) -> None:
        """The next product."""
        self.kinds.append(made.kind)
        self.counts.append(made.reviews)
        self.strengths.append(made.strengths)
        self.goodness.append(made.goodness)


@dataclass(frozen=True, slots=True)
class _Words:
    aspects: dict[str, tuple[list[str], list[str]]]
    """Blame and praise of each aspect."""
    titles: dict[int, list[str]]
    openings: dict[bool, list[str]]
    closings: dict[bool, list[str]]
    joints: list[str]
    off_topic: list[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    aspects = read_toml("aspects.toml")
    data = read_toml("sentences.toml")["review"]
    return _Words(
        aspects={name: (one["negative"], one["positive"]) for name, one in aspects.items()},
        titles={stars: data[f"titles_{stars}"] for stars in (1, 2, 3, 4, 5)},
        openings={True: data["openings_good"], False: data["openings_bad"]},
        closings={True: data["closings_good"], False: data["closings_bad"]},
        joints=data["joints"],
        off_topic=data["off_topic"],
    )


def make_reviews(category: CategoryData, plan: ReviewPlan, seed: int) -> Iterator[dict[str, Any]]:
    """All reviews of a category. The reviews of one product stand far from each other."""
    random = Random(f"{seed}:{category.name}:reviews")
    offset = Random(f"{seed}:ids").randrange(36**8)
    start = first_number(category)
    active = array("I", (at for at, count in enumerate(plan.counts) if count))
    done = 0
    while active:
        for at in _scattered(active):
            yield _review(category, plan, at, product_id(start + at, offset), random)
        done += 1
        active = array("I", (at for at in active if plan.counts[at] > done))


def _scattered(values: Sequence[int]) -> Iterator[int]:
    """All values once, neighbours far apart."""
    count = len(values)
    step = max(1, int(count * 0.6180339887))
    while gcd(step, count) > 1:
        step += 1
    place = 0
    for _ in range(count):
        yield values[place]
        place = (place + step) % count


def _review(category: CategoryData, plan: ReviewPlan, at: int, asin: str, random: Random) -> dict[str, Any]:
    r = random.random
    kind = category.kinds[plan.kinds[at]]
    stars = min(5, max(1, round(random.gauss(plan.goodness[at] / 10 + 0.25, 1.1))))
    noun = kind.nouns[int(r() * len(kind.nouns))].lower()
    happy = stars > 3
    words = _words()
    titles = words.titles[stars]
    return {
        "rating": float(stars),
        "title": titles[int(r() * len(titles))].replace("{noun}", noun),
        "text": _text(kind.aspects, plan.strengths[at], stars, happy, random).replace("{noun}", noun),
        "images": [],
        "asin": asin,
        "parent_asin": asin,
        "user_id": "A" + b32encode(random.randbytes(15)).decode(),
        "timestamp": int(_LAST_DAY - (_LAST_DAY - _FIRST_DAY) * r() * r()),
        "helpful_vote": int(random.expovariate(0.9)) if r() < 0.4 else 0,
        "verified_purchase": r() < 0.9,
    }


def _text(aspects: Sequence[str], strengths: int, stars: int, happy: bool, random: Random) -> str:
    """One to three opinions, often with a word before and after."""
    r = random.random
    words = _words()
    parts = []
    beside = r()
    if beside < 2 * _OFF_TOPIC:
        parts.append(words.off_topic[int(r() * len(words.off_topic))])
        if beside < _OFF_TOPIC:
            return parts[0]
    if r() < 0.4:
        openings = words.openings[happy]
        parts.append(openings[int(r() * len(openings))])
    first = int(r() * len(aspects))
    before: bool | None = None
    for place in range(first, first + 1 + int(2.4 * r())):
        place %= len(aspects)
        praised = r() < _PRAISE[stars][strengths >> place & 1]
        texts = words.aspects[aspects[place]][praised]
        text = texts[int(r() * len(texts))]
        if before is not None and before != praised and r() < 0.5:
            joint = words.joints[int(r() * len(words.joints))]
            text = joint + (text if text.startswith(("I ", "My ")) else text[0].lower() + text[1:])
        parts.append(text)
        before = praised
    if r() < 0.3:
        closings = words.closings[happy]
        parts.append(closings[int(r() * len(closings))])
    return " ".join(parts)
