"""Offers of one page: a cheap test of its bytes first, then JSON-LD, microdata and RDFa by extruct."""

from __future__ import annotations

import codecs
import html
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from shopworld.offers.limits import PageLimits, TookTooLong, time_limit
from shopworld.offers.markup.flatten import STAGE, offers_of_items
from shopworld.offers.markup.item import MarkupItem, plain_name
from shopworld.offers.record import FoundOffer, WebPage
from shopworld.offers.tally import StageTally

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WRAPPING = re.compile(r"^\s*(?://)?\s*(?:<!--|<!\[CDATA\[)|(?://)?\s*(?:-->|\]\]>)\s*$|;\s*$")
_CONTROL = dict.fromkeys(range(32), " ") | {127: " "}
_MOST_NODES = 50_000


def offers_of_page(page: WebPage, limits: PageLimits, tally: StageTally) -> Iterator[FoundOffer]:
    """The offers that a page marks up, in its order.

    Args:
        page: as bytes.
        limits: on depth, number and time.
        tally: counts the page and its offers; names what is left out.
    """
    tally.take(STAGE)
    text = _text(page)
    if not _may_hold_products(text):
        tally.drop(STAGE, "no product in its markup", page.place)
        return
    try:
        with time_limit(limits.seconds):
            found = list(offers_of_items(_things(text, page, limits, tally), page, limits, tally, counted=True))
    except TookTooLong:
        tally.drop(STAGE, "it took longer than a page may", page.place)
        return
    except (RecursionError, MemoryError):
        tally.drop(STAGE, "markup nested too deep", page.place)
        return
    yield from found


def _may_hold_products(text: str) -> bool:
    return "schema.org" in text and "roduct" in text and ("ld+json" in text or "itemscope" in text or "typeof" in text)


def _text(page: WebPage) -> str:
    """The page's text: UTF-8 where that fits, else as it declares itself, else as browsers take it."""
    content = page.content
    for mark, name in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        declared = _META_CHARSET.search(content[:4096])
        for name in (page.charset, declared[1].decode("ascii") if declared else ""):
            try:
                known = codecs.lookup(name).name if name else ""
            except LookupError:
                continue
            if known == "utf-8":  # it is not, all in all; a cut or mixed page
                return content.decode("utf-8", "replace")
            if known:
                return content.decode("cp1252" if known in ("iso8859-1", "ascii") else known, "replace")
        return content.decode("cp1252", "replace")


def _things(text: str, page: WebPage, limits: PageLimits, tally: StageTally) -> list[tuple[MarkupItem, str]]:
    import lxml.etree
    import lxml.html

    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=False, huge_tree=False)
    try:
        tree = lxml.html.document_fromstring(text.replace("\0", "").encode("utf-8", "replace"), parser=parser)
    except (lxml.etree.LxmlError, ValueError, AssertionError):
        tally.drop(STAGE, "HTML that cannot be read", page.place)
        return []
    found = [(one, "json-ld") for one in _json_ld(tree, page, limits, tally)] if "ld+json" in text else []
    if "itemscope" in text:
        found += [(one, "microdata") for one in _microdata(tree, page, limits, tally)]
    if "typeof" in text and not any(_is_product(one) for one, _ in found):
        found += [(one, "rdfa") for one in _rdfa(text, page, limits, tally)]
    return found


def _is_product(item: MarkupItem) -> bool:
    return bool(item.types & {"Product", "ProductGroup"}) or any("Product" in plain_name(one) for one in item.values)


def _json_ld(tree: Any, page: WebPage, limits: PageLimits, tally: StageTally) -> list[MarkupItem]:
    values = []
    for script in tree.iter("script"):
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        source = script.text or ""
        try:
            values.append(orjson.loads(source))
            continue
        except orjson.JSONDecodeError:
            pass
        if not source.strip():
            continue
        repaired = _repaired_json(source)
        if repaired is None:
            tally.note(STAGE, "JSON-LD broken beyond repair", page.place)
        else:
            tally.note(STAGE, "broken JSON-LD repaired", page.place)
            values.append(repaired)
    return _plain_items(values, page, limits, tally)


def _repaired_json(source: str) -> Any | None:
    """JSON with comments, trailing commas, raw line breaks, wrappings or escaped quotes; None where nothing helps."""
    import jstyleson

    bare = _WRAPPING.sub("", _WRAPPING.sub("", source))
    for attempt in (source, bare, html.unescape(bare) if "&quot;" in bare else "", bare.translate(_CONTROL)):
        for clean in (str, jstyleson.dispose):
            try:
                return json.loads(clean(attempt), strict=False)
            except (ValueError, IndexError, RecursionError):
                continue
    return None


def _plain_items(values: list[Any], page: WebPage, limits: PageLimits, tally: StageTally) -> list[MarkupItem]:
    """Things with plain names of properties, and what has an id by it; what lies too deep is cut."""
    nodes: dict[str, dict[str, Any]] = {}
    tops: list[dict[str, Any]] = []
    cut = count = 0

    def plain(value: Any, depth: int) -> Any:
        nonlocal cut, count
        if isinstance(value, list):
            return [one for one in (plain(one, depth) for one in value) if one is not None]
        if not isinstance(value, Mapping):
            return value
        count += 1
        if depth > limits.depth or count > _MOST_NODES:
            cut += 1
            return None
        made = {_name(str(key)): plain(one, depth + 1) for key, one in value.items() if key != "@context"}
        name = made.get("@id")
        if isinstance(name, str) and len(made) > len(nodes.get(name, ())):
            nodes[name] = made
        return made

    for value in values:
        for one in value if isinstance(value, list) else [value]:
            made = plain(one, 0)
            if isinstance(made, dict):
                graph = made.get("@graph")
                tops += [inner for inner in graph if isinstance(inner, dict)] if isinstance(graph, list) else []
                if "@type" in made or not isinstance(graph, list):
                    tops.append(made)
    if cut:
        tally.note(STAGE, "markup cut at its deepest or largest", page.place)
    return [
        MarkupItem(one, nodes, frozenset({one["@id"]}) if isinstance(one.get("@id"), str) else frozenset())
        for one in tops
    ]


def _name(key: str) -> str:
    """A property's plain name; some shop systems write it with a capital: `Offers`."""
    name = key if not (":" in key or "/" in key) else plain_name(key)
    return name[:1].lower() + name[1:]


def _microdata(tree: Any, page: WebPage, limits: PageLimits, tally: StageTally) -> list[MarkupItem]:
    from extruct.w3cmicrodata import MicrodataExtractor

    try:
        found = MicrodataExtractor(nested=True).extract_items(tree, base_url=page.address)
    except (ValueError, RecursionError, TypeError, KeyError):
        tally.note(STAGE, "microdata that cannot be read", page.place)
        return []
    return _plain_items([_as_json_ld(one, 0) for one in found], page, limits, tally)


def _as_json_ld(value: Any, depth: int) -> Any:
    if isinstance(value, list):
        return [_as_json_ld(one, depth) for one in value]
    if not isinstance(value, dict) or depth > 200:
        return value
    made = {name: _as_json_ld(one, depth + 1) for name, one in (value.get("properties") or {}).items()}
    made["@type"] = value.get("type") or []
    if isinstance(value.get("id"), str):
        made["@id"] = value["id"]
    return made


def _rdfa(text: str, page: WebPage, limits: PageLimits, tally: StageTally) -> list[MarkupItem]:
    from extruct.rdfa import RDFaExtractor

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = RDFaExtractor().extract(text, base_url=page.address, expanded=True)
    except TookTooLong:
        raise
    except Exception:  # rdflib and the parser in it raise whatever they like at strange pages
        tally.note(STAGE, "RDFa that cannot be read", page.place)
        return []
    return _plain_items(found, page, limits, tally)
