"""The structured agent: one call a step, which fills a form; ShopGym's second harness."""

from shopworld.agents.structured.agent import StructuredAgent
from shopworld.agents.structured.options import StructuredOptions

__all__ = ["StructuredAgent", "StructuredOptions"]
