"""The tools that agents of each interface get, as they are described to them."""

from __future__ import annotations

from shopworld.environments.corpus import corpus_tool_descriptions
from shopworld.environments.nlweb import nlweb_tool_descriptions
from shopworld.environments.observation import ToolDescription
from shopworld.environments.shop_tools import shop_tool_descriptions


def interface_tools(environment: str) -> tuple[ToolDescription, ...]:
    """What can be called in an environment of a mall; nothing in a browser."""
    match environment:
        case "shop_tools":
            return shop_tool_descriptions()
        case "corpus":
            return corpus_tool_descriptions()
        case "nlweb":
            return nlweb_tool_descriptions()
        case _:
            return ()
