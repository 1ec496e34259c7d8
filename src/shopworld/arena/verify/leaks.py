"""Pages tell nothing of a source: no contacts and addresses of others, no name that the specification withholds.

Of a twin, names of products and brands are the source's on purpose; its check covers identity and contacts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

import orjson
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.bundle import withheld_in
from shopworld.arena.verify.finding import Finding
from shopworld.arena.verify.page import VisitedPage
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier

_GENERATION = "generation.json"
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESS = re.compile(r"(?:https?:)?//[\w-]+(?:\.[\w-]+)+[^\s'\"<>)\]]*|\bwww\.[\w-]+(?:\.[\w-]+)+", re.I)
_PHONE = re.compile(r"(?<![\w+])(?:\+|00)\d(?:[\s()/.-]{0,2}\d){7,14}(?!\w)")
_NOBODYS = ("example.org", "example.com", "example.net", "example")
_OF_PRODUCTS = ("product", "brand", "name")
_CERTAIN_WORDS = 3
_CURE = "Take it out of data/ or theme/, where it was written."


def _leaks(subject: VerifiedShop) -> Iterator[Finding]:
    own = _Own(subject)
    withheld = _withheld(subject)
    seen: set[str] = set()
    for page in subject.crawl:
        if not page.answer.is_fine or page.answer.content_type != "text/html":
            continue
        for line in _lines(page):
            if line in seen:
                continue
            seen.add(line)
            for what in own.foreign(line):
                yield _finding(page, what)
            if withheld:
                yield from _names(page, line, withheld)


class _Own:
    """Contacts and addresses that are the shop's own."""

    def __init__(self, subject: VerifiedShop) -> None:
        identity, store = subject.identity, subject.folder.data.store
        self._hosts = {identity.host.casefold(), store.domain.casefold()} - {""}
        self._hosts |= {_host_of(identity.support_email)}
        phones = (identity.support_phone, *(one.phone for one in store.locations))
        self._phones = {_digits(one) for one in phones if one}

    def foreign(self, text: str) -> Iterator[str]:
        """What in a text is not the shop's own, in words."""
        for match in _MAIL.finditer(text):
            if not self._is_own(_host_of(match[0])):
                yield f"tells the e-mail address {match[0]!r}, which is not the shop's own"
        for match in _ADDRESS.finditer(text):
            host = match[0].partition("//")[2] or match[0]
            if not self._is_own(re.split(r"[/:?#]", host)[0]):
                yield f"tells the address {match[0]!r}, which is not the shop's own"
        for match in _PHONE.finditer(text):
            if _digits(match[0]) not in self._phones:
                yield f"tells the phone number {match[0]!r}, which is not the shop's own"

    def _is_own(self, host: str) -> bool:
        bare = host.casefold().removeprefix("www.")
        return bare in self._hosts or bare in _NOBODYS


def _names(page: VisitedPage, line: str, withheld: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    for kind, words in dict.fromkeys(withheld_in(line, withheld)):
        count = len(words.split())
        certain = kind == "host" or count >= (2 if kind == "shop" else _CERTAIN_WORDS)
        what = f"tells {words!r}, a name ({kind}) of the specification's source"
        yield _finding(page, what, warning=not certain)


def _withheld(subject: VerifiedShop) -> dict[str, tuple[str, ...]]:
    if subject.bundle is None:
        return {}
    withheld = subject.bundle.manifest.withheld
    left_out = _OF_PRODUCTS if _is_twin(subject) else ()
    return {kind: digests for kind, digests in withheld.items() if kind not in left_out}


def _is_twin(subject: VerifiedShop) -> bool:
    """Whether the generator noted that the shop sells the products of a source."""
    try:
        record = orjson.loads((subject.folder.path / _GENERATION).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return False
    return isinstance(record, dict) and record.get("twin") is True


def _lines(page: VisitedPage) -> Iterator[str]:
    """The texts of a page, node by node, and those that are read aloud."""
    tree = LexborHTMLParser(page.answer.text)
    for node in tree.css("script, style"):
        node.decompose()
    root = tree.css_first("html")
    if root is not None:
        yield from dict.fromkeys(" ".join(one.split()) for one in root.text(deep=True, separator="\n").split("\n"))
    for name in ("alt", "aria-label", "title", "placeholder"):
        for node in tree.css(f"[{name}]"):
            yield " ".join((node.attributes.get(name) or "").split())


def _host_of(mail: str) -> str:
    return mail.rpartition("@")[2].casefold().rstrip(".")


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _finding(page: VisitedPage, what: str, *, warning: bool = False) -> Finding:
    return Finding(
        verifier="leaks",
        area=page.area,
        severity="warning" if warning else "error",
        place=page.path,
        what=what,
        cure=_CURE,
    )


LEAKS = Verifier("leaks", "Do pages tell nothing of others: contacts, addresses, names that are withheld?", _leaks)
