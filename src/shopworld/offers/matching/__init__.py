"""Which offers are duplicates, and which are one product: over all files of a run."""

from shopworld.offers.matching.stage import CLUSTERS, EXACT, NEAR, Matched, match_offers

__all__ = ["CLUSTERS", "EXACT", "NEAR", "Matched", "match_offers"]
