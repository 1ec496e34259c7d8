"""From a shop's data to a catalog's records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from statistics import fmean

from shopworld.catalog import (
    KINDS,
    Attribute,
    Image,
    Offer,
    Review,
    Specification,
    Variant,
    VariantOption,
    canonical_name,
    classify_kind,
    unique_slug,
    wordpress_slug,
)
from shopworld.catalog.importers import description_html, plain_text
from shopworld.shop.data.content import titled_collections
from shopworld.shop.data.fields import cents, day_of
from shopworld.shop.data.model import ProductData, ReviewData, ShopData, VariantData
from shopworld.shop.specification import Identity

GIFT_CARD = "gift_card"
"""Kind of an offer that is a gift card."""

_LARGEST_NUMBER = 10**15
_SUMMARY = 200
"""Characters of a summary that is taken from a description."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9“\"])")
_LOWER_CASE = frozenset({"colour", "material"})
"""Attributes whose values are in lower case, as facts state them."""
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_OPENING = date(2026, 1, 1)


def offers_of(data: ShopData, identity: Identity) -> Iterator[Offer]:
    """The offers of a shop, in the order of the file; drafts and archived products are left out.

    A collection is a category of one level, named by its title. Values of options are attributes. The number of an
    offer is the product's id where all ids are whole numbers, else its place in the file, from 1.

    Args:
        data: of the shop.
        identity: gives shop id and currency.
    """
    numbers = _numbers(data.products)
    categories = _categories(data)
    product_ids = {handle: _product_id(identity, number) for handle, number in numbers.items()}
    for product in data.products:
        if product.status == "active":
            reviews = data.reviews.get(product.handle, ())
            yield _offer(
                product, identity, numbers[product.handle], categories.get(product.handle, ()), product_ids, reviews
            )


def reviews_of(data: ShopData, identity: Identity) -> Iterator[Review]:
    """The reviews of a shop's products."""
    numbers = _numbers(data.products)
    for product in data.products:
        product_id = _product_id(identity, numbers[product.handle])
        for place, one in enumerate(data.reviews.get(product.handle, ()), 1):
            yield Review(
                id=f"{product_id}-{place}",
                product_id=product_id,
                author=one.author,
                rating=one.rating,
                title=one.title,
                body=one.body,
                written_on=date.fromisoformat(one.written_on[:10]),
                verified=one.verified,
                helpful_votes=one.helpful_votes,
                opinions=one.opinions,
            )


def _product_id(identity: Identity, number: int) -> str:
    return f"{identity.id}-{number}"


def _numbers(products: Sequence[ProductData]) -> dict[str, int]:
    """The number of each product, by handle."""
    ids = [_whole(one.id) for one in products]
    usable = all(ids) and len(set(ids)) == len(ids)
    return {
        one.handle: (number or place) if usable else place
        for place, (one, number) in enumerate(zip(products, ids, strict=True), 1)
    }


def _whole(written: int | str | None) -> int | None:
    text = str(written)
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else 0
    return number if 0 < number < _LARGEST_NUMBER else None


def _categories(data: ShopData) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for collection, title in titled_collections(data.collections):
        for handle in dict.fromkeys(collection.product_handles):
            found.setdefault(handle, []).append((title,))
    return {handle: tuple(paths) for handle, paths in found.items()}


def _offer(
    product: ProductData,
    identity: Identity,
    number: int,
    categories: tuple[tuple[str, ...], ...],
    product_ids: Mapping[str, str],
    reviews: tuple[ReviewData, ...],
) -> Offer:
    details = product.details
    title = plain_text(product.title) or product.handle
    description = description_html(product.description_html)
    names = _option_names(product)
    variants = _variants(product, names)
    first = product.variants[0]
    cheapest = min(variants, key=lambda one: one.price) if variants else None
    price, regular = (cheapest.price, cheapest.regular_price) if cheapest else _prices(first)
    kind = details.kind or _kind(product, title, categories)
    return Offer(
        id=f"{identity.id}/{number}",
        shop_id=identity.id,
        number=number,
        product_id=_product_id(identity, number),
        slug=product.handle,
        title=title,
        brand=plain_text(product.vendor) or None,
        short_description=plain_text(details.summary) or _summary(description),
        description_html=description,
        features=details.features,
        department=details.department
        or (KINDS[kind].department if kind in KINDS else plain_text(product.product_type)),
        kind=kind,
        categories=categories,
        attributes=_attributes(product, names),
        specifications=details.specifications or _specifications(product, names),
        price=price,
        regular_price=regular,
        currency=identity.currency,
        stock=None if variants else _stock(first),
        images=tuple(Image(source=one.src, alt=plain_text(one.alt)) for one in product.images),
        variants=variants,
        gtin=first.barcode or None,
        mpn=details.mpn,
        sku=first.sku or None,
        condition=details.condition,
        bought_together=tuple(product_ids[one] for one in details.bought_together if one in product_ids),
        rating=round(fmean(one.rating for one in reviews), 1) if reviews else None,
        review_count=len(reviews),
        units_sold=details.units_sold,
        listed_on=day_of(product.published_at or product.created_at) or _OPENING,
        featured=details.featured,
    )


def _prices(variant: VariantData) -> tuple[int | None, int | None]:
    """Price and regular price in cents; a compare-at price that is not above the price says nothing."""
    price, before = cents(variant.price), cents(variant.compare_at_price)
    return price, before if price is not None and before is not None and before > price else None


def _stock(variant: VariantData) -> int | None:
    if not variant.available:
        return 0
    counted = variant.inventory_quantity
    return None if counted is None or counted <= 0 else counted


def _option_names(product: ProductData) -> tuple[str, ...]:
    """Names of the axes, as many as variants have values for."""
    if not product.has_options:
        return ()
    ordered = sorted(
        enumerate(product.options), key=lambda row: (row[0] + 1 if row[1].position is None else row[1].position, row[0])
    )
    names = [plain_text(one.name) for _, one in ordered]
    axes = max(len(one.options) for one in product.variants)
    return tuple(names[place] if place < len(names) else f"Option {place + 1}" for place in range(axes))


def _variants(product: ProductData, names: tuple[str, ...]) -> tuple[Variant, ...]:
    if not names:
        return ()
    taken: set[str] = set()
    held: set[tuple[str, ...]] = set()
    found = []
    for one in product.variants:
        values = tuple(plain_text(value) for value in one.options)
        if len(values) != len(names) or values in held:
            continue
        held.add(values)
        price, regular = _prices(one)
        found.append(
            Variant(
                id=unique_slug(wordpress_slug("-".join(values)) or "variant", taken),
                options=tuple(VariantOption(name=name, value=value) for name, value in zip(names, values, strict=True)),
                price=price or 0,
                regular_price=regular,
                stock=_stock(one),
                sku=one.sku or None,
            )
        )
    return tuple(found)


def _kind(product: ProductData, title: str, categories: tuple[tuple[str, ...], ...]) -> str:
    if product.is_gift_card:
        return GIFT_CARD
    named = _NOT_IN_NAMES.sub("_", product.product_type.casefold()).strip("_")
    if named in KINDS:
        return named
    return classify_kind(
        title, ((plain_text(product.product_type),), *categories) if product.product_type else categories
    )


def _summary(description: str) -> str:
    """The first sentence of a description; nothing where it is too long to stand beside a price."""
    text = plain_text(description)
    sentence = _SENTENCE.split(text, maxsplit=1)[0] if text else ""
    return sentence if len(sentence) <= _SUMMARY else ""


def _values(product: ProductData, names: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The axes with the values that variants have, in their order."""
    for axis, name in enumerate(names):
        values = dict.fromkeys(
            plain_text(one.options[axis]) for one in product.variants if len(one.options) == len(names)
        )
        yield name, tuple(value for value in values if value)


def _attributes(product: ProductData, names: tuple[str, ...]) -> tuple[Attribute, ...]:
    stated = {one.name: one for one in product.details.attributes}
    for label, values in _values(product, names):
        name = canonical_name(label) or _NOT_IN_NAMES.sub("_", label.casefold()).strip("_")
        if name and values and name not in stated:
            written = tuple(value.lower() for value in values) if name in _LOWER_CASE else values
            stated[name] = Attribute(name=name, value=written[0] if len(written) == 1 else written)
    for tag in product.tags:
        label, colon, value = tag.partition(":")
        known = canonical_name(label) if colon and value.strip() else None
        if known and known not in stated:
            stated[known] = Attribute(name=known, value=plain_text(value).lower())
    return tuple(stated.values())


def _specifications(product: ProductData, names: tuple[str, ...]) -> tuple[Specification, ...]:
    rows = [Specification(label=name, text=", ".join(values)) for name, values in _values(product, names) if values]
    if product.product_type:
        rows.append(Specification(label="Type", text=plain_text(product.product_type)))
    return tuple(rows)
