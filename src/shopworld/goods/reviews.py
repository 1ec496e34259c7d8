"""Customer reviews whose opinions are known as data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from random import Random

from shopworld.catalog import KINDS, AspectOpinion, Review
from shopworld.goods.departments import Departments
from shopworld.goods.products import ProductDraft

_OPINIONS = {5: ((1, 3), (0, 0)), 4: ((1, 2), (0, 1)), 3: ((1, 1), (1, 2)), 2: ((0, 1), (1, 2)), 1: ((0, 0), (1, 3))}
"""Number of praises and of complaints (least, most) by rating."""
LAST_DAY = date(2027, 1, 31)


def write_reviews(
    draft: ProductDraft, departments: Departments, seed: int, *, long_tail: bool = False
) -> Iterator[Review]:
    """The reviews of one product: none to twelve, kinder for some products than for others.

    Args:
        draft: the product.
        departments: the data.
        seed: the catalog's seed.
        long_tail: half of the products have none, and few have up to ninety.
    """
    product = draft.product
    rng = Random(f"{seed}:reviews:{product.id}")
    count = 0 if rng.random() < (0.5 if long_tail else 0.25) else min(12, int(rng.expovariate(0.36)) + 1)
    if long_tail and count:
        count = min(90, int(rng.paretovariate(1.05)) + rng.randrange(2))
    goodness = min(4.9, max(2.2, rng.gauss(4.15, 0.55)))
    words = departments.words
    aspects = [*draft.kind.aspects, *words.aspects]
    fields = {
        "brand": product.brand or "",
        "name": draft.name,
        "noun": KINDS[product.kind].label.lower()
        if not KINDS[product.kind].label.isupper()
        else KINDS[product.kind].label,
    }
    for label in ("SSD", "PC", "CPU", "USB"):
        if KINDS[product.kind].label.startswith(label):
            fields["noun"] = KINDS[product.kind].label
    used: set[str] = set()
    released = product.released_on or date(2025, 6, 1)
    span = max((LAST_DAY - released).days - 5, 10)
    for at in range(count):
        rating = min(5, max(1, round(rng.gauss(goodness, 0.85))))
        (least, most), (fewest, worst) = _OPINIONS[rating]
        good = rng.randint(least, most)
        chosen = rng.sample(aspects, good + rng.randint(fewest, worst))
        opinions = []
        sentences = []
        for place, aspect in enumerate(chosen):
            positive = place < good
            texts = [one for one in (aspect.positive if positive else aspect.negative) if one not in used]
            text = rng.choice(texts or (aspect.positive if positive else aspect.negative))
            used.add(text)
            opinions.append(_opinion(aspect.name, positive))
            sentences.append(text)
        mood = "good" if rating > 3 else "mixed" if rating == 3 else "bad"
        if 0 < good < len(sentences):
            sentences[good] = _contrast(sentences[good], rng)
        body = [rng.choice(words.review_openings[mood])] if rng.random() < 0.6 else []
        body += sentences
        if rng.random() < 0.45:
            body.append(rng.choice(words.review_closings[mood]))
        yield Review(
            id=f"{product.id}-r{at + 1}",
            product_id=product.id,
            author=rng.choice(words.authors),
            rating=rating,
            title=rng.choice(words.review_titles[str(rating)]).format_map(fields),
            body=" ".join(body).format_map(fields),
            written_on=released + timedelta(days=rng.randrange(3, 3 + span)),
            verified=rng.random() < 0.75,
            helpful_votes=int(rng.expovariate(0.5)),
            opinions=tuple(opinions),
        )


@cache
def _opinion(aspect: str, positive: bool) -> AspectOpinion:
    return AspectOpinion(aspect=aspect, positive=positive)


def _contrast(sentence: str, rng: Random) -> str:
    word = rng.choice(("However, ", "On the other hand, ", "One complaint, though: ", "Sadly, "))
    proper = sentence[:2] in ("I ",) or sentence.startswith(("I'", "USB", "HDMI", "RGB", "LED", "Wi-Fi", "GPS"))
    return word + (sentence if proper else sentence[0].lower() + sentence[1:])
