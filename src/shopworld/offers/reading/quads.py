"""Offers of Web Data Commons' schema.org subsets: N-Quads, whose fourth term is the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from shopworld.offers.limits import PageLimits
from shopworld.offers.markup import MarkupItem, offers_of_items
from shopworld.offers.parts import needed
from shopworld.offers.reading.text_lines import CutShort, lines_of
from shopworld.offers.record import FoundOffer, RecordPlace, WebPage
from shopworld.offers.tally import StageTally

_STAGE = "read"
_GRAPH = re.compile(rb"<([^<>\s]*)>\s*\.\s*$")
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_MOST_QUADS = 100_000
"""Of one page."""


def read_quads(file: Path, name: str, limits: PageLimits, tally: StageTally) -> Iterator[FoundOffer]:
    """The offers of an N-Quads file, page by page as they stand together.

    Args:
        file: `.nq`, or packed with gzip.
        name: of the file, for places; records are pages.
        limits: on what is read of a page.
        tally: counts pages and bad lines.
    """
    for pages, (address, lines) in enumerate(_by_page(file, name, limits, tally), 1):
        tally.take(_STAGE)
        place = RecordPlace(name, pages)
        items = _items(lines, place, tally)
        tally.give(_STAGE)
        page = WebPage(place, address, b"")
        yield from offers_of_items([(one, "n-quads") for one in items], page, limits, tally)


def _by_page(file: Path, name: str, limits: PageLimits, tally: StageTally) -> Iterator[tuple[str, list[bytes]]]:
    address, lines = "", list[bytes]()
    number = 0
    try:
        for number, line in lines_of(file, limits.page_bytes):
            if line is None:
                tally.note(_STAGE, "a line longer than a page may be", RecordPlace(name, number))
                continue
            if not line.strip() or line.startswith(b"#"):
                continue
            graph = _GRAPH.search(line)
            if graph is None:
                tally.note(_STAGE, "a bad line of N-Quads", RecordPlace(name, number))
                continue
            here = graph[1].decode("utf-8", "replace")
            if here != address and lines:
                yield address, lines
                lines = []
            address = here
            if len(lines) < _MOST_QUADS:
                lines.append(line)
            else:
                tally.note(_STAGE, "a line behind the most that a page may have", RecordPlace(name, number))
    except CutShort as error:
        tally.note(_STAGE, str(error), RecordPlace(name, number))
    if lines:
        yield address, lines


def _items(lines: Sequence[bytes], place: RecordPlace, tally: StageTally) -> list[MarkupItem]:
    """The things that a page's quads tell of, with what they refer to inside them; cycles are cut."""
    nodes: dict[str, dict[str, Any]] = {}
    inner: set[str] = set()
    for quad in _parsed(lines, place, tally):
        subject, predicate, value = str(quad.subject), quad.predicate.value, quad.object
        node = nodes.setdefault(subject, {})
        if predicate == _TYPE:
            node.setdefault("@type", []).append(value.value if hasattr(value, "value") else str(value))
            continue
        name = predicate.rpartition("#")[2].rpartition("/")[2]
        if hasattr(value, "datatype"):
            node.setdefault(name, []).append(value.value)
        else:
            key = str(value)
            inner.add(key)
            node.setdefault(name, []).append({"@id": key, "text": value.value if hasattr(value, "value") else ""})
    whole = [one for one in nodes if one not in inner] or list(nodes)
    return [MarkupItem(nodes[one], nodes) for one in whole]


def _parsed(lines: Sequence[bytes], place: RecordPlace, tally: StageTally) -> Iterator[Any]:
    oxigraph = needed("pyoxigraph")
    form = oxigraph.RdfFormat.N_QUADS
    try:
        yield from list(oxigraph.parse(input=b"\n".join(lines), format=form, lenient=True))
        return
    except (SyntaxError, ValueError):
        pass  # some line of the page is bad: the others are read one by one
    for line in lines:
        try:
            yield from list(oxigraph.parse(input=line, format=form, lenient=True))
        except (SyntaxError, ValueError):
            tally.note(_STAGE, "a bad line of N-Quads", place)
