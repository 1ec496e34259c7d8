"""How an agent meets a shop: observations and actions, through a real browser; or by tools, in `environments.tools`."""

from shopworld.environments.action_parser import parse_action
from shopworld.environments.actions import ACTION_REFERENCE, Action, format_action
from shopworld.environments.browser import BrowserEnvironment, BrowserProcess, BrowserProgram, find_browser
from shopworld.environments.observation import Message, Observation, Tab

__all__ = [
    "ACTION_REFERENCE",
    "Action",
    "BrowserEnvironment",
    "BrowserProcess",
    "BrowserProgram",
    "Message",
    "Observation",
    "Tab",
    "find_browser",
    "format_action",
    "parse_action",
]
