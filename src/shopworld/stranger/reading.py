"""Pages as a visitor sees them, by what HTML says of itself: headings, tables, lists, links, prices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urljoin, urlsplit

from lxml import html

from shopworld.stranger.numbers import money, read_number

_STARS = re.compile(r"(\d(?:[.,]\d+)?) (?:out )?of 5(?:[^\d]{0,30}?(\d[\d.,]*) (?:reviews?|ratings?))?", re.IGNORECASE)
_ALSO = re.compile(r"also like|related|similar|recently viewed|also bought|goes? well|you may|more from", re.IGNORECASE)
_REVIEWS = re.compile(r"^(?:customer |buyer )?(?:reviews?|ratings|opinions|what .* say)\b", re.IGNORECASE)
_GONE = re.compile(r"sold out|out of stock|not available|unavailable|currently gone", re.IGNORECASE)
_OLD_PRICE = re.compile(r"\b(?:was|old|list|before|instead|strike|regular|compare|rrp|msrp|saved?|delivery|unit)\b")
_ALONE = re.compile(r"[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£]")
_COUNTED = re.compile(r"\s*\(\d+\)$")
_FILE_ENDING = re.compile(r"\.(?:html?|php|aspx?)$")
_BULLET = re.compile(r"^[^\w(]+")
_GARBLED = re.compile(r"[\u00c2\u00c3\u00e2][\u0080-\u00bf\u0152-\u0178\u0192\u02c6\u02dc\u2013-\u2122]{1,2}")
"""Signs that were read in another encoding than they were written in, such as an apostrophe of three letters."""
_DATA = "@*[starts-with(name(),'data-') and contains(name(),'{}')]"
_PRICED = f".//*[contains(@class,'price') or @itemprop='price' or {_DATA.format('price')}]"
_STOCKED = (
    ".//*[contains(@class,'stock') or contains(@class,'sold') or contains(@class,'availab') "
    f"or {_DATA.format('stock')}]"
)


@dataclass(frozen=True, slots=True)
class StrangerListing:
    """A product page, read.

    Attributes:
        address: of the page.
        title: its heading.
        price: now, in units of the currency; None without one.
        rows: label and text of tables and lists of facts.
        text: the rest of what is told about the product.
        trail: names of the collections above it.
        maker: the brand where the page sets one apart.
        stars: on average; None without reviews.
        reviews: how many there are.
        choices: label and values of what the buyer chooses.
        gone: whether it cannot be bought now.
    """

    address: str
    title: str
    price: float | None = None
    rows: tuple[tuple[str, str], ...] = ()
    text: str = ""
    trail: tuple[str, ...] = ()
    maker: str = ""
    stars: float | None = None
    reviews: int = 0
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    gone: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Host and last part of the path: what tells offers apart."""
        return offer_key(self.address)


@dataclass(frozen=True, slots=True)
class StrangerCard:
    """A product as a list shows it: its address, title and price."""

    address: str
    title: str
    price: float | None


@dataclass(frozen=True, slots=True)
class Page:
    """Any page, read: its heading, text, links by their words, the products that it lists, and the next page."""

    address: str
    heading: str
    text: str
    links: tuple[tuple[str, str], ...]
    cards: tuple[StrangerCard, ...]
    following: str = ""
    filters: tuple[tuple[str, str, str, str], ...] = field(default=())
    """Of each box that can be ticked: the name of its group, its own words, its field and value."""
    sorts: tuple[tuple[str, str, str], ...] = field(default=())
    """Of each way of sorting: its words, field and value."""
    tables: tuple[tuple[tuple[str, ...], ...], ...] = field(default=())
    """Each table, row by row, cell by cell."""
    whole: str = ""
    """The words of the page with what stands around its text, such as an announcement."""


def offer_key(address: str) -> tuple[str, str]:
    """Host and last part of the path of an address, without the ending of a file."""
    parts = urlsplit(address)
    last = parts.path.rstrip("/").rpartition("/")[2]
    return (parts.hostname or "").removeprefix("www."), _FILE_ENDING.sub("", last)


def _words(node: html.HtmlElement | None) -> str:
    return _tidy(" ".join(node.itertext())) if node is not None else ""


def _tidy(text: str) -> str:
    return " ".join(_GARBLED.sub(" ", text).split())


def _find(node: html.HtmlElement, path: str) -> list[html.HtmlElement]:
    return cast("list[html.HtmlElement]", node.xpath(path))


def _strings(node: html.HtmlElement, path: str) -> list[str]:
    return [str(one) for one in cast("list[str]", node.xpath(path))]


def _own(parsed: html.HtmlElement) -> html.HtmlElement:
    found = _find(parsed, "//main") or _find(parsed, "//body")
    return found[0] if found else parsed


def _parsed(text: str) -> html.HtmlElement:
    parsed = html.document_fromstring(text or "<html><body></body></html>")
    for node in _find(parsed, "//script|//style|//svg|//template|//noscript"):
        node.drop_tree()
    return parsed


def _data(text: str) -> list[Mapping[str, Any]]:
    """What a page tells machines of itself (JSON-LD), thing by thing."""
    if "application/ld+json" not in text:
        return []
    found: list[Mapping[str, Any]] = []
    for said in _strings(html.document_fromstring(text), "//script[@type='application/ld+json']/text()"):
        try:
            read = json.loads(said)
        except ValueError:
            continue
        for one in read if isinstance(read, list) else [read]:
            if isinstance(one, dict):
                graph = one.get("@graph")
                found += [part for part in graph if isinstance(part, dict)] if isinstance(graph, list) else [one]
    return found


def _offered(thing: Mapping[str, Any], name: str) -> str:
    """A field of the first offer of a product that a page tells machines."""
    offers = thing.get("offers")
    if isinstance(offers, list):
        offers = offers[0] if offers else None
    return str(offers.get(name, "")) if isinstance(offers, dict) else ""


def _told_price(thing: Mapping[str, Any]) -> float | None:
    said = _offered(thing, "price") or _offered(thing, "lowPrice")
    return float(said) if re.fullmatch(r"\d+(?:\.\d+)?", said) else None


def _told_cards(address: str, data: list[Mapping[str, Any]]) -> Iterator[StrangerCard]:
    """The products of a list that a page tells machines, where its own script draws them."""
    for thing in data:
        entries = thing.get("itemListElement") if thing.get("@type") == "ItemList" else None
        for entry in entries if isinstance(entries, list) else ():
            item = entry.get("item", entry) if isinstance(entry, dict) else None
            if isinstance(item, dict) and item.get("url") and item.get("name"):
                yield StrangerCard(urljoin(address, str(item["url"])), str(item["name"]), _told_price(item))


def _marks(node: html.HtmlElement) -> str:
    """How a node's author calls it: its classes and the names of its data attributes, as words."""
    said = [node.get("class", ""), *(str(name) for name in node.attrib if str(name).startswith("data-"))]
    return re.sub(r"[-_]", " ", " ".join(said).lower())


def _price(node: html.HtmlElement) -> float | None:
    """What is asked for now: the first amount in what calls itself a price, but for old and crossed-out ones."""
    for priced in _find(node, _PRICED):
        if _find(priced, "ancestor-or-self::del|ancestor-or-self::s") or _OLD_PRICE.search(
            f"{_marks(priced)} {(priced.text or '').lower()}"
        ):
            continue
        kept = " ".join(
            piece for piece in _strings(priced, ".//text()[not(ancestor::del) and not(ancestor::s)]") if piece.strip()
        )
        for one in _find(priced, ".//*[not(self::del) and not(self::s)]"):
            if _OLD_PRICE.search(_marks(one)):
                kept = kept.replace(_words(one), " ")
        amounts = money(kept)
        if amounts:
            return amounts[0]
    return None


def _bare_price(main: html.HtmlElement) -> float | None:
    """The first amount behind the heading that stands alone, where nothing calls itself a price."""
    for said in _strings(main, ".//h1/following::text()[not(ancestor::del) and not(ancestor::s)]"):
        if _ALONE.fullmatch(said.strip()):
            return money(said)[0]
    return None


def _rows(node: html.HtmlElement) -> Iterator[tuple[str, str]]:
    """Label and value of tables, definition lists and lists; tables that compare several products are no facts."""
    for table in _find(node, ".//table"):
        said = [
            (_words(label).rstrip(": "), _words(value))
            for row in _find(table, ".//tr")
            for cells in [_find(row, "./th|./td")]
            for label, value in zip(cells[::2], cells[1::2], strict=False)
        ]
        if 2 * sum(value.count(",") >= 2 for _, value in said) < len(said):
            yield from said
    for label in _find(node, ".//dt"):
        value = label.getnext()
        if value is not None and value.tag == "dd":
            yield _words(label).rstrip(": "), _words(value)
    for item in _find(node, ".//li"):
        line = _words(item)
        label, sign, value = line.partition(":")
        if sign and value.strip() and 0 < len(label) <= 40 and len(line) <= 160:
            yield label.strip(), value.strip()
    for paragraph in _find(node, ".//p[br]"):
        for line in _lines(paragraph):
            label, sign, value = _BULLET.sub("", line).partition(": ")
            if sign and value.strip() and 0 < len(label) <= 40 and len(line) <= 160:
                yield label.strip(), value.strip()


def _lines(node: html.HtmlElement) -> Iterator[str]:
    """The lines that breaks make of a paragraph."""
    line = node.text or ""
    for part in node:
        if part.tag == "br":
            yield _tidy(line)
            line = part.tail or ""
        else:
            line += _words(part) + (part.tail or "")
    yield _tidy(line)


def _choices(node: html.HtmlElement) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in _find(node, ".//form//select[option]"):
        label = _find(one, "ancestor::label") or _find(node, f".//label[@for='{one.get('id', '')}']")
        yield (
            (_words(label[0]) if label else one.get("name", "")),
            tuple(said for option in _find(one, "./option") if (said := _words(option))),
        )
    for one in _find(node, ".//form//fieldset[.//input[@type='radio']]"):
        legend = _find(one, "./legend")
        names = [(_words(label) or label.get("aria-label", "")) for label in _find(one, ".//label")]
        yield (_words(legend[0]) if legend else ""), tuple(text for text in names if text)


def read_listing(address: str, text: str) -> StrangerListing | None:
    """A product page; None where the page has no heading or no way to buy and no price."""
    parsed = _parsed(text)
    main = _own(parsed)
    headings = _find(main, ".//h1")
    if not headings:
        return None
    crumbs = ".//nav[contains(translate(@aria-label,'B','b'),'breadcrumb')]"
    trail = [_words(one) for one in _find(main, f"{crumbs}//li")][1:-1]
    trail = trail or [_words(one) for one in _find(main, f"{crumbs}//a")][1:]
    for related in _find(main, ".//section[not(.//h1)]|.//aside"):
        heading = _find(related, "./h2|./header/h2|./h3")
        if heading and _ALSO.search(_words(heading[0])):
            related.drop_tree()
    stars, count = _stars(main)
    for section in _find(main, ".//section[not(.//h1)]|.//aside|.//nav"):
        heading = _find(section, ".//h2|.//h3")
        title = _words(heading[0]) if heading else ""
        if section.tag == "nav" or _ALSO.search(title) or _REVIEWS.match(title):
            section.drop_tree()
    product = next((one for one in _data(text) if one.get("@type") == "Product"), {})
    brand = product.get("brand", "")
    maker = _find(main, ".//*[contains(@class,'brand') or @itemprop='brand'][not(.//h1)]")
    price = _price(main) or _told_price(product) or _bare_price(main)
    told = _find(main, _STOCKED)
    buying = " ".join(map(_words, told)) or _words(main)[:2000]
    choices = tuple(_choices(main))
    rows = tuple(dict.fromkeys(_rows(main)))
    for node in _find(main, ".//form|.//table|.//dl|.//h1|.//button|.//*[contains(@class,'price')]"):
        node.drop_tree()
    return StrangerListing(
        address=address,
        title=_words(headings[0]),
        price=price,
        rows=rows,
        text=_words(main),
        trail=tuple(trail),
        maker=_words(maker[0]) if maker else str(brand.get("name", "") if isinstance(brand, dict) else brand),
        stars=stars,
        reviews=count,
        choices=choices,
        gone=bool(_GONE.search(buying)),
    )


def _stars(main: html.HtmlElement) -> tuple[float | None, int]:
    said = [one.get("aria-label", "") for one in _find(main, ".//h1/following::*[@aria-label]")[:12]]
    summary = _find(main, ".//*[contains(@class,'review-mean')]")
    for text in [*(_words(one) for one in summary), *said]:
        found = _STARS.search(text)
        if found is not None and found[2]:
            return float(found[1].replace(",", ".")), int(read_number(found[2].rstrip(".,")))
    return None, 0


def read_page(address: str, text: str) -> Page:
    """Any page, with the products that it lists in their order."""
    parsed = _parsed(text)
    main = _own(parsed)
    heading = _find(main, ".//h1")
    links = tuple(
        (_words(one) or one.get("aria-label", ""), urljoin(address, one.get("href", "")))
        for one in _find(parsed, "//a[@href]")
    )
    following = _strings(parsed, "//a[@rel='next']/@href|//link[@rel='next']/@href")
    cards = []
    seen = set()
    for link in _find(main, ".//h2/a[@href]|.//h3/a[@href]|.//h4/a[@href]"):
        card = next((one for one in link.iterancestors("li", "article", "div") if money(_words(one))), None)
        target = urljoin(address, link.get("href", ""))
        if card is None or target in seen or any(_ALSO.search(_words(h)) for h in _section_headings(link)):
            continue
        seen.add(target)
        cards.append(StrangerCard(target, _words(link), _price(card)))
    return Page(
        address=address,
        heading=_words(heading[0]) if heading else "",
        text=_words(main),
        links=links,
        cards=tuple(cards or _told_cards(address, _data(text))),
        following=urljoin(address, following[0]) if following else "",
        filters=tuple(_filters(main)),
        sorts=tuple(_sorts(main)),
        tables=tuple(
            tuple(tuple(_words(cell) for cell in _find(row, "./th|./td")) for row in _find(table, ".//tr"))
            for table in _find(main, ".//table")
        ),
        whole=_words(parsed),
    )


def _section_headings(link: html.HtmlElement) -> list[html.HtmlElement]:
    return [head for one in link.iterancestors("section", "aside") for head in _find(one, "./h2|./header/h2")]


def _filters(main: html.HtmlElement) -> Iterator[tuple[str, str, str, str]]:
    for group in _find(main, ".//form//fieldset|.//form//details"):
        legend = _find(group, "./legend|./summary")
        for box in _find(group, ".//input[@type='checkbox' or @type='radio']"):
            label = _find(box, "ancestor::label") or _find(main, f".//label[@for='{box.get('id', '')}']")
            counted = (
                " ".join(_words(one) for one in _find(label[0], ".//*[contains(@class,'count')]|.//small"))
                if label
                else ""
            )
            said = _words(label[0]) if label else box.get("value", "")
            if counted and said.endswith(counted):
                said = said[: -len(counted)].strip()
            yield (_words(legend[0]) if legend else ""), said, box.get("name", ""), box.get("value", "")
    for choice in _find(main, ".//form//select"):
        label = _find(choice, "ancestor::label") or _find(main, f".//label[@for='{choice.get('id', '')}']")
        for option in _find(choice, "./option[@value!='']"):
            said = _COUNTED.sub("", _words(option))
            yield (_words(label[0]) if label else ""), said, choice.get("name", ""), option.get("value", "")


def _sorts(main: html.HtmlElement) -> Iterator[tuple[str, str, str]]:
    for choice in _find(main, ".//select[contains(@name,'order') or contains(@name,'sort') or contains(@id,'sort')]"):
        for option in _find(choice, "./option"):
            yield _words(option), choice.get("name", ""), option.get("value", "")
