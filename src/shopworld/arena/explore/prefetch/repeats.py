"""Products in a listing: what repeats on a page and holds a price, and which of its links leads to the product."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import html

from shopworld.arena.explore.prefetch.prices import BARE, price_of
from shopworld.arena.explore.prefetch.text import price_text, text_of
from shopworld.arena.explore.words import ADD_TO_CART, SOLD_OUT, info_page_of
from shopworld.money import amounts_in, read_amount

_AWAY = re.compile(
    r"wish|compare|quick|cart|basket|favou?rite|share|review|rating|subscribe|login|account|remind|notify|enquir", re.I
)
_CLICK = re.compile(r"""(?:location(?:\.href)?\s*=|location\.assign\(|open\(|navigate\()\s*['"]([^'"]+)['"]""")
_HOLDING = frozenset({"ul", "ol", "dl", "main", "body", "html", "section", "tbody", "table", "nav", "form"})
_LEVELS_OF_A_PRICE = 4
_LONGEST_PRICE = 44
_LARGEST_CARD = 1500
_LONGEST_TITLE = 160
_LEAST_TITLE = 3
_COMMON = 0.3
"""A text that stands with more of the prices is the name of none of the products."""
_MOST_INFORMATION_WORDS = 3
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_WORD = re.compile(r"[^\W\d_]{3}")

Target = Callable[[html.HtmlElement], str]


@dataclass(frozen=True, slots=True)
class ListingCard:
    """A product in a listing.

    Attributes:
        url: where its main link leads; empty where only a script knows.
        title: as the listing has it.
        price: what it costs; None where the listing does not tell.
        compare_at: the former price.
        currency: ISO 4217 code; empty where the listing names none.
        signature: the place of its element in the page, which products of one listing share.
        doubtful: whether more than one amount may be its price.
        gone: whether it says that it is sold out.
        node: number of its element in the rendered page, where it has to be clicked on.
        marks: words of its attributes, in which a script may keep what it needs.
    """

    url: str
    title: str
    price: float | None
    compare_at: float | None = None
    currency: str = ""
    signature: str = ""
    doubtful: bool = False
    gone: bool = False
    node: str = ""
    marks: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class _Held:
    """A price with the smallest element around it that leads somewhere."""

    price: html.HtmlElement
    holder: html.HtmlElement
    links: list[tuple[html.HtmlElement, str]]
    main: str = ""
    element: html.HtmlElement | None = None


@dataclass(slots=True)
class RepeatReader:
    """Reads the products that a page lists.

    Attributes:
        tree: of the page.
        target: where an element leads, as an absolute address of this site; empty for nowhere.
        inside: whether an element lies in the part of the page that may list products.
        own: whether an address is that of the page itself.
        known: places of products in other pages of the site; a single product counts only there.
        bare: whether numbers without a currency are prices.
    """

    tree: html.HtmlElement
    target: Target
    inside: Callable[[html.HtmlElement], bool]
    own: Callable[[str], bool]
    known: frozenset[str] = frozenset()
    bare: bool = False
    _targets: dict[html.HtmlElement, list[tuple[html.HtmlElement, str]]] = field(default_factory=dict)
    _found: list[html.HtmlElement] | None = None
    _said: Counter[str] | None = None

    def cards(self) -> list[ListingCard]:
        """The products, in order, each once."""
        prices = self.prices()
        held = [one for price in prices if (one := self._hold(price)) is not None]
        self._vote(held)
        found = self._grown(held, prices)
        several = Counter(one.signature for one in found)
        kept = [one for one in found if several[one.signature] > 1 or one.signature in self.known]
        if len(kept) < 2 and len(prices) > 1:
            kept = self._in_a_row(prices) or kept
        return list({one.url: one for one in reversed(kept)}.values())[::-1]

    def forget(self) -> None:
        """Reads the page anew, as where numbers without a currency have become prices."""
        self._found = None

    def unlinked(self) -> list[ListingCard]:
        """What repeats with a price and leads nowhere that the page tells: a script opens it."""
        groups: dict[str, list[html.HtmlElement]] = defaultdict(list)
        for price in self.prices():
            if not self._links(price):
                lowest = price
                for above in price.iterancestors():
                    if above.tag in _HOLDING or self._links(above) or len(self._amount_nodes(above)) > 3:
                        break
                    lowest = above
                if lowest not in groups[path_of(lowest)]:
                    groups[path_of(lowest)].append(lowest)
        best = max(groups.values(), key=len, default=[])
        found = []
        for element in best if len(best) > 1 else []:
            nodes, named = self.amounts_of(element)
            title = self._title(element, [], named)
            price, former, currency, doubtful = price_of(element, nodes, self.bare)
            if title and price is not None:
                node = element.get("data-shopworld-node") or ""
                marks = tuple(
                    v for part in element.iter() for n, v in part.items() if not n.startswith("data-shopworld")
                )
                found.append(
                    ListingCard("", title, price, former, currency, path_of(element), doubtful, False, node, marks)
                )
        return found

    def pictured(self) -> list[ListingCard]:
        """What repeats with a title and a link and has no price: perhaps products, perhaps categories or articles."""
        groups: dict[str, dict[str, ListingCard]] = defaultdict(dict)
        for link in self.tree.iter("a"):
            url = self.target(link)
            if not url or not self.inside(link) or self.own(url):
                continue
            element = link
            for above in link.iterancestors():
                if above.tag in _HOLDING or {one for _, one in self._links(above)} != {url}:
                    break
                element = above
            title = self._title(element, [one for one, _ in self._links(element)], [])
            if len(title) >= _LEAST_TITLE and next(element.iter("img", "h2", "h3", "h4"), None) is not None:
                card = ListingCard(url, title, None, signature=path_of(element))
                groups[path_of(element)].setdefault(url, card)
        best = max(groups.values(), key=len, default={})
        return list(best.values()) if len(best) > 1 else []

    def prices(self) -> list[html.HtmlElement]:
        """The smallest elements that hold an amount, in order."""
        if self._found is None:
            self._found = self._look_for_prices()
        return self._found

    def _look_for_prices(self) -> list[html.HtmlElement]:
        found: dict[html.HtmlElement, None] = {}
        for node in self.tree.iter():
            if not isinstance(node.tag, str) or not any(one.isdigit() for one in _own_text(node)):
                continue
            current = node
            for _ in range(_LEVELS_OF_A_PRICE):
                words = price_text(current)
                if len(words) > _LONGEST_PRICE and current is not node:
                    break
                if self._is_price(words):
                    found[current] = None
                    break
                above = current.getparent()
                if above is None or above.tag in _HOLDING:
                    break
                current = above
        whole = [one for one in found if len(one) and amounts_in(_direct_text(one)) and not self._links(one)]
        parts = {below for one in whole for below in one.iterdescendants()}  # what stands behind a price of its own
        inner = {one: None for one in found if one not in parts}
        return [
            one
            for one in inner
            if self.inside(one) and not any(below is not one and below in inner for below in one.iterdescendants())
        ]

    def _is_price(self, words: str) -> bool:
        return bool(BARE.match(words)) if self.bare else bool(amounts_in(words))

    def _links(self, node: html.HtmlElement) -> list[tuple[html.HtmlElement, str]]:
        known = self._targets.get(node)
        if known is None:
            known = [(one, url) for one in node.iter() if isinstance(one.tag, str) and (url := self.target(one))]
            self._targets[node] = known
        return known

    def _hold(self, price: html.HtmlElement) -> _Held | None:
        for above in (price, *price.iterancestors()):
            if above.tag in ("body", "html", "main"):
                return None
            links = self._links(above)
            if links:
                return _Held(price, above, links)
        return None

    def _vote(self, held: list[_Held]) -> None:
        """Chooses the main link of each: by the place in it that leads to a page of its own most often."""
        frequency = Counter(url for one in held for url in {url for _, url in one.links})
        texts = Counter(text_of(link).casefold() for one in held for link, _ in one.links)
        votes: dict[tuple[str, str], float] = defaultdict(float)
        for one in held:
            for link, url in one.links:
                votes[path_of(one.holder), _slot(link, one.holder)] += self._merit(link, url, one, frequency, texts)
        for one in held:
            rare = min(frequency[url] for _, url in one.links)
            able = [(link, url) for link, url in one.links if frequency[url] <= max(rare, 1) or len(one.links) == 1]
            best = max(able, key=lambda pair: votes[path_of(one.holder), _slot(pair[0], one.holder)])
            one.main = best[1]

    def _merit(
        self, link: html.HtmlElement, url: str, held: _Held, frequency: Counter[str], texts: Counter[str]
    ) -> float:
        words = text_of(link)
        merit = 1.0 / frequency[url]
        merit += 2.0 * (next(link.iter("img"), None) is not None)
        headed = next(link.iter("h1", "h2", "h3", "h4", "h5", "h6"), None)
        above = next(link.iterancestors("h1", "h2", "h3", "h4", "h5", "h6"), None)
        merit += 2.0 * (headed is not None or above is not None)
        merit += 1.0 * (len(words) > _LEAST_TITLE and texts[words.casefold()] == 1)
        merit += 0.5 * (sum(other == url for _, other in held.links) - 1)
        merit -= 3.0 * bool(_AWAY.search(f"{words} {link.get('title') or ''} {link.get('aria-label') or ''} {url}"))
        inner = [other for _, other in held.links if other != url and url.startswith(other.rstrip("/") + "/")]
        return merit - 2.0 * bool(inner)

    def _grown(self, held: list[_Held], prices: list[html.HtmlElement]) -> list[ListingCard]:
        mains: dict[html.HtmlElement, str] = {one.price: one.main for one in held}
        all_mains = Counter(set(mains.values()))
        known = set(prices)
        found = []
        for one in held:
            element = one.holder
            if self._foreign_mains(element, one.main, all_mains):
                continue  # several products in one element: read in a row
            for above in one.holder.iterancestors():
                if above.tag in _HOLDING or self._foreign_mains(above, one.main, all_mains):
                    break
                if any(mains.get(price, one.main) != one.main for price in above.iterdescendants() if price in known):
                    break
                element = above
            card = self._card(element, one.main)
            if card is not None:
                found.append(card)
        return list({one.url: one for one in reversed(found)}.values())[::-1]

    def _foreign_mains(self, element: html.HtmlElement, main: str, mains: Counter[str]) -> bool:
        return any(url != main and url in mains for _, url in self._links(element))

    def _card(self, element: html.HtmlElement, main: str) -> ListingCard | None:
        words = text_of(element)
        if len(words) > _LARGEST_CARD or self.own(main) or next(element.iter("h1"), None) is not None:
            return None
        links = [link for link, url in self._links(element) if url == main]
        nodes, named = self.amounts_of(element)
        title = self._title(element, links, named)
        about = info_page_of(title, "") if len(title.split()) <= _MOST_INFORMATION_WORDS else ""
        if len(title) < _LEAST_TITLE or about not in ("", "gift-cards"):
            return None
        price, former, currency, doubtful = price_of(element, nodes, self.bare)
        if price is None:
            return None
        gone = bool(SOLD_OUT.search(words))
        return ListingCard(main, title, price, former, currency, path_of(element), doubtful, gone)

    def _amount_nodes(self, element: html.HtmlElement) -> list[html.HtmlElement]:
        return [one for one in self.prices() if one is element or element in one.iterancestors()]

    def amounts_of(self, element: html.HtmlElement) -> tuple[list[html.HtmlElement], list[str]]:
        """The elements that may say a product's price, and the names that hold an amount: `Gift card $50`.

        Words in a heading or a link hold no price where one stands beside them.
        """
        nodes = self._amount_nodes(element)
        named = [one for one in nodes if self._is_name(one, element, nodes)]
        beside = [one for one in nodes if one not in named]
        if not named or price_of(element, beside, self.bare)[0] is None:
            return nodes, []
        return beside, [text_of(one) for one in named]

    def _is_name(self, node: html.HtmlElement, element: html.HtmlElement, nodes: list[html.HtmlElement]) -> bool:
        words = text_of(node)
        for one in amounts_in(words)[::-1]:
            words = f"{words[: one.span[0]]} {words[one.span[1] :]}"
        if not _WORD.search(words):
            return False
        around = [one for one in (node, *node.iterancestors()) if one is element or element in one.iterancestors()]
        headed = any(one.tag in _HEADINGS for one in around)
        link = next((one for one in around if one.tag == "a"), None)
        return headed or (link is not None and not any(one is not node and one in nodes for one in link.iter()))

    def _title(self, element: html.HtmlElement, links: list[html.HtmlElement], amounted: list[str]) -> str:
        """What a product is called: its heading, else its link, else the text in it that is its own."""
        headings = [text_of(one) for one in element.iter("h2", "h3", "h4", "h5", "h6")]
        linked = [text_of(link) for link in links]
        inner = [words for link in links for words in _texts(link)]
        pictures = [image.get("alt") or "" for image in element.iter("img")]
        named = [link.get("title") or link.get("aria-label") or "" for link in links]
        for several in (headings, linked, inner, pictures, named, list(_texts(element))):
            able = [one for one in several if self.may_be_title(one, amounted)]
            if able:
                return min(able, key=lambda one: (self._counted()[one.casefold()], -len(one)))
        return ""

    def may_be_title(self, words: str, named: list[str]) -> bool:
        """Whether a text may be the name of a product.

        Args:
            words: the text.
            named: names that hold an amount.
        """
        if not _LEAST_TITLE <= len(words) <= _LONGEST_TITLE or not any(one.isalpha() for one in words):
            return False
        if self._counted()[words.casefold()] > max(2, len(self.prices()) * _COMMON) or ADD_TO_CART.search(words):
            return False
        for one in named:
            words = words.replace(one, " ")
        return not amounts_in(words) and not (self.bare and read_amount(words))

    def _counted(self) -> Counter[str]:
        """How often texts stand on the page: “Details” under each product is no title."""
        if self._said is None:
            leaves = Counter(words.casefold() for words in _texts(self.tree))
            links = Counter(text_of(one).casefold() for one in self.tree.iter("a"))
            self._said = leaves | links
        return self._said

    def _in_a_row(self, prices: list[html.HtmlElement]) -> list[ListingCard]:
        """Products whose parts nothing holds together: links, then as many prices."""
        known = set(prices)
        blocks: list[tuple[list[tuple[html.HtmlElement, str]], list[html.HtmlElement]]] = [([], [])]
        for node in self.tree.iter():
            if not isinstance(node.tag, str):
                continue
            if node in known:
                blocks[-1][1].append(node)
            url = self.target(node)
            if url and self.inside(node) and not self.own(url):
                if blocks[-1][1] and node not in known:
                    blocks.append(([], []))
                blocks[-1][0].append((node, url))
        found: list[ListingCard] = []
        for links, amounts in blocks:
            targets = list(dict.fromkeys(url for _, url in links))
            if not amounts or not targets:
                continue
            pairs = [(targets[-1], amounts)]
            if len(targets) == len(amounts):
                pairs = [(url, [one]) for url, one in zip(targets, amounts, strict=True)]
            for url, own in pairs:
                title = max((self._link_title(link) for link, other in links if other == url), key=len, default="")
                price, former, currency, doubtful = price_of(own[0], own, self.bare)
                if len(title) >= _LEAST_TITLE and price is not None:
                    found.append(ListingCard(url, title, price, former, currency, f"row {path_of(own[0])}", doubtful))
        return found if len(found) > 1 else []

    def _link_title(self, link: html.HtmlElement) -> str:
        words = text_of(link) or max((one.get("alt") or "" for one in link.iter("img")), key=len, default="")
        return words if not amounts_in(words) else ""


def _own_text(node: html.HtmlElement) -> str:
    return _direct_text(node) or (node.get("aria-label") or "" if len(node) == 0 else "")


def _direct_text(node: html.HtmlElement) -> str:
    return " ".join(part for part in (node.text, *(child.tail for child in node)) if part)


def path_of(node: html.HtmlElement) -> str:
    """The place of an element in its page: the tags on the way."""
    return "/".join(reversed([one.tag for one in (node, *node.iterancestors()) if isinstance(one.tag, str)]))


def _slot(node: html.HtmlElement, holder: html.HtmlElement) -> str:
    """The place of an element in its holder: tags on the way, and its number among its like."""
    steps = []
    while node is not holder:
        above = node.getparent()
        if above is None:
            break
        like = [one for one in above if one.tag == node.tag]
        steps.append(f"{node.tag}{like.index(node)}")
        node = above
    return "/".join(reversed(steps))


def _texts(element: html.HtmlElement) -> Iterator[str]:
    for one in element.itertext():
        words = " ".join(one.split())
        if words:
            yield words


def clicked_address(node: html.HtmlElement) -> str:
    """The address that a script of an element's own attributes opens; empty for none."""
    found = _CLICK.search(node.get("onclick") or "")
    if found:
        return str(found[1])
    for name, value in node.items():
        if name.startswith("data-") and re.fullmatch(r"(?:https?:/)?/[^\s'\"<>{}]{2,200}", value):
            return str(value)
    return ""
