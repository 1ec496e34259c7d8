"""The package browser-use as an agent: a program in an environment of its own, with a browser of its own."""

from shopworld.agents.browser_use.launching import NAME, PYTHON_VARIABLE, BrowserUseProgram

__all__ = ["NAME", "PYTHON_VARIABLE", "BrowserUseProgram"]
