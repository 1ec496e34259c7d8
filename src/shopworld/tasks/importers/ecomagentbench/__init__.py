"""Reads EComAgentBench's `benchmark.jsonl`."""

from shopworld.tasks.importers.ecomagentbench.importing import ImportedSamples, build_target_catalog, import_samples
from shopworld.tasks.importers.ecomagentbench.sample import read_samples

__all__ = ["ImportedSamples", "build_target_catalog", "import_samples", "read_samples"]
