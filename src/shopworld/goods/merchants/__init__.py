"""Merchants that differ: hundreds in each shop, each with habits of its own, drawn from a seed."""
