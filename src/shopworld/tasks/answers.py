"""Reading a submitted answer: which offers it names, however its addresses are written.

An agent submits free text. WebMall's instructions ask for full addresses separated by `###`, with an example that puts
a label before each (`Offer1: http://…`). Addresses are compared by shop and slug, never by text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from shopworld.shop.addressing import product_slug
from shopworld.tasks.offers import OfferAddress

_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_ESCAPED_SPACE = re.compile(r"\\[nrt]")
_SEPARATOR = re.compile(r"#{2,}|[\s,;|\\<>\"'`(){}\[\]“”‘’„«»*]+")
_BEFORE_SCHEME = re.compile(r"(?<!^)(?<![=\w])(?=https?:/)", re.IGNORECASE)
_LABELLED_SCHEME = re.compile(r"[a-z0-9._-]*?(?=https?://)", re.IGNORECASE)
_SCHEME = re.compile(r"(?:https?:)?/{1,3}(?=[^/])|https?:", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?:[^@/?#]*@)?(?P<host>[^:/?#]*)(?::\d*)?(?P<rest>.*)", re.DOTALL)
_FOREIGN_ADDRESS = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?/\S+", re.IGNORECASE)
_HOST_CHARACTER = r"[a-z0-9.@-]"
_TRAILING = ".,:!?…"
_PRODUCT_ROOT = re.compile(r"/products?/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SubmittedOffers:
    """The offers that a text names.

    Attributes:
        offers: each once, in the order of their first mention.
        unknown: addresses that are no product page of these shops, each once; they count as wrong answers.
    """

    offers: tuple[OfferAddress, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many different answers were given, right or wrong."""
        return len(self.offers) + len(self.unknown)


def read_offers(text: str, hosts: Mapping[str, str]) -> SubmittedOffers:
    """Finds the offers that a submitted text names.

    Addresses may be separated by `###`, lines, spaces, commas, semicolons, brackets or quotes, carry a label in front,
    an upper-case host, either scheme or none, `www.`, a port, a query, a fragment, percent-encoding, a dot at the end,
    be in upper case, and may use the mall's `http://<shop>.<label>.localhost:<port>/` door. Words that are no addresses
    are ignored, a shop's name alone and `NOT` before an address too: who names an offer answers with it.

    Args:
        text: as submitted.
        hosts: host of each shop to its id.

    Returns:
        What was named. Any text is accepted; nothing is raised.
    """
    shops = {host.lower(): shop for host, shop in hosts.items()}
    known_host = _known_host_pattern(shops)
    offers: dict[OfferAddress, None] = {}
    unknown: dict[str, None] = {}
    for word in _words(text):
        address = _address_in(word, known_host)
        if address is None:
            continue
        offer = _resolve(address, shops)
        if offer is None:
            unknown.setdefault(address)
        else:
            offers.setdefault(offer)
    return SubmittedOffers(tuple(offers), tuple(unknown))


def _words(text: str) -> list[str]:
    """The pieces of a text that may each be one address."""
    clean = _ESCAPED_SPACE.sub(" ", text.translate(_INVISIBLE))
    words = []
    for piece in _SEPARATOR.split(clean):
        words += [part.strip("#").rstrip(_TRAILING) for part in _BEFORE_SCHEME.split(piece)]
    return [word for word in words if word]


def _known_host_pattern(shops: Mapping[str, str]) -> re.Pattern[str]:
    names = "|".join(re.escape(host) for host in sorted(shops, key=lambda host: (-len(host), host)))
    door = rf"{_HOST_CHARACTER}+\.localhost"
    known = f"(?:www\\.)?(?:{names})|{door}" if names else door
    return re.compile(rf"(?<!{_HOST_CHARACTER})(?:{known})(?!{_HOST_CHARACTER}).*", re.IGNORECASE)


def _address_in(word: str, known_host: re.Pattern[str]) -> str | None:
    """The address inside a word, without a label before it; None where the word holds none."""
    label = _LABELLED_SCHEME.match(word)
    if label is not None:
        return word[label.end() :]
    found = known_host.search(word)
    if found is not None:
        return found.group() if "/" in found.group() else None  # a shop's name alone is a word: `at techtalk.example`
    if "@" not in word and _FOREIGN_ADDRESS.fullmatch(word):
        return word
    path = _PRODUCT_ROOT.search(word)
    return word[path.start() :] if path else None


def _resolve(address: str, shops: Mapping[str, str]) -> OfferAddress | None:
    scheme = _SCHEME.match(address)
    authority = _AUTHORITY.fullmatch(address[scheme.end() :] if scheme else address)
    if authority is None:
        return None
    shop = _shop_of(authority["host"].rstrip(".").lower(), shops)
    slug = _slug_of(authority["rest"])
    return OfferAddress(shop=shop, slug=slug) if shop and slug else None


def _shop_of(host: str, shops: Mapping[str, str]) -> str | None:
    host = host.removeprefix("www.")
    if host in shops:
        return shops[host]
    if host.endswith(".localhost"):
        first = host.split(".", 1)[0]
        return first if first in shops.values() else None
    return None


def _slug_of(rest: str) -> str | None:
    path = re.split(r"[?#]", rest, maxsplit=1)[0]
    slug = product_slug(re.sub(r"/{2,}", "/", unquote(path)).strip().lower())
    if slug is None:
        return None
    return unicodedata.normalize("NFC", slug.strip().rstrip(".").lower()) or None
