"""Products of Amazon Reviews 2023 (`meta_<Category>.jsonl.gz`) as offers of the shop `amazon`.

The files' fields: Hou et al., "Bridging Language and Items for Retrieval and Recommendation", 2024, data card.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from shopworld.catalog.attributes.canonical import read_details, value_text
from shopworld.catalog.importers.amazon.ids import IdSet
from shopworld.catalog.importers.amazon.lines import Advance
from shopworld.catalog.importers.amazon.prices import read_price
from shopworld.catalog.importers.amazon.records import read_records
from shopworld.catalog.importers.amazon.tally import ImportTally, Refused
from shopworld.catalog.importers.amazon.text import paragraphs, plain_line
from shopworld.catalog.model import Image, Offer, Specification

SHOP_ID = "amazon"

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_LONGEST_TITLE = 2000
_LONGEST_TEXT = 20000
_LONGEST_TABLE = 200_000
_MOST_IMAGES = 4
_MOST_TOGETHER = 50


def _ignore(_: int) -> None:
    """For callers who do not watch the progress."""


Parts = dict[str, Any]
"""The fields of an offer but its id, shop and number, in the order of the model; `details` as read, in the place of
attributes and specifications, and images as addresses."""


def read_products(
    paths: Sequence[Path], tally: ImportTally | None = None, advance: Advance = _ignore, *, keep_broken: bool = False
) -> Iterator[Offer]:
    """Read product files, as a stream. Of several products with one `parent_asin` the first is taken.

    Args:
        paths: `.jsonl` or `.jsonl.gz`.
        tally: counts what is repaired and refused.
        advance: is told the progress.
        keep_broken: take what there is of a file that breaks off.

    Yields:
        Offers, numbered from 1 as they come.

    Raises:
        InputError: a file cannot be read, or breaks off.
    """
    seen = IdSet()
    tally = tally or ImportTally()
    for file, line, record in read_records(paths, tally, advance, keep_broken=keep_broken):
        try:
            parts = product_parts(record, tally)
            if not seen.add(parts["slug"]):
                raise duplicate(parts["product_id"])
        except Refused as refused:
            tally.refuse(file.name, line, refused)
            continue
        yield offer_of(parts, len(seen))


def duplicate(product_id: str) -> Refused:
    """Why the second product of one `parent_asin` is refused."""
    return Refused("duplicate parent_asin", product_id)


def offer_of(parts: Parts, number: int) -> Offer:
    """The offer of the parts of a product."""
    details = parts["details"]
    records = {
        "attributes": read_details(details),
        "specifications": tuple([specification(label, value) for label, value in details.items()]),
        "images": tuple([Image(source=address) for address in parts["images"]]),
    }
    place = {"id": offer_id(number), "shop_id": SHOP_ID, "number": number}
    fields = {name: value for name, value in parts.items() if name != "details"}
    return Offer.model_validate(place | fields | records)


def specification(label: str, value: object) -> Specification:
    """A row of details, kept as it was."""
    return Specification(label=_label(label), text=_label(value) if isinstance(value, str) else _printed(value))


def offer_id(number: int) -> str:
    """The id of an offer with that number."""
    return f"{SHOP_ID}/{number}"


def product_parts(record: Mapping[str, Any], tally: ImportTally) -> Parts:
    """One product, checked, repaired and made plain.

    Args:
        record: one line of a product file.
        tally: counts what is repaired.

    Raises:
        Refused: it has no usable id or title.
    """
    product_id = product_key(record, tally)
    if "user_id" in record and "rating" in record and "details" not in record:
        raise Refused("a review, not a product", product_id)
    title = _title(record.get("title"), tally)
    details = _details(record.get("details"), tally)
    price, repair = read_price(record.get("price"))
    if repair:
        tally.repair("price", repair)
    description = [text[:_LONGEST_TEXT] for text in _texts(record.get("description"), "description", tally)]
    path = tuple(
        [plain for text in _texts(record.get("categories"), "categories", tally) if (plain := plain_line(text))]
    )
    features = _texts(record.get("features"), "features", tally)
    return {
        "product_id": product_id,
        "slug": product_id.lower(),
        "title": title,
        "brand": _brand(record.get("store"), details),
        "description_html": paragraphs(description),
        "features": tuple([plain for text in features if (plain := plain_line(text[:_LONGEST_TEXT]))]),
        "department": _line(record.get("main_category")),
        "categories": (path,) if path else (),
        "details": details,
        "price": price,
        "currency": "USD",
        "images": _pictures(record.get("images")),
        "bought_together": _ids(record.get("bought_together")),
        "rating": _rating(record.get("average_rating"), tally),
        "review_count": _count(record.get("rating_number"), tally),
    }


def product_key(record: Mapping[str, Any], tally: ImportTally) -> str:
    """The `parent_asin` of a product or review; its `asin` where that is missing.

    Raises:
        Refused: there is neither, or it is not an id.
    """
    key = record.get("parent_asin")
    if not key:
        key = record.get("asin")
        if not key:
            raise Refused("no parent_asin")
        tally.repair("parent_asin", "missing, asin taken")
    if not isinstance(key, str):
        key = str(key)
        tally.repair("parent_asin", "a number")
    if not _ID.fullmatch(key):
        key = key.strip()
        if not _ID.fullmatch(key):
            raise Refused("parent_asin is not an id", repr(key))
        tally.repair("parent_asin", "blanks around it")
    return key


_KINDS_OF_JSON = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}


def _title(value: object, tally: ImportTally) -> str:
    if value is None:
        raise Refused("no title")
    if not isinstance(value, str):
        raise Refused("the title is not text", f"{_KINDS_OF_JSON[type(value)]}: {value!r}")
    title = plain_line(value)
    if not title:
        raise Refused("the title is empty", repr(value) if value else "")
    if title != value:
        tally.repair("title", "made plain text")
    if len(title) > _LONGEST_TITLE:
        tally.repair("title", f"cut to {_LONGEST_TITLE} characters")
        title = title[:_LONGEST_TITLE].rstrip()
    return title


def _details(value: object, tally: ImportTally) -> Mapping[str, object]:
    if isinstance(value, dict):
        return value
    if not value:
        return {}
    if isinstance(value, str):
        table = _table(value)
        if table is not None:
            tally.repair("details", "a table written as text")
            return table
    tally.repair("details", "not a table, left out")
    return {}


def _table(text: str) -> dict[str, object] | None:
    """A table that was written into a text, as JSON or as Python prints it."""
    if len(text) > _LONGEST_TABLE:
        return None
    try:
        table = orjson.loads(text)
    except orjson.JSONDecodeError:
        try:
            table = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    if isinstance(table, str):
        return _table(table) if table != text else None
    return {str(label): value for label, value in table.items()} if isinstance(table, dict) else None


def _printed(value: object) -> str:
    """A detail that is no text: tables and lists as JSON."""
    if isinstance(value, dict | list | tuple):
        return orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS).decode()
    return value_text(value)


def _texts(value: object, field: str, tally: ImportTally) -> list[str]:
    """The texts of a list; what is a list written as text, or a single text, becomes one."""
    if not value:
        return []
    if isinstance(value, str):
        if value.startswith("[") and (listed := _listed(value)) is not None:
            tally.repair(field, "a list written as text")
            value = listed
        else:
            return [value]
    if not isinstance(value, list):
        tally.repair(field, "not a list, left out")
        return []
    texts: list[str] = []
    for one in value:
        if isinstance(one, str):
            texts.append(one)
        elif isinstance(one, list):
            texts += [text for text in one if isinstance(text, str)]
        elif one is not None:
            texts.append(value_text(one))
    return texts


def _listed(text: str) -> list[object] | None:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        try:
            value = ast.literal_eval(text) if len(text) <= _LONGEST_TABLE else None
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    return value if isinstance(value, list) else None


def _label(text: str) -> str:
    """Kept as it is, but for characters that no file of ours may hold."""
    return text if text.isprintable() else text.replace("\0", "")


def _line(value: object) -> str:
    return plain_line(value) if isinstance(value, str) else ""


def _brand(store: object, details: Mapping[str, object]) -> str | None:
    return _line(store) or _line(details.get("Brand")) or _line(details.get("Brand Name")) or None


def _rating(value: object, tally: ImportTally) -> float | None:
    if value is None:
        return None
    try:
        rating = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        rating = -1.0
    if 1 <= rating <= 5:
        return rating
    if rating != 0:
        tally.repair("average_rating", "not from 1 to 5, left out")
    return None


def _count(value: object, tally: ImportTally) -> int:
    if value is None:
        return 0
    try:
        count = int(value.replace(",", "")) if isinstance(value, str) else int(value)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        count = -1
    if count < 0:
        tally.repair("rating_number", "not a count, left out")
        return 0
    return count


def _ids(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(one for one in value if isinstance(one, str) and _ID.fullmatch(one)))[:_MOST_TOGETHER]


def _pictures(value: object) -> list[str]:
    """Addresses of the first pictures, the largest of each."""
    if isinstance(value, dict):
        value = [dict(zip(value, row, strict=True)) for row in zip(*map(_as_list, value.values()), strict=False)]
    if not isinstance(value, list):
        return []
    found: dict[str, None] = {}
    for one in value:
        source = one if isinstance(one, str) else _address(one) if isinstance(one, dict) else None
        if source:
            found.setdefault(source)
            if len(found) == _MOST_IMAGES:
                break
    return list(found)


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _address(picture: Mapping[str, object]) -> str | None:
    for size in ("large", "hi_res", "thumb"):
        address = picture.get(size)
        if isinstance(address, str) and address:
            return address
    return None
