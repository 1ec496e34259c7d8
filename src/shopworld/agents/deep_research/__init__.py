"""The deep-research agent: plans searches, reads and notes with sources, reviews, and writes a cited answer."""

from shopworld.agents.deep_research.agent import DeepResearchAgent

__all__ = ["DeepResearchAgent"]
