"""The marketplace: one shop with books, electronics, goods for the home, fashion and sports, and their promises."""

from shopworld.goods.marketplace.making import make_marketplace_offers, marketplace_kinds

__all__ = ["make_marketplace_offers", "marketplace_kinds"]
