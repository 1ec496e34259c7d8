"""Reads pages without a browser: links, cards with prices, counts, forms. Never by class, id or data attribute."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree, html

from shopworld.arena.explore.prefetch.address import SiteAddress, is_page
from shopworld.arena.explore.prefetch.identity import is_route, page_number
from shopworld.arena.explore.prefetch.placed import placed_goods
from shopworld.arena.explore.prefetch.product_page import ProductMarkup
from shopworld.arena.explore.prefetch.repeats import ListingCard, RepeatReader, clicked_address
from shopworld.arena.explore.prefetch.text import own_heading, price_text, text_of
from shopworld.arena.explore.words import ADD_TO_CART, MORE, NEXT, SOLD_OUT, sort_of
from shopworld.money import amounts_in, codes_in, has_amount

_DROPPED = ("script", "style", "noscript", "template", "svg", "iframe")
_THINGS = r"(?:results?|products?|items?|articles?|produkte?n?|artikel)"
_COUNT = (
    re.compile(r"\d\s*(?:-|–|—|to|bis)\s*\d[\d.,]*\s+(?:of|von|sur|de|/)\s+([\d.,]+)", re.I),
    re.compile(rf"\b(?:of|von|sur|de)\s+([\d.,]+)\s+{_THINGS}\b", re.I),
    re.compile(rf"\b([\d.,]+)\s+{_THINGS}\b", re.I),
)
_GONE = re.compile(r"\b(?:not available|notify me|back in stock)\b", re.I)
_REFRESH = re.compile(r"url\s*=\s*['\"]?([^'\"\s>]+)", re.I)
_CRUMBS = re.compile(r"bread ?crumb", re.I)
_LONGEST_CRUMBS = 120
_FEW_LINKS, _SHORT_PAGE = 8, 1500


@dataclass(frozen=True, slots=True)
class MarkupLink:
    """A link of a page: absolute address, text, and the part of the page it lies in."""

    url: str
    text: str
    area: str


class Markup:
    """One page.

    Args:
        text: its HTML.
        url: its address.
        site: the site it belongs to.
        known: places of products in other pages of the site; a single product counts only there.
    """

    def __init__(self, text: str, url: str, site: SiteAddress, known: frozenset[str] = frozenset()) -> None:
        self.url = url
        self._site = site
        self._known = known
        self.source = text
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        try:
            tree = html.document_fromstring(text.encode("utf-8", errors="replace") or b"<html></html>", parser=parser)
        except (etree.ParserError, ValueError):
            tree = html.document_fromstring(b"<html><body></body></html>")
        self.tree: html.HtmlElement = tree
        self.language = (tree.get("lang") or "").partition("-")[0]
        base = next((one.get("href") or "" for one in tree.iter("base")), "")
        self._base = urllib.parse.urljoin(url, base) if base else url
        self.has_scripts = next((True for one in tree.iter("script") if "json" not in (one.get("type") or "")), False)
        """Whether scripts may change it."""
        self._frames = [
            url for one in tree.iter("iframe", "frame") if (src := one.get("src") or "") and (url := self._page(src))
        ]
        for one in [one for one in tree.iter("template") if one.get("shadowrootmode")]:
            one.tag = "div"  # a shadow tree that the page declares is part of what is seen
        etree.strip_elements(tree, *_DROPPED, with_tail=False)
        _hold_lines(tree)

    @property
    def title(self) -> str:
        """Of the tab."""
        return self._first("//title")

    @property
    def heading(self) -> str:
        """The first heading of the first level that is of this page, not the shop's name above every page."""
        node = own_heading(self.tree)
        return text_of(node) if node is not None else ""

    def meta(self, name: str) -> str:
        """A meta value by name or property."""
        for node in self.tree.iter("meta"):
            if (node.get("name") or node.get("property") or "").lower() == name:
                return (node.get("content") or "").strip()
        return ""

    @property
    def text(self) -> str:
        """All its text."""
        return text_of(self.tree)

    @property
    def main_text(self) -> str:
        """The text of its main part, else all."""
        mains = self.tree.xpath("//main | //*[@role='main']")
        return text_of(mains[0]) if mains else self.text

    def links(self) -> list[MarkupLink]:
        """Links to pages of this site, each address once for each area, in order; so are lists that lead to pages."""
        found: dict[tuple[str, str], MarkupLink] = {}
        for node in self.tree.iter():
            url = self._leads(node) if isinstance(node.tag, str) else ""
            if url:
                area = _area(node)
                link = MarkupLink(url, _label(node), area)
                known = found.get((url, area))
                if known is None or (not known.text and link.text):
                    found[url, area] = link
        for url in self._frames:
            found.setdefault((url, "main"), MarkupLink(url, "", "main"))
        return list(found.values())

    @property
    def leads_on_to(self) -> str:
        """The address that the page leads to by itself; empty where it stays."""
        for node in self.tree.iter("meta"):
            told = _REFRESH.search(node.get("content") or "")
            if (node.get("http-equiv") or "").lower() == "refresh" and told:
                return self._page(told[1])
        return ""

    def cards(self) -> list[ListingCard]:
        """Products that the page lists."""
        return self._cards

    @cached_property
    def _cards(self) -> list[ListingCard]:
        return self._repeats.cards()

    def canonical(self) -> str:
        """The address that the page says it has; empty where it names none, or one elsewhere."""
        named = next((one.get("href") or "" for one in self.tree.iter("link") if one.get("rel") == "canonical"), "")
        return self._page(named) if named else ""

    @cached_property
    def has_cards(self) -> bool:
        """Whether it lists products with prices."""
        return len(self.cards()) > 1 or bool(self.goods)

    @cached_property
    def goods(self) -> list[ListingCard]:
        """Products that it sells where they stand, and that have no page of their own."""
        if len(self.cards()) > 1 or "product" in self.meta("og:type"):
            return []
        return placed_goods(self._repeats, self.url)

    def unlinked(self) -> list[ListingCard]:
        """Products whose address only a script knows."""
        return self._repeats.unlinked()

    def pictured(self) -> list[ListingCard]:
        """What repeats with a title and a link, and has no price."""
        return self._repeats.pictured()

    @cached_property
    def stated_currency(self) -> str:
        """The currency that the page names where its prices name none."""
        codes = codes_in(self.text)
        if codes:
            return codes[0]
        sign = re.search(r"\b(?:prices?|preise|prix)\b.{0,24}?([€£$¥₹])", self.text, re.I)
        return {"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY", "₹": "INR"}[sign[1]] if sign else ""

    @cached_property
    def _repeats(self) -> RepeatReader:
        reader = RepeatReader(self.tree, self._opens, self._may_list, self.is_own, self._known)
        if self.stated_currency and len(reader.cards()) < 2 and not self._says_amounts:
            reader.bare = True
            reader.forget()
        return reader

    @cached_property
    def _says_amounts(self) -> bool:
        mains = self.tree.xpath("//main | //*[@role='main']")
        return len(amounts_in(price_text(mains[0] if mains else self.tree))) > 1

    def _may_list(self, node: html.HtmlElement) -> bool:
        return _area(node) == "main"

    def is_own(self, url: str) -> bool:
        """Whether an address is the page's own."""
        own = self.url if is_route(url) else self.url.partition("#")[0]
        return url.rstrip("/") == own.rstrip("/")

    def count(self) -> int | None:
        """How many products a listing says it has."""
        words = self.main_text[:20_000]
        for pattern in _COUNT:
            for match in pattern.finditer(words):
                digits = re.sub(r"[.,]", "", match[1])
                if digits.isdigit() and 0 < int(digits) < 10_000_000:
                    return int(digits)
        return None

    def further_pages(self) -> list[str]:
        """Addresses of the listing's other pages, in order; empty where it has one."""
        found: dict[str, int] = {}
        products = {card.url for card in self.cards()}
        for node, address in self._ways():
            url = self._absolute(address)
            if not url or url in found or url in products or self.is_own(url):
                continue
            following = "next" in (node.get("rel") or "").lower().split() or (
                NEXT.match(_label(node)) and _same_listing(url, self.url)
            )
            number = page_number(url, self.url)
            if following or (number is not None and _area(node) == "main"):
                found[url] = number or 0
        return sorted(found, key=lambda one: found[one])

    def _ways(self) -> Iterator[tuple[html.HtmlElement, str]]:
        """What may lead to a further page: links, entries of lists that are addresses, buttons of forms."""
        for node in self.tree.iter("link", "a"):
            yield node, node.get("href") or ""
        for node in self.tree.iter("option"):
            if (node.get("value") or "").startswith(("/", "?", "http")):
                yield node, node.get("value") or ""
        for form in self.tree.iter("form"):
            hidden = [
                (one.get("name"), one.get("value") or "") for one in form.iter("input") if one.get("type") == "hidden"
            ]
            shown = [
                one for one in form.iter("input", "select", "textarea") if one.get("type") not in ("hidden", "submit")
            ]
            if hidden and not shown and (form.get("method") or "get").lower() == "get":
                query = urllib.parse.urlencode([(name, value) for name, value in hidden if name])
                yield form, f"{(form.get('action') or '').partition('?')[0]}?{query}"

    def crumbs(self) -> list[MarkupLink]:
        """The links above a page's heading that say where it belongs, without the home page."""
        ending = self.heading.casefold()
        found: dict[str, MarkupLink] = {}
        for node in self.tree.iter("nav", "ol", "ul", "div", "p"):
            words = text_of(node).casefold()
            if (
                not words
                or len(words) > len(ending) + _LONGEST_CRUMBS
                or next(node.iter("h1", "button", "img"), None) is not None
            ):
                continue
            named = _CRUMBS.search(" ".join(node.get(one) or "" for one in ("aria-label", "itemtype", "typeof")))
            if not named and not (ending and words.endswith(ending)):
                continue
            for link in node.iter("a"):
                url = self._target(link)
                if url and not self.is_own(url) and self._site.owns(url) and self._site.path(url) != "/":
                    found.setdefault(url, MarkupLink(url, text_of(link), "main"))
        return list(found.values())

    @cached_property
    def offers_more(self) -> bool:
        """Whether a button offers more products."""
        return any(MORE.search(_label(one)) for one in self.tree.iter("button") if _area(one) == "main")

    @cached_property
    def is_gate(self) -> bool:
        """Whether it may ask something before it shows the shop: little text, few links, something to press."""
        links = {one.url for one in self.links()}
        presses = next(self.tree.iter("button", "input", "a"), None) is not None
        return len(links) < _FEW_LINKS and len(self.text) < _SHORT_PAGE and presses and not self.has_cards

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
                (form.get("role") or "", form.get("action") or "", form.get("aria-label") or "", text_of(form))
            )
            kinds = {(one.get("type") or "").lower() for one in fields}
            if len(fields) == 1 and ("search" in kinds or "search" in words.lower()):
                action = self._site.join(form.get("action") or self.url, self._base)
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
        if self.goods:
            return False
        others = {card.url for card in self.cards()}
        heading = own_heading(self.tree)
        below = heading is None
        words: list[str] = []
        linked = {self._target(one) for one in self.tree.iter("a") if ADD_TO_CART.search(_label(one))}
        adds = ("button", "input", "a") if len(linked) == 1 else ("button", "input")  # several add listed products
        for node in self.tree.iter():
            if node is heading:
                below = True
            elif below and node.tag == "a" and self._target(node) in others:
                break
            elif below and node.tag in adds and ADD_TO_CART.search(_label(node)):
                return not others or heading is not None
            elif below and node.tag == "input" and (node.get("type") or "").lower() == "image" and words:
                if has_amount(" ".join(words)):
                    return True
            elif below and isinstance(node.tag, str):
                words.append(node.text or "")
        told = " ".join(words)
        return has_amount(told) and bool(_GONE.search(told) or SOLD_OUT.search(told))

    def own_price(self) -> tuple[float, str] | None:
        """What the product of the page costs, with its currency: the first amount below its heading."""
        return self.product_page().price(self.stated_currency)

    def product_page(self) -> ProductMarkup:
        """What it says where it is of one product."""
        return ProductMarkup(self.tree, self.heading)

    def _first(self, path: str) -> str:
        nodes = self.tree.xpath(path)
        return text_of(nodes[0]) if nodes else ""

    def _target(self, node: html.HtmlElement) -> str:
        return self._absolute((node.get("href") or "").strip())

    def _absolute(self, address: str) -> str:
        if not address or address.startswith(("mailto:", "tel:", "javascript:", "data:")):
            return ""
        if address.startswith("#") and not is_route(address):
            return ""
        return self._page(address)

    def _opens(self, node: html.HtmlElement) -> str:
        """Where an element leads: a link, or one that a script of its own opens."""
        if node.tag == "a" and node.get("href"):
            return self._target(node)
        clicked = clicked_address(node) if node.tag not in ("img", "source", "form", "input", "button") else ""
        return self._page(clicked) if clicked else ""

    def _leads(self, node: html.HtmlElement) -> str:
        """Where anything leads that a visitor may choose: links, areas, options, buttons of forms, scripts."""
        if node.tag in ("a", "area"):
            return self._target(node)
        if node.tag == "option":
            return self._chosen(node)
        if node.tag == "form":
            asks = any((one.get("type") or "text").lower() not in ("hidden", "submit") for one in node.iter("input"))
            plain = (
                (node.get("method") or "get").lower() == "get" and not asks and next(node.iter("select"), None) is None
            )
            return self._page(node.get("action") or "") if plain and node.get("action") else ""
        clicked = clicked_address(node) if node.get("onclick") else ""
        return self._page(clicked) if clicked else ""

    def _chosen(self, option: html.HtmlElement) -> str:
        """Where an option leads whose value is an address."""
        value = (option.get("value") or "").strip()
        if not value.startswith(("/", "http://", "https://")) or len(value) < 2:
            return ""
        beside = [text_of(one) for one in option.getparent().iter("option")] if option.getparent() is not None else []
        ways = sum(bool(sort_of(one)) or one.isdigit() for one in beside)
        return "" if ways * 2 > len(beside) else self._page(value)  # sorts and page sizes lead to no other listing

    def _page(self, address: str) -> str:
        url = self._site.join(address, self._base)
        return url if url and self._site.owns(url) and is_page(url) else ""


def _label(node: html.HtmlElement) -> str:
    words = node.get("aria-label") or text_of(node) or node.get("title") or node.get("value") or ""
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


def _hold_lines(tree: html.HtmlElement) -> None:
    """Gives texts with a number that stand side by side in one element an element each: lines of products are such."""
    for node in [one for one in tree.iter() if isinstance(one.tag, str) and one.tag not in ("head", "title")]:
        lines = [one for one in node if any(sign.isdigit() for sign in one.tail or "")]
        for one in lines if len(lines) > 1 else ():
            held = node.makeelement("span", {})
            held.text, one.tail = one.tail, None
            one.addnext(held)


def _same_listing(url: str, other: str) -> bool:
    """Whether two addresses may be pages of one listing: paths that begin alike."""
    stem = re.sub(r"/page/\d+/?$", "/", other.partition("?")[0]).rstrip("/")
    return url.partition("?")[0].rstrip("/").startswith(stem)
