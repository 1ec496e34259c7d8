"""Which products of the whole catalog satisfy rubrics: sets first, reviews of the few that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from shopworld.catalog import Catalog, Offer, Review, find_opinion
from shopworld.guru.intent.bitsets import common, members
from shopworld.guru.intent.inventory import Inventory
from shopworld.tasks import AttributeMatch, Counts, ReviewOpinion, Rubric, satisfies

MOST_REVIEWS = 1000
"""Of one product; catalogs hold fewer."""
_MOST_MEANT = 400
"""Products that fail one requirement and whose listings are read for it."""
_MOST_READ = 80
"""Products whose reviews are read for one count."""


class Answers:
    """Counts answers.

    Args:
        catalog: for reviews and offers.
        inventory: of that catalog.
    """

    def __init__(self, catalog: Catalog, inventory: Inventory) -> None:
        self._catalog = catalog
        self._inventory = inventory
        self._reviews: dict[int, tuple[Review, ...]] = {}
        self._labels: dict[tuple[int, str, bool], bool] = {}

    def offer(self, position: int) -> Offer:
        """The product's offer."""
        return self._catalog.offers_of_product(self._inventory.product_ids[position])[0]

    def reviews(self, position: int) -> tuple[Review, ...]:
        """All stored reviews of a product."""
        if position not in self._reviews:
            if len(self._reviews) >= _MOST_READ * 10:
                self._reviews.clear()
            product_id = self._inventory.product_ids[position]
            self._reviews[position] = self._catalog.reviews(product_id, limit=MOST_REVIEWS)
        return self._reviews[position]

    def stated(self, position: int, opinion: ReviewOpinion) -> bool:
        """Whether a review of a product says so."""
        key = (position, opinion.aspect, opinion.positive)
        if key not in self._labels:
            self._labels[key] = any(
                find_opinion(review, opinion.aspect, positive=opinion.positive) is not None
                for review in self.reviews(position)
            )
        return self._labels[key]

    def saying(self, positions: Iterable[int], opinions: Sequence[ReviewOpinion], most: int | None = None) -> list[int]:
        """Those of some products whose reviews say all of this; the first ones, where only so many are wanted."""
        found = (position for position in positions if all(self.stated(position, one) for one in opinions))
        return list(islice(found, most))

    def without_reviews(self, rubrics: Iterable[Rubric]) -> list[int]:
        """The products that satisfy all rubrics but opinions, rising."""
        sets = [self._inventory.satisfying(one) for one in rubrics if not isinstance(one, ReviewOpinion)]
        return [int(position) for position in members(common(sets, self._inventory.size), self._inventory.size)]

    def meant(self, rubrics: Sequence[Rubric]) -> int | None:
        """A product that fails one required attribute by its table alone, and yet means it; None without one.

        Its title, text, related attributes or a narrower value say what is required: a stranger would accept it.
        """
        firm = [one for one in rubrics if not isinstance(one, ReviewOpinion)]
        for rubric in firm:
            if not isinstance(rubric, AttributeMatch):
                continue
            rest = self.without_reviews([one for one in firm if one is not rubric])
            failing = set(rest) - set(self.without_reviews(firm))
            meaning = rubric.model_copy(update={"counts": Counts.MEANING})
            opinions = [one for one in rubrics if isinstance(one, ReviewOpinion)]
            for position in sorted(failing)[:_MOST_MEANT]:
                if satisfies(meaning, self.offer(position), ()) and self.saying([position], opinions):
                    return position
        return None

    def qualifying(self, rubrics: Sequence[Rubric]) -> list[int] | None:
        """The products that satisfy all rubrics, rising; None where too many reviews would have to be read."""
        found = self.without_reviews(rubrics)
        opinions = [one for one in rubrics if isinstance(one, ReviewOpinion)]
        if not opinions:
            return found
        return self.saying(found, opinions) if len(found) <= _MOST_READ else None
