"""From products to offers: which shops sell a product, at which price, in which words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from shopworld.catalog import Image, Offer, OfferCondition, Variant, VariantOption, unique_slug, wordpress_slug
from shopworld.errors import InputError
from shopworld.goods.assortment import PriceEnding, ShopAssortment, category_tree
from shopworld.goods.departments import Departments
from shopworld.goods.descriptions import Description
from shopworld.goods.products import ProductDraft
from shopworld.goods.titles import write_title
from shopworld.goods.wording import OfferWording, word_offer, write_value

VIEWS = ("front", "angle", "detail", "box")
TIE_SHARE = 0.12
"""Share of the products in several shops whose lowest price two shops ask."""
REFURBISHED_SHARE = 0.035
LAST_LISTING = date(2027, 2, 20)
_REFURBISHED = ("Refurbished", "Renewed", "Refurbished Grade A", "Certified Refurbished")
WITHOUT_REFURBISHED = frozenset(
    {
        "adapter",
        "cable",
        "memory_card",
        "mouse_pad",
        "phone_case",
        "screen_protector",
        "thermal_paste",
        "usb_stick",
        "watch_strap",
    }
)
"""Kinds that nobody refurbishes."""


def round_price(euro: float, ending: PriceEnding, rng: Random) -> int:
    """A price in cents with the shop's favourite ending, near the wanted one."""
    cents = round(euro * 100)
    if ending == "free" or euro < 4:
        return max(cents, 99)
    whole = max(int(euro), 1)
    if ending == "99":
        return whole * 100 + (99 if rng.random() < 0.8 else 49)
    if ending == "95":
        return whole * 100 + (95 if rng.random() < 0.75 else 45)
    return whole * 100 + (90 if rng.random() < 0.7 else 0)


def market_prices(draft: ProductDraft, shops: Sequence[ShopAssortment], rng: Random) -> list[int]:
    """What each of the shops asks for a product, in cents; now and then two ask the same lowest price."""
    prices = [
        round_price(draft.market_price * shop.price_level * rng.uniform(0.93, 1.12), shop.price_ending, rng)
        for shop in shops
    ]
    if len(prices) > 1 and rng.random() < TIE_SHARE:
        order = sorted(range(len(prices)), key=lambda at: (prices[at], at))
        prices[order[1]] = prices[order[0]]
    return prices


UNSORTED = "More products"
"""Category of what no level of a tree has a name for, such as an unbranded product under brands alone."""


class ShopWriter:
    """Writes the offers of one shop.

    Args:
        shop: how it writes.
        departments: the data.
        seed: the catalog's seed.
    """

    def __init__(self, shop: ShopAssortment, departments: Departments, seed: int, first_number: int) -> None:
        self.shop, self.departments, self.seed = shop, departments, seed
        self._number = first_number
        self._slugs: set[str] = set()
        self._tree = category_tree(shop.category_tree_style)
        for kind in departments.kinds:
            if kind not in self._tree:
                raise InputError(
                    "a path 'A > B' is expected for every kind that shops sell",
                    file=f"goods/trees/{shop.category_tree_style}.toml",
                    field=kind,
                )

    def write(
        self,
        draft: ProductDraft,
        price: int,
        rating: float | None,
        review_count: int,
        siblings: Sequence[ProductDraft],
        *,
        refurbished: bool,
        partner: ProductDraft | None = None,
        product_id: str | None = None,
    ) -> Offer:
        """One offer.

        Args:
            draft: what is sold.
            price: in cents, for a new one.
            rating: mean of the product's reviews.
            review_count: number of them.
            siblings: its family and others of its kind, for long descriptions.
            refurbished: sold as refurbished, for less.
            partner: what is sold with it as a bundle.
            product_id: product of the offer where it is not the draft's own (bundles).
        """
        product = draft.product
        rng = Random(f"{self.seed}:{self.shop.shop_id}:{product_id or product.id}")
        wording = word_offer(draft, self.shop, self.departments, rng)
        title = self._title(wording, product.mpn, rng, refurbished=refurbished)
        description = Description(wording, self.shop, self.departments, siblings, rng)
        html = description.html()
        if partner is not None:
            title = f"{wording.name} + {partner.name} {rng.choice(('Bundle', 'Set'))}"
            html = f"<p>Bundle of {draft.name} and {partner.name}, delivered together.</p>{html}"
        if refurbished:
            html = f"<p>Refurbished: tested by a workshop, with small signs of use and one year of warranty.</p>{html}"
        price, regular, variants = self._prices(draft, price, rng, refurbished=refurbished, bundle=partner is not None)
        self._number += rng.randint(1, 4)
        listed = listing_date(product.released_on or date(2025, 6, 1), rng)
        popular = rng.random() ** 3
        return Offer(
            id=f"{self.shop.shop_id}/{self._number}",
            shop_id=self.shop.shop_id,
            number=self._number,
            product_id=product_id or product.id,
            slug=unique_slug(wordpress_slug(title), self._slugs),
            title=title,
            brand=product.brand,
            short_description=description.opening() if description.wanted > 200 else "",
            description_html=html,
            department=product.department,
            kind=product.kind,
            categories=(self._category(draft, wording),),
            attributes=wording.stated,
            specifications=wording.specifications,
            price=price,
            regular_price=regular if regular and regular > price else None,
            stock=0 if not variants and rng.random() < 0.025 else rng.randint(1, 60) if rng.random() < 0.7 else None,
            images=offer_images(title, rng.choice((1, 2, 3, 4, 4))),
            variants=variants,
            gtin=product.gtin if rng.random() < 0.65 and partner is None else None,
            mpn=product.mpn if rng.random() < 0.8 and partner is None else None,
            sku=f"{self.shop.shop_id[:2].upper()}{self._number}",
            condition=OfferCondition.REFURBISHED if refurbished else OfferCondition.NEW,
            bundle_of=(product.id, partner.product.id) if partner else (),
            rating=rating,
            review_count=review_count,
            units_sold=int(popular * 900) + review_count * 3,
            listed_on=listed,
            featured=rng.random() < 0.03,
        )

    def _title(self, wording: OfferWording, mpn: str | None, rng: Random, *, refurbished: bool) -> str:
        shown = mpn if rng.random() < 0.7 else None
        return write_title(wording, self.shop, shown, rng.choice(_REFURBISHED) if refurbished else "", rng)

    def _prices(
        self, draft: ProductDraft, price: int, rng: Random, *, refurbished: bool, bundle: bool
    ) -> tuple[int, int | None, tuple[Variant, ...]]:
        """Price, regular price where it is reduced, and variants: of these, the cheapest one's is the offer's price."""
        if refurbished:
            price = round(price * rng.uniform(0.66, 0.82))
        on_sale = rng.random() < 0.09
        regular = round_price(price / 100 * rng.uniform(1.1, 1.35), self.shop.price_ending, rng) if on_sale else None
        variants = () if bundle or refurbished else self._variants(draft, price, regular, rng)
        if variants:
            return min(one.price for one in variants), None, variants
        return price, regular, ()

    def _category(self, draft: ProductDraft, wording: OfferWording) -> tuple[str, ...]:
        path = []
        for part in self._tree[draft.product.kind]:
            if "{" not in part:
                path.append(part)
                continue
            values = {
                "brand": draft.product.brand or "",
                **{k: str(v) for k, v in draft.values.items() if isinstance(v, str)},
            }
            name = part.strip("{}")
            if values.get(name) and wording.fields is not None:
                path.append(values[name])
        return tuple(path) or (UNSORTED,)

    def _variants(self, draft: ProductDraft, price: int, regular: int | None, rng: Random) -> tuple[Variant, ...]:
        if not draft.choices or not draft.kind.variants:
            return ()
        about = self.departments.attributes[draft.kind.variants]
        label = about.labels[0]
        first = draft.choices[0][1]
        variants = []
        for at, (value, market) in enumerate(draft.choices):
            own = (
                price
                if market == first
                else max(round_price(price / 100 * market / first, self.shop.price_ending, rng), 99)
            )
            text = write_value(value, about.unit, self.shop)
            variants.append(
                Variant(
                    id=wordpress_slug(text) or f"v{at + 1}",
                    options=(VariantOption(name=label, value=text),),
                    price=own,
                    regular_price=round_price(own / 100 * 1.2, self.shop.price_ending, rng) if regular else None,
                    stock=0 if rng.random() < 0.07 else rng.randint(1, 40) if rng.random() < 0.6 else None,
                    sku=f"{draft.product.mpn}-{at + 1}",
                )
            )
        return tuple(variants)


def listing_date(released: date, rng: Random) -> date:
    """When an offer was listed: within nine months of the release, and not in the future."""
    return min(released + timedelta(days=rng.randrange(1, 260)), LAST_LISTING - timedelta(days=rng.randrange(30)))


def offer_images(title: str, count: int) -> tuple[Image, ...]:
    """Views that the shop draws of a product, up to four."""
    return tuple(
        Image(source=f"drawn:{view}", alt=title if at == 0 else f"{title}, {view}")
        for at, view in enumerate(VIEWS[:count])
    )
