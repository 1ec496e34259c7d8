"""What makes offers duplicates: a digest of four fields, and MinHash over title and description."""

from __future__ import annotations

import hashlib
import re

import numpy as np

from shopworld.offers.parts import needed
from shopworld.offers.record import CrawledOffer

PERMUTATIONS = 64
_SEED = 7
_WORDS = re.compile(r"\w+")
_SHINGLE = 3
_READ = 4000
"""Characters of a text that count."""


def exact_digest(offer: CrawledOffer) -> tuple[int, int]:
    """128 bits over title, description, price and currency, as two numbers (WebMall, section 2)."""
    said = "\0".join((offer.title, offer.description, str(offer.price), offer.currency))
    digest = hashlib.blake2b(said.encode(), digest_size=16).digest()
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")


def signature(offer: CrawledOffer) -> bytes:
    """MinHash over the runs of three words in title and description: 64 numbers of 16 bits.

    Numbers of 16 bits agree by chance once in 65,536 comparisons, which the threshold of 64 does not feel.
    """
    words = _WORDS.findall(f"{offer.title} {offer.text[:_READ]}".casefold())
    runs = [" ".join(words[at : at + _SHINGLE]) for at in range(max(1, len(words) - _SHINGLE + 1))]
    made = needed("rensa").RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
    made.update(runs)
    return (np.asarray(made.digest(), dtype=np.uint32) & 0xFFFF).astype("<u2").tobytes()
