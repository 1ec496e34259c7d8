"""The tool-calling agent: a language model that shops by function calls."""

from shopworld.agents.tool_calling.agent import ToolCallingAgent
from shopworld.agents.tool_calling.options import ToolCallingOptions

__all__ = ["ToolCallingAgent", "ToolCallingOptions"]
