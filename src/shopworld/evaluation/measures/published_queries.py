"""Published results on DeepShop, for the report's reference rows. None of them was measured by Shopworld."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedQueries:
    """One method's row of Table 2, in per cent.

    Attributes:
        method: what was measured.
        attribute, filter, sort: queries whose aspect was satisfied, of those that have it.
        success: queries that were solved.
    """

    method: str
    attribute: float
    filter: float
    sort: float
    success: float


SOURCE = "DeepShop paper, Table 2 (judged by a language model on a live site; 150 queries, other products)"

PUBLISHED_QUERIES = (
    PublishedQueries("GPT-4o + Google Search", 7.33, 5.97, 4.55, 7.33),
    PublishedQueries("Agent-E", 12.67, 9.70, 3.41, 6.67),
    PublishedQueries("SeeAct", 52.00, 22.39, 20.45, 10.67),
    PublishedQueries("WebVoyager", 40.67, 38.00, 23.86, 16.00),
    PublishedQueries("Browser Use", 36.00, 34.33, 30.68, 32.00),
    PublishedQueries("Gemini Deep Research", 53.33, 44.00, 52.94, 30.00),
    PublishedQueries("OpenAI Deep Research", 60.00, 46.15, 58.82, 30.00),
)
"""The deep research systems were judged by people on thirty random queries; they do not compare with the others."""
