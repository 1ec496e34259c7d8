"""The agent after Agent-E: a planner hands out sub-tasks, a navigator does them over a distilled page."""

from shopworld.agents.agent_e.agent import AgentE

__all__ = ["AgentE"]
