"""Published results on EComAgentBench, for the report's reference rows. None of them was measured by Shopworld."""

from __future__ import annotations

from dataclasses import dataclass

INTENTS = (
    "product_search",
    "knowledge_reasoning",
    "rating_quality",
    "feature_combination",
    "negative_constraint",
    "use_case_scenario",
    "coupon_budget",
    "review_driven",
)


@dataclass(frozen=True, slots=True)
class PublishedTools:
    """One model's row over the tables of the paper, in per cent but for calls and position.

    Attributes:
        model: the language model.
        accuracy: Table 3.
        satisfaction: of rubrics, Table 3.
        finished: Table 3.
        calls: mean, Table 3.
        median_calls: Table 3.
        sources: satisfaction of query, persona and clarification rubrics, Table 4.
        searches: mean calls of the search, Table 8.
        details: of product details, Table 8.
        reviews: of reviews, Table 8.
        questions: of `ask_user`, Table 8.
        first_question: relative position of the first one, Table 8.
        intents: accuracy by intent in the order of `INTENTS`, Table 9.
    """

    model: str
    accuracy: float
    satisfaction: float
    finished: float
    calls: float
    median_calls: float
    sources: tuple[float, float, float]
    searches: float
    details: float
    reviews: float
    questions: float
    first_question: float
    intents: tuple[float, ...]


PUBLISHED_TOOLS = (
    PublishedTools(
        "Opus-4.6",
        57.1,
        76.6,
        84.6,
        33.9,
        16.0,
        (80.6, 72.8, 68.6),
        16.8,
        7.7,
        4.0,
        0.3,
        0.50,
        (65.1, 46.2, 67.5, 60.6, 47.4, 54.8, 63.6, 55.8),
    ),
    PublishedTools(
        "GPT-5.4",
        47.0,
        81.0,
        99.4,
        25.1,
        20.0,
        (88.1, 69.8, 70.9),
        7.1,
        6.6,
        4.2,
        3.8,
        0.06,
        (51.8, 43.4, 60.0, 39.4, 36.8, 48.1, 60.6, 44.2),
    ),
    PublishedTools(
        "Kimi K2.6",
        46.4,
        73.4,
        88.7,
        38.2,
        28.0,
        (79.9, 63.2, 64.1),
        14.6,
        10.4,
        7.1,
        0.5,
        0.51,
        (51.8, 38.7, 56.2, 43.3, 42.1, 45.2, 57.6, 45.3),
    ),
    PublishedTools(
        "GPT-5",
        39.6,
        76.1,
        97.7,
        24.4,
        15.0,
        (85.7, 58.6, 64.9),
        7.6,
        5.9,
        4.6,
        2.6,
        0.18,
        (43.4, 34.9, 56.2, 33.7, 35.1, 40.4, 42.4, 34.7),
    ),
    PublishedTools(
        "MiniMax M2.7",
        36.6,
        73.5,
        95.6,
        31.3,
        21.0,
        (83.5, 57.3, 59.9),
        15.3,
        7.5,
        2.1,
        1.4,
        0.50,
        (49.4, 34.0, 42.5, 30.8, 40.4, 31.7, 42.4, 30.5),
    ),
    PublishedTools(
        "GPT-5 mini",
        31.6,
        72.7,
        100.0,
        15.5,
        12.5,
        (82.1, 56.6, 60.2),
        4.6,
        3.2,
        1.7,
        3.1,
        0.27,
        (42.2, 28.3, 40.0, 27.9, 24.6, 30.8, 33.3, 27.4),
    ),
    PublishedTools(
        "Qwen3-30B-A3B",
        19.5,
        59.0,
        100.0,
        18.3,
        16.0,
        (68.8, 43.1, 45.4),
        6.8,
        3.6,
        1.3,
        2.0,
        0.42,
        (25.3, 17.9, 20.0, 19.2, 21.1, 19.2, 21.2, 14.7),
    ),
)

PUBLISHED_DIFFICULTY = {"0-1": 51.8, "2": 36.1, "3+": 27.2}
"""Mean accuracy of the seven models by the number of implicit requirements, Table 7."""

SOURCE = "EComAgentBench paper, Tables 3, 4, 7, 8 and 9: 662 samples over 3.7 million products, graded by a model"
