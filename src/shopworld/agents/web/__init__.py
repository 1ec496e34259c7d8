"""The web agent: a language model in a browser."""

from shopworld.agents.web.agent import WebAgent
from shopworld.agents.web.options import WEBMALL_PRESETS, WebOptions

__all__ = ["WEBMALL_PRESETS", "WebAgent", "WebOptions"]
