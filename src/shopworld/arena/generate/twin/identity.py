"""Puts a twin's identity in the place of its source's, and finds what is left of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.errors import ArenaError
from shopworld.shop import Identity
from shopworld.shop.data import ShopData

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w.])(?:\+|00)?\(?\d(?:[\s()/-]{0,2}\d){7,14}(?![\w.])")
_ADDRESS = re.compile(r"(?:https?:)?//[\w-]+(?:\.[\w-]+)+[^\s'\"<>)\]]*", re.IGNORECASE)
_SHORTEST = 3
_MOST_LEAKS = 12
_GENERIC = frozenset({"shop", "store", "home", "demo", "online", "my shop", "my store", "localhost", "www", "test"})
"""Names that name nobody."""


class TwinIdentity:
    """What is the source's own, and what a twin says instead.

    Args:
        site: the source.
        identity: of the twin.
    """

    def __init__(self, site: PrefetchedSite, identity: Identity) -> None:
        self._identity = identity
        host = site.host.casefold().partition(":")[0]
        label = host.removeprefix("www.").partition(".")[0]
        brands = {one.vendor.casefold() for one in site.products} - {site.name.casefold()}
        own = [site.name, label]
        people = [name for name in site.names if name.casefold() not in brands and name not in own]
        like_shop = [name for name in people if site.name and site.name.casefold() in name.casefold()]
        others = [name for name in people if name not in like_shop]
        hosts = {host, host.removeprefix("www.")} if "." in host and not host.replace(".", "").isdigit() else set()
        phones = {match[0] for text in site.policies.values() for match in _PHONE.finditer(text)}
        self._terms = [
            *_terms(hosts, identity.host),
            *_terms(phones, identity.support_phone),
            *_terms([*like_shop, *own], identity.name),
            *_terms(others, "our team"),
        ]

    def replaced(self, text: str) -> str:
        """The text with the twin's name and contacts in the place of the source's."""
        text = _MAIL.sub(self._identity.support_email, text)
        text = _ADDRESS.sub("/", text)
        for pattern, instead in self._terms:
            text = pattern.sub(instead.replace("\\", r"\\"), text)
        return text

    def check(self, data: ShopData) -> None:
        """Makes sure that nothing of the source's identity is left.

        Raises:
            ArenaError: something is.
        """
        own = {self._identity.support_email.casefold()}
        found = []
        for text in _texts(data.model_dump(mode="json")):
            found += [f"e-mail address {one!r}" for one in _MAIL.findall(text) if one.casefold() not in own]
            without = text.replace(self._identity.name, "").replace(self._identity.host, "")
            found += [f"{match[0]!r}" for pattern, _ in self._terms for match in pattern.finditer(without)]
        if found:
            leaks = list(dict.fromkeys(found))
            shown = "\n  ".join(leaks[:_MOST_LEAKS])
            raise ArenaError(
                f"the twin would tell {len(leaks)} things of its source:\n  {shown}",
                hint="Nothing was written. Try another --seed: the invented name may be too near to the real one.",
            )


def names_of(site: PrefetchedSite) -> list[str]:
    """All that a source is called, sells under and is found by: names, hosts, makers, products."""
    titles = [one.title for one in site.products]
    return [site.name, site.host, *site.names, *(one.vendor for one in site.products), *titles]


def _terms(names: Iterable[str], instead: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Patterns of names, the longest first; whatever stands between their words."""
    for name in sorted({one.strip() for one in names}, key=lambda one: (-len(one), one)):
        words = re.findall(r"\w+", name)
        if not words or name.casefold() in _GENERIC or len("".join(words)) < _SHORTEST:
            continue
        inner = r"[\W_]{1,3}".join(re.escape(word) for word in words)
        yield re.compile(rf"(?<![^\W_]){inner}(?![^\W_])", re.IGNORECASE), instead


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for name, value in part.items():
            yield from _texts(str(name))
            yield from _texts(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _texts(value)
