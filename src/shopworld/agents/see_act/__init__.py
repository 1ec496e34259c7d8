"""The agent after SeeAct: proposes an action from a picture, then grounds it by choosing among candidates."""

from shopworld.agents.see_act.agent import SeeActAgent

__all__ = ["SeeActAgent"]
