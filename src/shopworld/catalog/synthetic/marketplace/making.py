"""All offers of a marketplace, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from shopworld.catalog.domains import domain_of
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Image, Offer, Product, Review
from shopworld.catalog.slug import unique_slug, wordpress_slug
from shopworld.catalog.synthetic.departments import default_departments
from shopworld.catalog.synthetic.goods import Department, departments
from shopworld.catalog.synthetic.goods.making import title_case
from shopworld.catalog.synthetic.marketplace.promises import OfferTerms, draw_promises
from shopworld.catalog.synthetic.marketplace.things import (
    OfferableProduct,
    electronics_things,
    goods_things,
    product_of,
)

_GOODS = ("books", "home", "kitchen", "apparel", "sports")
"""Departments of goods that it sells all of."""
_ELECTRONICS = (
    "action_camera",
    "camera",
    "drone",
    "earbuds",
    "external_ssd",
    "gamepad",
    "headphones",
    "headset",
    "keyboard",
    "laptop",
    "monitor",
    "mouse",
    "power_bank",
    "printer",
    "projector",
    "router",
    "smartphone",
    "smartwatch",
    "speaker",
    "tablet",
    "television",
    "tripod",
    "webcam",
)
_FIRST_NUMBER = 1001
_USED_FACTOR = 0.7


@dataclass(frozen=True, slots=True)
class _Listed:
    """A thing with what is promised of it."""

    thing: OfferableProduct
    promises: OfferTerms


@cache
def marketplace_kinds() -> tuple[str, ...]:
    """All kinds that a marketplace sells, domain by domain."""
    found = [kind for name in _GOODS for kind in departments()[name].kinds if domain_of(kind)]
    return tuple(sorted({*found, *_ELECTRONICS}, key=lambda kind: (domain_of(kind), kind)))


def make_marketplace_offers(
    seed: int, shop_id: str, shop_name: str, *, per_kind: int = 150, kinds: Sequence[str] = ()
) -> Iterator[tuple[Product, Offer, tuple[Review, ...]]]:
    """What a marketplace sells; the same arguments give the same.

    Each offer states stars, number of reviews, delivery, returns, warranty, condition, seller, day of listing and its
    rank among best sellers, as attributes that a storefront can filter by and as rows of its page.

    Args:
        seed: of all choices.
        shop_id: of the shop that lists everything.
        shop_name: its name, as one of the sellers.
        per_kind: products of each kind; fewer where a kind has no more.
        kinds: only these; all of `marketplace_kinds` where empty.

    Yields:
        Product, offer and some written reviews.
    """
    slugs: set[str] = set()
    number = _FIRST_NUMBER
    for kind in kinds or marketplace_kinds():
        listed = [
            _Listed(thing, draw_promises(domain_of(kind), shop_name, Random(f"{seed}:promises:{kind}:{at}")))
            for at, thing in enumerate(_things(kind, per_kind, seed))
        ]
        for one, rank in zip(listed, _ranks(listed), strict=True):
            product_id = f"m{number}"
            offer = _offer(one, rank, shop_id, number, product_id, slugs)
            reviews = tuple(
                review.model_copy(update={"id": f"{product_id}-r{at}", "product_id": product_id})
                for at, review in enumerate(one.thing.reviews, 1)
                if one.promises.review_count > 0
            )
            yield product_of(one.thing, product_id, KINDS[kind].department), offer, reviews
            number += 1


def _things(kind: str, count: int, seed: int) -> Iterator[OfferableProduct]:
    if kind in _ELECTRONICS:
        return electronics_things(default_departments(), kind, count, seed)
    return goods_things(_department_of(departments(), kind), kind, count, seed)


def _department_of(known: Mapping[str, Department], kind: str) -> Department:
    return next(known[name] for name in _GOODS if kind in known[name].kinds)


def _ranks(listed: Sequence[_Listed]) -> list[int]:
    """The rank of each by pieces sold, from 1; those that sold as many share a rank."""
    sold = sorted((one.promises.units_sold for one in listed), reverse=True)
    return [sold.index(one.promises.units_sold) + 1 for one in listed]


def _offer(one: _Listed, rank: int, shop_id: str, number: int, product_id: str, slugs: set[str]) -> Offer:
    thing, promises = one.thing, one.promises
    domain, plural = domain_of(thing.kind), title_case(KINDS[thing.kind].plural)
    rng = Random(f"{shop_id}:{number}:{thing.title}")
    price = thing.price * rng.lognormvariate(0, 0.15)
    if promises.condition.value != "new":
        price *= _USED_FACTOR
    cents = max(int(price), 2) * 100 + rng.choice((99, 99, 99, 49))
    on_sale = rng.random() < 0.15
    stated = {attribute.name for attribute in promises.attributes()}
    return Offer(
        id=f"{shop_id}/{number}",
        shop_id=shop_id,
        number=number,
        product_id=product_id,
        slug=unique_slug(wordpress_slug(thing.title), slugs),
        title=thing.title,
        brand=thing.brand,
        short_description=thing.summary,
        description_html=thing.html,
        department=KINDS[thing.kind].department,
        kind=thing.kind,
        categories=((domain, plural),),
        attributes=(*(own for own in thing.attributes if own.name not in stated), *promises.attributes()),
        specifications=(*thing.rows, *promises.rows(f"#{rank} in {plural}")),
        price=cents,
        regular_price=(cents // 100 + max(int(price) // 5, 1)) * 100 + 99 if on_sale else None,
        currency="USD",
        stock=promises.stock,
        images=(Image(source="drawn:front", alt=thing.title),),
        sku=f"{shop_id[:2].upper()}{number}",
        condition=promises.condition,
        rating=promises.rating,
        review_count=promises.review_count,
        units_sold=promises.units_sold,
        listed_on=promises.listed_on,
    )
