"""Takes the source's names, contacts and addresses out of texts, and finds any that are left."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shopworld.arena.bundle import digest_of
from shopworld.arena.bundle.manifest import BundleManifest
from shopworld.arena.bundle.values import PREFIXES
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.errors import ArenaError
from shopworld.goods.trades import departments, trade_kinds

_WORD = re.compile(r"\w+")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"(?<![\w.])(?!\d{4}-\d\d-\d\d(?!\d))(?:\+|00)?\(?\d(?:[\s()/-]{0,2}\d){7,14}(?![\w.])")
_ADDRESS = re.compile(r"(?:https?:)?//[^\s'\"<>)\]]+", re.I)
_GENERIC = frozenset(
    [
        "shop",
        "storefront",
        "market",
        "web",
        "site",
        "store",
        "home",
        "the",
        "and",
        "of",
        "for",
        "a",
        "demo",
        "my",
        "our",
        "online",
        "all",
        "new",
        "sale",
        "product",
        "products",
        "collection",
        "collections",
        "gift",
        "card",
        "cards",
        "test",
        "default",
        "title",
    ]
)
_SHORTEST = 3
_GENERAL_TITLE = 2
_MOST_LEAKS = 12
_TEXTS = frozenset({".md", ".json", ".jsonl", ".txt"})


@cache
def vocabulary() -> frozenset[str]:
    """The words that every specification holds, whosever shop it describes: names and values of its fields.

    A shop whose name is but such a word, as `Plain`, is not told by it.
    """
    found: set[str] = set()
    waiting: list[Any] = [model.model_json_schema() for model in PREFIXES.values()]
    waiting.append(BundleManifest.model_json_schema())
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found |= set(one.get("properties", ()))
            found |= {str(value) for value in (*one.get("enum", ()), one.get("const", ""))}
            waiting += [value for name, value in one.items() if name not in ("description", "title", "default")]
        elif isinstance(one, list):
            waiting += one
    found |= set(departments()) | set(trade_kinds())
    return frozenset(word for text in found for word in _WORD.findall(text.casefold().replace("_", " ")))


class Leak(ArenaError):
    """A specification holds something of its source."""


@dataclass(frozen=True, slots=True)
class _Term:
    words: tuple[str, ...]
    kind: str
    exact: str
    """Spelling that single words must have; empty where capitals do not matter."""


class Anonymity:
    """What must not be told of a site.

    Args:
        site: whose names, brands, titles and addresses they are.
    """

    def __init__(self, site: PrefetchedSite) -> None:
        self._by_first: dict[str, list[_Term]] = {}
        self._hosts = {site.host.casefold(), site.host.casefold().removeprefix("www.")}
        self._hosts |= {host.partition(":")[0] for host in self._hosts}
        for name in (site.name, *_name_parts(site)):
            self._add(name, "shop", exact=False)
        for name in site.names:
            self._add(name, "name", exact=len(name.split()) == 1)
        for product in site.products:
            self._add(product.title, "product", exact=len(product.title.split()) == 1)
            self._add(product.vendor, "brand", exact=len(product.vendor.split()) == 1)

    def _add(self, text: str, kind: str, *, exact: bool) -> None:
        words = tuple(_WORD.findall(text.casefold()))
        if (
            not words
            or set(words) <= _GENERIC | vocabulary()
            or len("".join(words)) < _SHORTEST
            or "".join(words).isdigit()
        ):
            return
        term = _Term(words, kind, text.strip() if exact else "")
        terms = self._by_first.setdefault(words[0], [])
        if term not in terms:
            terms.append(term)
            terms.sort(key=lambda one: -len(one.words))

    def clean(self, text: str) -> str:
        """The text without them; what stood there is named by its kind."""
        text = _ADDRESS.sub(lambda match: self._address(match[0]), text)
        text = _MAIL.sub("«e-mail»", text)
        text = _PHONE.sub("«phone»", text)
        for host in self._hosts:
            text = re.sub(rf"(?<![\w.-]){re.escape(host)}(?![\w-])", "~", text, flags=re.I)
        pieces, position = [], 0
        for start, end, term in self._terms_in(text):
            pieces += [text[position:start], f"«{term.kind}»"]
            position = end
        return "".join((*pieces, text[position:]))

    def leaks(self, text: str) -> list[str]:
        """What is left of them in a text, for people."""
        found = [f"e-mail address {match[0]!r}" for match in _MAIL.finditer(text)]
        found += [f"phone number {match[0]!r}" for match in _PHONE.finditer(text)]
        found += [f"address {match[0]!r}" for match in _ADDRESS.finditer(text)]
        lowered = text.casefold()
        found += [
            f"domain {host!r}"
            for host in sorted(self._hosts)
            if "." in host and re.search(rf"(?<![\w.-]){re.escape(host)}(?![\w-])", lowered)
        ]
        found += [f"{term.kind} {text[start:end]!r}" for start, end, term in self._terms_in(text)]
        return list(dict.fromkeys(found))

    def withheld(self) -> dict[str, tuple[str, ...]]:
        """Digests of what must not be told, by kind; titles of one or two words say too little to be among them."""
        found: dict[str, set[str]] = {"host": {digest_of(host) for host in self._hosts if "." in host}}
        for terms in self._by_first.values():
            for term in terms:
                if term.kind != "product" or len(term.words) > _GENERAL_TITLE:
                    found.setdefault(term.kind, set()).add(digest_of(term.exact or " ".join(term.words)))
        return {kind: tuple(sorted(digests)) for kind, digests in sorted(found.items()) if digests}

    def _terms_in(self, text: str) -> Iterator[tuple[int, int, _Term]]:
        words = [(match.start(), match.end(), match[0].casefold()) for match in _WORD.finditer(text)]
        position = 0
        while position < len(words):
            start = words[position][0]
            for term in self._by_first.get(words[position][2], ()):
                count = len(term.words)
                taken = words[position : position + count]
                if tuple(word for _, _, word in taken) == term.words:
                    end = taken[-1][1]
                    if not term.exact or text[start:end] == term.exact:
                        yield start, end, term
                        position += count - 1
                        break
            position += 1

    def _address(self, address: str) -> str:
        """An address as evidence shows it: the kind of page without names."""
        parts = urllib.parse.urlsplit(address)
        own = (parts.hostname or "").casefold().rstrip(".") in self._hosts
        path = [part for part in parts.path.split("/") if part]
        kept = "/".join([path[0] if path else "", *("*" for _ in path[1:])])
        names = ",".join(sorted({name for name, _ in urllib.parse.parse_qsl(parts.query, keep_blank_values=True)}))
        return f"{'~' if own else '(elsewhere)'}/{kept}" + (f"?{names}" if names else "")


def check_folder(folder: Path, anonymity: Anonymity) -> None:
    """Looks for what must not be told in all texts of a specification.

    Raises:
        Leak: there is something; the message says where.
    """
    found: list[str] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in _TEXTS and path.is_file():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found += [f"{path.relative_to(folder)}:{number}: {leak}" for leak in anonymity.leaks(line)]
    if found:
        more = f"\n  and {len(found) - _MOST_LEAKS} more" if len(found) > _MOST_LEAKS else ""
        shown = "\n  ".join(found[:_MOST_LEAKS])
        raise Leak(
            f"the specification would tell {len(found)} things of its source:\n  {shown}{more}",
            hint="Nothing was written. This is a fault of the explorer; please report it.",
        )


def _name_parts(site: PrefetchedSite) -> list[str]:
    """The shop's name as it stands in its host."""
    label = site.host.removeprefix("www.").split(".")[0]
    return [label] if label not in ("localhost", "shop", "store", "www") and not label.isdigit() else []
