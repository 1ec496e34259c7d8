"""Offers as the merchants of one shop write them; what each page states is known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from random import Random

from shopworld.catalog import Attribute, Offer, OfferCondition, Specification, unique_slug, wordpress_slug
from shopworld.goods.assortment import ShopAssortment
from shopworld.goods.departments import Departments, Value
from shopworld.goods.merchants.habits import Merchant, merchants_of
from shopworld.goods.merchants.lexicon import names
from shopworld.goods.merchants.texts import MerchantText
from shopworld.goods.merchants.titles import cut, makers_title, merchants_title
from shopworld.goods.offers import WITHOUT_REFURBISHED, ShopWriter, listing_date, offer_images
from shopworld.goods.products import ProductDraft
from shopworld.goods.wording import OfferWording, word_offer, write_value

MERCHANTS = 260
"""Merchants of a shop."""
_SPREAD, _OUTLIERS = 0.105, 0.02
_SAID_IN_TITLE = 0.7
"""Share of the offers that are not new whose title says so; the others say it first thing in the text."""
_SECOND_HAND = ("with signs of use", "box may be open", "cleaned and checked", "small scratches", "as good as new")
_GTIN_LABELS = ("EAN", "GTIN", "Barcode", "EAN code", "EAN-13", "UPC/EAN")
_MPN_LABELS = (
    "Part number",
    "MPN",
    "Maker's code",
    "Type code",
    "Manufacturer no.",
    "Model code",
    "P/N",
    "Herstellernummer",
)
_OWN_LABELS = (
    "Ref.",
    "Article no.",
    "Item",
    "Order code",
    "Our number",
    "Lot",
    "SKU",
    "Stock no.",
    "Artikel-Nr.",
    "Batch",
)
_NOT_STATED = frozenset({"model"})


class MerchantWriter(ShopWriter):
    """Writes the offers of one shop, each as one of its merchants does.

    Args:
        shop: the shop; of its habits, only its tree of categories and its level of prices count.
        departments: the data.
        seed: the catalog's seed.
        first_number: of its offers.
    """

    def __init__(self, shop: ShopAssortment, departments: Departments, seed: int, first_number: int) -> None:
        super().__init__(shop, departments, seed, first_number)
        self.merchants = merchants_of(seed, shop.shop_id, MERCHANTS)
        self._styles = [
            ShopAssortment(shop_id=shop.shop_id, unit_style=one.unit_style, omitted=one.omitted, label=one.label)
            for one in self.merchants
        ]

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
        pieces: int = 1,
    ) -> Offer:
        """One offer; `price` is the market's, in cents, and the merchant makes its own of it."""
        product = draft.product
        rng = Random(f"{self.seed}:{self.shop.shop_id}:{product_id or product.id}")
        at = int(rng.random() ** 1.7 * len(self.merchants))
        merchant = self.merchants[at]
        wording = word_offer(draft, self._styles[at], self.departments, rng)
        plain = Random(f"{self.seed}:maker:{product.id}")
        single = partner is None and pieces == 1
        title = merchants_title(wording, merchant, partial(makers_title, wording, product.mpn, plain), product.mpn, rng)
        condition = self._condition(draft, merchant, rng) if single else OfferCondition.NEW
        told = "" if condition is OfferCondition.NEW else rng.choice(names(f"conditions_{condition.value}"))
        if told and rng.random() < _SAID_IN_TITLE:
            title = rng.choice((f"{title} - {told}", f"{told} {title}", f"{title} ({told})", f"{title}, {told}"))
        if partner is not None:
            mark = rng.choice((" + ", " with ", " & ", " inkl. ", " and "))
            title = f"{wording.name}{mark}{partner.name}{rng.choice((' Bundle', ' Set', ' Kit', ''))}"
        elif pieces > 1:
            pack = rng.choice((f"Pack of {pieces}", f"{pieces}-Pack", f"{pieces} pcs", f"{pieces}er Pack"))
            title = rng.choice((f"{pack} {title}", f"{title} ({pack})", f"{title}, {pack}"))
        title = cut(title)
        stated, rows, lines = self._facts(draft, wording, merchant, self._styles[at], rng)
        codes = [
            (rng.choice(_GTIN_LABELS), product.gtin or "-"),
            (rng.choice(_MPN_LABELS), product.mpn or "-"),
            (rng.choice(_OWN_LABELS), f"{rng.randrange(10_000, 999_999)}"),
        ]
        text = MerchantText(wording, merchant, product.kind, lines, title, codes, rng)
        html = text.html()
        if told:
            html = f"<p>{told}: tested, {rng.choice(_SECOND_HAND)}.</p>{html}"
        if partner is not None:
            html = f"<p>{draft.name} and {partner.name}, sold together.</p>{html}"
        elif pieces > 1:
            html = f"<p>{pieces} pieces in one pack.</p>{html}"
        asked, regular = self._asked(price, merchant, draft, rng, pieces=pieces)
        variants = self._variants(draft, asked, regular, rng) if single and not told else ()
        if told:
            asked = round(asked * rng.uniform(0.55, 0.85))
        if variants:
            asked, regular = min(one.price for one in variants), None
        self._number += rng.randint(1, 4)
        named = product.brand and rng.random() >= merchant.brandless
        return Offer(
            id=f"{self.shop.shop_id}/{self._number}",
            shop_id=self.shop.shop_id,
            number=self._number,
            product_id=product_id or product.id,
            slug=unique_slug(wordpress_slug(title), self._slugs),
            title=title,
            brand=product.brand if named else None,
            short_description=text.opening() if rng.random() < 0.4 else "",
            description_html=html,
            department=product.department,
            kind=product.kind,
            categories=(self._category(draft, wording),),
            attributes=stated,
            specifications=rows,
            price=asked,
            regular_price=regular if regular and regular > asked else None,
            stock=0 if not variants and rng.random() < 0.025 else rng.randint(1, 60) if rng.random() < 0.7 else None,
            images=offer_images(title, rng.choice((1, 1, 2, 3, 4))),
            variants=variants,
            gtin=product.gtin if rng.random() < 0.5 and single else None,
            mpn=product.mpn if rng.random() < 0.6 and single else None,
            sku=f"{self.shop.shop_id[:2].upper()}{self._number}",
            condition=condition,
            bundle_of=(product.id, partner.product.id) if partner else (product.id,) * pieces if pieces > 1 else (),
            rating=rating,
            review_count=review_count,
            units_sold=int(rng.random() ** 3 * 900) + review_count * 3,
            listed_on=listing_date(product.released_on or date(2025, 6, 1), rng),
            featured=rng.random() < 0.03,
        )

    @staticmethod
    def _condition(draft: ProductDraft, merchant: Merchant, rng: Random) -> OfferCondition:
        if draft.product.kind in WITHOUT_REFURBISHED or draft.choices or rng.random() >= merchant.second_hand:
            return OfferCondition.NEW
        return OfferCondition.REFURBISHED if rng.random() < 0.6 else OfferCondition.USED

    def _facts(
        self, draft: ProductDraft, wording: OfferWording, merchant: Merchant, style: ShopAssortment, rng: Random
    ) -> tuple[tuple[Attribute, ...], tuple[Specification, ...], tuple[tuple[str, str], ...]]:
        """What the page states without doubt, the rows of its table, and the facts that stand as lines in its text."""
        rows = list(wording.specifications)
        named = [one for one in wording.stated if one.name not in _NOT_STATED]
        if merchant.table == "sparse":
            kept = sorted(rng.sample(range(len(rows)), min(len(rows), rng.randint(0, 2))))
            rows, named = [rows[at] for at in kept], [named[at] for at in kept]
        if rows and rng.random() < merchant.errors:
            at = rng.randrange(len(rows))
            wrong = self._another(draft, named[at].name, rng)
            if wrong is not None:
                about = self.departments.attributes[named[at].name]
                rows[at] = Specification(label=rows[at].label, text=write_value(wrong, about.unit, style, about.join))
                del named[at]
        model = [one for one in wording.stated if one.name in _NOT_STATED]
        if merchant.table == "lines":
            return (*model, *named), (), tuple((one.label, one.text) for one in rows)
        return (*model, *named), tuple(rows), ()

    @staticmethod
    def _another(draft: ProductDraft, name: str, rng: Random) -> Value | None:
        """Another value that the kind's products have of an attribute; None where there is none."""
        axis = draft.kind.attributes.get(name)
        if axis is None or name in (draft.kind.variants, *draft.kind.key[:1]) or axis.fits:
            return None
        values = axis.values if isinstance(axis.values, list) else [v for many in axis.values.values() for v in many]
        others = [one for one in values if one != draft.values.get(name) and not isinstance(one, list)]
        return rng.choice(others) if others else None

    def _asked(
        self, price: int, merchant: Merchant, draft: ProductDraft, rng: Random, *, pieces: int
    ) -> tuple[int, int | None]:
        """What the merchant asks, in cents, and what it asked before where it says that."""
        recommended = max(round(price / 100 * 1.04), 1) * 100 - 1
        if pieces > 1:
            price = round(price * pieces * rng.uniform(0.8, 0.98))
        if merchant.list_price and pieces == 1:
            asked = recommended
        else:
            asked = self._ended(price * merchant.level * rng.lognormvariate(0.0, _SPREAD), merchant.ending)
            if rng.random() < _OUTLIERS:
                asked = self._ended(asked * rng.choice((0.55, 0.65, 1.5, 2.0, 2.8, 3.8)), merchant.ending)
        before = round(asked * rng.uniform(1.08, 1.6)) if rng.random() < 0.12 else None
        return asked, before

    @staticmethod
    def _ended(cents: float, ending: str) -> int:
        whole = int(cents)
        if ending == "odd" or whole < 300:
            return max(whole, 89)
        return whole // 100 * 100 + int(ending)
