"""An agent without a language model: rules over the goal's words."""

from shopworld.agents.keyword.agent import KeywordAgent

__all__ = ["KeywordAgent"]
