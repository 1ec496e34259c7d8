"""Finding the offers that the release's addresses name, in the imported catalog."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from urllib.parse import unquote

from shopworld.catalog import Catalog, Offer, wordpress_slug
from shopworld.tasks.offers import OfferAddress

_ADDRESS = re.compile(r"\{\{URL_(?P<number>\d+)\}\}/product/(?P<slug>[^\s/#?,;]+)/?")
_LEFT_BEHIND = frozenset({"amp", "and", "quot", "nbsp", "x", "the"})
"""Words that entities and signs leave in one slug and not in the other."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """An address of the release and the offer it names.

    Attributes:
        written: as in the release.
        address: shop and slug as in the catalog, or as written where the catalog has none.
        offer: None where no shop has it.
        near_identical: whether the slug is another one than was written.
    """

    written: str
    address: OfferAddress
    offer: Offer | None
    near_identical: bool = False


@dataclass(slots=True)
class OfferFinder:
    """Resolves the release's addresses.

    Attributes:
        catalog: all shops' offers.
        shops: placeholder number to shop id.
    """

    catalog: Catalog
    shops: Mapping[int, str]
    _slugs: dict[str, list[str]] = field(default_factory=dict)

    def resolve(self, written: str) -> Resolved | None:
        """The offer of one address; None where the text is no product address of these shops."""
        found = _ADDRESS.fullmatch(written.strip().rstrip("."))
        shop = self.shops.get(int(found["number"])) if found else None
        if found is None or shop is None:
            return None
        slug = unquote(found["slug"]).rstrip(".").lower()
        for candidate in (slug, wordpress_slug(slug)):
            offer = self.catalog.offer_by_slug(shop, candidate)
            if offer is not None:
                return Resolved(written, OfferAddress(shop=shop, slug=candidate), offer)
        near = self._near_identical(shop, slug)
        if near is None:
            return Resolved(written, OfferAddress(shop=shop, slug=slug), None)
        return Resolved(written, OfferAddress(shop=shop, slug=near), self.catalog.offer_by_slug(shop, near), True)

    def addresses_in(self, text: str) -> list[str]:
        """The product addresses in a text, each once, without a dot after them."""
        return list(dict.fromkeys(found.group().rstrip(".") for found in _ADDRESS.finditer(text)))

    def _near_identical(self, shop: str, slug: str) -> str | None:
        """The one slug of the shop that is near-identical; None where there is none or several."""
        near = [other for other in self._slugs_of(shop) if near_identical(slug, other)]
        return near[0] if len(near) == 1 else None

    def _slugs_of(self, shop: str) -> list[str]:
        if shop not in self._slugs:
            self._slugs[shop] = [offer.slug for offer in self.catalog.iterate_offers(shop)]
        return self._slugs[shop]


def near_identical(one: str, other: str) -> bool:
    """Whether two slugs are one but for a slip: at most two places differ, and no number does.

    A place may differ by one letter of a word (`10240-mb`, `10240-gb`), or by a word that entities and ampersands leave
    behind (`fans-amp-pump`). `black` and `white`, `1tb` and `2tb` are other products.
    """
    if one == other or abs(len(one) - len(other)) > 2 * (max(map(len, _LEFT_BEHIND)) + 1):
        return False
    words, others = one.split("-"), other.split("-")
    changes = [
        code for code in SequenceMatcher(None, words, others, autojunk=False).get_opcodes() if code[0] != "equal"
    ]
    if len(changes) > 2:
        return False
    for _, start, stop, other_start, other_stop in changes:
        left, right = words[start:stop], others[other_start:other_stop]
        if len(left) == len(right) == 1 and _one_letter_apart(left[0], right[0]):
            continue
        if not all(word in _LEFT_BEHIND for word in (*left, *right)):
            return False
    return True


def _one_letter_apart(one: str, other: str) -> bool:
    if len(one) != len(other) or len(one) < 2:
        return False
    differing = [(left, right) for left, right in zip(one, other, strict=True) if left != right]
    return len(differing) == 1 and all(letter.isalpha() for letter in differing[0])
