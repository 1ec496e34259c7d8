"""A real Chromium over the DevTools protocol."""

from shopworld.environments.browser.discovery import BrowserProgram, find_browser
from shopworld.environments.browser.environment import BrowserEnvironment
from shopworld.environments.browser.process import BrowserProcess

__all__ = ["BrowserEnvironment", "BrowserProcess", "BrowserProgram", "find_browser"]
