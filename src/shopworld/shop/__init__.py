"""One storefront: specification, pages, cart, checkout, promotions, served as an ASGI application."""

from typing import TYPE_CHECKING

from shopworld.later import later
from shopworld.shop.buying.countries import country_code, state_code
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.specification import Identity, ShopSpecification, Style
from shopworld.shop.state import SHOP_STATE, ShopState

if TYPE_CHECKING:
    from shopworld.shop.storefront import Storefront
else:  # loads templates and the web framework, which tasks and tools do not need
    __getattr__ = later(__name__, {"shopworld.shop.storefront": ("Storefront",)})

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
