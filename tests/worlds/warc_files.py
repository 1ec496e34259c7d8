"""WARC records and pages for tests."""

from __future__ import annotations

import gzip
import json
from typing import Any


def product(name: str = "Brisk 990 SSD 2 TB", **more: Any) -> dict[str, Any]:
    """A product as JSON-LD has it."""
    offer = {"@type": "Offer", "price": "99.90", "priceCurrency": "EUR"}
    return {"@type": "Product", "name": name, "description": "A fast drive for your computer.", "offers": offer, **more}


def json_page(*values: Any) -> bytes:
    """A page with JSON-LD."""
    text = "".join(
        f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", **one})}</script>'
        for one in values
    )
    return f"<html><body>{text}</body></html>".encode()


def record(
    address: str, page: bytes, *, headers: str = "Content-Type: text/html; charset=utf-8", status: int = 200
) -> bytes:
    """One WARC record of an answer."""
    http = f"HTTP/1.1 {status} OK\r\n{headers}\r\n\r\n".encode() + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2024-10-05T10:00:00Z\r\nWARC-Target-URI: {address}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def packed(*records: bytes) -> bytes:
    """Records as gzip members of their own."""
    return b"".join(gzip.compress(one, mtime=0) for one in records)
