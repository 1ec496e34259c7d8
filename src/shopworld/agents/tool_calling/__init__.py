"""The tool-calling agent: a language model that shops by function calls."""

from shopworld.agents.tool_calling.agent import ToolCallingAgent
from shopworld.agents.tool_calling.in_shops import NlwebAgent, RagAgent, ShopCallingAgent
from shopworld.agents.tool_calling.options import ToolCallingOptions
from shopworld.agents.tool_calling.simple_rag import SimpleRagAgent

__all__ = [
    "NlwebAgent",
    "RagAgent",
    "ShopCallingAgent",
    "SimpleRagAgent",
    "ToolCallingAgent",
    "ToolCallingOptions",
]
