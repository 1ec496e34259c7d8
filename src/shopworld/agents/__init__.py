"""Agents: what shops in the shops. Anyone's agent is a class with `begin` and `act`."""

from shopworld.agents.protocol import Agent, Move
from shopworld.agents.registry import AGENT_NAMES, ORACLE, make_agent, make_oracle

__all__ = ["AGENT_NAMES", "ORACLE", "Agent", "Move", "make_agent", "make_oracle"]
