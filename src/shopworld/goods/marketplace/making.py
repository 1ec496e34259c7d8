"""All offers of a marketplace, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from shopworld.catalog import KINDS, Image, Offer, Product, Review, domain_of, unique_slug, wordpress_slug
from shopworld.goods.departments import default_departments
from shopworld.goods.marketplace.promises import OfferTerms, draw_promises
from shopworld.goods.marketplace.things import (
    OfferableProduct,
    electronics_things,
    goods_things,
    product_of,
)
from shopworld.goods.trades import Department, departments
from shopworld.goods.trades.making import title_case

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
POPULAR = frozenset(
    [
        "fantasy_novel",
        "cookbook",
        "biography",
        "childrens_book",
        "headphones",
        "laptop",
        "smartphone",
        "tablet",
        "monitor",
        "camera",
        "speaker",
        "television",
        "keyboard",
        "mouse",
        "smartwatch",
        "earbuds",
        "external_ssd",
        "printer",
        "frying_pan",
        "duvet_cover",
        "table_lamp",
        "rug",
        "kettle",
        "coffee_maker",
        "cushion",
        "towel",
        "chef_knife",
        "cutting_board",
        "wall_clock",
        "mirror",
        "vase",
        "storage_container",
        "armchair",
        "plant_pot",
        "mug",
        "dutch_oven",
        "picture_frame",
        "throw_blanket",
        "jacket",
        "sneakers",
        "dress",
        "t_shirt",
        "backpack",
        "yoga_mat",
        "tent",
        "water_bottle",
        "tennis_racket",
        "bicycle_helmet",
        "sleeping_bag",
        "dumbbell",
    ]
)
"""Kinds that many people ask for: several merchants sell the same, so that long queries leave something to choose from."""  # noqa: E501
_SELLERS_OF_ONE = (2, 3, 4, 4, 5, 6)
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
    seed: int, shop_id: str, shop_name: str, *, per_kind: int = 150, kinds: Sequence[str] = (), popular: bool = False
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
        popular: whether several merchants sell the same of popular kinds, though only some kinds are asked for.

    Yields:
        Product, offer and some written reviews.
    """
    slugs: set[str] = set()
    number = _FIRST_NUMBER
    for kind in kinds or marketplace_kinds():
        often = kind in POPULAR and (popular or not kinds)
        listed = [
            _Listed(thing, draw_promises(domain_of(kind), shop_name, Random(f"{seed}:promises:{kind}:{at}:{seller}")))
            for at, thing in enumerate(_things(kind, per_kind, seed))
            for seller in range(Random(f"{seed}:sellers:{kind}:{at}").choice(_SELLERS_OF_ONE) if often else 1)
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
