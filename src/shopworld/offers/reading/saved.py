"""Pages that somebody saved: HTML files; their address stands in the page, or is made from their path."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from shopworld.offers.limits import PageLimits
from shopworld.offers.record import RecordPlace, WebPage
from shopworld.offers.tally import StageTally

_STAGE = "read"
_SAVED_FROM = re.compile(rb"<!--\s*saved from url=\(\d+\)(\S+)", re.IGNORECASE)
_LINKS = re.compile(rb"<(?:link|meta)\b[^>]{0,2000}>", re.IGNORECASE)
_CANONICAL = re.compile(rb"rel\s*=\s*[\"']?canonical|property\s*=\s*[\"']og:url", re.IGNORECASE)
_ADDRESS = re.compile(rb"(?:href|content)\s*=\s*[\"'](https?://[^\"'\s]+)", re.IGNORECASE)
_HEAD = 100_000


def read_saved(file: Path, name: str, limits: PageLimits, tally: StageTally) -> Iterator[WebPage]:
    """The page that a file is.

    Args:
        file: `.html`, `.htm`, or one of them packed with gzip.
        name: of the file, for places; its first folder is the host where the page names no address.
        limits: on the size of the page.
        tally: counts it.
    """
    place = RecordPlace(name, 1)
    tally.take(_STAGE)
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
            content = stream.read(limits.page_bytes + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        tally.drop(_STAGE, "a broken gzip member", place)
        return
    if len(content) > limits.page_bytes:
        tally.drop(_STAGE, "a record larger than a page may be", place)
        return
    tally.give(_STAGE)
    yield WebPage(place, _address(content[:_HEAD], name), content)


def _address(head: bytes, name: str) -> str:
    saved = _SAVED_FROM.search(head)
    if saved is not None:
        return saved[1].decode("utf-8", "replace")
    for tag in _LINKS.finditer(head):
        address = _ADDRESS.search(tag[0])
        if address is not None and _CANONICAL.search(tag[0]):
            return address[1].decode("utf-8", "replace")
    first, _, rest = name.partition("/")
    return f"https://{first}/{rest}" if "." in first and rest else f"https://saved.invalid/{name}"
