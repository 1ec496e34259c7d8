"""What a marketplace says of an offer beside the product: stars, delivery, returns, warranty, seller, rank.

Source of the list: the filters and sorts of DeepShop (section 3.4 and Figure 11).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from shopworld.catalog.model import Attribute, OfferCondition, Specification

TODAY = date(2027, 3, 1)
"""The day on which every episode begins; offers were listed before."""
REVIEW_STEPS = (100, 300, 500, 1000)
NEW_FOR_DAYS = (30, 90)
_OLDEST = 1100
_OWN_SHARE = 0.3
_SELLERS = (
    "Birchline Goods",
    "Bluefern Trading",
    "Corner Pine Outlet",
    "Fairwater Supply",
    "Larkspur Direct",
    "Northgate Depot",
    "Old Quay Stores",
    "Stonebridge Retail",
)
_SHIPPING = (("Free shipping", 55), ("Shipping is added", 45))
_FEES = ("2.99", "3.99", "4.99", "6.99")
_RETURNS = (
    (("Free returns", "60-day returns"), 15),
    (("Free returns", "30-day returns"), 40),
    (("30-day returns",), 35),
    (("Final sale",), 10),
)
_WARRANTIES = {
    "Books": (("", 1),),
    "Electronics": (("1-year warranty", 35), ("2-year warranty", 40), ("3-year warranty", 15), ("", 10)),
    "Home": (("", 40), ("1-year warranty", 30), ("2-year warranty", 20), ("5-year warranty", 10)),
    "Fashion": (("", 65), ("1-year warranty", 22), ("2-year warranty", 13)),
    "Sports": (("", 30), ("1-year warranty", 35), ("2-year warranty", 25), ("5-year warranty", 10)),
}
_NOT_NEW = {"Books": ("used", 0.12), "Electronics": ("refurbished", 0.08), "Sports": ("used", 0.05)}


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """Everything about an offer that is not about the product.

    Attributes:
        rating, review_count: of customers; no rating where there is no review.
        shipping: `Free shipping`, or that it is added.
        shipping_fee: in units of the currency, as text; empty where it is free.
        returns: what a filter knows: `Free returns`, `30-day returns`, `Final sale`.
        warranty: `2-year warranty`; empty where there is none.
        condition: new, refurbished or used.
        seller: who sells it.
        stock: pieces; None: not counted.
        units_sold: for the rank among best sellers.
        listed_on: when it was first for sale.
    """

    rating: float | None
    review_count: int
    shipping: str
    shipping_fee: str
    returns: tuple[str, ...]
    warranty: str
    condition: OfferCondition
    seller: str
    stock: int | None
    units_sold: int
    listed_on: date

    def attributes(self) -> tuple[Attribute, ...]:
        """As attributes under the names of the storefront's filters."""
        age = (TODAY - self.listed_on).days
        steps = tuple(f"{step} or more" for step in REVIEW_STEPS if self.review_count >= step)
        new = tuple(f"Last {days} days" for days in NEW_FOR_DAYS if age <= days)
        found: list[tuple[str, str | tuple[str, ...]]] = [
            ("shipping", self.shipping),
            ("returns", self.returns),
            ("condition", self.condition.value.capitalize()),
            ("seller", self.seller),
            ("warranty", self.warranty),
            ("review_count", steps),
            ("new_arrivals", new),
        ]
        fee = Attribute(name="shipping_fee", value=float(self.shipping_fee or 0), unit="USD")
        return (*(Attribute(name=name, value=value) for name, value in found if value), fee)

    def rows(self, rank: str) -> tuple[Specification, ...]:
        """As rows of the table on the product's page; `rank` is its rank among best sellers, for people."""
        fee = f"${self.shipping_fee} shipping is added" if self.shipping_fee else self.shipping
        day = self.listed_on
        written = [
            ("Shipping", fee),
            ("Returns", ", ".join(self.returns)),
            ("Warranty", self.warranty or "No warranty"),
            ("Condition", self.condition.value.capitalize()),
            ("Sold by", self.seller),
            ("First available", f"{day:%B} {day.day}, {day.year}"),
            ("Best seller rank", rank),
        ]
        return tuple(Specification(label=label, text=text) for label, text in written)


def draw_promises(domain: str, shop_name: str, rng: Random) -> OfferTerms:
    """What is promised of one offer.

    Args:
        domain: one of DeepShop's five.
        shop_name: the marketplace itself, which sells some of what it lists.
        rng: of all choices.
    """
    age = round(rng.random() ** 2 * _OLDEST)
    count = 0 if rng.random() < 0.03 else round(rng.lognormvariate(5.3, 1.35) * min(1.0, 0.2 + age / 250))
    free = rng.choices(_SHIPPING, [share for _, share in _SHIPPING])[0][0]
    fee = rng.choice(_FEES)
    warranties = _WARRANTIES[domain]
    other, share = _NOT_NEW.get(domain, ("", 0.0))
    condition = OfferCondition(other) if other and rng.random() < share else OfferCondition.NEW
    return OfferTerms(
        rating=round(min(5.0, max(2.4, rng.gauss(4.2, 0.42))), 1) if count else None,
        review_count=count,
        shipping=free,
        shipping_fee="" if free == "Free shipping" else fee,
        returns=rng.choices(_RETURNS, [share for _, share in _RETURNS])[0][0],
        warranty=rng.choices(warranties, [share for _, share in warranties])[0][0],
        condition=condition,
        seller=shop_name if rng.random() < _OWN_SHARE else rng.choice(_SELLERS),
        stock=0 if rng.random() < 0.08 else rng.randint(1, 80) if rng.random() < 0.7 else None,
        units_sold=round(rng.lognormvariate(6.5, 1.4)),
        listed_on=TODAY - timedelta(days=age),
    )
