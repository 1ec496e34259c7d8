"""Identifiers of products: GTINs with right check digits as GTIN-14, part numbers without marks, no placeholders."""

from __future__ import annotations

import re
from enum import StrEnum

from shopworld.offers.parts import needed

_LENGTHS = (8, 12, 13, 14)
_MARKS = re.compile(r"[\s.\-_/]+")
_DECIMALS = re.compile(r"\.0+$")
_LABEL = re.compile(r"^(?:gtin|ean|upc|isbn)(?:[- ]?1?\d)?\s*[:#]\s*", re.IGNORECASE)
_IN_STORE = re.compile(r"0(?:02|04|2\d)\d{11}|00(?:2\d|4\d)\d{10}")
_COUPONS = re.compile(r"0(?:98[1-4]|99\d|05\d)\d{10}")
_PLACEHOLDERS = frozenset(
    (
        "NA", "NONE", "NULL", "NIL", "NAN", "TBD", "TBA", "UNKNOWN", "DOESNOTAPPLY", "NOTAPPLICABLE", "NOTAVAILABLE",
        "MPN", "SKU", "GTIN", "DEFAULT", "TEST", "FALSE", "TRUE", "UNDEFINED", "GENERIC", "NOMPN", "OEM", "VARIOUS",
        "KEINE", "KEINEANGABE", "OHNE", "NB", "XXX", "ABC", "ABC123", "UNBRANDED",
    )
)  # fmt: skip
_SHORTEST_MPN, _LONGEST_MPN = 4, 40
_NOT_ALPHANUMERIC = re.compile(r"[^0-9A-Z]+")


class Unfit(StrEnum):
    """Why an identifier does not count."""

    SHAPE = "no GTIN at all"
    CHECK_DIGIT = "wrong check digit"
    PLACEHOLDER = "placeholder"
    IN_STORE = "number of the shop's own"


def gtin14(written: str) -> str | Unfit:
    """A GTIN as fourteen digits, or why it is none.

    Args:
        written: GTIN-8, 12, 13 or 14, ISBN-10 or 13, with or without marks between the digits.

    CrawlFile: GS1 General Specifications, sections 1.4 (prefixes) and 7.9 (check digits).
    """
    text = _MARKS.sub("", _DECIMALS.sub("", _LABEL.sub("", written.strip())))
    if len(text) == 10 and needed("stdnum.isbn").is_valid(text):
        text = needed("stdnum.isbn").to_isbn13(text)
    if not (text.isascii() and text.isdigit()) or len(text) not in _LENGTHS:
        return Unfit.SHAPE
    whole = text.zfill(14)
    if len(set(text)) == 1 or text[:-1] in "01234567890123456789" or len(whole.strip("0")) <= 4:
        return Unfit.PLACEHOLDER
    if not needed("stdnum.ean").is_valid(text):
        return Unfit.CHECK_DIGIT
    if len(text) != 8 and (_IN_STORE.fullmatch(whole) or _COUPONS.fullmatch(whole)):
        return Unfit.IN_STORE
    return whole


def plain_mpn(written: str) -> str:
    """A part number in capitals without marks; empty where it is none.

    Args:
        written: as on the page.
    """
    text = _NOT_ALPHANUMERIC.sub("", written.upper())
    if not _SHORTEST_MPN <= len(text) <= _LONGEST_MPN or text in _PLACEHOLDERS:
        return ""
    if len(set(text)) <= 2 or text in "0123456789" * 3 or not any(one.isdigit() for one in text):
        return ""
    return text


def plain_brand(name: str) -> str:
    """A brand as it is compared: letters and digits in lower case; empty for a placeholder."""
    text = _NOT_ALPHANUMERIC.sub("", name.upper())
    return "" if text in _PLACEHOLDERS else text.lower()
