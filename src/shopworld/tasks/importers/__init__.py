"""Importers of other benchmarks' tasks, one package each."""
