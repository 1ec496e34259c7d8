"""The agent after WebVoyager: a conversation over pictures with numbered elements, of which the last ones stay."""

from shopworld.agents.web_voyager.agent import WebVoyagerAgent

__all__ = ["WebVoyagerAgent"]
