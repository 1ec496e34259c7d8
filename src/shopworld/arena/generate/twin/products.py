"""The products of a source as its site tells them, in the data contract of shops."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import product as combinations
from urllib.parse import urlsplit

from shopworld.arena.explore.prefetch.site import ProductRecord, VariantRecord
from shopworld.catalog import (
    KINDS,
    Attribute,
    Specification,
    canonical_attributes,
    canonical_name,
    read_value,
    wordpress_slug,
)
from shopworld.goods.trades import NamedGood, kinds_of
from shopworld.shop.data import NO_OPTION, ImageData, OptionData, ProductData, ProductDetails, VariantData

_MOST_VARIANTS = 60
_MOST_OPTIONS = 3
_USUAL_PICTURES, _MOST_PICTURES = 3, 4
_FIRST_ID = 7_100_000
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")

Rewrite = Callable[[str], str]


def products_of(records: Sequence[ProductRecord], rewrite: Rewrite, currency: str = "USD") -> dict[str, ProductData]:
    """Products by their address at the source; those without a price are left out, as nobody could buy them.

    What stands at two addresses with one title, price and text is one product.

    Args:
        records: of the source, what it shows first standing first.
        rewrite: puts the twin's identity in the place of the source's in a text.
        currency: of the source's prices, as ISO code.
    """
    taken: set[str] = set()
    found: dict[str, ProductData] = {}
    known: dict[tuple[object, ...], ProductData] = {}
    kinds = kinds_of([NamedGood(one.title, (one.product_type,), one.price or None) for one in records], currency)
    for place, (record, kind) in enumerate(zip(records, kinds, strict=True)):
        variants = _variants(record, rewrite)
        title = rewrite(record.title).strip()
        if not variants or not title:
            continue
        same = (title.casefold(), record.vendor, variants, record.description.strip())
        if record.description.strip() and same in known:
            found[record.url] = known[same]
            continue
        handle = _free(wordpress_slug(rewrite(record.handle or _last(record.url))) or wordpress_slug(title), taken)
        options = _options(record, variants, rewrite)
        found[record.url] = known[same] = ProductData(
            id=_FIRST_ID + place,
            title=title,
            handle=handle,
            description_html=_html(rewrite(record.description)) or _facts(title, rewrite(record.vendor), options),
            vendor=rewrite(record.vendor),
            product_type=rewrite(record.product_type),
            tags=tuple(rewrite(tag) for tag in record.tags),
            is_gift_card="gift card" in record.title.casefold(),
            options=options,
            variants=variants,
            images=tuple(
                ImageData(src="drawn:front", alt=title, position=number)
                for number in range(1, min(len(record.images) or _USUAL_PICTURES, _MOST_PICTURES) + 1)
            ),
            details=ProductDetails(
                kind=kind.kind if kind is not None and kind.kind not in KINDS else "",  # those it works out
                specifications=_specifications(record, options, rewrite),
                attributes=tuple(_attributes(record, rewrite)),
                units_sold=len(records) - place,
            ),
        )
    return found


def _variants(record: ProductRecord, rewrite: Rewrite) -> tuple[VariantData, ...]:
    stated = [one for one in record.variants if (one.price if one.price is not None else record.price) is not None]
    if len(stated) > 1 and any(not one.options for one in stated):
        stated = [
            one.model_copy(update={"options": (one.title or f"Choice {at}",)}) for at, one in enumerate(stated, 1)
        ]
    if not stated and record.price is not None:
        stated = _all_choices(record)
    return tuple(_variant(one, record, number, rewrite) for number, one in enumerate(stated[:_MOST_VARIANTS], 1))


def _all_choices(record: ProductRecord) -> list[VariantRecord]:
    """Where a site tells what can be chosen, and not what there is of it: everything."""
    axes = [one.values for one in record.options if one.values][:_MOST_OPTIONS]
    return [VariantRecord(options=choice) for choice in combinations(*axes)] if axes else [VariantRecord()]


def _variant(one: VariantRecord, record: ProductRecord, number: int, rewrite: Rewrite) -> VariantData:
    price = one.price if one.price is not None else record.price
    before = one.compare_at if one.compare_at is not None else record.compare_at
    available = one.available if one.available is not None else record.available
    values = [rewrite(value) for value in one.options if value != NO_OPTION][:_MOST_OPTIONS]
    assert price is not None
    return VariantData(
        title=" / ".join(values) or NO_OPTION,
        sku=rewrite(one.sku),
        price=f"{price:.2f}",
        compare_at_price=f"{before:.2f}" if before is not None and before > price else None,
        option1=values[0] if values else NO_OPTION,
        option2=values[1] if len(values) > 1 else None,
        option3=values[2] if len(values) > 2 else None,
        available=available is not False,
        position=number,
    )


def _options(record: ProductRecord, variants: Sequence[VariantData], rewrite: Rewrite) -> tuple[OptionData, ...]:
    axes = len(variants[0].options)
    if variants[0].options == (NO_OPTION,):
        return ()
    names = [rewrite(one.name) for one in record.options if one.values][:axes]
    names += [f"Option {number}" if axes > 1 else "Option" for number in range(len(names) + 1, axes + 1)]
    return tuple(
        OptionData(
            name=name,
            position=at + 1,
            values=tuple(dict.fromkeys(one.options[at] for one in variants if len(one.options) > at)),
        )
        for at, name in enumerate(names)
    )


def _attributes(record: ProductRecord, rewrite: Rewrite) -> Iterator[Attribute]:
    """The facts that pages of the source state, under canonical names; shops filter by them."""
    stated: set[str] = set()
    for fact in record.facts:
        name = canonical_name(fact.name) or _NOT_IN_NAMES.sub("_", fact.name.casefold()).strip("_")
        text = rewrite(fact.value).strip()
        one = read_value(name, text) if name in canonical_attributes() else Attribute(name=name, value=text)
        if one is not None and text and one.name and one.name not in stated:
            stated.add(one.name)
            yield one


def _specifications(
    record: ProductRecord, options: Sequence[OptionData], rewrite: Rewrite
) -> tuple[Specification, ...]:
    """The rows of the source's tables, with what can be chosen and the type; none where no table was read."""
    if not record.facts:
        return ()
    rows = {rewrite(one.name): rewrite(one.value) for one in record.facts}
    for option in options:
        rows.setdefault(option.name, ", ".join(option.values))
    if record.product_type:
        rows.setdefault("Type", rewrite(record.product_type))
    return tuple(Specification(label=label, text=text) for label, text in rows.items() if label and text)


def _html(text: str) -> str:
    """A description as HTML; plain text becomes paragraphs."""
    if "<" in text:
        return text
    return "".join(f"<p>{escape(line.strip(), quote=False)}</p>" for line in text.splitlines() if line.strip())


def _facts(title: str, vendor: str, options: Sequence[OptionData]) -> str:
    """What is known of a product whose description was not read."""
    by = f", by {vendor}" if vendor else ""
    choices = "".join(f" {one.name}: {', '.join(one.values)}." for one in options)
    return _html(f"{title}{by}.{choices}")


def _last(url: str) -> str:
    return urlsplit(url).path.rstrip("/").rpartition("/")[2].partition(".")[0]


def _free(handle: str, taken: set[str]) -> str:
    base, number = handle or "product", 2
    handle = base
    while handle in taken:
        handle, number = f"{base}-{number}", number + 1
    taken.add(handle)
    return handle
