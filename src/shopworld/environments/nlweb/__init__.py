"""NLWeb: shops that answer questions in plain language with schema.org data, and an environment that asks them."""

from shopworld.environments.nlweb.asking_mall import AskingMall
from shopworld.environments.nlweb.environment import NlwebEnvironment, nlweb_tool_descriptions
from shopworld.environments.nlweb.events import Asked

__all__ = ["Asked", "AskingMall", "NlwebEnvironment", "nlweb_tool_descriptions"]
