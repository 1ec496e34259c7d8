"""The keyword agent of the tool sandbox: reads, asks, searches and compares by rules, without a language model."""

from shopworld.agents.tool_keyword.agent import ToolKeywordAgent

__all__ = ["ToolKeywordAgent"]
