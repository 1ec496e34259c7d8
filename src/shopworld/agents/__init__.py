"""Agents: what shops in the shops. Anyone's agent is a class with `begin` and `act`."""

from shopworld.agents.naming import (
    MODEL_AGENTS,
    AgentName,
    sees_marked_pictures,
    sees_pictures,
    sees_plain_pictures,
)
from shopworld.agents.protocol import Agent, Move
from shopworld.agents.registry import (
    AGENT_NAMES,
    INTERFACES,
    ORACLE,
    Environment,
    environment_in_mall,
    interface_of,
    is_guest,
    make_agent,
    make_oracle,
    make_shop_tool_oracle,
    make_tool_oracle,
)

__all__ = [
    "AGENT_NAMES",
    "INTERFACES",
    "MODEL_AGENTS",
    "ORACLE",
    "Agent",
    "AgentName",
    "Environment",
    "Move",
    "environment_in_mall",
    "interface_of",
    "is_guest",
    "make_agent",
    "make_oracle",
    "make_shop_tool_oracle",
    "make_tool_oracle",
    "sees_marked_pictures",
    "sees_pictures",
    "sees_plain_pictures",
]
