"""How an agent meets a shop: observations and actions, through a real browser."""

from shopworld.environments.observation import Message, Observation, Tab

__all__ = ["Message", "Observation", "Tab"]
