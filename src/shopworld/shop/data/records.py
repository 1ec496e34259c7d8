"""From a catalog's records back to a shop's data: what a generator writes into `products.json` and its neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol

from shopworld.catalog.model import AspectOpinion, Offer, Review, Variant
from shopworld.catalog.slug import unique_slug, wordpress_slug
from shopworld.errors import ShopError
from shopworld.shop.data.fields import price_text
from shopworld.shop.data.model import (
    NO_OPTION,
    CollectionData,
    ImageData,
    OptionData,
    ProductData,
    ProductDetails,
    ReviewData,
    VariantData,
)
from shopworld.shop.data.offers import GIFT_CARD

MOST_OPTIONS = 3
"""Axes that the contract has room for."""


def products_from(offers: Sequence[Offer]) -> tuple[ProductData, ...]:
    """The products of a `products.json`, in the order of the offers.

    Raises:
        ShopError: an offer has no price, or more than three axes.
    """
    handles = {one.product_id: one.slug for one in offers}
    return tuple(_product(one, handles) for one in offers)


def collections_from(offers: Iterable[Offer]) -> tuple[CollectionData, ...]:
    """One collection for each category of the offers, in the order in which they first occur.

    Categories of several levels become one collection each, named by their last name.
    """
    members: dict[tuple[str, ...], list[str]] = {}
    for offer in offers:
        for path in dict.fromkeys(offer.categories):
            members.setdefault(path, []).append(offer.slug)
    taken: set[str] = set()
    return tuple(
        CollectionData(
            id=place,
            title=path[-1],
            handle=unique_slug(wordpress_slug(path[-1]) or "collection", taken),
            product_handles=tuple(handles),
        )
        for place, (path, handles) in enumerate(members.items(), 1)
    )


class SomeReview(Protocol):
    """What makes a review, wherever it comes from."""

    @property
    def author(self) -> str: ...
    @property
    def rating(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def written_on(self) -> date: ...
    @property
    def verified(self) -> bool: ...
    @property
    def helpful_votes(self) -> int: ...
    @property
    def opinions(self) -> tuple[AspectOpinion, ...]: ...


def review_data(one: SomeReview) -> ReviewData:
    """A review as it stands in `reviews.json`."""
    return ReviewData(
        author=one.author,
        rating=one.rating,
        title=one.title,
        body=one.body,
        written_on=one.written_on.isoformat(),
        verified=one.verified,
        helpful_votes=one.helpful_votes,
        opinions=one.opinions,
    )


def reviews_from(offers: Iterable[Offer], reviews: Iterable[Review]) -> dict[str, tuple[ReviewData, ...]]:
    """The reviews of a `reviews.json`, by the handle of their product; reviews of other products are left out."""
    handles = {one.product_id: one.slug for one in offers}
    found: dict[str, list[ReviewData]] = {}
    for one in reviews:
        if one.product_id in handles:
            found.setdefault(handles[one.product_id], []).append(review_data(one))
    return {handle: tuple(rows) for handle, rows in found.items()}


def _product(offer: Offer, handles: Mapping[str, str]) -> ProductData:
    if offer.price is None:
        raise ShopError(f"{offer.id} has no price; products.json holds what is for sale")
    names = tuple(option.name for option in offer.variants[0].options) if offer.variants else ()
    if len(names) > MOST_OPTIONS:
        raise ShopError(f"{offer.id} has {len(names)} axes; products.json has room for {MOST_OPTIONS}")
    listed = offer.listed_on.isoformat()
    return ProductData(
        id=offer.number,
        title=offer.title,
        handle=offer.slug,
        description_html=offer.description_html,
        vendor=offer.brand or "",
        product_type=offer.kind.replace("_", " ").capitalize(),
        published_at=listed,
        created_at=listed,
        updated_at=listed,
        is_gift_card=offer.kind == GIFT_CARD,
        options=tuple(
            OptionData(
                name=name,
                position=place,
                values=tuple(dict.fromkeys(one.options[place - 1].value for one in offer.variants)),
            )
            for place, name in enumerate(names, 1)
        ),
        variants=tuple(_variant(one, place, offer) for place, one in enumerate(offer.variants, 1))
        or (_only_variant(offer),),
        images=tuple(
            ImageData(id=place, src=one.source, alt=one.alt, position=place)
            for place, one in enumerate(offer.images, 1)
        ),
        details=ProductDetails(
            department=offer.department,
            kind=offer.kind,
            summary=offer.short_description,
            features=offer.features,
            specifications=offer.specifications,
            attributes=offer.attributes,
            bought_together=tuple(handles[one] for one in offer.bought_together if one in handles),
            condition=offer.condition,
            units_sold=offer.units_sold,
            featured=offer.featured,
            mpn=offer.mpn,
        ),
    )


def _variant(variant: Variant, place: int, offer: Offer) -> VariantData:
    values = [option.value for option in variant.options]
    first, second, third, *_ = [*values, None, None, None]
    return VariantData(
        id=offer.number * 1_000 + place,
        title=" / ".join(values),
        sku=variant.sku or "",
        price=price_text(variant.price) or "0.00",
        compare_at_price=price_text(variant.regular_price),
        available=variant.stock != 0,
        option1=first,
        option2=second,
        option3=third,
        position=place,
        requires_shipping=offer.kind != GIFT_CARD,
        barcode=(offer.gtin or "") if place == 1 else "",
        inventory_quantity=variant.stock,
    )


def _only_variant(offer: Offer) -> VariantData:
    return VariantData(
        id=offer.number * 1_000 + 1,
        title=NO_OPTION,
        sku=offer.sku or "",
        price=price_text(offer.price) or "0.00",
        compare_at_price=price_text(offer.regular_price),
        available=offer.stock != 0,
        option1=NO_OPTION,
        position=1,
        requires_shipping=offer.kind != GIFT_CARD,
        barcode=offer.gtin or "",
        inventory_quantity=offer.stock,
    )
