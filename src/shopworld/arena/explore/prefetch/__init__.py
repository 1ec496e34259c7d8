"""What can be known of a site without a browser."""

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.fetcher import Fetcher
from shopworld.arena.explore.prefetch.limits import Pace
from shopworld.arena.explore.prefetch.prefetch import prefetch, read_site
from shopworld.arena.explore.prefetch.site import PrefetchedSite

__all__ = ["Fetcher", "Pace", "PrefetchedSite", "SiteAddress", "prefetch", "read_site"]
