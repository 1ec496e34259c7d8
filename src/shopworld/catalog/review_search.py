"""Full-text search within the reviews of one product: so few that they are read and ranked on the spot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log

from shopworld.catalog.model import Review
from shopworld.catalog.stemming import stems

_SATURATION = 1.2
_LENGTH_WEIGHT = 0.6
"""`k1` and `b` of Okapi BM25 (Robertson and Zaragoza, 2009)."""
_TITLE_WEIGHT = 2
_DIGITS = 6
_COMMON = frozenset(
    stems("a an and are as at be but by for from has have i in is it its of on or so that the this to was with")
)


def rank_reviews(reviews: Sequence[Review], text: str, limit: int) -> tuple[Review, ...]:
    """The reviews that hold a word of the text, the best first, equally good ones by id.

    Words are compared by their stems; common words count only where the text has no others. Rare words among these
    reviews weigh more, words of titles twice.

    Args:
        reviews: of one product.
        text: what is looked for.
        limit: how many at most.
    """
    asked = dict.fromkeys(stems(text))
    wanted = [stem for stem in asked if stem not in _COMMON] or list(asked)
    if not wanted or limit < 1:
        return ()
    counts = [_counted(review.title, review.body) for review in reviews]
    lengths = [sum(count.values()) for count in counts]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    weights = {}
    for stem in wanted:
        holding = sum(1 for count in counts if stem in count)
        weights[stem] = log(1 + (len(counts) - holding + 0.5) / (holding + 0.5))
    scored = []
    for review, count, length in zip(reviews, counts, lengths, strict=True):
        score = 0.0
        for stem in wanted:
            if times := count.get(stem):
                damping = _SATURATION * (1 - _LENGTH_WEIGHT + _LENGTH_WEIGHT * length / mean)
                score += weights[stem] * times * (_SATURATION + 1) / (times + damping)
        if score:
            scored.append((-round(score, _DIGITS), review.id, review))
    scored.sort(key=lambda one: one[:2])
    return tuple(review for _, _, review in scored[:limit])


@lru_cache(maxsize=4096)
def _counted(title: str, body: str) -> Counter[str]:
    found: Counter[str] = Counter(stems(body))
    for stem in stems(title):
        found[stem] += _TITLE_WEIGHT
    return found
