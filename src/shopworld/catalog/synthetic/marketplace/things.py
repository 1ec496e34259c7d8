"""What a marketplace sells before it is an offer: goods with one value of each option, and electronics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice
from random import Random

from shopworld.catalog.model import Attribute, Product, Review, Specification
from shopworld.catalog.synthetic.assortment import ShopAssortment
from shopworld.catalog.synthetic.departments import Departments
from shopworld.catalog.synthetic.descriptions import Description
from shopworld.catalog.synthetic.goods import Department, Good, GoodsMaker, written_reviews
from shopworld.catalog.synthetic.products import ProductDraft, ProductMaker
from shopworld.catalog.synthetic.reviews import write_reviews
from shopworld.catalog.synthetic.titles import write_title
from shopworld.catalog.synthetic.wording import word_offer

MOST_VENDORS = 10
_MOST_REVIEWS = 3
_CANONICAL = {"color": "colour"}
_NUMBER = re.compile(r"\d+(\.\d+)?")
_NOT_TITLED = frozenset({"Pack", "Weight", "Format"})
_KEPT = frozenset({"1", "One Size"})
"""Values of options that nobody needs to be told."""


@dataclass(frozen=True, slots=True)
class OfferableProduct:
    """A product ready to be offered.

    Attributes:
        kind: its kind.
        title, brand: as the marketplace prints them.
        html: description, sanitised.
        summary: the description's first sentence.
        attributes: what is true of it.
        rows: the same for people.
        price: what it usually costs, in units of a currency.
        reviews: some that were written, of a product without an id.
        series: product line, where it has one.
    """

    kind: str
    title: str
    brand: str
    html: str
    summary: str
    attributes: tuple[Attribute, ...]
    rows: tuple[Specification, ...]
    price: float
    reviews: tuple[Review, ...]
    series: str | None = None


def goods_things(department: Department, kind: str, count: int, seed: int) -> Iterator[OfferableProduct]:
    """Goods of a department; one value of each option is settled for each."""
    maker = GoodsMaker(department, f"{seed}:marketplace:{department.name}:{kind}", MOST_VENDORS)
    for at in range(count):
        good = maker.make(kind)
        rng = Random(f"{seed}:marketplace:{kind}:{at}")
        yield _of_good(department, good, rng, seed)


def _of_good(department: Department, good: Good, rng: Random, seed: int) -> OfferableProduct:
    chosen = {name: rng.choice(values) for name, values in good.options.items() if values}
    facts = {name.casefold(): value for name, value in chosen.items()} | good.facts
    if good.audience:
        facts["audience"] = good.audience
    attributes = tuple(Attribute(name=_CANONICAL.get(name, name), value=_typed(value)) for name, value in facts.items())
    labels = {**department.labels, "audience": "For"}
    rows = [
        Specification(label=labels.get(name, name.replace("_", " ").capitalize()), text=value)
        for name, value in facts.items()
    ]
    if good.care:
        rows.append(Specification(label="Care", text=good.care))
    shown = [value for name, value in chosen.items() if value not in _KEPT and name not in _NOT_TITLED]
    points = "".join(f"<li>{escape(one, quote=False)}</li>" for one in good.points)
    reviews = tuple(
        Review(
            id=f"r{number}",
            product_id="",
            author=one.author,
            rating=one.rating,
            title=one.title,
            body=one.body,
            written_on=one.written_on,
            verified=one.verified,
            helpful_votes=one.helpful_votes,
            opinions=one.opinions,
        )
        for number, one in enumerate(written_reviews(department, good, rng.randint(0, _MOST_REVIEWS), str(seed)), 1)
    )
    return OfferableProduct(
        kind=good.kind,
        title=", ".join((good.title, *shown)),
        brand=good.vendor,
        html=f"<p>{escape(' '.join(good.sentences), quote=False)}</p>" + (f"<ul>{points}</ul>" if points else ""),
        summary=good.sentences[0] if good.sentences else "",
        attributes=attributes,
        rows=tuple(rows),
        price=good.price,
        reviews=reviews,
        series=good.line or None,
    )


def _typed(value: str) -> str | float:
    return float(value) if _NUMBER.fullmatch(value) else value.casefold()


def electronics_things(departments: Departments, kind: str, count: int, seed: int) -> Iterator[OfferableProduct]:
    """Electronics of a kind, each with all its attributes stated; none that leaves a choice to the buyer."""
    drafts = (one for one in ProductMaker(departments, seed).make(kind) if not one.choices)
    for draft in islice(drafts, count):
        yield _of_draft(departments, draft, seed)


def _of_draft(departments: Departments, draft: ProductDraft, seed: int) -> OfferableProduct:
    shop = ShopAssortment(shop_id="marketplace", description_style="bullets", omitted=0.0)
    rng = Random(f"{seed}:marketplace:{draft.product.id}:{draft.product.title}")
    wording = word_offer(draft, shop, departments, rng)
    description = Description(wording, shop, departments, (), rng)
    return OfferableProduct(
        kind=draft.product.kind,
        title=write_title(wording, shop, None, "", rng),
        brand=draft.product.brand or "",
        html=description.html(),
        summary=description.opening(),
        attributes=tuple(one for one in wording.stated if one.name != "model"),
        rows=wording.specifications,
        price=draft.market_price,
        reviews=tuple(write_reviews(draft, departments, seed))[:_MOST_REVIEWS],
        series=draft.product.series,
    )


def product_of(thing: OfferableProduct, product_id: str, department: str) -> Product:
    """The product itself: what is true of it, whoever sells it."""
    return Product(
        id=product_id,
        title=thing.title,
        brand=thing.brand,
        department=department,
        kind=thing.kind,
        series=thing.series,
        attributes=thing.attributes,
    )
