"""Published results on WebMall, for the report's reference rows. None of them was measured by Shopworld."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Published:
    """Completion rates in per cent as published.

    Attributes:
        system: what was measured.
        model: the language model in it.
        basic: completion on the basic set (48 tasks).
        advanced: completion on the advanced set (43 tasks).
        source: where the numbers stand.
    """

    system: str
    model: str
    basic: float
    advanced: float
    source: str


TABLE_3 = "WebMall paper, Table 3"
INTERFACES = "WebMall-Interfaces, public per-task results"

PUBLISHED = (
    Published("Browser, AX-tree", "GPT-4.1", 56.25, 32.56, TABLE_3),
    Published("Browser, AX-tree", "Claude Sonnet 4", 66.67, 53.49, TABLE_3),
    Published("Browser, AX-tree + memory", "GPT-4.1", 75.00, 34.88, TABLE_3),
    Published("Browser, AX-tree + memory", "Claude Sonnet 4", 70.83, 48.84, TABLE_3),
    Published("Browser, AX-tree + vision", "GPT-4.1", 56.25, 39.53, TABLE_3),
    Published("Browser, AX-tree + vision", "Claude Sonnet 4", 72.92, 37.21, TABLE_3),
    Published("Browser, vision", "GPT-4.1", 41.67, 13.95, TABLE_3),
    Published("Browser, vision", "Claude Sonnet 4", 10.42, 4.65, TABLE_3),
    Published("RAG", "GPT-5 medium", 89.0, 67.0, INTERFACES),
    Published("API over MCP", "GPT-5 medium", 90.0, 56.0, INTERFACES),
    Published("NLWeb", "GPT-5 medium", 90.0, 56.0, INTERFACES),
    Published("Browser, AX-tree + memory", "GPT-5 medium", 76.0, 58.0, INTERFACES),
    Published("RAG", "GPT-4.1", 81.0, 44.0, INTERFACES),
    Published("API over MCP", "GPT-4.1", 71.0, 26.0, INTERFACES),
    Published("NLWeb", "GPT-4.1", 67.0, 31.0, INTERFACES),
)

MISPRINTS = (
    "Table 4 gives GPT-4.1 with vision only 100 % on Checkout; with its basic total of 41.67 % it must be 12.50 %.",
    "Table 4's row for Claude Sonnet 4 on Cheapest Product Search has lost a cell.",
    "The paper's F1 is the harmonic mean of mean precision and mean recall; the mean of the per-task F1 differs "
    "(for one public run 87.61 against 85.5).",
)

SUITE = "webmall"
"""The rows belong to the imported WebMall suite; on any other suite they are for orientation only."""
