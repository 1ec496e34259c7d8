"""Reads product exports of WooCommerce (CSV), as WebMall publishes its shops."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import NoReturn, Self, TextIO

from shopworld.catalog.attributes import classify_kind, extract_attributes, extract_brand
from shopworld.catalog.importers.description import description_html, plain_text, repair_text, undouble_entities
from shopworld.catalog.importers.prices import price_field
from shopworld.catalog.importers.report import ImportReport, RefusedRecord, Repair
from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Image, Offer, OfferCondition, Product
from shopworld.catalog.slug import unique_slug, wordpress_slug
from shopworld.errors import InputError
from shopworld.money import Convention, convention_of

REQUIRED_COLUMNS = ("ID", "Name", "Regular price", "Categories")
_PRICE_COLUMNS = ("Sale price", "Regular price")
_GTIN_COLUMN = "GTIN, UPC, EAN, or ISBN"
_COMMA = re.compile(r"(?<!\\),\s*")
_NO_CATEGORY = "none suitable from list"
"""A label that stood in WebMall's export for offers without a category."""
_REFURBISHED = re.compile(r"\b(?:refurbished|renewed|refurb)\b", re.IGNORECASE)
_USED = re.compile(r"\b(?:used|pre-?owned|second[- ]hand|grade [abc]|[abc] grade)\b", re.IGNORECASE)
_STOCK = re.compile(r"(-?)(\d{1,9})(?:\.\d+)?")
_LONGEST_RECORD = 1 << 22
"""Characters of a product, all fields together."""
_LONGEST_FILE = 1 << 31
"""Characters of an export, unpacked."""
_LONGEST_NUMBER = 15
"""Digits of an ID."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One record of the file."""

    line: int
    fields: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.fields.get(column, "").strip()


class _Refused(Exception):
    """This record cannot become an offer."""


def read_woocommerce(
    file: Path, shop_id: str, report: ImportReport, convention: Convention | None = None
) -> Iterator[tuple[Product, Offer]]:
    """Read a WooCommerce product export.

    Every offer gets a product of its own. The sale price wins over the regular one. Titles are unescaped for display;
    slugs are made as WordPress makes them, and are unique in the shop.

    Args:
        file: `.csv` or `.csv.gz`, UTF-8 with or without a byte order mark. Unknown columns are passed over.
        shop_id: the shop that these offers belong to.
        report: filled while the offers are read.
        convention: how prices are written; by default as most of the file's own decimals tell.

    Yields:
        A product and its offer, in the order of the file.

    Raises:
        InputError: the file cannot be read, is empty, or lacks a required column.
    """
    name = file.name
    convention = convention or convention_of(row[column] for row in _rows(file) for column in _PRICE_COLUMNS)
    slugs: set[str] = set()
    numbers: set[int] = set()
    for row in _rows(file):
        repairs: list[tuple[str, str]] = []
        try:
            offer = _offer(row, shop_id, convention, repairs)
            if offer.number in numbers:
                raise _Refused(f"ID {offer.number} occurs twice")
        except _Refused as refused:
            report.refused.append(RefusedRecord(file=name, line=row.line, reason=str(refused)))
            continue
        numbers.add(offer.number)
        slug = unique_slug(offer.slug, slugs)
        if slug != offer.slug:
            repairs.append(("Name", "slug numbered, since another offer has the same"))
            offer = offer.model_copy(update={"slug": slug})
        report.accepted += 1
        report.repaired += [Repair(file=name, line=row.line, field=field, what=what) for field, what in repairs]
        yield offer.product, offer


@contextmanager
def _opened(file: Path) -> Iterator[TextIO]:
    try:
        if file.suffix == ".gz":
            with gzip.open(file, "rt", encoding="utf-8-sig", newline="") as packed:
                yield packed
        else:
            with file.open(encoding="utf-8-sig", newline="") as plain:
                yield plain
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=file) from error


class _BoundedLines:
    """The lines of a text, none of which is held if it is too long to be part of a product.

    Args:
        text: opened.
        file: for messages.
    """

    def __init__(self, text: TextIO, file: Path) -> None:
        self._text, self._file = text, file
        self._number = self._read = 0
        self.in_record = 0
        """Characters since a record began."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        line = self._text.readline(_LONGEST_RECORD + 1)
        self._number += 1
        self._read += len(line)
        self.in_record += len(line)
        if not line:
            raise StopIteration
        if self.in_record > _LONGEST_RECORD:
            self._refuse(f"a product of more than {_LONGEST_RECORD:,} characters")
        if self._read > _LONGEST_FILE:
            self._refuse(f"the file has more than {_LONGEST_FILE:,} characters, unpacked")
        return line

    def _refuse(self, why: str) -> NoReturn:
        raise InputError(f"{why}; it is not read", file=self._file, line=self._number)


def _rows(file: Path) -> Iterator[_Row]:
    csv.field_size_limit(_LONGEST_RECORD)
    with _opened(file) as text:
        lines = _BoundedLines(text, file)
        reader = csv.reader(lines)
        try:
            header = [column.strip() for column in next(reader, [])]
            if not header:
                raise InputError("the file is empty", file=file, hint="Expected a WooCommerce product export.")
            for column in REQUIRED_COLUMNS:
                if column not in header:
                    raise InputError(
                        f"the column is missing; there are {', '.join(header)[:300]}",
                        file=file,
                        line=1,
                        field=column,
                        hint="Export the products from WooCommerce with all columns.",
                    )
            before = reader.line_num
            for values in reader:
                line, before = before + 1, reader.line_num
                lines.in_record = 0
                if any(values):
                    yield _Row(line, dict(zip(header, values, strict=False)))
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", file=file, line=reader.line_num) from error


def _offer(row: _Row, shop_id: str, convention: Convention, repairs: list[tuple[str, str]]) -> Offer:
    number, name = _number(row), row["Name"]
    title = _title(name, repairs)
    price, regular_price = _prices(row, convention, repairs)
    description = _repaired(row, "Description", repairs)
    short = _repaired(row, "Short description", repairs)
    categories = _categories(row, repairs)
    department = unescape(row["Global Category"])
    kind = classify_kind(title, categories, department)
    brand = unescape(row["Brands"].split(",")[0].strip()) or extract_brand(title, categories)
    return Offer(
        id=f"{shop_id}/{number}",
        shop_id=shop_id,
        number=number,
        product_id=f"{shop_id}-{number}",
        slug=wordpress_slug(name),
        title=title,
        brand=brand,
        short_description=plain_text(short),
        description_html=description_html(description),
        department=department or (KINDS[kind].department if kind else ""),
        kind=kind,
        categories=categories,
        attributes=extract_attributes(title, f"{short} {description}", kind),
        price=price,
        regular_price=regular_price,
        stock=_stock(row),
        images=tuple(Image(source=one, alt=title) for one in _COMMA.split(row["Images"]) if one),
        gtin=row[_GTIN_COLUMN] or None,
        sku=row["SKU"] or None,
        condition=condition_in_title(title),
        featured=row["Is featured?"] == "1",
    )


def _number(row: _Row) -> int:
    if not row["ID"].isascii() or not row["ID"].isdigit() or len(row["ID"]) > _LONGEST_NUMBER:
        raise _Refused(f"ID is {row['ID'][:40]!r}, expected a number of at most {_LONGEST_NUMBER} digits")
    kind = row["Type"].split(",")[0].strip() or "simple"
    if kind not in ("simple", "external"):
        raise _Refused(f"Type is {kind!r}, expected 'simple'")
    if row["Published"] not in ("", "1"):
        raise _Refused("it is not published")
    return int(row["ID"])


def _title(name: str, repairs: list[tuple[str, str]]) -> str:
    once = undouble_entities(name)
    if once != name:
        repairs.append(("Name", "entities escaped twice"))
    title = plain_text(once)
    if not title:
        raise _Refused("Name is empty")
    return title


def condition_in_title(title: str) -> OfferCondition:
    """The condition that a title names; new where it names none."""
    if _REFURBISHED.search(title):
        return OfferCondition.REFURBISHED
    return OfferCondition.USED if _USED.search(title) and "unused" not in title.lower() else OfferCondition.NEW


def _prices(row: _Row, convention: Convention, repairs: list[tuple[str, str]]) -> tuple[int | None, int | None]:
    cents: list[int | None] = []
    for column in _PRICE_COLUMNS:
        try:
            amount = price_field(row[column], convention)
        except ValueError as error:
            raise _Refused(f"{column}: {error}") from error
        cents.append(None if amount is None else amount.cents)
        if amount is not None and not amount.certain:
            repairs.append((column, f"ambiguous: {row[column][:40]!r} taken for {amount.value}"))
    sale, regular = cents
    if sale is None and regular is None:
        repairs.append(("Regular price", "no price: not for sale"))
    return (regular, None) if sale is None else (sale, regular)


def _repaired(row: _Row, column: str, repairs: list[tuple[str, str]]) -> str:
    text, done = repair_text(row[column])
    repairs += [(column, what) for what in done]
    return text


def _categories(row: _Row, repairs: list[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for path in _COMMA.split(row["Categories"]):
        names = tuple(unescape(unescape(name)).replace("\\,", ",").strip() for name in path.split(" > "))
        names = tuple(name for name in names if name)
        if names and names[-1].casefold() == _NO_CATEGORY:
            repairs.append(("Categories", f"{names[-1]!r} taken for no category"))
        elif names and names not in found:
            found.append(names)
    return tuple(found)


def _stock(row: _Row) -> int | None:
    stock = row["Stock"]
    if row["In stock?"] == "0":
        return 0
    counted = _STOCK.fullmatch(stock)
    return None if counted is None else 0 if counted[1] else int(counted[2])
