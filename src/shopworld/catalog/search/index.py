"""The tantivy index of the offers: its schema, and how an offer becomes a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import tantivy

from shopworld.catalog.attributes import display_values
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Offer
from shopworld.catalog.query import Sort
from shopworld.catalog.search.words import indexed_text, joined_neighbours

TOKENIZER = "stemmed_words"
PATH_SEPARATOR = "\x1f"
"""Between the names of a category path in the index."""

SORT_FIELDS: dict[Sort, tuple[str, bool]] = {
    Sort.PRICE_ASCENDING: ("order_price_ascending", False),
    Sort.PRICE_DESCENDING: ("order_price_descending", True),
    Sort.NEWEST: ("order_newest", True),
    Sort.OLDEST: ("order_oldest", False),
    Sort.RATING: ("order_rating", True),
    Sort.BEST_SELLING: ("order_best_selling", True),
    Sort.FEATURED: ("order_featured", True),
    Sort.TITLE_ASCENDING: ("order_title_ascending", False),
    Sort.TITLE_DESCENDING: ("order_title_descending", True),
}
"""Sort: its field, and whether it falls. A field holds value and ordinal in one number: ties break by ordinal."""

_ORDINAL_BITS = 32
_LAST_ORDINAL = (1 << _ORDINAL_BITS) - 1
_NO_PRICE = (1 << 31) - 1
_TAGS = re.compile(r"<[^>]+>")
_EPOCH = date(1970, 1, 1)
_HEAP_BYTES = 64_000_000


def _build_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("ordinal", fast=True, indexed=True)
    for name in ("title", "joined", "brand_words", "facts", "description"):
        builder.add_text_field(name, tokenizer_name=TOKENIZER, index_option="freq")
    for name in ("shop", "category", "brand", "kind", "product"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_json_field("attribute", tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_integer_field("price", indexed=True, fast=True)
    builder.add_float_field("rating", indexed=True, fast=True)
    for name in ("in_stock", "on_sale"):
        builder.add_unsigned_field(name, indexed=True, fast=True)
    for name, _ in SORT_FIELDS.values():
        builder.add_unsigned_field(name, fast=True)
    return builder.build()


SCHEMA = _build_schema()


def build_analyzer() -> tantivy.TextAnalyzer:
    """Splits at white space and stems; everything else has been done by `words` before."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    return builder.filter(tantivy.Filter.stemmer("english")).build()


def plain_text(html: str) -> str:
    """The text of sanitised HTML."""
    text = _TAGS.sub(" ", html) if "<" in html else html
    if "&" in text:
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    return text


def category_terms(categories: Iterable[tuple[str, ...]]) -> list[str]:
    """Every category path and every path above it, each once, as terms."""
    terms = {PATH_SEPARATOR.join(path[:depth]): None for path in categories for depth in range(1, len(path) + 1)}
    return list(terms)


def _attribute_object(offer: Offer) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for attribute in offer.attributes:
        found.setdefault(attribute.name, []).extend(display_values(attribute))
    return found


def _facts_text(offer: Offer, attributes: dict[str, list[str]]) -> str:
    kind = KINDS.get(offer.kind)
    parts = [kind.label] if kind else []
    parts += [value for values in attributes.values() for value in values]
    parts += [f"{one.label} {one.text}" for one in offer.specifications]
    parts += [name for path in offer.categories for name in path]
    parts += [code for code in (offer.gtin, offer.mpn, offer.sku) if code]
    return indexed_text(" | ".join(parts))


def offer_document(offer: Offer, ordinal: int, title_rank: int) -> dict[str, Any]:
    """The document of an offer.

    Args:
        offer: the offer.
        ordinal: its position in the order of shop and number, from 1.
        title_rank: the rank of its title among all titles; equal titles share one.
    """
    attributes = _attribute_object(offer)
    price = offer.price
    rising = {
        Sort.PRICE_ASCENDING: _NO_PRICE if price is None else price,
        Sort.OLDEST: (offer.listed_on - _EPOCH).days,
        Sort.TITLE_ASCENDING: title_rank,
    }
    falling = {
        Sort.PRICE_DESCENDING: 0 if price is None else price + 1,
        Sort.NEWEST: rising[Sort.OLDEST],
        Sort.RATING: round((offer.rating or 0) * 100),
        Sort.BEST_SELLING: offer.units_sold,
        Sort.FEATURED: int(offer.featured),
        Sort.TITLE_DESCENDING: title_rank,
    }
    document: dict[str, Any] = {
        "ordinal": ordinal,
        "shop": offer.shop_id,
        "product": offer.product_id,
        "title": indexed_text(offer.title),
        "joined": joined_neighbours(offer.title),
        "facts": _facts_text(offer, attributes),
        "description": indexed_text(f"{offer.short_description} {plain_text(offer.description_html)}"),
        "category": category_terms(offer.categories),
        "kind": offer.kind,
        "attribute": attributes,
        "in_stock": int(offer.in_stock),
        "on_sale": int(offer.on_sale),
    }
    if offer.brand:
        document["brand"] = offer.brand
        document["brand_words"] = f"{indexed_text(offer.brand)} {joined_neighbours(offer.brand)}"
    if price is not None:
        document["price"] = price
    if offer.rating is not None:
        document["rating"] = float(offer.rating)
    for sort, value in rising.items():
        document[SORT_FIELDS[sort][0]] = value << _ORDINAL_BITS | ordinal
    for sort, value in falling.items():
        document[SORT_FIELDS[sort][0]] = value << _ORDINAL_BITS | (_LAST_ORDINAL - ordinal)
    return document


def write_index(folder: Path, offers: Iterable[tuple[int, Offer, int]]) -> None:
    """Build the index: one writer thread, one commit, documents by rising ordinal, so that every build is the same.

    Args:
        folder: where; it must exist and be empty.
        offers: ordinal, offer and rank of its title.
    """
    index = tantivy.Index(SCHEMA, path=str(folder))
    index.register_tokenizer(TOKENIZER, build_analyzer())
    writer = index.writer(_HEAP_BYTES, 1)
    for document in _documents(offers):
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def _documents(offers: Iterable[tuple[int, Offer, int]]) -> Iterator[tantivy.Document]:
    for ordinal, offer, title_rank in offers:
        yield tantivy.Document.from_dict(offer_document(offer, ordinal, title_rank), SCHEMA)
