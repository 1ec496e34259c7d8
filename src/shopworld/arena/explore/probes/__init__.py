"""The probes: each looks at one area of a site."""

from shopworld.arena.explore.probes import (
    amenities,
    cart,
    collection,
    floating,
    footer,
    header,
    homepage,
    information,
    product,
    searching,
    style,
)
from shopworld.arena.explore.probes.probe import Probe

PROBES: tuple[Probe, ...] = (
    floating.PROBE,
    homepage.PROBE,
    header.PROBE,
    cart.PROBE,
    collection.PROBE,
    product.PROBE,
    searching.PROBE,
    style.PROBE,
    footer.PROBE,
    information.PROBE,
    amenities.PROBE,
)

__all__ = ["PROBES", "Probe"]
