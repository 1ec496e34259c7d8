"""What customers write about goods: opinions by the aspects of their department."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from shopworld.catalog import AspectOpinion
from shopworld.goods.departments import default_departments
from shopworld.goods.trades.department import Department
from shopworld.goods.trades.directory import trade_kinds
from shopworld.goods.trades.making import Good, is_plural

_NEWEST = date(2027, 2, 27)
_LONGEST_AGO = 700
_OPENINGS = {
    5: ["I love this {noun}.", "Exactly what I hoped for.", "My second one already.", "Could not be happier."],
    4: ["A good {noun}, all in all.", "Very pleased, with one small remark.", "Does what it should.", "Solid."],
    3: ["It is all right.", "Good and bad in equal parts.", "I expected a little more.", "Not sure yet."],
    2: ["I am a bit disappointed.", "I wanted to like this {noun}.", "Nice idea, weak in the details."],
    1: ["I sent it back.", "Not for me, sadly.", "A waste of money."],
}
_CLOSINGS = {
    5: ["I would buy it again.", "Warmly recommended.", "A present for my sister is already ordered.", ""],
    4: ["I would buy it again.", "Recommended.", "Worth the price.", ""],
    3: ["Fine for the price.", "I will keep it.", ""],
    2: ["I would not buy it again.", "At this price I expected more.", ""],
    1: ["Save your money.", "I cannot recommend it.", ""],
}
_TITLES = {
    5: ["Love it", "Perfect", "Better than expected", "Great quality", "Five stars", "So good"],
    4: ["Very good", "Nearly perfect", "Happy with it", "Good buy", "Nice"],
    3: ["Okay", "Average", "Good, not great", "Mixed feelings"],
    2: ["Disappointed", "Not convinced", "Expected more"],
    1: ["Sent back", "No", "Do not bother"],
}
_RATINGS = ((5, 5, 5, 5, 5, 5, 4, 4, 4, 3), (5, 5, 5, 5, 4, 4, 4, 3, 3, 2, 1), (5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 2))
"""What products of different quality are given."""

_WEAK = {5: 0.92, 4: 0.7, 3: 0.5, 2: 0.4, 1: 0.4}
"""How much rarer an aspect is praised that is the product's weak one: who is happy hardly notices."""


@dataclass(frozen=True, slots=True)
class WrittenReview:
    """A review without the product's number."""

    author: str
    rating: int
    title: str
    body: str
    written_on: date
    verified: bool
    helpful_votes: int
    opinions: tuple[AspectOpinion, ...]


def written_reviews(department: Department, good: Good, count: int, seed: str) -> tuple[WrittenReview, ...]:
    """Reviews of a product, newest first.

    Args:
        department: of the product.
        good: the product; it has strengths and weaknesses that its reviews agree on.
        count: how many.
        seed: of all choices.
    """
    rng = Random(f"{seed}:reviews:{good.title}")
    aspects = department.kinds[good.kind].aspects
    weak = rng.choice(aspects) if rng.random() < 0.6 else ""
    ratings = rng.choice(_RATINGS)
    authors = default_departments().words.authors
    found = []
    bodies: set[str] = set()
    for _ in range(count):
        rating = rng.choice(ratings)
        said = rng.sample(aspects, k=min(len(aspects), rng.choice((1, 2, 2, 3))))
        opinions = tuple(AspectOpinion(aspect=one, positive=_likes(rating, one == weak, rng)) for one in said)
        body = _body(department, good, rating, opinions, rng)
        if body in bodies:
            continue
        bodies.add(body)
        found.append(
            WrittenReview(
                author=rng.choice(authors),
                rating=rating,
                title=rng.choice(_TITLES[rating]),
                body=body,
                written_on=_NEWEST - timedelta(days=rng.randint(1, _LONGEST_AGO)),
                verified=rng.random() < 0.8,
                helpful_votes=max(0, round(rng.expovariate(0.5)) - 1),
                opinions=opinions,
            )
        )
    found.sort(key=lambda one: (one.written_on, one.body), reverse=True)
    return tuple(found)


def _likes(rating: int, is_weak: bool, rng: Random) -> bool:
    chance = {5: 0.99, 4: 0.85, 3: 0.5, 2: 0.2, 1: 0.04}[rating]
    return rng.random() < chance * (_WEAK[rating] if is_weak else 1)


def _body(department: Department, good: Good, rating: int, opinions: tuple[AspectOpinion, ...], rng: Random) -> str:
    label = trade_kinds()[good.kind].label
    noun = label if label[1:2].isupper() else label[:1].lower() + label[1:]
    several = is_plural(noun)
    parts = [rng.choice([one for one in _OPENINGS[rating] if not (several and "{noun}" in one)])]
    for one in opinions:
        aspect = department.aspects[one.aspect]
        parts.append(rng.choice(aspect.positive if one.positive else aspect.negative))
    parts.append(rng.choice(_CLOSINGS[rating]))
    return " ".join(part.format(noun=noun) for part in parts if part)
