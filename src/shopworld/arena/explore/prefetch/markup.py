"""Reads pages without a browser: links, cards with prices, counts, forms. Never by class, id or data attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree, html

from shopworld.arena.explore.prefetch.address import SiteAddress, is_page
from shopworld.arena.explore.prefetch.product_page import ProductMarkup
from shopworld.arena.explore.words import ADD_TO_CART, info_page_of
from shopworld.money import amounts_in, has_amount, names_currency

_DROPPED = ("script", "style", "noscript", "template", "svg", "iframe")
_THINGS = r"(?:results?|products?|items?|articles?|produkte?n?|artikel)"
_COUNT = (
    re.compile(r"\d\s*(?:-|–|—|to|bis)\s*\d[\d.,]*\s+(?:of|von|sur|de|/)\s+([\d.,]+)", re.I),
    re.compile(rf"\b(?:of|von|sur|de)\s+([\d.,]+)\s+{_THINGS}\b", re.I),
    re.compile(rf"\b([\d.,]+)\s+{_THINGS}\b", re.I),
)
_NEXT = re.compile(r"^(?:next(?: page)?|older|more|load more.*|show (?:\d+ )?more.*|view more.*|›|»|→|>)\W*$", re.I)
_GONE = re.compile(r"\b(?:sold out|out of stock|unavailable|not available|notify me|back in stock)\b", re.I)
_LARGEST_CARD = 1500
_MOST_LEVELS = 9
_LEAST_TITLE = 3
_MOST_INFORMATION_WORDS = 3


@dataclass(frozen=True, slots=True)
class MarkupLink:
    """A link of a page: absolute address, text, and the part of the page it lies in."""

    url: str
    text: str
    area: str


@dataclass(frozen=True, slots=True)
class ListingCard:
    """A product in a listing."""

    url: str
    title: str
    price: float | None
    compare_at: float | None
    currency: str


class Markup:
    """One page.

    Args:
        text: its HTML.
        url: its address.
        site: the site it belongs to.
    """

    def __init__(self, text: str, url: str, site: SiteAddress) -> None:
        self.url = url
        self._site = site
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        try:
            tree = html.document_fromstring(text.encode("utf-8", errors="replace") or b"<html></html>", parser=parser)
        except (etree.ParserError, ValueError):
            tree = html.document_fromstring(b"<html><body></body></html>")
        self.tree: html.HtmlElement = tree
        self.language = (tree.get("lang") or "").partition("-")[0]
        etree.strip_elements(tree, *_DROPPED, with_tail=False)

    @property
    def title(self) -> str:
        """Of the tab."""
        return self._first("//title")

    @property
    def heading(self) -> str:
        """The first heading of the first level."""
        return self._first("//h1")

    def meta(self, name: str) -> str:
        """A meta value by name or property."""
        for node in self.tree.iter("meta"):
            if (node.get("name") or node.get("property") or "").lower() == name:
                return (node.get("content") or "").strip()
        return ""

    @property
    def text(self) -> str:
        """All its text."""
        return _text(self.tree)

    @property
    def main_text(self) -> str:
        """The text of its main part, else all."""
        mains = self.tree.xpath("//main | //*[@role='main']")
        return _text(mains[0]) if mains else self.text

    def links(self) -> list[MarkupLink]:
        """Links to pages of this site, each address once for each area, in order."""
        found: dict[tuple[str, str], MarkupLink] = {}
        for node in self.tree.iter("a"):
            url = self._target(node)
            if url:
                area = _area(node)
                link = MarkupLink(url, _label(node), area)
                known = found.get((url, area))
                if known is None or (not known.text and link.text):
                    found[url, area] = link
        return list(found.values())

    def cards(self) -> list[ListingCard]:
        """Products that the page lists: what holds a price and a link to one page."""
        found: dict[str, ListingCard] = {}
        for holder in self._holders():
            card = self._card(holder)
            if card is not None and card.url not in found:
                found[card.url] = card
        return list(found.values())

    def count(self) -> int | None:
        """How many products a listing says it has."""
        words = self.main_text[:20_000]
        for pattern in _COUNT:
            for match in pattern.finditer(words):
                digits = re.sub(r"[.,]", "", match[1])
                if digits.isdigit() and 0 < int(digits) < 10_000_000:
                    return int(digits)
        return None

    def next_page(self) -> str:
        """Address of the listing's next page; empty where there is none."""
        for node in self.tree.iter("link", "a"):
            if "next" in (node.get("rel") or "").lower().split() and (url := self._target(node)):
                return url
        for node in self.tree.iter("a"):
            if _NEXT.match(_label(node)) and (url := self._target(node)) and _same_listing(url, self.url):
                return url
        return ""

    def search_address(self) -> str:
        """The address of a search, with `{query}` in it; empty where no form searches by GET."""
        for form in self.tree.iter("form"):
            if (form.get("method") or "get").lower() != "get":
                continue
            fields = [
                one
                for one in form.iter("input")
                if (one.get("type") or "text").lower() in ("text", "search") and one.get("name")
            ]
            words = " ".join(
                (form.get("role") or "", form.get("action") or "", form.get("aria-label") or "", _text(form))
            )
            kinds = {(one.get("type") or "").lower() for one in fields}
            if len(fields) == 1 and ("search" in kinds or "search" in words.lower()):
                action = self._site.join(form.get("action") or self.url, self.url)
                if self._site.owns(action):
                    mark = "&" if "?" in action else "?"
                    return f"{action}{mark}{fields[0].get('name')}={{query}}"
        return ""

    def looks_like_product(self) -> bool:
        """Whether the page itself is of one product.

        Below its heading one can add it before others are shown; or it has a price there, and says that it is gone.
        """
        if "product" in self.meta("og:type"):
            return True
        others = {card.url for card in self.cards()} - {self.url}
        heading = next(iter(self.tree.iter("h1")), None)
        below, words = heading is None, []
        for node in self.tree.iter():
            if node is heading:
                below = True
            elif below and node.tag == "a" and self._target(node) in others:
                break
            elif below and node.tag in ("button", "input") and ADD_TO_CART.search(_label(node)):
                return True
            elif below and isinstance(node.tag, str):
                words.append(node.text or "")
        told = " ".join(words)
        return has_amount(told) and bool(_GONE.search(told))

    def product_page(self) -> ProductMarkup:
        """What it says where it is of one product."""
        return ProductMarkup(self.tree, self.heading)

    def _first(self, path: str) -> str:
        nodes = self.tree.xpath(path)
        return _text(nodes[0]) if nodes else ""

    def _target(self, node: html.HtmlElement) -> str:
        address = (node.get("href") or "").strip()
        if not address or address.startswith(("#", "mailto:", "tel:", "javascript:", "data:")):
            return ""
        url = self._site.join(address, self.url)
        return url if url and self._site.owns(url) and is_page(url) else ""

    def _holders(self) -> Iterator[html.HtmlElement]:
        """The smallest elements that hold a price and a link."""
        seen: set[html.HtmlElement] = set()
        for node in self.tree.iter():
            if not isinstance(node.tag, str) or node.tag in _DROPPED:
                continue
            own = " ".join(part for part in (node.text, *(child.tail for child in node)) if part)
            if not (has_amount(own) or (names_currency(own) and has_amount(_text(node)))):
                continue
            holder = node
            for _ in range(_MOST_LEVELS):
                if any(self._target(link) for link in holder.iter("a")):
                    if holder not in seen:
                        seen.add(holder)
                        yield holder
                    break
                above = holder.getparent()
                if above is None or above.tag in ("body", "html", "main"):
                    break
                holder = above

    def _card(self, holder: html.HtmlElement) -> ListingCard | None:
        if _area(holder) != "main":
            return None
        words = _text(holder)
        targets = {url for link in holder.iter("a") if (url := self._target(link))}
        plain = {url.partition("?")[0] for url in targets}
        if len(plain) != 1 or len(words) > _LARGEST_CARD:
            return None
        url = next(iter(plain))
        titles = [_label(link) for link in holder.iter("a")]
        titles += [_text(one) for one in holder.iter("h2", "h3", "h4", "h5")]
        title = max((one for one in titles if not has_amount(one) or len(one) > 40), key=len, default="")
        if len(title) < _LEAST_TITLE:
            title = max((image.get("alt") or "" for image in holder.iter("img")), key=len, default="")
        if len(title) < _LEAST_TITLE or url.rstrip("/") == self.url.partition("?")[0].rstrip("/"):
            return None
        amounts = amounts_in(words)
        about = info_page_of(title, "") if len(title.split()) <= _MOST_INFORMATION_WORDS else ""
        if not amounts or about not in ("", "gift-cards"):
            return None
        struck = [one.value for part in holder.iter("del", "s", "strike") for one in amounts_in(_text(part))]
        now = next((one for one in amounts if one.value not in struck), amounts[0])
        return ListingCard(url, title, float(now.value), float(max(struck)) if struck else None, amounts[0].currency)


def _text(node: html.HtmlElement) -> str:
    return " ".join(" ".join(node.itertext()).split())


def _label(node: html.HtmlElement) -> str:
    words = node.get("aria-label") or _text(node) or node.get("title") or node.get("value") or ""
    if not words:
        words = " ".join(image.get("alt") or "" for image in node.iter("img"))
    return " ".join(words.split())


def _area(node: html.HtmlElement) -> str:
    """The part of the page that a node lies in; menus in the footer are the footer's, breadcrumbs the main part's."""
    found = ""
    above: html.HtmlElement | None = node
    while above is not None:
        role = above.get("role") or ""
        if above.tag == "footer" or role == "contentinfo":
            return "footer"
        if above.tag == "main" or role == "main":
            return "main"
        if above.tag in ("header", "nav") or role in ("banner", "navigation"):
            found = "header"
        above = above.getparent()
    return found or "main"


def _same_listing(url: str, other: str) -> bool:
    """Whether two addresses may be pages of one listing: paths that begin alike."""
    stem = re.sub(r"/page/\d+/?$", "/", other.partition("?")[0]).rstrip("/")
    return url.partition("?")[0].rstrip("/").startswith(stem)
