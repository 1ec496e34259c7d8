"""Which addresses lead to the same page: learned for each site from what its pages show."""

from __future__ import annotations

import re
import urllib.parse
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

_TRACKING = re.compile(
    r"^(?:utm_\w+|[a-z]{1,3}clid|_g[al]|mc_[ce]id|srsltid|ref|_pos|_sid|_ss|_psq|variant|phpsessid|jsessionid|oscsid"
    r"|zenid|sid|session_?id|cfid|cftoken)$",
    re.I,
)
_SESSION = re.compile(r";[^/]*")
_INDEX = re.compile(r"/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$", re.I)
_PAGE_NAME = re.compile(
    r"^(?!.*(?:size|limit|per|count|rows))(?:p|pn|pg|\w*pagen?|paged|\w*page_?(?:n(?:o|um|umber)?|index|id)?(?:_\d+)?|pagina"
    r"|pagen_\d+|seite|\w*start(?:index)?|offset|from|skip|begin|b_start(?::int)?)$",
    re.I,
)
_PAGE_PATH = re.compile(r"/(?:page|seite|pagina|p)[/-]?(\d{1,5})/?$", re.I)
_PLACE = ":~:text="
_ROUTE = re.compile(r"^!?/\S")
_LEAST_EVIDENCE = 2
_LEAST_LINKS = 5
_NEARLY_ALL = 0.8
_SHORTEST_TAIL = 3

Shown = tuple[str, float | None]
"""What tells products apart in a listing: title and price."""


def is_route(address: str) -> bool:
    """Whether what follows the `#` says which page a script shows."""
    return bool(_ROUTE.match(urllib.parse.urlsplit(address).fragment))


def place_on(page: str, words: str) -> str:
    """The address of some words on a page, as a text fragment: `/order#:~:text=Bread%20knife`."""
    return f"{page.partition('#')[0]}#{_PLACE}{urllib.parse.quote(words, safe='').replace('-', '%2D')}"


def is_place(address: str) -> bool:
    """Whether an address is that of some words on a page."""
    return urllib.parse.urlsplit(address).fragment.startswith(_PLACE)


def shape_of(address: str) -> str:
    """The form of an address, all but its values: `/item/*`, `/product.php?id`; pages of a template share it."""
    parts = urllib.parse.urlsplit(address)
    path = parts.fragment.lstrip("!") if is_route(address) else _SESSION.sub("", parts.path)
    folders = [one for one in path.split("/") if one]
    stem = "/".join([*(re.sub(r"\d+", "0", one) for one in folders[:-1][:1]), *("*" for _ in folders[1:-1])])
    last = folders[-1] if folders and "." in folders[-1] and parts.query else "*" if folders else ""
    names = sorted({name for name, _ in urllib.parse.parse_qsl(parts.query, keep_blank_values=True)})
    return f"{'#' if is_route(address) else ''}/{stem}/{last}" + (f"?{'&'.join(names)}" if names else "")


def page_number(address: str, listing: str) -> int | None:
    """Which further page of a listing an address is: 0 for the first, larger for later ones, None for no page of it.

    A page differs from its listing by one number only, in a parameter that counts pages or at the end of the path.
    """
    one, other = urllib.parse.urlsplit(address), urllib.parse.urlsplit(listing)
    if is_route(address) and one.fragment != other.fragment:
        return None
    found = _PAGE_PATH.search(one.path)
    path = _PAGE_PATH.sub("", one.path) if found else one.path
    if path.rstrip("/") != _PAGE_PATH.sub("", other.path).rstrip("/"):
        return None
    asked = dict(urllib.parse.parse_qsl(one.query, keep_blank_values=True))
    known = dict(urllib.parse.parse_qsl(other.query, keep_blank_values=True))
    numbers = [int(value) for name, value in asked.items() if _PAGE_NAME.match(name) and value.isdigit()]
    rest = {name: value for name, value in asked.items() if not (_PAGE_NAME.match(name) and value.isdigit())}
    expected = {name: value for name, value in known.items() if not (_PAGE_NAME.match(name) and value.isdigit())}
    if rest != expected or len(numbers) + bool(found) > 1:
        return None
    return int(found[1]) if found else numbers[0] if numbers else 0


@dataclass(slots=True)
class PageIdentity:
    """What part of an address says which page it is.

    Tracking, sessions, slashes and index files never do. Other parameters and leading folders do, until pages show
    that they change nothing. One that was seen to change something always does.

    Attributes:
        inert: parameters that change nothing.
        by_tail: whether products are known by the last part of their path, whatever leads there.
    """

    inert: set[str] = field(default_factory=set)
    by_tail: bool = False
    _same: dict[str, str] = field(default_factory=dict)
    _telling: set[str] = field(default_factory=set)
    _values: dict[tuple[str, str], dict[str, Shown]] = field(default_factory=lambda: defaultdict(dict))
    _agreeing: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _tails: dict[str, dict[str, Shown]] = field(default_factory=lambda: defaultdict(dict))
    _claims: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def key(self, address: str) -> str:
        """The name of the page behind an address: the same for all its addresses."""
        own = self._own_key(address)
        for _ in range(8):
            following = self._same.get(own)
            if following is None or following == own:
                break
            own = following
        return own

    def product(self, address: str) -> str:
        """The name of the product behind an address."""
        own = self.key(address)
        return f"…/{_tail(own)}" if self.by_tail and _folders(own) > 1 and not is_place(own) else own

    def same_page(self, one: str, other: str) -> bool:
        """Whether two addresses lead to one page."""
        return self.key(one) == self.key(other)

    def is_variation(self, address: str, of: str) -> bool:
        """Whether an address is another page with parameters added: sorted, filtered, shown otherwise."""
        one, other = urllib.parse.urlsplit(self._own_key(address)), urllib.parse.urlsplit(self._own_key(of))
        if one.path.rstrip("/") != other.path.rstrip("/") or one.fragment != other.fragment:
            return False
        asked, known = urllib.parse.parse_qsl(one.query), urllib.parse.parse_qsl(other.query)
        return len(asked) > len(known) and set(known) <= set(asked)

    def observe(self, address: str, title: str, price: float | None) -> bool:
        """Learns from what a listing shows under an address; True where addresses have other names since."""
        if is_place(address):
            return False
        before = (len(self.inert), self.by_tail)
        shown = (" ".join(title.casefold().split()), price)
        parts = urllib.parse.urlsplit(self._own_key(address))
        query = urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
        for name, value in query:
            rest = urllib.parse.urlencode([one for one in query if one[0] != name])
            self._learn_parameter(name, f"{parts.path}?{rest}", value, shown)
        folders, _, tail = f"{parts.path}?{parts.query}".rpartition("/")
        if len(tail) >= _SHORTEST_TAIL:
            self._tails[tail][folders] = shown
            several = [one for one in self._tails.values() if len(one) > 1]
            agree = [one for one in several if len({title for title, _ in one.values()}) == 1]
            self.by_tail = len(agree) >= _LEAST_EVIDENCE and len(agree) == len(several)
        return before != (len(self.inert), self.by_tail)

    def _learn_parameter(self, name: str, rest: str, value: str, shown: Shown) -> None:
        seen = self._values[name, rest]
        seen[value] = shown
        if len(seen) < 2:
            return
        if len(set(seen.values())) > 1:
            self._telling.add(name)
            self.inert.discard(name)
        else:
            self._agreeing[name].add(rest)
            if len(self._agreeing[name]) >= _LEAST_EVIDENCE and name not in self._telling:
                self.inert.add(name)

    def observe_links(self, addresses: Iterable[str]) -> None:
        """Learns parameters that nearly all links of a page carry and none is told apart by: sessions, languages."""
        links = [urllib.parse.urlsplit(one) for one in dict.fromkeys(addresses)]
        links = [one for one in links if one.path.strip("/")]
        counted: dict[str, int] = defaultdict(int)
        for one in links:
            for name, _ in set(urllib.parse.parse_qsl(one.query, keep_blank_values=True)):
                counted[name] += 1
        for name, count in counted.items():
            if len(links) < _LEAST_LINKS or count < len(links) * _NEARLY_ALL or name in self._telling:
                continue
            bare = {(one.path, _without(one.query, name)) for one in links}
            if len(bare) >= len(links) * _NEARLY_ALL or len({one for one, _ in bare}) >= len(links) * _NEARLY_ALL:
                self.inert.add(name)

    def claim(self, address: str, canonical: str, title: str, home: str) -> None:
        """Takes in that a page names another address as its canonical one; not where different pages name the same."""
        own, target = self._own_key(address), self._own_key(canonical)
        self._claims[target].add(title.casefold())
        if target == self._own_key(home) or len(self._claims[target]) > 1:
            for name in [name for name, claimed in self._same.items() if claimed == target]:
                del self._same[name]
        elif own != target:
            self.join(own, target)

    def join(self, one: str, other: str) -> None:
        """Takes in that two addresses lead to one page."""
        first, last = self._own_key(one), self.key(other)
        if first != last and self.key(first) != last:
            self._same[first] = last

    def _own_key(self, address: str) -> str:
        if address.startswith("…"):
            return address
        parts = urllib.parse.urlsplit(address)
        path = _INDEX.sub("/", _SESSION.sub("", urllib.parse.unquote(parts.path))) if not parts.query else parts.path
        path = re.sub(r"/{2,}", "/", _SESSION.sub("", path)).rstrip("/") or "/"
        query = sorted(
            (name, value)
            for name, value in urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
            if value and not _TRACKING.match(name) and name not in self.inert
        )
        host = parts.netloc.casefold().removeprefix("www.")
        route = parts.fragment.rstrip("/") if is_route(address) or is_place(address) else ""
        return urllib.parse.urlunsplit(("", host, path, urllib.parse.urlencode(query), route))


def without_tracking(query: str) -> str:
    """A query without what only tells where a visitor comes from."""
    kept = [one for one in urllib.parse.parse_qsl(query, keep_blank_values=True) if not _TRACKING.match(one[0])]
    return urllib.parse.urlencode(kept)


def _without(query: str, name: str) -> str:
    kept = [one for one in urllib.parse.parse_qsl(query, keep_blank_values=True) if one[0] != name]
    return urllib.parse.urlencode(kept)


def _folders(address: str) -> int:
    return sum(bool(one) for one in urllib.parse.urlsplit(address).path.split("/"))


def _tail(address: str) -> str:
    parts = urllib.parse.urlsplit(address)
    return f"{parts.path.rpartition('/')[2]}?{parts.query}"
