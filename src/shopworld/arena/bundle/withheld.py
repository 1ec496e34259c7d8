"""Names that a specification must not tell, as digests: enough to find them in a text again, and no list of names.

Whoever guesses a name can check the guess; nobody reads the names off. Long names count by their first words.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping

LONGEST = 5
"""Words of a name that count."""
_WORD = re.compile(r"\w+")
_PREFIX = "shopworld withheld 1 "


def digest_of(name: str) -> str:
    """The digest of a name; capitals and what stands between its words do not matter, but for names of one word."""
    words = _WORD.findall(name)[:LONGEST]
    return _digest(words[0] if len(words) == 1 else " ".join(words).casefold())


def withheld_in(text: str, withheld: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
    """Names in a text that are withheld, as kind and words.

    Args:
        text: any.
        withheld: digests by the kind of name.
    """
    kinds = {digest: kind for kind, digests in withheld.items() for digest in digests}
    words = _WORD.findall(text)
    for start in range(len(words)):
        for count in range(1, min(LONGEST, len(words) - start) + 1):
            taken = words[start : start + count]
            kind = kinds.get(_digest(taken[0] if count == 1 else " ".join(taken).casefold()))
            if kind is not None:
                yield kind, " ".join(taken)


def _digest(text: str) -> str:
    return hashlib.sha256(f"{_PREFIX}{text}".encode()).hexdigest()[:16]
