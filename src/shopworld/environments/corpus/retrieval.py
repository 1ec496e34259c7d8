"""The ways to search a corpus. They stand alone: settings name them, and load neither crawler nor index."""

from enum import StrEnum


class Retrieval(StrEnum):
    """How a corpus is searched."""

    BM25 = "bm25"
    """By words."""
    EMBEDDINGS = "embeddings"
    """By meaning."""
    HYBRID = "hybrid"
    """Both rankings, fused."""
