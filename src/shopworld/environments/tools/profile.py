"""The two ways in which the tools behave."""

from __future__ import annotations

from enum import StrEnum


class ToolProfile(StrEnum):
    """How the tools behave; names, arguments and results are the same in both."""

    DEFAULT = "default"
    """Searches titles, brands, attributes and texts; knows attribute names, aliases and units; true totals."""
    COMPATIBLE = "compatible"
    """EComAgentBench's own behaviour, for comparison with its published numbers."""
