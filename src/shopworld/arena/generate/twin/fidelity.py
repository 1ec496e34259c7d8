"""How much of what was read of a source its twin has, field by field (`fidelity.json` in the twin's folder)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pydantic import Field

from shopworld.arena.explore.prefetch.site import PrefetchedSite, ProductRecord
from shopworld.shop import Part
from shopworld.shop.data import CollectionData, ProductData, ShopData

FIDELITY_FILE = "fidelity.json"
_TAG = re.compile(r"<[^>]+>")
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS_LOST = 0.1
_NAMED = 5

Rewrite = Callable[[str], str]


class FieldFidelity(Part):
    """One field: how many values the source has, and how many of them the twin has too."""

    field: str
    there: int = Field(ge=0)
    kept: int = Field(ge=0)
    missing: tuple[str, ...] = ()
    """Titles of some of the twin's products or collections that lack it."""

    @property
    def share(self) -> float:
        """Of the source's values, 0 to 1; 1 where there are none."""
        return self.kept / self.there if self.there else 1.0


class Fidelity(Part):
    """All fields, in a fixed order."""

    fields: tuple[FieldFidelity, ...]

    def text(self) -> str:
        """A line a field, for people."""
        return "\n".join(f"{one.field:<14} {one.kept:>5} of {one.there:<5} {one.share:6.1%}" for one in self.fields)


def fidelity_of(
    site: PrefetchedSite,
    goods: Mapping[str, ProductData],
    collections: Mapping[str, CollectionData],
    data: ShopData,
    rewrite: Rewrite,
) -> Fidelity:
    """Compares a twin with what was read of its source.

    Args:
        site: the source.
        goods: the twin's products by their address at the source.
        collections: its collections by theirs.
        data: all that it sells and says.
        rewrite: puts the twin's identity in the place of the source's in a text.
    """
    sold = {one.handle: one for one in data.products}
    pairs = [(one, sold.get(goods[one.url].handle) if one.url in goods else None) for one in site.products]
    rows: dict[str, list[tuple[bool, str]]] = {}
    for record, product in pairs:
        for field, kept in _of_product(record, product, rewrite):
            rows.setdefault(field, []).append((kept, product.title if product is not None else ""))
    for listing in site.collections:
        if listing.is_everything or not listing.products:
            continue
        made = collections.get(listing.url)
        held = set(made.product_handles) if made is not None else set()
        rows.setdefault("collections", []).append((made is not None, made.title if made is not None else ""))
        for url in listing.products:
            if url in goods:
                rows.setdefault("positions", []).append((goods[url].handle in held, goods[url].title))
    return Fidelity(
        fields=tuple(
            FieldFidelity(
                field=field,
                there=len(several),
                kept=sum(kept for kept, _ in several),
                missing=tuple(dict.fromkeys(title for kept, title in several if not kept and title))[:_NAMED],
            )
            for field, several in rows.items()
        )
    )


def _of_product(record: ProductRecord, product: ProductData | None, rewrite: Rewrite) -> Iterator[tuple[str, bool]]:
    """The fields that a product of the source has, and whether the twin's has them."""
    yield "products", product is not None
    if product is None:
        return
    yield "titles", product.title == rewrite(record.title).strip()
    prices = {round(float(one.price), 2) for one in product.variants}
    own = [one.price for one in record.variants if one.price is not None] or [record.price or 0.0]
    yield "prices", all(round(one, 2) in prices for one in own)
    if record.compare_at:
        yield "former prices", any(one.compare_at_price for one in product.variants)
    if record.description.strip():
        wanted, said = _words(rewrite(record.description)), _words(product.description_html)
        yield "descriptions", len(wanted - said) <= len(wanted) * _MOST_WORDS_LOST
    if record.vendor:
        yield "vendors", product.vendor == rewrite(record.vendor)
    if record.product_type:
        yield "types", product.product_type == rewrite(record.product_type)
    shown = _words(product.description_html) | {
        word for row in product.details.specifications for word in _words(f"{row.label} {row.text}")
    }
    for fact in record.facts:
        yield "facts", _words(rewrite(f"{fact.name} {fact.value}")) <= shown
    values = {value.casefold() for option in product.options for value in option.values}
    for choice in record.options:
        if len(choice.values) > 1:
            yield "options", {rewrite(one).casefold() for one in choice.values} <= values
    if len(record.variants) > 1:
        yield "variants", len(product.variants) == len(record.variants)
        if len({one.price for one in record.variants}) > 1:
            yield "surcharges", len({one.price for one in product.variants}) > 1
    if record.available is False:
        yield "sold out", not any(one.available for one in product.variants)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(_TAG.sub(" ", text).casefold()))
