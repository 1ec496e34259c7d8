"""The synthetic catalog: products, offers and reviews from a seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from shopworld.catalog.model import Offer, Product, Review
from shopworld.catalog.synthetic.assortment import ShopAssortment
from shopworld.catalog.synthetic.departments import Departments, default_departments
from shopworld.catalog.synthetic.offers import (
    _WITHOUT_REFURBISHED,
    REFURBISHED_SHARE,
    ShopWriter,
    market_prices,
)
from shopworld.catalog.synthetic.products import Draft, ProductMaker, write_text
from shopworld.catalog.synthetic.reviews import write_reviews
from shopworld.catalog.kinds import KINDS

SHOPS_PER_PRODUCT = (0.56, 0.22, 0.13, 0.09)
"""Shares of products that one, two, three or four shops sell."""
BUNDLE_SHARE = 0.012


@dataclass(frozen=True, slots=True)
class SyntheticCatalog:
    """What a seed makes.

    Attributes:
        products: by id.
        offers: shop by shop, by rising number.
        reviews: by product.
    """

    products: tuple[Product, ...]
    offers: tuple[Offer, ...]
    reviews: tuple[Review, ...]


def synthesize(
    seed: int, shops: Sequence[ShopAssortment], *, offers: int = 4400, departments: Departments | None = None
) -> SyntheticCatalog:
    """Makes a catalog; the same arguments make the same catalog.

    Args:
        seed: of all chance in it.
        shops: one assortment a shop.
        offers: number of offers in all shops together.
        departments: the data; that of the package where None.

    Returns:
        products, offers and reviews.

    Raises:
        ValueError: no shop is given, two have the same id, or there are fewer offers than shops.
    """
    if not shops or len({one.shop_id for one in shops}) != len(shops):
        raise ValueError("at least one shop is expected, each with an id of its own")
    if offers < len(shops):
        raise ValueError(f"at least one offer a shop is expected, found {offers} for {len(shops)} shops")
    return _Synthesis(seed, shops, departments or default_departments()).make(offers)


def split(total: int, weights: Sequence[float]) -> list[int]:
    """A whole number in parts that follow the weights (largest remainders) and add up to it."""
    scale = total / sum(weights)
    parts = [int(one * scale) for one in weights]
    order = sorted(range(len(weights)), key=lambda at: (parts[at] - weights[at] * scale, at))
    for at in order[: total - sum(parts)]:
        parts[at] += 1
    return parts


class _Synthesis:
    def __init__(self, seed: int, shops: Sequence[ShopAssortment], departments: Departments) -> None:
        self.seed, self.shops, self.departments = seed, shops, departments
        self.maker = ProductMaker(departments, seed)
        self.writers = [ShopWriter(one, departments, seed, 100 + at * 7) for at, one in enumerate(shops)]
        self.products: list[Product] = []
        self.reviews: list[Review] = []
        self.offers: list[list[Offer]] = [[] for _ in shops]

    def make(self, total: int) -> SyntheticCatalog:
        room = self._room(total)
        by_department: dict[str, list[str]] = defaultdict(list)
        for kind in self.maker.order():
            by_department[KINDS[kind].department].append(kind)
        for department, kinds in by_department.items():
            left = [0] * len(self.shops)
            for kind in kinds:
                wanted = [amount + more for amount, more in zip(room[department][kind], left, strict=True)]
                left = self._kind(kind, wanted)
            for kind in reversed(kinds):
                if any(left):
                    left = self._kind(kind, left, again=True)
        return SyntheticCatalog(
            products=tuple(self.products),
            offers=tuple(offer for shop in self.offers for offer in shop),
            reviews=tuple(self.reviews),
        )

    def _room(self, total: int) -> dict[str, dict[str, list[int]]]:
        """How many offers each shop has of each kind, by department and kind."""
        kinds: dict[str, list[str]] = defaultdict(list)
        for name in self.departments.kinds:
            kinds[KINDS[name].department].append(name)
        room: dict[str, dict[str, list[int]]] = {one: {kind: [] for kind in names} for one, names in kinds.items()}
        sizes = split(total, [one.size for one in self.shops])
        for shop, size in zip(self.shops, sizes, strict=True):
            shares = {name: share for name, share in shop.shares if name in kinds}
            for department, amount in zip(shares, split(size, list(shares.values())), strict=True):
                rng = Random(f"{self.seed}:room:{shop.shop_id}:{department}")  # noqa: S311 - a catalog
                weights = [self.departments.kinds[one].weight * rng.uniform(0.7, 1.3) for one in kinds[department]]
                for kind, part in zip(kinds[department], split(amount, weights), strict=True):
                    room[department][kind].append(part)
            for department in kinds.keys() - shares.keys():
                for parts in room[department].values():
                    parts.append(0)
        return room

    def _kind(self, kind: str, room: list[int], *, again: bool = False) -> list[int]:
        """Fills the shops' room for one kind; returns what could not be filled."""
        rng = Random(f"{self.seed}:offers:{kind}:{again}")  # noqa: S311 - a catalog
        family: list[Draft] = []
        bundles: list[tuple[Draft, Draft]] = []
        for draft in _fresh(self.maker.make(kind), {one.title for one in self.products if one.kind == kind} if again else set()):
            if not any(room):
                break
            if family and family[0].product.series != draft.product.series:
                family = []
            family.append(draft)
            if len(family) > 1 and rng.random() < BUNDLE_SHARE * 2:
                bundles.append((draft, family[0]))
            self._sell(draft, family, room, rng)
        return room

    def _sell(self, draft: Draft, family: list[Draft], room: list[int], rng: Random) -> None:
        open_shops = [at for at, free in enumerate(room) if free > 0]
        count = min(rng.choices(range(1, len(SHOPS_PER_PRODUCT) + 1), SHOPS_PER_PRODUCT)[0], len(open_shops))
        chosen: list[int] = []
        while len(chosen) < count:
            at = rng.choices(open_shops, [room[one] for one in open_shops])[0]
            open_shops.remove(at)
            chosen.append(at)
        chosen.sort()
        reviews = tuple(write_reviews(draft, self.departments, self.seed))
        rating = round(sum(one.rating for one in reviews) / len(reviews) + 1e-9, 1) if reviews else None
        self.products.append(draft.product)
        self.reviews.extend(reviews)
        siblings = [(one.product.title, _data(one)) for one in family]
        prices = market_prices(draft, [self.shops[at] for at in chosen], rng)
        for at, price in zip(chosen, prices, strict=True):
            refurbished = rng.random() < REFURBISHED_SHARE and draft.product.kind not in _WITHOUT_REFURBISHED
            self.offers[at].append(
                self.writers[at].write(draft, price, rating, len(reviews), siblings, refurbished=refurbished)
            )
            room[at] -= 1


def _fresh(drafts: Iterator[Draft], known: set[str]) -> Iterator[Draft]:
    return (one for one in drafts if one.product.title not in known)


def _data(draft: Draft) -> str:
    return ", ".join(
        text for one in draft.kind.attributes if (value := draft.values.get(one)) is not None and (text := write_text(value, None))
    )
