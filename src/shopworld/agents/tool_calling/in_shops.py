"""Agents with a language model that shop in a mall by function calls: by shop tools, over a corpus, or by asking."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.tool_calling.agent import ToolCallingAgent

SHOPS = PromptTemplate(Path(__file__).with_name("shops.md"))


class ShopCallingAgent(ToolCallingAgent):
    """Shops in the shops of a mall by their tools: search, product, cart, checkout."""

    environments: tuple[str, ...] = ("shop_tools",)
    template: ClassVar[PromptTemplate] = SHOPS
    way: ClassVar[str] = "tools"
    """How it finds products, as the prompt knows it."""

    def instructions(self) -> str:
        """What the model is told first."""
        return self.template.write("system", thought=self.options.thought, way=self.way)


class RagAgent(ShopCallingAgent):
    """Searches a corpus of the shops' pages, as often as it likes, and buys by tools."""

    environments: tuple[str, ...] = ("corpus",)
    way: ClassVar[str] = "corpus"


class NlwebAgent(ShopCallingAgent):
    """Asks each shop in plain language, and buys by tools."""

    environments: tuple[str, ...] = ("nlweb",)
    way: ClassVar[str] = "nlweb"
