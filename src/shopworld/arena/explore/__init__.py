"""Exploration: from a live storefront to its specification."""

from shopworld.arena.explore.exploration import ExplorationProgress, Explored, ExploreSettings, explore
from shopworld.arena.explore.probes import PROBES
from shopworld.arena.explore.several import explore_all

__all__ = ["PROBES", "ExplorationProgress", "ExploreSettings", "Explored", "explore", "explore_all"]
