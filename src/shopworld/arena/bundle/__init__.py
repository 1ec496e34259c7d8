"""The specification bundle: what a shop is like, as a folder that people and programs read and edit."""

from shopworld.arena.bundle.agreement import BundleAgreement, Miss, compare
from shopworld.arena.bundle.bundle import Edit, SpecificationBundle
from shopworld.arena.bundle.composition import compose
from shopworld.arena.bundle.folder import BUNDLE_FILES, read_bundle, write_bundle
from shopworld.arena.bundle.manifest import BundleManifest, BundleSource, Conflict
from shopworld.arena.bundle.manual import SECTIONS, marked
from shopworld.arena.bundle.promises import ShopPromises
from shopworld.arena.bundle.statistics import PerCollection, PriceStatistics, Statistics
from shopworld.arena.bundle.withheld import digest_of, withheld_in
from shopworld.arena.bundle.writing import manual_of

__all__ = [
    "BUNDLE_FILES",
    "SECTIONS",
    "BundleAgreement",
    "BundleManifest",
    "BundleSource",
    "Conflict",
    "Edit",
    "Miss",
    "PerCollection",
    "PriceStatistics",
    "ShopPromises",
    "SpecificationBundle",
    "Statistics",
    "compare",
    "compose",
    "digest_of",
    "manual_of",
    "marked",
    "read_bundle",
    "withheld_in",
    "write_bundle",
]
