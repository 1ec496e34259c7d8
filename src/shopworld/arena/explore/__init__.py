"""Exploration: from a live storefront to its specification."""

from shopworld.arena.explore.exploration import Explored, ExploreSettings, Progress, explore
from shopworld.arena.explore.probes import PROBES
from shopworld.arena.explore.several import explore_all

__all__ = ["PROBES", "ExploreSettings", "Explored", "Progress", "explore", "explore_all"]
