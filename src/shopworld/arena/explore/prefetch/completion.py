"""Brings together what a listing and a page tell of a product."""

from __future__ import annotations

import re

from shopworld.arena.explore.prefetch.product_page import ProductMarkup
from shopworld.arena.explore.prefetch.site import ProductRecord

_MAKER = re.compile(r"^(?:brand|vendor|maker|manufacturer|made by|marke|hersteller)$", re.I)
_KIND = re.compile(r"^(?:product )?(?:type|category|class)$|^produktart$", re.I)


def completed(known: ProductRecord, page: ProductMarkup) -> ProductRecord:
    """A product with what its page says and nothing told before: maker, type, facts, description, choices."""
    rows = page.facts()
    vendor = known.vendor or next((one.value for one in rows if _MAKER.search(one.name)), "")
    kind = known.product_type or next((one.value for one in rows if _KIND.search(one.name)), "")
    facts = [one for one in rows if not _MAKER.search(one.name) and not _KIND.search(one.name)]
    stated = {one.name.casefold() for one in known.facts}
    axes = () if known.options or known.variants else tuple(page.choices())
    return known.model_copy(
        update={
            "vendor": vendor,
            "product_type": kind,
            "facts": (*known.facts, *(one for one in facts if one.name.casefold() not in stated)),
            "description": known.description or page.description(),
            "available": known.available if known.available is not None else page.available(),
            "reviews": known.reviews if known.reviews is not None else page.reviews(),
            "options": known.options or axes,
            "variants": known.variants or page.variants(axes, known.price),
        }
    )
