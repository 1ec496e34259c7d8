"""Whether a storefront has what shoppers' journeys need beyond the capability vocabulary.

These extras are: reviews that can be searched, sorted and filtered by stars; rails of products bought together and
viewed recently; delivery and returns told on product pages; a cart panel in which quantities and codes can be changed;
delivery estimated by country and postal code. Shops with content of their own or without a finished design have them,
shops of a mall do not; `other["extras"]` (`on`, `off`) decides otherwise.
"""

from __future__ import annotations

from shopworld.catalog import Offer
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.photographs import photographs_of
from shopworld.shop.presentation import first_view, shown_views
from shopworld.shop.specification import ShopSpecification


def has_extras(specification: ShopSpecification) -> bool:
    """Whether that shop has them."""
    wanted = specification.capabilities.other.get("extras", "")
    if wanted in {"on", "off"}:
        return wanted == "on"
    return specification.content is not None or is_composed(specification.style)


def seen_views(specification: ShopSpecification, offer: Offer) -> frozenset[str]:
    """The drawn views of an offer that a shop shows: those of its product page, and the one that stands in lists.

    Photographs stand in the place of all drawings.
    """
    if photographs_of(offer):
        return frozenset()
    return frozenset({first_view(offer), *shown_views(offer, as_listed=has_extras(specification))})
