"""The shop tools: the shops of a mall as functions, for agents that call tools instead of driving a browser."""

from shopworld.environments.shop_tools.environment import ShopToolEnvironment, shop_tool_descriptions
from shopworld.environments.shop_tools.visitor import MallVisitor

__all__ = ["MallVisitor", "ShopToolEnvironment", "shop_tool_descriptions"]
