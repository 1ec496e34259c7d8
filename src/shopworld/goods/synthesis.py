"""The synthetic catalog: products, offers and reviews from a seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from shopworld.catalog import KINDS, Offer, Product, Review, compatible, rules_between
from shopworld.goods.assortment import ShopAssortment
from shopworld.goods.departments import Departments, default_departments
from shopworld.goods.merchants.stock import merchant_departments, unbranded_twin
from shopworld.goods.merchants.writer import MerchantWriter
from shopworld.goods.offers import (
    REFURBISHED_SHARE,
    WITHOUT_REFURBISHED,
    ShopWriter,
    market_prices,
)
from shopworld.goods.products import ProductDraft, ProductMaker
from shopworld.goods.reviews import write_reviews

SHOPS_PER_PRODUCT = (0.56, 0.22, 0.13, 0.09)
"""Shares of products that one, two, three or four shops sell."""
BUNDLE_SHARE = 0.09
"""Share of the products of kinds with partners that a shop also sells as a bundle."""
_PARTNERS = {
    "processor": "motherboard",
    "motherboard": "memory",
    "smartphone": "earbuds",
    "camera": "memory_card",
    "game_console": "gamepad",
    "keyboard": "mouse",
    "laptop": "mouse",
    "monitor": "cable",
    "tablet": "power_bank",
    "drone": "memory_card",
}
"""What is bundled with what; the partner must be compatible where there are rules."""


Merchants = Literal["many", "few"]
"""Whether shops sell for many merchants, each with habits of its own, or are of one cast."""

TWIN_SHARE = 0.05
"""With many merchants: share of the products that have an unbranded twin."""
PACK_SHARE = 0.12
"""With many merchants: share of the products of kinds sold by the pack that are also sold so."""
_PACKED = frozenset({"cable", "adapter", "usb_stick", "memory_card", "case_fan", "screen_protector", "thermal_paste"})


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
    seed: int,
    shops: Sequence[ShopAssortment],
    *,
    offers: int = 4400,
    departments: Departments | None = None,
    merchants: Merchants = "few",
) -> SyntheticCatalog:
    """Makes a catalog; the same arguments make the same catalog.

    Args:
        seed: of all chance in it.
        shops: one assortment a shop.
        offers: number of offers in all shops together.
        departments: the data; that of the package where None.
        merchants: `few`: each shop writes in one way, and what it states is true; `many`: each sells for hundreds of
            merchants with habits of their own, and some of what they state is wrong.

    Returns:
        products, offers and reviews.

    Raises:
        ValueError: no shop is given, two have the same id, or there are fewer offers than shops.
    """
    if not shops or len({one.shop_id for one in shops}) != len(shops):
        raise ValueError("at least one shop is expected, each with an id of its own")
    if offers < len(shops):
        raise ValueError(f"at least one offer a shop is expected, found {offers} for {len(shops)} shops")
    if merchants == "many":
        return _ManyMerchants(seed, shops, departments or merchant_departments()).make(offers)
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
    writes: type[ShopWriter] = ShopWriter
    long_tail = False

    def __init__(self, seed: int, shops: Sequence[ShopAssortment], departments: Departments) -> None:
        self.seed, self.shops, self.departments = seed, shops, departments
        self.maker = ProductMaker(departments, seed)
        self.writers = [self.writes(one, departments, seed, 100 + at * 7) for at, one in enumerate(shops)]
        self.products: list[Product] = []
        self.reviews: list[Review] = []
        self.offers: list[list[Offer]] = [[] for _ in shops]
        self._by_kind: dict[str, list[ProductDraft]] = defaultdict(list)

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
                rng = Random(f"{self.seed}:room:{shop.shop_id}:{department}")
                weights = [self.departments.kinds[one].weight * rng.uniform(0.7, 1.3) for one in kinds[department]]
                for kind, part in zip(kinds[department], split(amount, weights), strict=True):
                    room[department][kind].append(part)
            for department in kinds.keys() - shares.keys():
                for parts in room[department].values():
                    parts.append(0)
        return room

    def _kind(self, kind: str, room: list[int], *, again: bool = False) -> list[int]:
        """Fills the shops' room for one kind; returns what could not be filled."""
        rng = Random(f"{self.seed}:offers:{kind}:{again}")
        family: list[ProductDraft] = []
        for draft in _fresh(
            self.maker.make(kind), {one.title for one in self.products if one.kind == kind} if again else set()
        ):
            if not any(room):
                break
            if family and family[0].product.series != draft.product.series:
                family = []
            family.append(draft)
            self._sell(draft, family, room, rng)
        return room

    def _sell(self, draft: ProductDraft, family: list[ProductDraft], room: list[int], rng: Random) -> None:
        open_shops = [at for at, free in enumerate(room) if free > 0]
        count = min(rng.choices(range(1, len(SHOPS_PER_PRODUCT) + 1), SHOPS_PER_PRODUCT)[0], len(open_shops))
        chosen: list[int] = []
        while len(chosen) < count:
            at = rng.choices(open_shops, [room[one] for one in open_shops])[0]
            open_shops.remove(at)
            chosen.append(at)
        chosen.sort()
        reviews = tuple(write_reviews(draft, self.departments, self.seed, long_tail=self.long_tail))
        rating = round(sum(one.rating for one in reviews) / len(reviews) + 1e-9, 1) if reviews else None
        self.products.append(draft.product)
        self.reviews.extend(reviews)
        siblings = [*family, *self._by_kind[draft.product.kind][-150:]]
        prices = self._market_prices(draft, [self.shops[at] for at in chosen], rng)
        for at, price in zip(chosen, prices, strict=True):
            refurbished = rng.random() < REFURBISHED_SHARE and draft.product.kind not in WITHOUT_REFURBISHED
            self.offers[at].append(
                self.writers[at].write(draft, price, rating, len(reviews), siblings, refurbished=refurbished)
            )
            room[at] -= 1
        self._by_kind[draft.product.kind].append(draft)
        if draft.product.kind in _PARTNERS and room[chosen[0]] > 0 and rng.random() < BUNDLE_SHARE:
            self._bundle(draft, chosen[0], prices[0], room, rng)

    def _market_prices(self, draft: ProductDraft, shops: Sequence[ShopAssortment], rng: Random) -> list[int]:
        return market_prices(draft, shops, rng)

    def _bundle(self, draft: ProductDraft, at: int, price: int, room: list[int], rng: Random) -> None:
        """Sells a product together with a partner, a little below the sum of both."""
        others = self._by_kind[_PARTNERS[draft.product.kind]]
        if rules_between(draft.product.kind, _PARTNERS[draft.product.kind]):
            others = [one for one in others if compatible(draft.product, one.product)]
        if not others:
            return
        partner = rng.choice(others)
        product = draft.product.model_copy(
            update={
                "id": f"{draft.product.id}-b",
                "title": f"{draft.name} with {partner.name}",
                "gtin": None,
                "mpn": None,
            }
        )
        self.products.append(product)
        total = round(price * 0.97 + partner.market_price * 95)
        self.offers[at].append(
            self.writers[at].write(draft, total, None, 0, (), refurbished=False, partner=partner, product_id=product.id)
        )
        room[at] -= 1


class _ManyMerchants(_Synthesis):
    """Shops that sell for hundreds of merchants; beside the products, unbranded twins and packs."""

    writes = MerchantWriter
    long_tail = True

    def _market_prices(self, draft: ProductDraft, shops: Sequence[ShopAssortment], rng: Random) -> list[int]:
        return [round(draft.market_price * one.price_level * 100) for one in shops]

    def _sell(self, draft: ProductDraft, family: list[ProductDraft], room: list[int], rng: Random) -> None:
        super()._sell(draft, family, room, rng)
        if not draft.choices and rng.random() < TWIN_SHARE:
            self._offer_besides(unbranded_twin(draft, rng), room, rng)
        if draft.product.kind in _PACKED and not draft.choices and rng.random() < PACK_SHARE:
            self._offer_besides(draft, room, rng, pieces=rng.choice((2, 2, 3, 4, 5, 10)))

    def _offer_besides(self, draft: ProductDraft, room: list[int], rng: Random, *, pieces: int = 1) -> None:
        """One more offer, of a product of its own, in a shop that has room for it."""
        open_shops = [at for at, free in enumerate(room) if free > 0]
        writers = [self.writers[at] for at in open_shops]
        if not open_shops:
            return
        chosen = rng.randrange(len(open_shops))
        writer = writers[chosen]
        product = draft.product
        if pieces > 1:
            title = f"{product.title}, {pieces} pieces"
            product = product.model_copy(
                update={"id": f"{product.id}-x{pieces}", "title": title, "gtin": None, "mpn": None}
            )
        self.products.append(product)
        price = round(draft.market_price * 100)
        if isinstance(writer, MerchantWriter):
            self.offers[open_shops[chosen]].append(
                writer.write(draft, price, None, 0, (), refurbished=False, product_id=product.id, pieces=pieces)
            )
            room[open_shops[chosen]] -= 1


def _fresh(drafts: Iterator[ProductDraft], known: set[str]) -> Iterator[ProductDraft]:
    return (one for one in drafts if one.product.title not in known)
