"""What a crawl says of an offer: as it was found, and as it is once it has been cleaned."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where something was read: a file and a record in it, for people who look it up.

    Attributes:
        file: its path below the folder of the inputs.
        record: which one in it: of a WARC file its byte offset, as indexes of crawls have it; else its number, from 1.
    """

    file: str
    record: int

    def __str__(self) -> str:
        return f"{self.file}, record {self.record}"


@dataclass(frozen=True, slots=True)
class WebPage:
    """One page of a crawl, as bytes.

    Attributes:
        place: where it was read.
        address: of the page.
        content: its bytes, not longer than the limit.
        charset: that the server named; empty if none.
        crawled_on: ISO date; empty if not known.
    """

    place: RecordPlace
    address: str
    content: bytes
    charset: str = ""
    crawled_on: str = ""


@dataclass(frozen=True, slots=True)
class FoundOffer:
    """An offer as the markup of a page states it: texts, still dirty.

    Attributes:
        place: where it was read.
        position: of the offer among those of its page, from 0.
        address: of the page.
        syntax: `json-ld`, `microdata`, `rdfa`, `n-quads` or `json-lines`.
        crawled_on: ISO date; empty if not known.
        title: name of the product or offer.
        description: HTML or text.
        price: as written.
        currency: as written.
        availability: schema.org word, as written.
        condition: schema.org word, as written.
        brand: name.
        gtins: all that stands under gtin, gtin8, gtin12, gtin13 or gtin14.
        mpn: manufacturer's part number.
        sku: the shop's own.
        images: addresses.
        categories: trail, top first.
        facts: rows of specifications: label and text.
    """

    place: RecordPlace
    position: int
    address: str
    syntax: str
    crawled_on: str = ""
    title: str = ""
    description: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""
    condition: str = ""
    brand: str = ""
    gtins: tuple[str, ...] = ()
    mpn: str = ""
    sku: str = ""
    images: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CrawledOffer:
    """One offer of the web, cleaned.

    Attributes:
        id: `{file}:{record}:{position}`; unique in a run, the same in every run over the same files.
        file: it was read from.
        record: which one in it (`RecordPlace`).
        position: among the offers of its page.
        address: of the page.
        host: of the page, without `www.`.
        syntax: in which it was marked up.
        crawled_on: ISO date; empty if not known.
        title: plain text, one line.
        description: sanitised HTML.
        text: the description as plain text, one line.
        price: in hundredths of its currency, whatever that has.
        currency: ISO 4217.
        availability: `in_stock`, `sold_out`, or empty where it is not said.
        condition: `new`, `refurbished` or `used`.
        brand: empty if not said.
        gtins: GTIN-14 with right check digits, sorted.
        mpn: in capitals without marks; empty if not said.
        sku: as written.
        images: absolute addresses.
        categories: trail, top first.
        labels: of its specification rows.
        values: of its specification rows.
        language: ISO 639-1 of title and description.
        language_scores: of both detectors for that language, 0 to 1.
        department: empty if none fits.
        kind: of the catalog's vocabulary; empty if not known.
        repairs: what was put right in its texts.
    """

    id: str
    file: str
    record: int
    position: int
    address: str
    host: str
    syntax: str
    crawled_on: str
    title: str
    description: str
    text: str
    price: int
    currency: str
    availability: str
    condition: str
    brand: str
    gtins: tuple[str, ...]
    mpn: str
    sku: str
    images: tuple[str, ...]
    categories: tuple[str, ...]
    labels: tuple[str, ...]
    values: tuple[str, ...]
    language: str = ""
    language_scores: tuple[float, ...] = ()
    department: str = ""
    kind: str = ""
    repairs: tuple[str, ...] = field(default=())
