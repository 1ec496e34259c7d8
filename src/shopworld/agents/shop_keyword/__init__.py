"""The keyword agent by shop tools: the same rules, without pages."""

from shopworld.agents.shop_keyword.agent import ShopKeywordAgent

__all__ = ["ShopKeywordAgent"]
