"""Pages of WARC files, plain or packed, by fastwarc; broken records are named and passed over."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from shopworld.offers.limits import PageLimits
from shopworld.offers.parts import needed
from shopworld.offers.reading.members import GzipMember, gzip_members
from shopworld.offers.record import RecordPlace, WebPage
from shopworld.offers.tally import StageTally

_STAGE = "read"
_HEADERS = 64 * 1024
"""Bytes that headers of a record may have beside its page."""
_HTML = ("text/html", "application/xhtml+xml")
_BEGINNING = b"WARC/1."


def read_warc(file: Path, name: str, limits: PageLimits, tally: StageTally) -> Iterator[WebPage]:
    """The HTML pages of a WARC file, in order.

    Args:
        file: `.warc`, or `.warc.gz` with a gzip member for each record or one for all.
        name: of the file, for places.
        limits: on what is kept of a page.
        tally: counts records, and names those that are left out.
    """
    reader = _WarcReader(name, limits, tally)
    with file.open("rb") as stream:
        if stream.read(2) != b"\x1f\x8b":
            stream.seek(0)
            yield from reader.pages(stream)
            return
        yield from _packed(file, stream, reader)


def _packed(file: Path, stream: BinaryIO, reader: _WarcReader) -> Iterator[WebPage]:
    for member in gzip_members(stream, reader.limits.page_bytes + _HEADERS):
        if member.is_cut and member.content.count(_BEGINNING) > 1 and member.offset == 0:
            with gzip.open(file) as whole:  # one member holds all records
                yield from reader.pages(whole)
            return
        yield from reader.pages_of_member(member)


class _WarcReader:
    """Reads records of one file and counts them."""

    def __init__(self, name: str, limits: PageLimits, tally: StageTally) -> None:
        self._name, self.limits, self._tally = name, limits, tally
        self._warc = needed("fastwarc.warc")

    def pages_of_member(self, member: GzipMember) -> Iterator[WebPage]:
        """The pages of one gzip member, which is one record as a rule."""
        if member.fault:
            self._lost(member.fault, member.offset)
            return
        if member.is_cut:
            self._lost("a record larger than a page may be", member.offset)
            return
        yield from self.pages(io.BytesIO(member.content), member.offset)

    def pages(self, stream: Any, offset: int = 0) -> Iterator[WebPage]:
        """The pages of an unpacked stream of records, which begins at an offset of the file."""
        kinds = self._warc.WarcRecordType.response | self._warc.WarcRecordType.resource
        records = iter(self._warc.ArchiveIterator(stream, record_types=kinds, parse_http=False))
        at = offset
        while True:
            try:
                record = next(records, None)
                if record is None:
                    return
                at = offset + record.stream_pos
                page = self._page(record, at)
            except (OSError, EOFError, ValueError, RuntimeError, zlib.error) as error:
                self._lost(f"a broken record: {type(error).__name__}", at)
                return
            if page is not None:
                self._tally.give(_STAGE)
                yield page

    def _lost(self, reason: str, offset: int) -> None:
        self._tally.take(_STAGE)
        self._tally.drop(_STAGE, reason, RecordPlace(self._name, offset))

    def _page(self, record: Any, offset: int) -> WebPage | None:
        self._tally.take(_STAGE)
        place = RecordPlace(self._name, offset)
        if record.content_length > self.limits.page_bytes + _HEADERS:
            self._tally.drop(_STAGE, "a record larger than a page may be", place)
            return None
        charset, kind = "", record.headers.get("Content-Type") or ""
        # The block is read whole first: how much of it is there tells whether the file was cut.
        block = record.reader.read(record.content_length)
        if len(block) < record.content_length:
            self._tally.drop(_STAGE, "the file ends inside a record", place)
            return None
        address = (record.headers.get("WARC-Target-URI") or "").strip("<>")
        content = block
        if kind.startswith("application/http"):
            head, _, content = block.partition(b"\r\n\r\n")
            answer = _HttpHead(head)
            if answer.status != 200:
                self._tally.drop(_STAGE, "not an answer with status 200", place)
                return None
            kind, charset = answer.kind, answer.charset
            unpacked = _unpacked(content, answer.packing, answer.chunked, self.limits.page_bytes)
            if isinstance(unpacked, str):
                self._tally.drop(_STAGE, unpacked, place)
                return None
            content = unpacked
        if kind and not kind.startswith(_HTML):
            self._tally.drop(_STAGE, "not HTML", place)
            return None
        if not address.startswith(("http://", "https://")):
            self._tally.drop(_STAGE, "no web address", place)
            return None
        if len(content) > self.limits.page_bytes:
            self._tally.drop(_STAGE, "a record larger than a page may be", place)
            return None
        return WebPage(place, address, content, charset, (record.headers.get("WARC-Date") or "")[:10])


class _HttpHead:
    """Status line and headers of an HTTP answer."""

    def __init__(self, head: bytes) -> None:
        lines = head.decode("latin-1").split("\r\n")
        words = lines[0].split()
        self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
        headers = {
            name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])
        }
        self.kind, _, parameters = headers.get("content-type", "").lower().partition(";")
        self.charset = parameters.partition("charset=")[2].strip(" \"'").partition(";")[0]
        self.packing = headers.get("content-encoding", "").lower()
        self.chunked = "chunked" in headers.get("transfer-encoding", "").lower()


def _unpacked(content: bytes, packing: str, chunked: bool, most: int) -> bytes | str:
    """The page of an answer's body; a text says why there is none."""
    if chunked:
        content = _without_chunks(content)
    if packing in ("gzip", "x-gzip", "deflate") and content[:1] not in (b"<", b"\n", b" "):
        inflate = zlib.decompressobj(47 if content[:1] in (b"\x1f", b"\x78") else -15)
        try:
            plain = inflate.decompress(content, most + 1)
        except zlib.error:
            return "a broken packed page"
        return "a page that unpacks beyond the limit" if len(plain) > most else plain
    if packing == "br":
        brotli = needed("brotli")
        try:
            plain = brotli.Decompressor().process(content, output_buffer_limit=most + 1)
        except brotli.error:
            return content if b"<" in content[:512] else "a broken packed page"  # many archives keep it unpacked
        return "a page that unpacks beyond the limit" if len(plain) > most else plain
    if packing not in ("", "identity", "gzip", "x-gzip", "deflate") and b"<" not in content[:512]:
        return f"packed as {packing[:20]!r}"
    return content


def _without_chunks(content: bytes) -> bytes:
    """A body without the sizes of its chunks; as it is where it has none."""
    out, at = bytearray(), 0
    while True:
        line = content.find(b"\r\n", at)
        size = content[at:line].partition(b";")[0].strip() if 0 <= line - at <= 16 else b""
        try:
            length = int(size, 16)
        except ValueError:
            return bytes(out) or content
        if not length:
            return bytes(out)
        out += content[line + 2 : line + 2 + length]
        at = line + 2 + length + 2
