"""Reviews of a twin: as many stars as the source shows, in words of nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random

from shopworld.arena.explore.prefetch.site import ProductRecord
from shopworld.shop.data import ProductData, ReviewData

_MOST = 24
_USUAL_SHARE, _USUAL_RATING = 0.85, (3.6, 4.9)
_NEWEST = date(2026, 5, 20)
_NAMES = ("Alma", "Ben", "Carla", "David", "Elif", "Frank", "Greta", "Hugo", "Iris", "Jonas", "Karin", "Luis", "Maya")
_INITIALS = "ABDFGHKLMNRSTW"
_WORDS: Mapping[int, tuple[tuple[str, str], ...]] = {
    5: (
        ("Exactly right", "Just as described, well made, and it came quickly. I would buy it again."),
        ("Very happy", "I have used it for some weeks now and have nothing to complain about."),
        ("Better than expected", "The pictures do not do it justice. A good buy."),
    ),
    4: (
        ("Good", "Does what it should. It took a little longer to arrive than I had hoped."),
        ("Nearly perfect", "I like it a lot; one small detail could have been solved better."),
    ),
    3: (
        ("All right", "It is fine for the price, no more and no less."),
        ("Mixed feelings", "Some things about it are good, others I had imagined differently."),
    ),
    2: (("Not for me", "I had expected more. It works, but I would choose something else next time."),),
    1: (("Disappointed", "Mine had a fault and went back. The return was easy, at least."),),
}


def reviews_of(
    records: Sequence[ProductRecord], products: Mapping[str, ProductData], seed: int
) -> dict[str, tuple[ReviewData, ...]]:
    """Reviews by handle, where the source tells a rating: their mean is near it.

    Where it was not read of any product how they are rated, they have good ones: as many as the source tells; where it
    tells of no numbers either, all but some products have a few.

    Args:
        records: of the source.
        products: by their address at the source.
        seed: of all choices.
    """
    found = {}
    is_rated = any(record.rating for record in records)
    for record in records:
        product = products.get(record.url)
        if product is None:
            continue
        rng = Random(f"{seed}:twin reviews:{product.handle}")
        rating, count = record.rating, record.reviews or 1
        if not is_rated and record.reviews is None and rng.random() < _USUAL_SHARE:
            rating, count = rng.uniform(*_USUAL_RATING), rng.randint(1, 8)
        elif not is_rated and record.reviews:
            rating = rng.uniform(*_USUAL_RATING)
        if rating and record.reviews != 0:
            stars = _stars(min(max(rating, 1), 5), min(max(count, 1), _MOST))
            found[product.handle] = tuple(_review(one, rng) for one in stars)
    return found


def _stars(mean: float, count: int) -> list[int]:
    """Whole stars of that mean, as near as they can come."""
    total = round(mean * count)
    low, more = divmod(total, count)
    return [low + 1] * more + [low] * (count - more)


def _review(stars: int, rng: Random) -> ReviewData:
    title, body = rng.choice(_WORDS[stars])
    return ReviewData(
        author=f"{rng.choice(_NAMES)} {rng.choice(_INITIALS)}.",
        rating=stars,
        title=title,
        body=body,
        written_on=(_NEWEST - timedelta(days=rng.randint(0, 700))).isoformat(),
        verified=rng.random() < 0.7,
        helpful_votes=rng.randint(0, 5),
    )
