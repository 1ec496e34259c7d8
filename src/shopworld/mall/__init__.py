"""Shops together on one server: the forward proxy, the door, slots, reset, and the solution page."""

from typing import TYPE_CHECKING

from shopworld.later import later
from shopworld.mall.events import AnswerSubmitted, MessageSent, ReportedInfeasible

if TYPE_CHECKING:
    from shopworld.mall.admission import Admission, Proxy
    from shopworld.mall.default import make_default_mall
    from shopworld.mall.folder import SOLUTION_HOST, MallManifest, hash_of_mall, read_manifest, write_mall
    from shopworld.mall.gateway import EpisodeSlot
    from shopworld.mall.home import Home
    from shopworld.mall.known_shops import default_shops, marketplace_shop, webmall_shops
    from shopworld.mall.mall import Mall
    from shopworld.mall.marketplace import make_marketplace
    from shopworld.mall.of_shops import make_mall_of_shops, open_single_shop
    from shopworld.mall.registry import RequestFault
    from shopworld.mall.server import MallServer
    from shopworld.mall.site import SOLUTION_SITE, Site, Sites
    from shopworld.shop.specification_folder import read_identity, read_shop, write_shop
else:  # loads servers and templates; who needs events alone is spared them
    __getattr__ = later(
        __name__,
        {
            "shopworld.mall.admission": ("Admission", "Proxy"),
            "shopworld.mall.default": ("make_default_mall",),
            "shopworld.mall.folder": ("SOLUTION_HOST", "MallManifest", "hash_of_mall", "read_manifest", "write_mall"),
            "shopworld.mall.gateway": ("EpisodeSlot",),
            "shopworld.mall.home": ("Home",),
            "shopworld.mall.known_shops": ("default_shops", "marketplace_shop", "webmall_shops"),
            "shopworld.mall.mall": ("Mall",),
            "shopworld.mall.marketplace": ("make_marketplace",),
            "shopworld.mall.of_shops": ("make_mall_of_shops", "open_single_shop"),
            "shopworld.mall.registry": ("RequestFault",),
            "shopworld.mall.server": ("MallServer",),
            "shopworld.mall.site": ("SOLUTION_SITE", "Site", "Sites"),
            "shopworld.shop.specification_folder": ("read_identity", "read_shop", "write_shop"),
        },
    )

__all__ = [
    "SOLUTION_HOST",
    "SOLUTION_SITE",
    "Admission",
    "AnswerSubmitted",
    "EpisodeSlot",
    "Home",
    "Mall",
    "MallManifest",
    "MallServer",
    "MessageSent",
    "Proxy",
    "ReportedInfeasible",
    "RequestFault",
    "Site",
    "Sites",
    "default_shops",
    "hash_of_mall",
    "make_default_mall",
    "make_mall_of_shops",
    "make_marketplace",
    "marketplace_shop",
    "open_single_shop",
    "read_identity",
    "read_manifest",
    "read_shop",
    "webmall_shops",
    "write_mall",
    "write_shop",
]
