"""What a listing offers as evidence: its title, its table and its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.catalog.attributes.canonical import label_of
from shopworld.catalog.model import Offer

_TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True)
class ListingEvidence:
    """A listing as people read it.

    Attributes:
        title: as printed.
        rows: label and value of each row of its table.
        text: features and description.
    """

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    text: str = ""


def listing_evidence(offer: Offer) -> ListingEvidence:
    """The evidence of an offer: its own rows; typed attributes that no row shows; features and description."""
    rows = [(row.label, row.text) for row in offer.specifications]
    for attribute in offer.attributes:
        value = attribute.value
        text = (
            ", ".join(value) if isinstance(value, tuple) else f"{value:g}" if isinstance(value, float) else str(value)
        )
        if isinstance(value, bool):
            text = "Yes" if value else "No"
        rows.append((label_of(attribute.name), f"{text} {attribute.unit}" if attribute.unit else text))
    text = "\n".join((*offer.features, _TAG.sub(" ", offer.description_html)))
    return ListingEvidence(offer.title, tuple(dict.fromkeys(rows)), text)
