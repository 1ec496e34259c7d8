"""Offers of WDC's product corpora: a JSON object a line, in the shapes of 2017 (nested properties) and 2020 (flat)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from shopworld.offers.limits import PageLimits
from shopworld.offers.reading.text_lines import CutShort, lines_of
from shopworld.offers.record import FoundOffer, RecordPlace
from shopworld.offers.tally import StageTally

_STAGE = "read"
_GTINS = ("gtin", "gtin8", "gtin12", "gtin13", "gtin14")


def read_corpus(file: Path, name: str, limits: PageLimits, tally: StageTally) -> Iterator[FoundOffer]:
    """The offers of a corpus, a line each.

    Args:
        file: `.json`, `.jsonl` or `.ndjson`, or one of them packed with gzip.
        name: of the file, for places; records are lines.
        limits: on the length of a line.
        tally: counts lines.
    """
    number = 0
    try:
        for number, line in lines_of(file, limits.page_bytes):
            if line is not None and not line.strip():
                continue
            tally.take(_STAGE)
            place = RecordPlace(name, number)
            if line is None:
                tally.drop(_STAGE, "a record larger than a page may be", place)
                continue
            try:
                value = orjson.loads(line)
            except orjson.JSONDecodeError:
                tally.drop(_STAGE, "a line that is not JSON", place)
                continue
            if not isinstance(value, dict):
                tally.drop(_STAGE, "a line that is no JSON object", place)
                continue
            tally.give(_STAGE)
            tally.take("extract")
            tally.give("extract")
            yield _offer(value, place)
    except CutShort as error:
        tally.note(_STAGE, str(error), RecordPlace(name, number))


def _offer(value: Mapping[str, Any], place: RecordPlace) -> FoundOffer:
    said = _properties(value)
    gtins = tuple(one for name in _GTINS for one in said.get(name, ()))
    address = next(iter(said.get("url", ())), "")
    pairs = value.get("keyValuePairs")
    facts = tuple((str(key), str(one)) for key, one in pairs.items() if one) if isinstance(pairs, dict) else ()

    def first(*names: str) -> str:
        return next((one for name in names for one in said.get(name, ()) if one), "")

    return FoundOffer(
        place=place,
        position=0,
        address=address or f"https://corpus.invalid/{first('id', 'nodeID') or place.record}",
        syntax="json-lines",
        title=first("title", "name"),
        description=first("description"),
        price=first("price", "lowPrice"),
        currency=first("priceCurrency", "currency"),
        availability=first("availability"),
        condition=first("itemCondition"),
        brand=first("brand", "manufacturer"),
        gtins=gtins,
        mpn=first("mpn", "productID"),
        sku=first("sku"),
        images=said.get("image", ()),
        categories=tuple(said.get("category", ())[:1]),
        facts=facts,
    )


def _properties(value: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """All that the record states by its plain name, nested lists of the older shape among them."""
    found: dict[str, list[str]] = {}

    def add(name: str, one: object) -> None:
        for text in _texts(one):
            found.setdefault(name.rpartition("/")[2], []).append(text)

    for name, one in value.items():
        if name in ("identifiers", "schema.org_properties", "parent_schema.org_properties"):
            for entry in one if isinstance(one, list) else [one]:
                if isinstance(entry, dict):
                    for key, inner in entry.items():
                        add(str(key), inner)
        elif not isinstance(one, dict):
            add(name, one)
    return {name: tuple(texts) for name, texts in found.items()}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, str):
        text = value.strip()
        if text.startswith("[") and text.endswith("]"):  # the older corpus writes lists as text
            text = text[1:-1].strip()
        if text and text.lower() != "null":
            yield text
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
