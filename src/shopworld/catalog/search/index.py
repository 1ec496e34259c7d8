"""The tantivy index of the offers: its schema, and how an offer becomes a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
import tantivy

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Offer
from shopworld.catalog.query import Sort
from shopworld.catalog.search.words import indexed_text, joined_neighbours, tokens
from shopworld.catalog.stemming import build_analyzer

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

_RISING = tuple(SORT_FIELDS[sort][0] for sort in (Sort.PRICE_ASCENDING, Sort.OLDEST, Sort.TITLE_ASCENDING))
_FALLING = tuple(
    SORT_FIELDS[sort][0]
    for sort in (
        Sort.PRICE_DESCENDING,
        Sort.NEWEST,
        Sort.RATING,
        Sort.BEST_SELLING,
        Sort.FEATURED,
        Sort.TITLE_DESCENDING,
    )
)
_ORDINAL_BITS = 32
_LAST_ORDINAL = (1 << _ORDINAL_BITS) - 1
_NO_PRICE = (1 << 31) - 1
_TAGS = re.compile(r"<[^>]+>")
_HEAP_BYTES = 64_000_000


def _build_schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("ordinal", fast=True, indexed=True)
    for name in ("title", "joined", "words"):
        builder.add_text_field(name, tokenizer_name=TOKENIZER, index_option="freq")
    builder.add_text_field("title_tokens", tokenizer_name="whitespace", index_option="freq")
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


def word_forms(fact: str) -> dict[str, None]:
    """All forms of the words of a fact, each once: how often a table repeats a word says nothing."""
    return dict.fromkeys(indexed_text(fact).split(" "))


_kept_forms = lru_cache(maxsize=8192)(word_forms)
"""Names of kinds and categories repeat from offer to offer, so their words are kept."""


def _facts_text(offer: Offer, facts: Iterable[Mapping[str, None]]) -> str:
    kind = KINDS.get(offer.kind)
    found = dict(_kept_forms(kind.label)) if kind else {}
    for path in offer.categories:
        for name in path:
            found.update(_kept_forms(name))
    for code in (offer.gtin, offer.mpn, offer.sku):
        if code:
            found.update(word_forms(code))
    for fact in facts:
        found.update(fact)
    return " ".join(found)


def draft_line(offer: Offer, attributes: Mapping[str, Sequence[str]], facts: Iterable[Mapping[str, None]]) -> bytes:
    """The document of an offer, as far as it can be known before all offers are: all but its place.

    Args:
        offer: its attributes and specifications are not read.
        attributes: the display values of its attributes, by name.
        facts: the forms (`word_forms`) of its attributes and specifications.

    Returns:
        The values of `_RISING` and `_FALLING` (but the title's), then the fields as JSON; no line break.
    """
    price = offer.price
    listed = offer.listed_on.toordinal()
    title, joined = indexed_text(offer.title), joined_neighbours(offer.title)
    text = indexed_text(f"{offer.short_description} {plain_text(offer.description_html)}")
    brand = _brand_words(offer.brand) if offer.brand else ""
    fields: dict[str, Any] = {
        "shop": offer.shop_id,
        "product": offer.product_id,
        "title": title,
        "joined": joined,
        "words": " ".join((title, joined, brand, _facts_text(offer, facts), text)),
        "title_tokens": " ".join(tokens(offer.title)),
        "category": category_terms(offer.categories),
        "kind": offer.kind,
        "attribute": attributes,
        "in_stock": int(offer.in_stock),
        "on_sale": int(offer.on_sale),
    }
    if offer.brand:
        fields["brand"] = offer.brand
    if price is not None:
        fields["price"] = price
    if offer.rating is not None:
        fields["rating"] = float(offer.rating)
    return b"%d %d %d %d %d %d %d %b" % (
        _NO_PRICE if price is None else price,
        listed,
        0 if price is None else price + 1,
        listed,
        round((offer.rating or 0) * 100),
        offer.units_sold,
        int(offer.featured),
        orjson.dumps(fields),
    )


@lru_cache(maxsize=8192)
def _brand_words(brand: str) -> str:
    return f"{indexed_text(brand)} {joined_neighbours(brand)}"


_DRAFT_VALUES = len(_RISING) + len(_FALLING) - 2
_PLACE = b"".join(b',"%b":%%d' % name.encode() for name in ("ordinal", *_RISING, *_FALLING)) + b"}"


def complete_document(draft: bytes, ordinal: int, title_rank: int) -> str:
    """The whole document, as JSON.

    Args:
        draft: of `draft_line`.
        ordinal: its position in the order of shop and number, from 1.
        title_rank: the rank of its title among all titles; equal titles share one.
    """
    *written, fields = draft.split(b" ", _DRAFT_VALUES)
    values = [int(value) << _ORDINAL_BITS for value in written]
    rank = title_rank << _ORDINAL_BITS
    below = _LAST_ORDINAL - ordinal
    rising = [value | ordinal for value in (*values[: len(_RISING) - 1], rank)]
    fallen = [value | below for value in (*values[len(_RISING) - 1 :], rank)]
    return (fields[:-1] + _PLACE % (ordinal, *rising, *fallen)).decode()


def write_index(folder: Path, drafts: Iterable[bytes], title_ranks: Sequence[int]) -> None:
    """Build the index: one writer thread, one commit, documents by rising ordinal, so that every build is the same.

    Args:
        folder: where; it must exist and be empty.
        drafts: of `draft_line`, by rising ordinal, from 1.
        title_ranks: the rank of every title among all titles; equal titles share one.
    """
    index = tantivy.Index(SCHEMA, path=str(folder))
    index.register_tokenizer(TOKENIZER, build_analyzer())
    writer = index.writer(_HEAP_BYTES, 1)
    for ordinal, (draft, rank) in enumerate(zip(drafts, title_ranks, strict=True), 1):
        writer.add_json(complete_document(draft, ordinal, rank))
    writer.commit()
    writer.wait_merging_threads()
