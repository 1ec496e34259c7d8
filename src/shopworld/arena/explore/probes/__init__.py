"""The probes: each looks at one area of a site."""

from shopworld.arena.explore.probes import collection, header, product, style
from shopworld.arena.explore.probes.probe import Probe

PROBES: tuple[Probe, ...] = (header.PROBE, collection.PROBE, product.PROBE, style.PROBE)

__all__ = ["PROBES", "Probe"]
