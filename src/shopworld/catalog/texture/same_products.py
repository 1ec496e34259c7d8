"""What shops make of one product: prices, titles, and facts on which they disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, median, quantiles

from shopworld.catalog.attributes.extract import extract_attributes
from shopworld.catalog.model import Attribute, Offer, OfferCondition
from shopworld.catalog.texture.prose import plain_lines, words_of


@dataclass(frozen=True, slots=True)
class ProductAgreement:
    """What the offers of one product have in common, over many products.

    Attributes:
        products: with at least two offers.
        spreads: dearest over cheapest less one, of each product whose offers have prices.
        shops: number of shops that sell it, of each product.
        similarity: mean share of words that two titles of one product have in common (Jaccard).
        facts: (product, attribute) pairs that at least two of its offers state.
        conflicts: how many of these have different values.
    """

    products: int
    spreads: tuple[float, ...]
    shops: tuple[int, ...]
    similarity: float | None
    facts: int
    conflicts: int

    @classmethod
    def of(cls, groups: Iterable[Sequence[Offer]]) -> ProductAgreement:
        """Compares the offers of each group; groups of a single offer are left out."""
        spreads, shops, alike = [], [], []
        facts = conflicts = products = 0
        for group in groups:
            if len(group) < 2:
                continue
            products += 1
            shops.append(len({one.shop_id for one in group}))
            prices = [one.price for one in group if one.price and one.condition is OfferCondition.NEW]
            if len(prices) > 1:
                spreads.append(max(prices) / min(prices) - 1)
            titles = [set(words_of(one.title)) for one in group]
            alike += [len(one & other) / max(1, len(one | other)) for one, other in combinations(titles, 2)]
            kind = Counter(one.kind for one in group).most_common(1)[0][0]
            found: dict[str, list[Attribute]] = {}
            for offer in group:
                for attribute in _said(offer, kind):
                    found.setdefault(attribute.name, []).append(attribute)
            for stated in found.values():
                if len(stated) > 1:
                    facts += 1
                    conflicts += len({str(one.value) for one in stated}) > 1
        return cls(products, tuple(spreads), tuple(shops), mean(alike) if alike else None, facts, conflicts)

    def spread_at(self, share: float) -> float | None:
        """The spread that this share of the products stays below; the median at 0.5, the largest at 1."""
        if len(self.spreads) < 2:
            return self.spreads[0] if self.spreads else None
        if share >= 1:
            return max(self.spreads)
        return median(self.spreads) if share == 0.5 else quantiles(self.spreads, n=100)[round(share * 100) - 1]


def _said(offer: Offer, kind: str) -> tuple[Attribute, ...]:
    rows = "\n".join(f"{row.label}: {row.text}" for row in offer.specifications)
    return extract_attributes(offer.title, f"{rows}\n{plain_lines(offer.description_html)}", kind)
