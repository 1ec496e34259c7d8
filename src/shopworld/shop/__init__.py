"""One storefront: specification, pages, cart, checkout, promotions, served as an ASGI application."""

from shopworld.shop.buying.countries import country_code, state_code
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.specification import Identity, ShopSpecification, Style
from shopworld.shop.state import SHOP_STATE, ShopState
from shopworld.shop.storefront import Storefront

__all__ = [
    "SHOP_STATE",
    "Capabilities",
    "Identity",
    "ShopSpecification",
    "ShopState",
    "Storefront",
    "Style",
    "country_code",
    "state_code",
]
