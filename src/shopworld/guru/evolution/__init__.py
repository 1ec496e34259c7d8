"""Evolved queries in the manner of DeepShop: seeds, diversity, rounds of complexity, the balanced split."""

from shopworld.guru.evolution.seeds import SEEDS_FILE, Seed, read_seeds
from shopworld.guru.evolution.suite import EvolutionReport, balanced, make_evolved_suite

__all__ = ["SEEDS_FILE", "EvolutionReport", "Seed", "balanced", "make_evolved_suite", "read_seeds"]
