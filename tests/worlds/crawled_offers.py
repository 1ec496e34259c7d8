"""Crawled offers for tests."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from shopworld.offers.record import CrawledOffer


def blank_offer(**said: Any) -> CrawledOffer:
    """An offer that says nothing but what is given."""
    blank: dict[str, Any] = {
        one.name: () if "tuple" in str(one.type) else 1 if one.type == "int" else "" for one in fields(CrawledOffer)
    }
    return CrawledOffer(**{**blank, "condition": "new", **said})
